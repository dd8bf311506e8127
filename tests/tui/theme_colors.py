"""The colors of the themes, which of them are written on which, and their contrast by the WCAG."""

from textual.color import Color
from textual.theme import Theme

from yahtzee_tui.tui.themes import THEMES

PAINTED = [theme for theme in THEMES if not theme.ansi]
GROUNDS = ("background", "surface", "panel")
CARD = ("background", "panel", "card-live", "card-cursor")

TEXTS: dict[str, tuple[str, ...]] = {
    "foreground": (*GROUNDS, *CARD, "glow", "choice-row"),
    "primary": GROUNDS,
    "secondary": ("background",),
    "warning": GROUNDS,
    "error": ("background", "surface"),
    "success": ("background",),
    "best": ("card-live",),
    "live-muted": ("card-live",),
    "card-muted": (*GROUNDS, "choice-row"),
    "key-off": ("panel",),
    "on-primary": ("primary",),
    "on-rail": ("rail",),
    "die-pip": ("die-face",),
    "die-red": ("die-face",),
    "die-green": ("die-face",),
    **{f"player-{number}": ("background", "panel") for number in range(1, 9)},
}
"""The colors of texts, and the grounds behind them."""


def color(theme: Theme, token: str) -> Color:
    return Color.parse(theme.variables.get(token) or getattr(theme, token))


def lightness(color: Color) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    parts = [part / 255 for part in (color.r, color.g, color.b)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Return how much lighter one of two colors is, from 1 to 21."""
    dark, light = sorted(map(lightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)
