"""Plays on a terminal by keys alone or by clicks alone, compared with a table after every action.

Everything that is done on the screen is done at a table of the same seed as well, and after every
action the two must agree. A score of 0 must not be one that is asked about.
"""

import time

from tests.terminal.console import Console
from tests.terminal.screen_text import card_rows, name_row, read_cursor, wait_until_agreed
from yahtzee_tui.rules import Game, Hold, Roll, Score
from yahtzee_tui.table import Table


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

    def score(self, game: Game, box: str, *, asks: bool = False) -> None:
        assert not asks
        if self.types:
            self.console.press("/")
            self.console.wait_for("Esc to cancel")
            self.console.press(game.ruleset.box(box).code, "enter")
        else:
            self.move(game, box)
            self.console.press("enter")
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
        self.on_cells = False

    def roll(self, game: Game) -> None:
        time.sleep(0.2)  # a click just after the dice have settled was meant for the roll before
        self.console.click(60, 5)
        self.console.wait_for(f"roll {game.roll + 1} of")
        self.click_box(game, game.ruleset.boxes[0].id)  # it only cuts the tumbling short

    def hold(self, position: int) -> None:
        self.console.click(5 + 11 * position, 4)

    def score(self, game: Game, box: str, *, asks: bool = False) -> None:
        assert not asks
        self.click_box(game, box, game.seat if self.on_cells else None)
        self.on_cells = not self.on_cells

    def click_box(self, game: Game, box: str, seat: int | None = None) -> None:
        name, console = name_row(game.ruleset, game.ruleset.box(box)), self.console
        players = len(game.players)
        console.wait_for(lambda: name in {row[0] for row in card_rows(console, players)})
        rows = {row[0]: row[2:] for row in card_rows(console, players)}
        column, row = rows[name]
        if seat is not None:
            head = next(line for line in console.lines if " UPPER " in line)
            column = head.index(game.players[seat], column) + len(game.players[seat]) - 5
        console.click(column + 3, row)

    def look(self) -> None:
        self.console.click_on("Esc Cards")

    def leave(self) -> None:
        self.console.click_on("q Quit")


Hands = Keyboard | Mouse
"""A way to handle the game on a screen."""


def play_out(console: Console, table: Table, hands: Hands) -> None:
    wait_until_agreed(console, table)
    while not table.game.is_over:
        roll(console, table, hands)
        hold(console, table, hands, table.game.turns % table.game.ruleset.dice)
        roll(console, table, hands)
        allowed = [each for each in table.game.potentials if each.refusal is None]
        score(console, table, hands, max(allowed, key=lambda each: each.worth).box.id)


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
    hands.score(table.game, box)
    table.apply(table.game.seat, Score(box))
    if not table.game.is_over:  # then the ranking covers the card
        wait_until_agreed(console, table)
