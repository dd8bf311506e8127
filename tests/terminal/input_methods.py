"""Plays on a terminal by keys alone or by clicks alone, compared with a table after every action.

Everything that is done on the screen is done at a table of the same seed as well, and after every
action the two must agree.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from tests.terminal.screen_text import card_rows, name_row, read_cursor, wait_until_agreed
from yahtzee_tui.rules import Hold, Roll, Score

if TYPE_CHECKING:
    from tests.terminal.console import Console
    from yahtzee_tui.rules import Game
    from yahtzee_tui.table import Table

_ONCE_MORE = "again"


class Keyboard:
    """Plays without a mouse; boxes are found by arrows or by typing their codes, in turn."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.types = False

    def roll(self, game: Game) -> None:
        """Roll, and don't wait for the dice to come to rest by themselves."""
        self.console.press("space")
        self.console.wait_for(f"roll {game.roll + 1} of")
        self.console.press("x")  # an unused key ends the animation once it has begun

    def hold(self, position: int) -> None:
        self.console.press(str(position + 1))

    def score(self, game: Game, box: str, asks: bool) -> None:
        console = self.console
        name = name_row(game.ruleset, game.ruleset.box(box))
        if self.types:
            console.press("/")
            console.wait_for("Esc to cancel")
            console.press(game.ruleset.box(box).code, "enter")
        else:
            self.move(game, box)
            console.press("enter")
        if asks:
            console.wait_for(_ONCE_MORE)
            console.wait_for(lambda: read_cursor(console) == name)
            console.press("enter")
        self.types = not self.types

    def move(self, game: Game, box: str) -> None:
        """Move the mark to a box, counting from where it stands."""
        names = [name_row(game.ruleset, open_box) for open_box in game.card.open]
        target = name_row(game.ruleset, game.ruleset.box(box))
        self.console.wait_for(lambda: read_cursor(self.console) in names)
        steps = names.index(target) - names.index(read_cursor(self.console) or "")
        # A box that isn't moved to isn't chosen, and would be asked about.
        self.console.press(*["down" if steps > 0 else "up"] * abs(steps) or ["down", "up"])
        self.console.wait_for(lambda: read_cursor(self.console) == target)

    def look(self) -> None:
        """Put the ranking aside to see the cards."""
        self.console.press("e")

    def leave(self) -> None:
        self.console.press("q")


class Mouse:
    """Plays without a key; boxes are clicked on their names or on their cells, in turn."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.cells = False

    def roll(self, game: Game) -> None:
        console = self.console
        console.click(60, 5)
        console.wait_for(f"roll {game.roll + 1} of")
        self.click_box(game, game.ruleset.boxes[0].id)  # it only cuts the tumbling short

    def hold(self, position: int) -> None:
        self.console.click(5 + 11 * position, 4)

    def score(self, game: Game, box: str, asks: bool) -> None:
        self.click_box(game, box, game.seat if self.cells else None)
        if asks:
            self.console.wait_for(_ONCE_MORE)
            self.click_box(game, box)
        self.cells = not self.cells

    def click_box(self, game: Game, box: str, seat: int | None = None) -> None:
        """Click the name of a box, or its cell in a player's column."""
        name = name_row(game.ruleset, game.ruleset.box(box))
        players = len(game.players)
        console = self.console
        console.wait_for(lambda: name in {row[0] for row in card_rows(console, players)})
        rows = {row[0]: row[2:] for row in card_rows(console, players)}
        column, row = rows[name]
        if seat is not None:
            head = next(line for line in self.console.lines if " UPPER " in line)
            at = head.index(game.players[seat], column)
            column = at + len(game.players[seat]) - 2
        else:
            column += 3
        self.console.click(column, row)

    def look(self) -> None:
        self.console.click_on("Esc Cards")

    def leave(self) -> None:
        self.console.click_on("q Quit")


Hands = Keyboard | Mouse
"""A way to handle the game on a screen."""


def play_out(console: Console, table: Table, hands: Hands, seed: int = 1) -> None:
    """Play a game to its end on the screen and at a table, comparing after every action."""
    rng = Random(seed)
    wait_until_agreed(console, table)
    while not table.game.is_over:
        roll(console, table, hands)
        while table.game.rolls_left and rng.random() < 0.4:
            for position in _unlike_held(table.game):
                hold(console, table, hands, position)
            if len(table.game.held) < table.game.ruleset.dice:
                roll(console, table, hands)
        score(console, table, hands, _choose(table.game, rng))


def roll(console: Console, table: Table, hands: Hands) -> None:
    hands.roll(table.game)
    table.apply(table.game.seat, Roll())
    wait_until_agreed(console, table)


def hold(console: Console, table: Table, hands: Hands, position: int) -> None:
    hands.hold(position)
    held = set(table.game.held) ^ {position}
    table.apply(table.game.seat, Hold(tuple(sorted(held))))
    wait_until_agreed(console, table)


def score(console: Console, table: Table, hands: Hands, box: str) -> None:
    """Score in both places."""
    game = table.game
    hands.score(game, box, asks=_is_asked(game, box))
    table.apply(game.seat, Score(box))
    if not table.game.is_over:  # then the ranking covers the card
        wait_until_agreed(console, table)


def _is_asked(game: Game, box: str) -> bool:
    worth = {p.box.id: p.points + p.bonus for p in game.potentials if p.refusal is None}
    return not worth[box] and any(worth.values())


def _unlike_held(game: Game) -> list[int]:
    face = Counter(game.faces).most_common(1)[0][0]
    wanted = {at for at, shown in enumerate(game.faces) if shown == face}
    return sorted(wanted ^ set(game.held))


def _choose(game: Game, rng: Random) -> str:
    allowed = [p for p in game.potentials if p.refusal is None]
    if rng.random() < 0.25:
        return rng.choice(allowed).box.id
    return max(allowed, key=lambda p: p.points + p.bonus).box.id
