"""Color filters for terminals with 256 colors, with 16 or none; every text stays readable."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

from yahtzee_tui.tui.themes import FEW_COLORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.color import Color

_BLACK, _WHITE, _BRIGHT = 0, 15, 8
_LEAST_CONTRAST = 4.5
"""The contrast ratio of text that the WCAG asks for (level AA)."""

_BLOCKS = frozenset("▀▄█▌▐▖▗▘▙▚▛▜▝▞▟")

_FIRST_OF_256, _FIRST_GREY = 16, 232
_LEVELS = (0, 95, 135, 175, 215, 255)

_XTERM = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
_VS_CODE = (
    (0, 0, 0), (205, 49, 49), (13, 188, 121), (229, 229, 16),
    (36, 114, 200), (188, 63, 188), (17, 168, 205), (229, 229, 229),
    (102, 102, 102), (241, 76, 76), (35, 209, 139), (245, 245, 67),
    (59, 142, 234), (214, 112, 214), (41, 184, 219), (255, 255, 255),
)  # fmt: skip
USUAL = (_XTERM, _VS_CODE)
"""Usual RGB values of the 16 colors; only their luminance is used."""


class StyleFilter(LineFilter):
    """Replaces the style of each segment of a line, and no text.

    `change` gets the style, and whether the text is a part of a picture: shades may touch there.
    """

    def __init__(self, change: Callable[[Style, bool], Style]) -> None:
        super().__init__()
        self._change = change

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment
            if segment.style is None or segment.control
            else Segment(segment.text, self._change(segment.style, segment.text[:1] in _BLOCKS))
            for segment in segments
        ]


class ManyColors(StyleFilter):
    """Converts to the nearest of 256; Rich's own conversion makes dark colors vivid."""

    def __init__(self) -> None:
        super().__init__(_with_256)


class SixteenColors(StyleFilter):
    """Converts to the 16 ANSI colors, with a contrast of at least 4.5:1 for every text.

    The contrast counts also where a terminal draws bold text in the bright variant of its color,
    black in grey.
    """

    def __init__(self, backgrounds: int = 16) -> None:
        """Create the filter; `backgrounds` is how many colors a background can have, 8 or 16."""
        super().__init__(partial(_with_sixteen, backgrounds=backgrounds))


class NoColors(StyleFilter):
    """Removes all colors; text on a background of its own is drawn in reverse."""

    def __init__(self) -> None:
        super().__init__(_without_colors)


@lru_cache(1024)
def _with_256(style: Style, is_picture: bool) -> Style:  # noqa: ARG001
    return style + Style.from_color(_nearest(style.color), _nearest(style.bgcolor))


@lru_cache(1024)
def _nearest(color: RichColor | None) -> RichColor | None:
    """Return the hand-picked color, or the nearest of those that are the same on all terminals."""
    if color is None or color.triplet is None:
        return color
    triplet = color.triplet
    if picked := FEW_COLORS.get(triplet):
        return RichColor.from_ansi(picked[0])

    def distance(number: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(triplet, shown(number), strict=True))

    return RichColor.from_ansi(min(range(_FIRST_OF_256, 256), key=distance))


def shown(number: int) -> tuple[int, int, int]:
    """Return the RGB values of a color from 16 to 255: a cube of six levels, then greys."""
    if number >= _FIRST_GREY:
        level = 8 + 10 * (number - _FIRST_GREY)
        return level, level, level
    at = number - _FIRST_OF_256
    return _LEVELS[at // 36], _LEVELS[at // 6 % 6], _LEVELS[at % 6]


@lru_cache(1024)
def _with_sixteen(style: Style, is_picture: bool, backgrounds: int) -> Style:
    foreground, background = _reduce(style.color, 16), _reduce(style.bgcolor, backgrounds)
    if background is not None and background.number == _BRIGHT and not is_picture:
        background = _standard(_BLACK)  # no text is readable on the gray of every terminal
    style += Style.from_color(foreground, background)
    if background is None or background.number is None or is_picture:
        return style
    if (
        foreground is None
        or foreground.number is None
        or _contrast(foreground.number, background.number) < _LEAST_CONTRAST
    ):
        foreground = _readable(background.number)
        style += Style.from_color(foreground)
    dark = foreground.number
    if style.bold and dark is not None and dark < _BRIGHT:
        bright = _contrast(dark + _BRIGHT, background.number)
        if bright < max(_LEAST_CONTRAST, _contrast(dark, background.number) / 2):
            style += Style(bold=False)
    return style


@lru_cache(1024)
def _without_colors(style: Style, is_picture: bool) -> Style:  # noqa: ARG001
    background = style.bgcolor
    has_background = background is not None and not background.is_default
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse or has_background,
        strike=style.strike,
        meta=style.meta or None,
    )


def _reduce(color: RichColor | None, most: int) -> RichColor | None:
    """Return the nearest of the first 8 or 16 colors; the default color stays."""
    if color is None or color.is_default:
        return color
    picked = FEW_COLORS.get(color.triplet) if color.triplet else None
    number = picked[1] if picked else color.downgrade(ColorSystem.STANDARD).number
    assert number is not None
    if number >= most:
        number -= _BRIGHT
    return _standard(number)


def _readable(background: int) -> RichColor:
    return _standard(max(_BLACK, _WHITE, key=lambda foreground: _contrast(foreground, background)))


@lru_cache(16)
def _standard(number: int) -> RichColor:
    return RichColor.from_ansi(number)


@lru_cache(256)
def _contrast(one: int, other: int) -> float:
    """Return the least usual contrast ratio of two of the 16 colors, from 1 to 21."""
    pairs = (sorted(_lightness(*rgb[number]) for number in (one, other)) for rgb in USUAL)
    return min((light + 0.05) / (dark + 0.05) for dark, light in pairs)


def _lightness(*rgb: int) -> float:
    """Return the relative luminance of a color, by the formula of the WCAG."""
    parts = [part / 255 for part in rgb]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
