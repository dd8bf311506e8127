"""Reads a game from the text of an 80x24 screen, and lists where it differs from a table."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest

from tests.terminal.console import Console
from yahtzee_tui.rules import Box, Game, Ruleset
from yahtzee_tui.table import Table
from yahtzee_tui.tui.table.widgets.die import SIZES, outline_die, paint_die

_HALVES = (slice(2, 38), slice(41, 78))
_CELL = re.compile("[«‹]?\\d+(/\\d+)?[›»]?|[·—]")
_WIDEST_CELL = len("21/63 ")
_SIZE, _PITCH = SIZES[1], 11
"""The size of the dice, and the columns from one to the next."""

MARK = "▸"
FOUND = "›"
"""What stands before a box that is called as somebody types."""


def name_row(ruleset: Ruleset, box: Box) -> str:
    return f"{box.code} {box.name}" if ruleset.shows_codes else box.name


def card_rows(screen: Console, players: int) -> Iterator[tuple[str, list[str], int, int]]:
    """Yield every row of the card: its name, its cells, and the column and row where it begins."""
    top = next((at for at, line in enumerate(screen.lines) if " UPPER " in line), None)
    if top is None:
        return
    for row, line in enumerate(screen.lines[top + 1 : -1], top + 1):
        for half in _HALVES:
            names = [*re.finditer(r"[^\s─╮]+", screen.lines[top][half])][-players:]
            if len(names) < players:  # it is drawn in parts
                return
            ends = [name.end() + 1 for name in names]  # a bracket may follow a number
            starts = [ends[0] - _WIDEST_CELL, *ends]
            parts = zip(starts, ends, strict=False)
            cells = [line[half][start:end].strip(" ·") or "·" for start, end in parts]
            name = line[half][: starts[0]].strip(" ·").removeprefix(MARK).removeprefix(FOUND)
            if all(map(_CELL.fullmatch, cells)):
                yield name, cells, half.start, row


def read_cursor(screen: Console) -> str | None:
    for line in screen.lines[9:]:
        for half in _HALVES:
            if line[half].startswith(MARK):
                return re.split(r"\s{2,}", line[half][1:])[0].rstrip(" ·")
    return None


def read_dice(screen: Console) -> tuple[str, str]:
    """Return the faces that the dice show, and the numbers of those that are held."""
    top = next((at for at, line in enumerate(screen.lines) if " UPPER " in line), 0)
    for words in range(top - 1, _SIZE.picture_height, -1):  # in which row depends on the rows
        rows = screen.lines[words - _SIZE.picture_height : words + 1]
        parts = [_cut(rows, 1 + _PITCH * at) for at in range(5)]
        faces = [next((face for face in range(1, 7) if _shows(part, face)), 0) for part in parts]
        if all(faces):
            held = (str(at + 1) for at, part in enumerate(parts) if "held" in part[-1])
            return "".join(map(str, faces)), "".join(held)
    return "", ""


def _cut(rows: list[str], start: int) -> list[str]:
    width = _SIZE.width + 1
    return [row[start : start + width].ljust(width) for row in rows]


def _shows(part: list[str], face: int) -> bool:
    """Return whether these rows are the picture of a face, of a loose or a held die."""
    return any(
        part[:-1] == ["".join(run.text for run in row) for row in paint(face, is_down)]
        for paint in (partial(paint_die, _SIZE), partial(outline_die, _SIZE, style="lines"))
        for is_down in (False, True)
    )


def differences(screen: Console, table: Table) -> list[str]:
    """Return every number and mark on the screen that isn't what the table says."""
    game, posted = table.game, table.history.posted
    shown = table.history.before if posted else game
    faces, held = read_dice(screen)
    found = [
        _compare("faces", faces, "".join(map(str, shown.faces))),
        _compare("held", held, "".join(str(at + 1) for at in game.held) if game.rolls_left else ""),
        _compare("round", f"ound {game.round}/{game.rounds}" in screen.lines[0], True),
    ]
    if not game.is_over:
        found.append(_compare("turn", f"{MARK}{game.player[:1]}" in screen.lines[0], True))
        pips = "●" * game.roll + "○" * (game.ruleset.rolls - game.roll)
        found.append(_compare("roll", f" {pips}" in screen.text, True))
    seen = {name: cells for name, cells, _, _ in card_rows(screen, len(game.players))}
    if not any("›" in cell for cells in seen.values() for cell in cells):
        shown = game  # the score is another's, and can't be taken back at this screen
    for name, cells in _expected_rows(game, shown):
        shown_cells = ["·" if cell == "«0»" else cell for cell in seen.get(name, [])]
        plain = [cell.strip("‹›«»") for cell in shown_cells]
        found += [_compare(name, *pair) for pair in zip_longest(plain, cells)]
    return [difference for difference in found if difference]


def wait_until_agreed(console: Console, table: Table | Callable[[], Table]) -> None:
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
    yield "TOTAL", [str(card.grand_total) for card in game.cards]
    if (bonus := game.ruleset.upper_bonus) is not None:
        needed, points = bonus.tiers[0]
        yield f"Bonus +{points}", [f"{card.upper_total}/{needed}" for card in game.cards]


def _expected_cell(game: Game, shown: Game, box: Box, seat: int) -> str:
    points = game.cards[seat][box.id]
    if points is not None:
        return str(points)
    if seat != shown.seat or not shown.faces:
        return "·"
    potential = shown.potential(box.id)
    # A box that would score nothing has a dot, unless it is selected.
    return "—" if potential.refusal else str(potential.points) if potential.worth else "·"


def _compare(what: str, seen: object, wanted: object) -> str:
    return "" if seen == wanted else f"{what}: the screen says {seen!r}, the table {wanted!r}"
