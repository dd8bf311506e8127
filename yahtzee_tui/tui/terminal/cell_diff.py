"""What the cells of a terminal show, so that only what changes is sent there.

Textual draws whole regions anew and names all colours for every piece of text. Over a slow line
that is felt; and most of it changes nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

if TYPE_CHECKING:
    Place = tuple[int, int]
    "A row and a column, from 0."


_ATTRIBUTES = frozenset("12345789")
_WEIGHT, _SLANT = frozenset("12"), frozenset("3")
_LONG = {"5": 3, "2": 5}
"""How many numbers a colour takes that begins with 38 or 48, by the second of them."""


class CellStyle(NamedTuple):
    """What a cell is drawn with, in the numbers that terminals know.

    Attributes:
        attributes: Bold, underlined, and so on.
        ink: The colour of the letter, empty for the terminal's own.
        ground: The colour behind it, empty for the terminal's own.
    """

    attributes: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""


PLAIN = CellStyle()
"""What a terminal draws with that was told nothing."""


@lru_cache(1024)
def read_cell_style(numbers: str) -> CellStyle | None:
    """Return the pen that a sequence chooses after a reset.

    Args:
        numbers: What stands in the sequence, such as `1;38;2;232;239;233`.

    Returns:
        None for a sequence that isn't known here.
    """
    attributes, ink, ground = set(), "", ""
    parts = numbers.split(";")
    while parts:
        first = parts[0]
        size = _LONG.get("".join(parts[1:2]), 0) if first in ("38", "48") else 1
        if not size or len(parts) < size:
            return None
        code, parts = ";".join(parts[:size]), parts[size:]
        kind = first[:-1]
        if first in _ATTRIBUTES:
            attributes.add(first)
        elif kind in ("3", "9"):
            ink = "" if first == "39" else code
        elif kind in ("4", "10"):
            ground = "" if first == "49" else code
        else:
            return None
    return _one(CellStyle(frozenset(attributes), ink, ground))


@lru_cache(1024)
def blank(pen: CellStyle) -> CellStyle:
    """Return the simplest pen that draws a cell without a letter as this one does."""
    return _one(CellStyle(ground=pen.ground)) if pen.attributes <= _WEIGHT | _SLANT else pen


@lru_cache(4096)
def change(before: CellStyle, after: CellStyle) -> str:
    """Return the shortest sequence that takes another pen, nothing if it is the same."""
    if after == before:
        return ""
    if after == PLAIN:
        return "\x1b[m"
    whole = ";".join(("0", *sorted(after.attributes), *filter(None, (after.ink, after.ground))))
    dropped = before.attributes - after.attributes
    if dropped - _WEIGHT or (dropped and after.attributes & _WEIGHT):
        return f"\x1b[{whole}m"
    numbers = ["22"] if dropped else []
    numbers += sorted(after.attributes - before.attributes)
    if after.ink != before.ink:
        numbers.append(after.ink or "39")
    if after.ground != before.ground:
        numbers.append(after.ground or "49")
    return f"\x1b[{min(';'.join(numbers), whole, key=len)}m"


@lru_cache(1024)
def _one(pen: CellStyle) -> CellStyle:
    """Return the same object for equal pens, which makes comparing rows of them quick."""
    return pen


# A place for the cursor, a text with what it is drawn with, a text without, or a new line.
_PART = re.compile(
    r"\x1b\[(\d+);(\d+)H"
    r"|\x1b\[([\d;]+)m([^\x00-\x1f\x7f]*)\x1b\[0m"
    r"|([^\x00-\x1f\x7f]+)"
    r"|\n"
)
# What begins and ends a picture, shows and hides the cursor, changes the mouse's, or rings.
_HARMLESS = re.compile(r"(?:\x1b\[\?(?:2026|25)[hl]|\x1b\]22;[\w-]*(?:\x1b\\|\x07)|\x07)+")
_LONGEST_BRIDGE = 4
"""Cells that are drawn again where that takes no more bytes than moving over them."""


class Cells(NamedTuple):
    """Cells beside each other in a row.

    Attributes:
        texts: What stands in each.
        pens: What each is drawn with.
        is_simple: Whether every character takes one cell. Else the first cell has the whole text,
            since terminals differ in where they draw its parts.
    """

    texts: list[str]
    pens: list[CellStyle]
    is_simple: bool


class Picture(NamedTuple):
    """What is to be drawn.

    Attributes:
        spans: Places, and the cells that begin there.
        cursor: Where the cursor is in the end.
        is_whole: Whether it is the whole screen, drawn line by line.
    """

    spans: list[tuple[Place, Cells]]
    cursor: Place
    is_whole: bool


class ScreenBuffer:
    """What is known of a terminal's cells."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[list[str | None], list[CellStyle]]] = {}
        self._cursor: Place | None = None

    def shorten(self, data: str) -> str:
        """Return what has the same effect on the terminal as some data, in fewer bytes.

        The whole screen is drawn whatever is known: that mends what went wrong on a terminal. What
        isn't a picture is returned unchanged.
        """
        picture = read_picture(data)
        if picture is None:
            if not _HARMLESS.fullmatch(data):
                self._forget()
            return data
        if picture.is_whole:
            self._forget()
        return "".join(self._draw(picture))

    def _forget(self) -> None:
        self._rows.clear()
        self._cursor = None

    def _draw(self, picture: Picture) -> list[str]:
        pen, without, cursor = PLAIN, blank(PLAIN), self._cursor
        drawn: list[str] = []
        for (row, column), cells in picture.spans:
            for first, end in self._change((row, column), cells):
                place = row, column + first
                drawn.append(_move(cursor, place))
                if not cells.is_simple:
                    # Nothing old may show through where a terminal takes less room for it.
                    drawn += (change(pen, cells.pens[0]), " " * end, _move(None, place))
                    pen, without = cells.pens[0], blank(cells.pens[0])
                for text, wanted in zip(cells.texts[first:end], cells.pens[first:end], strict=True):
                    if wanted is not pen and not (text == " " and wanted is without):
                        drawn.append(change(pen, wanted))
                        pen, without = wanted, blank(wanted)
                    drawn.append(text)
                cursor = (row, column + end) if cells.is_simple else None
        self._cursor = picture.cursor
        return [*drawn, change(pen, PLAIN), _move(cursor, picture.cursor)]

    def _change(self, place: Place, cells: Cells) -> list[tuple[int, int]]:
        """Take note of cells; return which of them have to be drawn, as slices.

        Those that change, and those that bridge them.
        """
        (row, column), size = place, len(cells.texts)
        texts, pens = self._rows.setdefault(row, ([], []))
        missing = column + size - len(texts)
        if missing > 0:
            texts += [None] * missing
            pens += [PLAIN] * missing
        where = slice(column, column + size)
        old_texts, old_pens = texts[where], pens[where]
        texts[where], pens[where] = cells.texts, cells.pens
        if not cells.is_simple:
            texts[where] = [None] * size
            return [(0, size)]
        slices: list[tuple[int, int]] = []
        if old_texts == cells.texts and old_pens == cells.pens:
            return slices
        last = 0
        pairs = zip(cells.texts, cells.pens, old_texts, old_pens, strict=True)
        for at, (text, pen, old_text, old_pen) in enumerate(pairs):
            if text == old_text and pen is old_pen:
                continue
            gap = at - last - 1
            if slices and (not gap or (gap <= _LONGEST_BRIDGE and _is_bridge(cells, last, at))):
                slices[-1] = slices[-1][0], at + 1
            else:
                slices.append((at, at + 1))
            last = at
        return slices


def read_picture(data: str) -> Picture | None:
    """Return what some data draw, None if they do anything else as well."""
    spans: list[tuple[Place, Cells]] = []
    row = column = -1
    at, end_of_last = 0, (-1, -1)
    is_whole = on_new_line = False
    for part in _PART.finditer(data):
        if part.start() != at:
            return None
        at = part.end()
        new_row, new_column, numbers, drawn, plain = part.groups()
        if new_row is not None:
            row, column, on_new_line = int(new_row) - 1, int(new_column) - 1, False
        elif row < 0:
            return None
        elif part[0] == "\n":
            row, column, on_new_line = row + 1, 0, True
        else:
            is_whole = is_whole or on_new_line
            if (cells := _read_cells(numbers, plain or drawn)) is None:
                return None
            if cells.is_simple and end_of_last == (row, column):
                spans[-1][1].texts.extend(cells.texts)
                spans[-1][1].pens.extend(cells.pens)
            else:
                copied = cells._replace(texts=cells.texts.copy(), pens=cells.pens.copy())
                spans.append(((row, column), copied))
            column += len(cells.texts)
            end_of_last = (row, column) if cells.is_simple else (-1, -1)
    return Picture(spans, (row, column), is_whole) if row >= 0 and at == len(data) else None


@lru_cache(512)
def _read_cells(numbers: str | None, text: str) -> Cells | None:
    """Return a text cell by cell.

    Returns:
        None if what it is drawn with isn't known here, or if it begins with what takes no cell,
        such as an accent: that changes the cell before, of which nothing is known any more.
    """
    pen = read_cell_style(numbers) if numbers else PLAIN
    if pen is None or (text and not cell_len(text[0])):
        return None
    width = cell_len(text)
    is_simple = text.isascii() or set(map(cell_len, text)) == {1}
    texts = list(text) if is_simple else [text, *[""] * (width - 1)][:width]
    without = blank(pen)
    return Cells(texts, list(map({" ": without}.get, texts, repeat(pen))), is_simple)


def _is_bridge(cells: Cells, last: int, at: int) -> bool:
    """Return whether the cells in between are drawn with what is at hand after the last one."""
    pen = cells.pens[last]
    without = blank(pen)
    for between in range(last + 1, at):
        each = cells.pens[between]
        if each is not pen and not (cells.texts[between] == " " and each is without):
            return False
    return True


def _move(cursor: Place | None, place: Place) -> str:
    """Return the shortest sequence that moves the cursor to a place, nothing if it is there."""
    if cursor == place:
        return ""
    row, column = place
    if cursor is not None and cursor[0] == row and cursor[1] < column:
        step = column - cursor[1]
        return f"\x1b[{step if step > 1 else ''}C"
    return f"\x1b[{row + 1};{column + 1}H" if row or column else "\x1b[H"
