"""Dice drawn in characters: those of the table in six sizes, and small pictures of dice."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.content import Content

from yahtzee_tui import translation
from yahtzee_tui.translation import N_, _, pgettext
from yahtzee_tui.tui.themes import Ink
from yahtzee_tui.tui.widgets.painted import QUARTERS, TextRun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Faces, Positions
    from yahtzee_tui.tui.themes import Palette


_WIDTH = 7
_FREE = "$die-pip on $die-face"
_HELD = "$on-rail on $rail"
_PIP = "●"

PIPS = {
    0: ("   ", "   ", "   "),
    1: ("   ", " * ", "   "),
    2: ("*  ", "   ", "  *"),
    3: ("*  ", " * ", "  *"),
    4: ("* *", "   ", "* *"),
    5: ("* *", " * ", "* *"),
    6: ("* *", "* *", "* *"),
    7: ("* *", "***", "* *"),
    8: ("***", "* *", "***"),
    9: ("***", "***", "***"),
}
"""The pips of each face on a grid of three by three; 0 is a die not rolled yet."""


def dice_picture(faces: Faces, held: Positions = (), colors: Sequence[str] = ()) -> list[Content]:
    """Return three lines with small dice side by side, the held ones framed.

    Where pips have `colors`, by face, a fourth line has them in words.
    """
    lines = [
        _line(
            _die(face, row, at in held, find_color(face, colors)) for at, face in enumerate(faces)
        )
        for row in range(3)
    ]
    if colors:
        named = [name_color(colors[face - 1]).center(_WIDTH) for face in faces]
        lines.append(_line((name, "$card-muted") for name in named))
    return lines


def draw_dice(
    faces: Faces,
    kept: Positions,
    size: DieSize,
    palette: Palette,
    style: str,
    colors: Sequence[str],
) -> list[Content]:
    """Return the dice of a table with a column between them, the kept ones a row lower.

    The last line has the word for those, and the colors of the pips.
    """
    draw = paint_die if style == "drawn" else partial(outline_die, style=style)
    pictures = [
        draw(size, face, at in kept, color=find_color(face, colors))
        for at, face in enumerate(faces)
    ]
    lines = [
        Text.assemble(*((run.text, palette[Ink(*run[1:])]) for die in pictures for run in die[y]))
        for y in range(size.picture_height)
    ]
    words = Text()
    named = [*map(name_color, colors)] if style == "drawn" else []  # others have it in the picture
    # Without room, a kept die has its color on the plate, which says as much as the word.
    # Translators: below a die; at most 5 cells
    said = pgettext("below a die", "kept")
    has_room = cell_len(said) + 1 + max(map(cell_len, named), default=0) <= size.width
    for at, face in enumerate(faces):
        word, ink = find_color(face, named), Ink("muted")
        if at in kept:
            word = f"{said} {word}".rstrip() if has_room else word
            ink = Ink("on-rail", "rail", bold=True)
        words.append(word.center(size.width), palette[ink]).append(" ")
    return [Content.from_rich_text(line) for line in (*lines, words)]


def find_color(face: int, colors: Sequence[str]) -> str:
    """Return the color of the pips of a face, empty if they have none or the die isn't rolled."""
    return colors[face - 1] if colors and face else ""


_COLORS = {
    # Translators: colors of pips; at most 6 cells, with other first letters
    "black": N_("black"),
    # Translators: at most 6 cells
    "red": N_("red"),
    # Translators: at most 6 cells
    "green": N_("green"),
}


def name_color(color: str) -> str:
    """Return the word for a color of pips."""
    return _(_COLORS[color])


def _die(face: int, row: int, is_held: bool, color: str) -> tuple[str, str]:
    """Return a line of a small die, with its style; a held one has a frame besides its color."""
    if is_held:
        return f"┃{_pip_line(face, row, _WIDTH - 2)}┃", _HELD
    style = f"${_DYES[color]} on $die-face" if color else _FREE
    return _pip_line(face, row, _WIDTH), style


def _pip_line(face: int, row: int, width: int) -> str:
    gap = " " * max(1, (width - 3) // 4)
    return gap.join(PIPS[face][row].replace("*", _PIP)).center(width)


def _line(parts: Iterable[tuple[str, str]]) -> Content:
    return Content(" ").join([Content.styled(text, style) for text, style in parts])


class DieSize(NamedTuple):
    """The geometry of a die.

    Attributes:
        width: Its columns.
        height: Its rows.
        pip: The rows of a pip, as bits of half columns; () is the character ●.
        across: Where the left, middle and right pips begin, in half columns, or columns for ●.
        down: Where the upper, middle and lower ones begin, in half rows, or rows for ●.
    """

    width: int
    height: int
    pip: tuple[str, ...]
    across: tuple[int, int, int]
    down: tuple[int, int, int]

    @property
    def is_large(self) -> bool:
        """Whether its corners are cut twice and its pips are round."""
        return self.width >= _LARGE

    @property
    def picture_height(self) -> int:
        """The rows with the one by which a held die is lower, the side of a loose one there."""
        return self.height + 1


_LARGE = 16
_ROUND = (".######.", "########", "########", ".######.")
_ROUNDER = ("..########..", ".##########.", "############") * 2
NARROW = DieSize(5, 4, (), (1, 2, 3), (0, 1, 2))
"""Only for more dice than fit in a narrow terminal otherwise."""

SMALLEST = DieSize(7, 4, (), (1, 3, 5), (0, 1, 2))
SIZES = (
    SMALLEST,
    DieSize(9, 5, ("####",) * 2, (2, 7, 12), (1, 4, 7)),
    DieSize(11, 6, ("####",) * 2, (3, 9, 15), (2, 5, 8)),
    DieSize(13, 7, ("######",) * 3, (2, 10, 18), (1, 5, 9)),
    DieSize(17, 9, _ROUND, (3, 13, 23), (2, 7, 12)),
    DieSize(25, 13, (*_ROUNDER[:3], *_ROUNDER[2::-1]), (5, 19, 33), (3, 10, 17)),
)
"""The sizes of a die at the table, the smallest first."""


Picture = tuple[tuple[TextRun, ...], ...]
"""The rows of a picture; all have the same number of columns."""

FACE, LIGHT, SHADE, LIP, DOT, ACE = (
    f"die-{part}" for part in ("face", "light", "shade", "lip", "pip", "ace")
)
SHADOW = "rim"
_DYES = {"black": DOT, "red": "die-red", "green": "die-green"}
"""The tokens of colored pips, which are on ivory dice only."""
_DOTS = frozenset((DOT, ACE, *_DYES.values()))


_GIVES_WAY = ((LIGHT, FACE), (SHADE, FACE), (SHADE, LIP), (LIP, SHADOW))
"""Where more than two colors meet in a cell, the first of a pair becomes the second."""


@translation.cache
def paint_die(
    size: DieSize, face: int, held: bool, ground: str = "felt", color: str = ""
) -> Picture:
    """Return a die with the column and the row of its shadow; face 0 has no pips.

    A loose die is on top, with its lower side and a shadow; a held one is a row lower, without.
    A small die has the `color` of its pips in words on its front.
    """
    columns, rows = 2 * (size.width + 1), 2 * size.picture_height
    grid = [[ground] * columns for _ in range(rows)]
    top = 2 if held else 0
    if not held and ground == "felt":
        _paint_shadow(grid, size)
    _paint_body(grid, size, top, ground)
    dot = _DYES.get(color, ACE if face == 1 else DOT)
    pips = [
        (x, y)
        for y, row in zip(size.down, PIPS[face], strict=True)
        for x, pip in zip(size.across, row, strict=True)
        if pip == "*"
    ]
    for (x, y), (dy, bits) in product(pips, enumerate(size.pip)):
        for dx, bit in enumerate(bits):
            if bit == "#":
                grid[top + y + dy][x + dx] = dot
    lines = _cells(grid, ground)
    if not size.pip:
        _write_pips(lines[top // 2 :], size, pips, dot, color)
    return tuple(map(_join, lines))


def _write_pips(
    body: list[list[TextRun]], size: DieSize, pips: list[tuple[int, int]], dot: str, color: str
) -> None:
    """Put characters for pips on a small die, and the color in words on its front."""
    for x, y in pips:
        body[y][x] = TextRun(_PIP, dot, FACE)
    word = name_color(color) if color else ""
    for x, letter in enumerate(word, (size.width - len(word)) // 2):
        body[size.height - 1][x] = TextRun(letter, DOT, SHADE)


@lru_cache(32)
def paint_letter(size: DieSize, dots: Sequence[str], letter: str) -> Picture:
    """Return a loose die with a letter instead of pips: the character itself on the smallest one.

    `dots` are the rows of the letter, as bits of half columns.
    """
    grid = [["felt"] * 2 * (size.width + 1) for _ in range(2 * size.picture_height)]
    _paint_shadow(grid, size)
    _paint_body(grid, size, 0, "felt")
    if size.pip:
        left = size.width - len(dots[0]) // 2
        top = (2 * size.height - len(dots)) // 2
        for y, row in enumerate(dots, top):
            for x, bit in enumerate(row, left):
                grid[y][x] = DOT if bit == "1" else FACE
    lines = _cells(grid, "felt")
    if not size.pip:
        lines[1][size.width // 2] = TextRun(letter, DOT, FACE, bold=True)
    return tuple(map(_join, lines))


def _paint_shadow(grid: list[list[str]], size: DieSize) -> None:
    """Paint the side of a loose die below it, and its shadow right of it and below."""
    right, bottom, cut = 2 * size.width, 2 * size.height, 3 if size.is_large else 1
    for y in range(1, bottom + 2):
        grid[y][right] = SHADOW
    for x in range(cut, right):
        grid[bottom][x] = LIP if x < right - cut else SHADOW
    for x in range(max(cut, 2), right):
        grid[bottom + 1][x] = SHADOW


def _paint_body(grid: list[list[str]], size: DieSize, top: int, ground: str) -> None:
    right, bottom = 2 * size.width - 1, top + 2 * size.height - 1
    for y in range(top, bottom + 1):
        for x in range(right + 1):
            if not size.pip:  # a top of three rows, and a front
                is_front, edge = y >= bottom - 1, {0: LIGHT, right: SHADE}.get(x, FACE)
                grid[y][x] = SHADE if is_front else edge
            elif y == top or (x == 0 and y < bottom):
                grid[y][x] = LIGHT
            else:
                grid[y][x] = SHADE if y == bottom or x == right else FACE
    for dy, cut in enumerate((3, 1) if size.is_large else (1,)):
        for dx in range(cut):
            for y in (top + dy, bottom - dy):
                grid[y][dx] = grid[y][right - dx] = ground


def _cells(grid: list[list[str]], ground: str) -> list[list[TextRun]]:
    return [
        [
            _cell(upper[x], upper[x + 1], lower[x], lower[x + 1], ground)
            for x in range(0, len(upper), 2)
        ]
        for upper, lower in zip(grid[::2], grid[1::2], strict=True)
    ]


_PLAIN = {FACE: TextRun(" ", DOT, FACE)} | {dot: TextRun("█", dot, FACE) for dot in _DOTS}
"""The cells of one color that aren't blanks on it: then a change of face changes few colors."""


@lru_cache(256)
def _cell(
    upper_left: str, upper_right: str, lower_left: str, lower_right: str, ground: str
) -> TextRun:
    """Return four quarters as a character; the ground is always the color behind it.

    Plain cells of a face are "pip on face", so that another face changes few colors.
    """
    four = [upper_left, upper_right, lower_left, lower_right]
    for weak, strong in _GIVES_WAY:
        if len(set(four)) > 2 and strong in four:
            four = [strong if each == weak else each for each in four]
    # The face first of equals: of the dark parts of a picture lines between cells are seen less.
    tokens = sorted(
        {*four},
        key=lambda each: (each != ground, -four.count(each), each != FACE, four.index(each)),
    )
    if len(tokens) == 1:
        return _PLAIN.get(tokens[0]) or TextRun(" ", "text", tokens[0])
    back, fore, *_ = tokens
    # A pip is behind an edge, as the face is: then only the color behind it changes.
    if (back in _DOTS and fore == FACE) or (back in (LIGHT, SHADE) and fore in _DOTS):
        back, fore = fore, back
    bits = sum(1 << at for at, each in enumerate(four) if each != back)
    return TextRun(QUARTERS[bits], fore, back)


def _join(cells: Iterable[TextRun]) -> tuple[TextRun, ...]:
    """Join neighbors of one look."""
    runs: list[TextRun] = []
    for cell in cells:
        if runs and runs[-1][1:] == cell[1:]:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + cell.text)
        else:
            runs.append(cell)
    return tuple(runs)


_PIPS_OF_TWO_ROWS = (
    ("   ", "   "), (" * ", "   "), ("*  ", "  *"), ("* *", " * "), ("* *", "* *"), ("* *", "***"),
    ("***", "***"), ("***", "***"), ("***", "***"), ("***", "***"),
)  # fmt: skip
"""The pips of each face in the smallest die of lines, which has its digit besides."""

_FRAMES = {
    ("lines", False): "╭─╮│╰╯",
    ("lines", True): "┏━┓┃┗┛",
    ("ascii", False): ".-.|''",
    ("ascii", True): "#=#|##",
}
"""Frames by style and whether the die is held: corners, edges, sides."""


@translation.cache
def outline_die(size: DieSize, face: int, held: bool, style: str, color: str = "") -> Picture:
    """Return a die of lines, or of ASCII, with its digit, in as much room as a painted one.

    The `color` of its pips follows the digit in words, or its first letter on a small die.
    """
    width, height = size.width, size.height
    left, across, right, down, low_left, low_right = tuple(_FRAMES[style, held])
    pip = "o" if style == "ascii" else _PIP
    out_x = 2 - (width < SMALLEST.width) + (width > 12) + (width > _LARGE)
    out_y = 1 + (height > 6) + (height > 10)
    columns = (width // 2 - out_x, width // 2, width // 2 + out_x)
    middle = height // 2
    pips: tuple[str, ...] = PIPS[face]
    rows: tuple[int, ...] = (middle - out_y, middle, middle + out_y)
    if height == SMALLEST.height:
        rows, pips = (1, 2), _PIPS_OF_TWO_ROWS[face]
    body = [list(f"{down}{' ' * (width - 2)}{down}") for _ in range(height)]
    body[0] = list(f"{left}{across * (width - 2)}{right}")
    digit = f" {face}" if face else across * 2
    if color:
        name = name_color(color)
        digit += f" {name}" if width > 10 else name[0]
    body[-1] = list(f"{low_left}{across * (width - 2 - len(digit))}{digit}{low_right}")
    for y, row in zip(rows, pips, strict=True):
        for x in (x for x, mark in zip(columns, row, strict=True) if mark == "*"):
            body[y][x] = pip
    lines = [(TextRun("".join(row) + " ", bold=held),) for row in body]
    empty = [(TextRun(" " * (width + 1), bold=held),)]
    return tuple(empty + lines if held else lines + empty)
