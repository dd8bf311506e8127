"""Dice drawn as text, for pages that explain and for the title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.tui.widgets.die import pip_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Faces, Positions

_WIDTH = 7
_FREE = "$die-pip on $die-face"
_HELD = "$die-held-pip on $die-held"


def dice_picture(faces: Faces, held: Positions = ()) -> list[Content]:
    """Return three lines with small dice side by side, some of them as if they were held."""
    return [_line(_die(face, row, at in held) for at, face in enumerate(faces)) for row in range(3)]


def letter_picture(word: str) -> list[Content]:
    """Return three lines with a die for each letter, every other one as if it were held."""
    styles = [_HELD if at % 2 else _FREE for at in range(len(word))]
    blank = _line((" " * _WIDTH, style) for style in styles)
    middle = _line(
        (letter.center(_WIDTH), f"bold {style}") for letter, style in zip(word, styles, strict=True)
    )
    return [blank, middle, blank]


def _die(face: int, row: int, is_held: bool) -> tuple[str, str]:
    """Return a line of a die, with its style; a held one has a frame, to be told by its shape."""
    if is_held:
        return f"┃{pip_line(face, row, _WIDTH - 2)}┃", _HELD
    return pip_line(face, row, _WIDTH), _FREE


def _line(parts: Iterable[tuple[str, str]]) -> Content:
    return Content(" ").join([Content.styled(text, style) for text, style in parts])
