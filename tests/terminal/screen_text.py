"""Reads a game from the text of an 80x24 screen, and lists where it differs from a table."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.terminal.console import Console
    from yahtzee_tui.rules import Box, Game, Ruleset
    from yahtzee_tui.table import Table

_HALVES = (slice(1, 39), slice(40, 79))
_TOTALS = ("Upper total", "Lower total", "GRAND TOTAL")
_CELL = re.compile("[«‹]?\\d+[›»]?|[·—]")
_DIE = 10
MARK = "▸"
FOUND = "›"
"""What stands before a box that is called as somebody types."""


class Screen(Protocol):
    """A screen of 80 columns and 24 rows."""

    @property
    def lines(self) -> list[str]:
        """Its rows; a wide character may take one character here, not two."""

    @property
    def text(self) -> str:
        """The rows as one text."""


def name_row(ruleset: Ruleset, box: Box) -> str:
    return f"{box.code} {box.name}" if ruleset.shows_codes else box.name


def card_rows(screen: Screen, players: int) -> Iterator[tuple[str, list[str], int, int]]:
    """Yield every row of the card: its name, its cells, and the column and row where it begins."""
    top = next((at for at, line in enumerate(screen.lines) if " UPPER " in line), None)
    if top is None:
        return
    for row, line in enumerate(screen.lines[top + 1 : -1], top + 1):
        for half in _HALVES:
            words = line[half].split()
            cells = words[-players:]
            name = " ".join(words[:-players]).removeprefix(MARK).removeprefix(FOUND)
            if all(map(_CELL.fullmatch, cells)):
                yield name, cells, half.start, row


def read_cursor(screen: Screen) -> str | None:
    for line in screen.lines[9:]:
        for half in _HALVES:
            if line[half].startswith(MARK):
                return re.split(r"\s{2,}", line[half][1:])[0]
    return None


def read_dice(screen: Screen) -> tuple[str, str]:
    """Return the faces that the dice show, and the numbers of those that are held."""
    rows = screen.lines[1:8]
    faces = held = ""
    for at in range(5):
        part = [row[1 + _DIE * at : 10 + _DIE * at] for row in rows]
        faces += "".join(re.findall(r"\d", "".join(part[:-1])))
        held += str(at + 1) if "HELD" in part[-1] else ""
    return faces, held


def differences(screen: Screen, table: Table) -> list[str]:
    """Return every number and mark on the screen that isn't what the table says."""
    game, posted = table.game, table.history.posted
    shown = table.history.before if posted else game
    faces, held = read_dice(screen)
    # Where the name of the game is long, the round is written shorter.
    rounds = (f"Round {game.round} of {game.rounds}", f" {game.round}/{game.rounds} · ")
    found = [
        _compare("faces", faces, "".join(map(str, shown.faces))),
        _compare("held", held, "".join(str(at + 1) for at in game.held) if game.rolls_left else ""),
        _compare("round", any(text in screen.text for text in rounds), True),
    ]
    if not game.is_over:
        found.append(_compare("turn", f"{game.player} to play" in screen.text, True))
        roll = f"Roll {game.roll} of" if game.roll else f"{game.ruleset.rolls} rolls"
        found.append(_compare("roll", roll in screen.text, True))
    seen = {name: cells for name, cells, _, _ in card_rows(screen, len(game.players))}
    for name, cells in _expected_rows(game, shown):
        plain = [cell.strip("‹›«»") for cell in seen.get(name, [])]
        found += [_compare(name, *pair) for pair in zip_longest(plain, cells)]
    return [difference for difference in found if difference]


def wait_until_agreed(console: Console, table: Table | Callable[[], Table]) -> None:
    """Wait until the screen shows what the table says, and nothing else."""

    def differing() -> list[str]:
        return differences(console, table() if callable(table) else table)

    if not console.read_until(lambda: not differing()):
        found = "\n".join(differing())
        raise AssertionError(f"{found}\n{console.text}")


def _expected_rows(game: Game, shown: Game) -> Iterator[tuple[str, list[str]]]:
    for box in game.ruleset.boxes:
        yield (
            name_row(game.ruleset, box),
            [_expected_cell(game, shown, box, seat) for seat in range(len(game.players))],
        )
    for name, totals in zip(
        _TOTALS,
        zip(*((c.upper_total, c.lower_total, c.grand_total) for c in game.cards), strict=True),
        strict=True,
    ):
        yield name, list(map(str, totals))


def _expected_cell(game: Game, shown: Game, box: Box, seat: int) -> str:
    points = game.cards[seat][box.id]
    if points is not None:
        return str(points)
    if seat != shown.seat or not shown.faces:
        return "·"
    potential = shown.potential(box.id)
    return "—" if potential.refusal else str(potential.points)


def _compare(what: str, seen: object, wanted: object) -> str:
    return "" if seen == wanted else f"{what}: the screen says {seen!r}, the table {wanted!r}"
