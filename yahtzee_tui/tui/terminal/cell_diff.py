"""Cell diff: keeps the cells of a terminal and shortens each paint to what changes.

Textual repaints whole regions and repeats all colors for each text; most of that changes nothing,
and a slow connection shows it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.color import ColorSystem

    Place = tuple[int, int]
    "A row and a column, from 0."
    Strips = Iterable[tuple[int, int, Strip]]
    "Strips, each with its row and column, in this order."


_ATTRIBUTES = frozenset("12345789")
_WEIGHT, _SLANT = frozenset("12"), frozenset("3")
_LONG = {"5": 3, "2": 5}
"""How many parameters a color after 38 or 48 has, by the second one."""


class CellStyle(NamedTuple):
    """The style of a cell, as SGR parameters; an empty color is the terminal's default."""

    attributes: frozenset[str] = frozenset()
    foreground: str = ""
    background: str = ""


PLAIN = CellStyle()


@lru_cache(1024)
def read_cell_style(numbers: str) -> CellStyle | None:
    """Return the style of SGR parameters after a reset, None if they aren't supported."""
    attributes, foreground, background = set(), "", ""
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
            foreground = "" if first == "39" else code
        elif kind in ("4", "10"):
            background = "" if first == "49" else code
        else:
            return None
    return _one(CellStyle(frozenset(attributes), foreground, background))


@lru_cache(1024)
def blank(style: CellStyle) -> CellStyle:
    """Return the simplest style that draws a space as this one does."""
    is_plain = style.attributes <= _WEIGHT | _SLANT
    return _one(CellStyle(background=style.background)) if is_plain else style


@lru_cache(4096)
def change(before: CellStyle, after: CellStyle) -> str:
    """Return the shortest SGR sequence from one style to another, empty if they are equal."""
    if after == before:
        return ""
    if after == PLAIN:
        return "\x1b[m"
    whole = ";".join(
        ("0", *sorted(after.attributes), *filter(None, (after.foreground, after.background)))
    )
    dropped = before.attributes - after.attributes
    if dropped - _WEIGHT or (dropped and after.attributes & _WEIGHT):
        return f"\x1b[{whole}m"
    numbers = ["22"] if dropped else []
    numbers += sorted(after.attributes - before.attributes)
    if after.foreground != before.foreground:
        numbers.append(after.foreground or "39")
    if after.background != before.background:
        numbers.append(after.background or "49")
    return f"\x1b[{min(';'.join(numbers), whole, key=len)}m"


@lru_cache(1024)
def _one(style: CellStyle) -> CellStyle:
    """Return the same object for equal styles, which makes rows fast to compare."""
    return style


# A cursor position, a text with a style, a text without one, or a new line.
_PART = re.compile(
    r"\x1b\[(\d+);(\d+)H"
    r"|\x1b\[([\d;]+)m([^\x00-\x1f\x7f]*)\x1b\[0m"
    r"|([^\x00-\x1f\x7f]+)"
    r"|\n"
)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
# Synchronised output on and off, cursor shown and hidden, pointer shape, bell.
_HARMLESS = re.compile(r"(?:\x1b\[\?(?:2026|25)[hl]|\x1b\]22;[\w-]*(?:\x1b\\|\x07)|\x07)+")
_LONGEST_BRIDGE = 4
"""The widest gap of unchanged cells that is redrawn rather than skipped."""


class Cells(NamedTuple):
    """Adjacent cells of a row.

    They are simple if every character takes one cell. Else the first cell has the whole text, since
    terminals differ in where they draw its parts.
    """

    texts: list[str]
    styles: list[CellStyle]
    is_simple: bool


class Picture(NamedTuple):
    """The parsed output of one paint; `is_whole` if it is the whole screen, line by line."""

    spans: list[tuple[Place, Cells]]
    cursor: Place
    is_whole: bool


class ScreenBuffer:
    """The known contents of a terminal's cells."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[list[str | None], list[CellStyle]]] = {}
        self._cursor: Place | None = None

    def shorten(self, data: str) -> str:
        """Return output with the same effect on the terminal as `data`, in fewer bytes.

        A paint of the whole screen is written in full, so that it repairs the terminal. Data that
        isn't a paint is returned unchanged.
        """
        picture = read_picture(data)
        if picture is None:
            if not _HARMLESS.fullmatch(data):
                self._forget()
            return data
        if picture.is_whole:
            self._forget()
        return "".join(self._draw(picture))

    def paint(self, strips: Strips, cursor: Place, colors: ColorSystem) -> str | None:
        """Return what `shorten` returns for the text of strips, without reading such a text.

        None if one of them has a style or characters that aren't supported.
        """
        parts: list[tuple[Place, Cells]] = []
        for row, column, strip in strips:
            for text, style, _ in strip:
                cells = _read_cells(Strip.render_ansi(style, colors) if style else None, text)
                if cells is None or (style and style.link):
                    return None
                parts.append(((row, column), cells))
                column += len(cells.texts)
        return "".join(self._draw(Picture(_join(parts), cursor, is_whole=False)))

    def _forget(self) -> None:
        self._rows.clear()
        self._cursor = None

    def _draw(self, picture: Picture) -> list[str]:
        style, without, cursor = PLAIN, blank(PLAIN), self._cursor
        output: list[str] = []
        for (row, column), cells in picture.spans:
            for first, end in self._change((row, column), cells):
                place = row, column + first
                output.append(_move(cursor, place))
                if not cells.is_simple:
                    # Clear the cells first: a terminal may draw the text narrower.
                    output += (change(style, cells.styles[0]), " " * end, _move(None, place))
                    style, without = cells.styles[0], blank(cells.styles[0])
                for text, wanted in zip(
                    cells.texts[first:end], cells.styles[first:end], strict=True
                ):
                    if wanted is not style and not (text == " " and wanted is without):
                        output.append(change(style, wanted))
                        style, without = wanted, blank(wanted)
                    output.append(text)
                cursor = (row, column + end) if cells.is_simple else None
        self._cursor = picture.cursor
        return [*output, change(style, PLAIN), _move(cursor, picture.cursor)]

    def _change(self, place: Place, cells: Cells) -> list[tuple[int, int]]:
        """Store cells; return those to draw, as slices: the changed ones and short gaps between."""
        (row, column), size = place, len(cells.texts)
        texts, styles = self._rows.setdefault(row, ([], []))
        missing = column + size - len(texts)
        if missing > 0:
            texts += [None] * missing
            styles += [PLAIN] * missing
        where = slice(column, column + size)
        old_texts, old_styles = texts[where], styles[where]
        texts[where], styles[where] = cells.texts, cells.styles
        if not cells.is_simple:
            texts[where] = [None] * size
            return [(0, size)]
        slices: list[tuple[int, int]] = []
        if old_texts == cells.texts and old_styles == cells.styles:
            return slices
        last = 0
        pairs = zip(cells.texts, cells.styles, old_texts, old_styles, strict=True)
        for at, (text, style, old_text, old_style) in enumerate(pairs):
            if text == old_text and style is old_style:
                continue
            gap = at - last - 1
            if slices and (not gap or (gap <= _LONGEST_BRIDGE and _is_bridge(cells, last, at))):
                slices[-1] = slices[-1][0], at + 1
            else:
                slices.append((at, at + 1))
            last = at
        return slices


def read_picture(data: str) -> Picture | None:
    """Parse the output of a paint; None if it contains anything else."""
    parts: list[tuple[Place, Cells]] = []
    row = column = -1
    at = 0
    is_whole = on_new_line = False
    for part in _PART.finditer(data):
        if part.start() != at:
            return None
        at = part.end()
        new_row, new_column, numbers, output, plain = part.groups()
        if new_row is not None:
            row, column, on_new_line = int(new_row) - 1, int(new_column) - 1, False
        elif row < 0:
            return None
        elif part[0] == "\n":
            row, column, on_new_line = row + 1, 0, True
        else:
            is_whole = is_whole or on_new_line
            if (cells := _read_cells(numbers, plain or output)) is None:
                return None
            parts.append(((row, column), cells))
            column += len(cells.texts)
    return Picture(_join(parts), (row, column), is_whole) if row >= 0 and at == len(data) else None


def _join(parts: list[tuple[Place, Cells]]) -> list[tuple[Place, Cells]]:
    """Return spans: simple parts of a row that are side by side are one."""
    spans: list[tuple[Place, Cells]] = []
    end = None
    for (row, column), cells in parts:
        if cells.is_simple and end == (row, column):
            spans[-1][1].texts.extend(cells.texts)
            spans[-1][1].styles.extend(cells.styles)
        else:
            copied = cells._replace(texts=cells.texts.copy(), styles=cells.styles.copy())
            spans.append(((row, column), copied))
        end = (row, column + len(cells.texts)) if cells.is_simple else None
    return spans


@lru_cache(512)
def _read_cells(numbers: str | None, text: str) -> Cells | None:
    """Split a text into cells; return None if its style isn't supported.

    Also if it has control characters, or begins with a character of no width, which would change
    the cell before.
    """
    style = read_cell_style(numbers) if numbers else PLAIN
    if style is None or _CONTROLS.search(text) or (text and not cell_len(text[0])):
        return None
    width = cell_len(text)
    is_simple = text.isascii() or set(map(cell_len, text)) == {1}
    texts = list(text) if is_simple else [text, *[""] * (width - 1)][:width]
    without = blank(style)
    return Cells(texts, list(map({" ": without}.get, texts, repeat(style))), is_simple)


def _is_bridge(cells: Cells, last: int, at: int) -> bool:
    """Return whether the cells between two are output in the style of the first."""
    style = cells.styles[last]
    without = blank(style)
    for between in range(last + 1, at):
        each = cells.styles[between]
        if each is not style and not (cells.texts[between] == " " and each is without):
            return False
    return True


@lru_cache(4096)
def _move(cursor: Place | None, place: Place) -> str:
    """Return the shortest sequence that moves the cursor to a place, empty if it is there."""
    if cursor == place:
        return ""
    row, column = place
    if cursor is not None and cursor[0] == row and cursor[1] < column:
        step = column - cursor[1]
        return f"\x1b[{step if step > 1 else ''}C"
    return f"\x1b[{row + 1};{column + 1}H" if row or column else "\x1b[H"
