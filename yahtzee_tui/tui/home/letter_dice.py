"""The name of the game on dice, as large as the terminal allows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.tui.table.widgets.big_letters import enlarge_letter, paint_letters
from yahtzee_tui.tui.table.widgets.die import (
    SIZES,
    SMALLEST,
    DieSize,
    Picture,
    outline_die,
    paint_letter,
)
from yahtzee_tui.tui.widgets.painted import Painted, TextRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.geometry import Size

_WORD = "YAHTZEE"


class _Look(NamedTuple):
    """The letters on a terminal of at least so many columns and rows.

    Attributes:
        die: The size of the dice; what it says of pips is of no effect.
        dot: The half columns and half rows of a dot of a letter.
        gap: The columns between the shadow of a die and the next die.
    """

    columns: int
    rows: int
    die: DieSize
    dot: tuple[int, int]
    gap: int


def _size(width: int, height: int) -> DieSize:
    return SIZES[-1]._replace(width=width, height=height)


_LOOKS = (
    _Look(188, 54, _size(23, 14), (6, 3), 3),
    _Look(130, 38, _size(16, 10), (4, 2), 1),
    _Look(100, 28, _size(11, 6), (3, 1), 2),
    _Look(78, 22, _size(9, 6), (2, 1), 1),
    _Look(0, 0, SMALLEST, (2, 1), 0),
)
"""The largest one first."""


def _find_look(size: Size) -> _Look:
    return next(each for each in _LOOKS if size.width >= each.columns and size.height >= each.rows)


@lru_cache(32)
def _outline_letter(die: DieSize, letter: str, style: str) -> Picture:
    """Return a die of lines with a letter; a large letter needs block characters and six rows."""
    is_large = die.pip and style == "lines"
    rows = paint_letters(letter) if is_large else (letter,)
    top = (die.height - len(rows)) // 2
    lines = []
    for y, (run,) in enumerate(outline_die(die, 1, False, style)):
        text = run.text
        if 0 < y < die.height - 1:
            inside = rows[y - top] if 0 <= y - top < len(rows) else ""
            text = f"{text[0]}{inside.center(die.width - 2)}{text[0]} "
        elif y == die.height - 1:
            text = text.replace(" 1", text[1] * 2)
        lines.append((run._replace(text=text, bold=True),))
    return tuple(lines)


class LetterDice(Painted):
    """Seven dice with letters; every other one is a row lower."""

    DEFAULT_CSS = """
    LetterDice { width: auto; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__("letters")

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        look = _find_look(viewport)
        return len(_WORD) * (look.die.width + 1 + look.gap) - look.gap

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return _find_look(viewport).die.picture_height + 1

    def paint(self, y: int) -> Iterator[TextRun]:
        look, style = _find_look(self.app.size), self._dice_style
        blank = (TextRun(" " * (look.die.width + 1)),)
        for at, letter in enumerate(_WORD):
            if style == "drawn":
                picture = paint_letter(look.die, enlarge_letter(letter, *look.dot), letter)
            else:
                picture = _outline_letter(look.die, letter, style)
            row = y - at % 2
            yield from picture[row] if 0 <= row < len(picture) else blank
            yield TextRun(" " * look.gap)
