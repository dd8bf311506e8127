"""What is drawn on terminals with 256 colours, with 16 or with none, so that nothing gets lost."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.color import Color

_BLACK, _WHITE, _BRIGHT = 0, 15, 8
_LEAST_CONTRAST = 4.5
"""What the WCAG wants between a text and its ground."""

_FIRST_OF_256, _FIRST_GREY = 16, 232
_LEVELS = (0, 95, 135, 175, 215, 255)

_USUAL = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
"""How the sixteen colours look on most terminals; only how light they are matters here."""


class StyleFilter(LineFilter):
    """Changes the style of every text of a line, and no text."""

    def __init__(self, change: Callable[[Style], Style]) -> None:
        """Make the filter.

        Args:
            change: Returns the style in which a text is drawn.
        """
        super().__init__()
        self._change = change

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the line as the terminal can draw it."""
        return [
            segment
            if segment.style is None or segment.control
            else Segment(segment.text, self._change(segment.style))
            for segment in segments
        ]


class ManyColours(StyleFilter):
    """Draws in the 256 colours that many terminals have, the nearest ones.

    Rich, which would choose them otherwise, makes a vivid colour of nearly every dark one.
    """

    def __init__(self) -> None:
        super().__init__(_with_256)


class SixteenColours(StyleFilter):
    """Draws in the sixteen colours of every terminal, such that all that is written can be read.

    Colours that differ may become the same ones; and what is bold, some terminals draw in the
    bright variant of its colour, black in grey.
    """

    def __init__(self, grounds: int = 16) -> None:
        """Make the filter.

        Args:
            grounds: How many of the colours the ground can have, 8 or 16.
        """
        super().__init__(partial(_with_sixteen, grounds=grounds))


class NoColours(StyleFilter):
    """Draws in no colour at all: what has a ground of its own is drawn in reverse."""

    def __init__(self) -> None:
        super().__init__(_without_colours)


@lru_cache(1024)
def _with_256(style: Style) -> Style:
    return style + Style.from_color(_nearest(style.color), _nearest(style.bgcolor))


@lru_cache(1024)
def _nearest(colour: RichColor | None) -> RichColor | None:
    """Return the nearest of the colours that are the same on all terminals with 256."""
    if colour is None or colour.triplet is None:
        return colour
    triplet = colour.triplet

    def distance(number: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(triplet, _shown(number), strict=True))

    return RichColor.from_ansi(min(range(_FIRST_OF_256, 256), key=distance))


def _shown(number: int) -> tuple[int, int, int]:
    """Return the red, green and blue of one of those colours: a cube of six levels, then greys."""
    if number >= _FIRST_GREY:
        level = 8 + 10 * (number - _FIRST_GREY)
        return level, level, level
    at = number - _FIRST_OF_256
    return _LEVELS[at // 36], _LEVELS[at // 6 % 6], _LEVELS[at % 6]


@lru_cache(1024)
def _with_sixteen(style: Style, grounds: int) -> Style:
    ink, ground = _reduce(style.color, 16), _reduce(style.bgcolor, grounds)
    style += Style.from_color(ink, ground)
    if ground is None or ground.number is None:
        return style
    if ink is None or ink.number is None or _contrast(ink.number, ground.number) < _LEAST_CONTRAST:
        ink = _readable(ground.number)
        style += Style.from_color(ink)
    dark = ink.number if ink.number is not None and ink.number < _BRIGHT else None
    if style.bold and dark is not None:
        bright = _contrast(dark + _BRIGHT, ground.number)
        if bright < max(_LEAST_CONTRAST, _contrast(dark, ground.number) / 2):
            style += Style(bold=False)
    return style


@lru_cache(1024)
def _without_colours(style: Style) -> Style:
    ground = style.bgcolor
    has_ground = ground is not None and not ground.is_default
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse or has_ground,
        strike=style.strike,
        meta=style.meta or None,
    )


def _reduce(colour: RichColor | None, most: int) -> RichColor | None:
    """Return the nearest of the first 8 or 16 colours; the terminal's own colour stays that."""
    if colour is None or colour.is_default:
        return colour
    number = colour.downgrade(ColorSystem.STANDARD).number
    assert number is not None
    if number >= most:
        number = _BLACK if number == _BRIGHT else number - _BRIGHT
    return _standard(number)


def _readable(ground: int) -> RichColor:
    return _standard(max(_BLACK, _WHITE, key=lambda ink: _contrast(ink, ground)))


@lru_cache(16)
def _standard(number: int) -> RichColor:
    return RichColor.from_ansi(number)


@lru_cache(256)
def _contrast(one: int, other: int) -> float:
    """Return how much lighter one of two of the sixteen colours usually is, from 1 to 21."""
    dark, light = sorted(_lightness(*_USUAL[number]) for number in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _lightness(*rgb: int) -> float:
    """Return the relative luminance of a colour, by the formula of the WCAG."""
    parts = [part / 255 for part in rgb]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
