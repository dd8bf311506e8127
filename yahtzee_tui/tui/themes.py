"""The color themes: the tokens that widgets use instead of colors, and the skins of the dice."""

from functools import lru_cache
from typing import Any, NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from yahtzee_tui.settings import COLORS

_COLORS = {
    "primary": ("#f3c64f", "#14573a", "#ffff00", "#f0e442", "ansi_yellow"),
    "secondary": ("#a8c8b8", "#655f49", "#00ffff", "#56b4e9", "ansi_default"),
    "accent": ("#f3c64f", "#14573a", "#ffff00", "#56b4e9", "ansi_yellow"),
    "warning": ("#ffab99", "#8f2f1a", "#ffb000", "#e69f00", "ansi_red"),
    "error": ("#ffab99", "#8f2f1a", "#ff9d9d", "#ff8a4c", "ansi_red"),
    "success": ("#9be28f", "#14573a", "#00ff00", "#56b4e9", "ansi_default"),
    "foreground": ("#f2ead6", "#2b2a22", "#ffffff", "#f2f2f2", "ansi_default"),
    "background": ("#0f3b2a", "#efe5cd", "#000000", "#101418", "ansi_default"),
    "surface": ("#0b2b1f", "#fffaea", "#000000", "#14191f", "ansi_default"),
    "panel": ("#0a2a1e", "#e2d4b3", "#262626", "#222a33", "ansi_default"),
}
"""By token, of each theme in the order of `COLORS`: ivory dice on green felt, the default; ink on
paper, for bright rooms; pure colors on black, with a contrast of at least 7:1 for every text;
yellow, sky blue and orange of Okabe and Ito, which also differ in lightness; the terminal's own 16
colors, on dark or light.
"""

_VARIABLES = {
    "on-primary": ("#1c2420", "#fffaea", "#000000", "#101418", "ansi_black"),
    "card-ground": ("#13412f", "#f6eedb", "#000000", "#171c22", "ansi_default"),
    "card-live": ("#1a543d", "#fffaea", "#595959", "#222a33", "ansi_default"),
    "best": ("#9be28f", "#14573a", "#ffffff", "#56b4e9", "ansi_default"),
    "card-cursor": ("#246348", "#e4cf90", "#002868", "#003f66", "ansi_default"),
    "choice-row": ("#19513b", "#f0e2bd", "#002868", "#003f66", "ansi_default"),
    "card-muted": ("#a8c8b8", "#5d5742", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "live-muted": ("#a8c8b8", "#5d5742", "#ffffff", "#a9b4c0", "ansi_default"),
    "frame": ("#6aa58b", "#8a7a50", "#b4b4b4", "#8b99a8", "ansi_default"),
    "faint": ("#256a4f", "#d5c7a4", "#4a4a4a", "#323c47", "ansi_default"),
    "gold-edge": ("#c8962c", "#14573a", "#ffff00", "#e69f00", "ansi_yellow"),
    "key-off": ("#6aa58b", "#655c3f", "#bcbcbc", "#8b99a8", "ansi_default"),
    "glow": ("#1c6346", "#dcebc8", "#002868", "#003f66", "ansi_default"),
    "rail": ("#d9c79a", "#b5a26c", "#ffffff", "#e69f00", "ansi_default"),
    "on-rail": ("#1c2420", "#16150f", "#000000", "#101418", "ansi_default"),
    "die-face": ("#f4ecd8", "#fffefa", "#ffffff", "#f2f2f2", "ansi_default"),
    "die-pip": ("#23201a", "#23201a", "#000000", "#000000", "ansi_default"),
    "die-red": ("#b3201a", "#b3201a", "#a00000", "#c04800", "ansi_red"),
    "die-green": ("#1f6b2e", "#1f6b2e", "#005000", "#007058", "ansi_green"),
    "player-1": ("#8fd3ff", "#1d5f8a", "#7fd4ff", "#56b4e9", "ansi_default"),
    "player-2": ("#ffb3a0", "#9a3620", "#ffb3a0", "#e69f00", "ansi_default"),
    "player-3": ("#d8c6ff", "#6a3fa0", "#e0c8ff", "#e5a0cc", "ansi_default"),
    "player-4": ("#b5ec8f", "#2b6419", "#b0ff80", "#3fc79b", "ansi_default"),
    "player-5": ("#ffd9a1", "#7d5000", "#ffe08a", "#f0e442", "ansi_default"),
    "player-6": ("#9cf0e0", "#00656a", "#90ffe8", "#ff8a4c", "ansi_default"),
    "player-7": ("#ffc0e4", "#96246f", "#ffb8e8", "#9db8ff", "ansi_default"),
    "player-8": ("#dde3e8", "#4c4c52", "#e8e8e8", "#dde3e8", "ansi_default"),
    "mark-style": ("bold", "bold", "bold", "bold", "bold reverse"),
    "chosen-style": ("none", "none", "none", "none", "underline"),
    "text-muted": ("#a8c8b8", "#5d5742", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "text-disabled": ("#a8c8b8", "#5d5742", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "scrollbar": ("#6aa58b", "#8a7a50", "#ffff00", "#56b4e9", "ansi_default"),
    "scrollbar-background": ("#0a2a1e", "#e2d4b3", "#262626", "#222a33", "ansi_default"),
}
_ANSI_VARIABLES = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "border": "ansi_yellow",
    "border-blurred": "ansi_default",
    "input-cursor-background": "ansi_yellow",
    "input-cursor-foreground": "ansi_black",
    "input-cursor-text-style": "none",
    "panel": "ansi_default",
    "surface": "ansi_default",
}
"""Tokens that Textual needs besides for ANSI themes."""

_PLAYERS = 8


def _theme(at: int, name: str) -> Theme:
    is_ansi = name == "terminal"
    colors: dict[str, Any] = {token: values[at] for token, values in _COLORS.items()}
    variables = {token: values[at] for token, values in _VARIABLES.items()}
    variables |= _ANSI_VARIABLES if is_ansi else {}
    return Theme(name, ansi=is_ansi, dark=name != "paper", variables=variables, **colors)


THEMES = tuple(_theme(at, name) for at, name in enumerate(COLORS))
FELT, PAPER, CONTRAST, COLOR_BLIND, TERMINAL = THEMES

_DIE_PARTS = ("face", "light", "shade", "lip", "pip", "ace")
"""The surface of a die, its lit and its shaded edge, its lower side, its pips, that of a one."""

SKINS = {
    "ivory": ("#f4ecd8", "#fffdf6", "#ddcfae", "#b7a279", "#23201a", "#23201a"),
    "bone": ("#dccaa0", "#eee1c1", "#c0aa7c", "#93794a", "#54240f", "#a01c14"),
    "casino": ("#c5222f", "#e8505a", "#9b1620", "#6d0d15", "#fff8ee", "#fff8ee"),
    "ebony": ("#24262c", "#8f96a4", "#4a4e58", "#08090b", "#f6f0e0", "#f6f0e0"),
    "jade": ("#8fdcb4", "#c3f3da", "#63b78d", "#3b8463", "#08301f", "#08301f"),
}
"""The colors of the dice by skin, in the order of the parts."""

_IVORY_ON_PAPER = ("#fffefa", "#ddd0aa", "#c9b888", "#8a7a50", "#23201a", "#23201a")
"""Edges darker than the ground, which is nearly as light as the face."""

_FEW = {
    # The felt: ground, card, column of the player, rim, marked row, texts, lines, gold, players.
    "#0f3b2a": (234, 0), "#13412f": (235, 0), "#1a543d": (236, 0), "#0a2a1e": (233, 0),
    "#246348": (239, 4),
    "#f2ead6": (230, 15), "#a8c8b8": (151, 7), "#6aa58b": (65, 2), "#256a4f": (238, 2),
    "#f3c64f": (220, 11), "#c8962c": (178, 3), "#1c2420": (16, 0), "#9be28f": (156, 10),
    "#ffab99": (217, 9), "#d9c79a": (187, 15), "#1c6346": (239, 2), "#8fd3ff": (153, 14),
    "#ffb3a0": (217, 9), "#d8c6ff": (189, 13), "#b5ec8f": (156, 10), "#ffd9a1": (223, 11),
    "#9cf0e0": (159, 6), "#ffc0e4": (218, 5), "#dde3e8": (254, 7),
    # Dialogs, and their selected line.
    "#0b2b1f": (235, 0), "#19513b": (237, 4),
    # Paper.
    "#f0e2bd": (223, 7),
    "#efe5cd": (230, 15), "#fffaea": (231, 15), "#e4cf90": (222, 11), "#2b2a22": (16, 0),
    "#5d5742": (240, 0), "#655f49": (240, 0), "#655c3f": (240, 8), "#8a7a50": (101, 8),
    "#d5c7a4": (187, 7),
    "#e2d4b3": (187, 7), "#14573a": (22, 2), "#1d5f8a": (24, 4), "#9a3620": (124, 1),
    "#6a3fa0": (55, 5), "#2b6419": (22, 2), "#b5a26c": (143, 8), "#7d5000": (58, 0),
    "#00656a": (23, 4),
    "#96246f": (89, 5), "#4c4c52": (239, 0), "#8f2f1a": (124, 1), "#16150f": (16, 0),
    "#fffefa": (231, 15), "#c9b888": (180, 7), "#ddd0aa": (187, 7),
    # The dice, skin by skin.
    "#f4ecd8": (230, 15), "#fffdf6": (231, 15), "#ddcfae": (187, 7), "#b7a279": (144, 7),
    "#23201a": (16, 0), "#dccaa0": (187, 15), "#eee1c1": (230, 15), "#c0aa7c": (180, 7),
    "#93794a": (137, 7), "#54240f": (52, 0), "#a01c14": (124, 1), "#c5222f": (160, 1),
    "#e8505a": (203, 9), "#9b1620": (124, 1), "#6d0d15": (88, 1), "#fff8ee": (231, 15),
    "#24262c": (235, 0), "#8f96a4": (246, 7), "#4a4e58": (239, 8), "#08090b": (16, 8),
    "#b3201a": (124, 1), "#1f6b2e": (22, 2), "#c04800": (124, 1), "#007058": (23, 2),
    "#a00000": (124, 1), "#005000": (22, 2),
    # The color-blind theme: the selected line of a dialog, a key that does nothing now.
    "#003f66": (17, 4), "#8b99a8": (246, 7),
    "#f6f0e0": (230, 15), "#8fdcb4": (115, 10), "#c3f3da": (158, 15), "#63b78d": (72, 2),
    "#3b8463": (65, 2), "#08301f": (16, 0),
}  # fmt: skip


FEW_COLORS = {Color.parse(color).rgb: numbers for color, numbers in _FEW.items()}
"""The numbers among 256 and among 16 colors for an RGB color, where the nearest looks wrong.

Of 256 only 22 is a dark green, lurid on a whole window and a column: they are gray.
"""


class Ink(NamedTuple):
    """How a piece of text is drawn: two tokens of the palette and whether it is bold."""

    fore: str
    back: str = "felt"
    bold: bool = False


_ALIASES = {
    "felt": "background",
    "table": "background",
    "rim": "panel",
    "text": "foreground",
    "muted": "card-muted",
    "live": "card-live",
    "row": "card-cursor",
    "gold": "primary",
    "ink": "on-primary",
    "good": "success",
    "bad": "warning",
}
"""Shorter names of tokens, as the widgets of the table use them."""


class Palette(dict[Ink, Style]):
    """The styles of a theme's inks with one skin of the dice, computed once.

    In the terminal's own colors no ground but gold is colored: a marked row is bold instead.
    """

    def __init__(
        self, theme: Theme, skin: str, table: Theme | None = None, *, is_card: bool = False
    ) -> None:
        """Take a theme and a skin; `table` is the theme around a card of paper.

        `is_card` is for cards and panels, whose ground stands out a little from that of the table.
        """
        super().__init__()
        self.is_ansi = theme.ansi
        variables = dict(theme.variables)
        self._colors = {name: str(getattr(theme, name)) for name in _COLORS} | variables
        self._colors |= {short: self._colors[token] for short, token in _ALIASES.items()}
        if is_card:
            self._colors["felt"] = self._colors["card-ground"]
        if table is not None:
            # Gold on ink: paper and gold are too much alike.
            gold, ink = str(table.primary), self._colors["text"]
            self._colors |= {"table": str(table.background), "ink": gold, "gold": ink}
        if not theme.ansi:
            is_edgeless = theme.name == PAPER.name and skin == "ivory"
            parts = _IVORY_ON_PAPER if is_edgeless else SKINS[skin]
            self._colors |= {
                f"die-{part}": color for part, color in zip(_DIE_PARTS, parts, strict=True)
            }

    def __missing__(self, ink: Ink) -> Style:
        fore, back, bold = ink
        colors = (Color.parse(self._colors[token]).rich_color for token in (fore, back))
        style = Style.from_color(*colors)
        if bold or (self.is_ansi and back == "row"):
            style += Style(bold=True)
        self[ink] = style
        return style


@lru_cache(16)
def _create_palette(name: str, is_ansi: bool, skin: str, card: str) -> Palette:
    theme = TERMINAL if is_ansi else next(theme for theme in THEMES if theme.name == name)
    if card == "paper" and theme is FELT:
        return Palette(PAPER, skin, table=FELT)
    return Palette(theme, skin, is_card=bool(card))


def find_palette(theme: Theme, skin: str, card: str = "") -> Palette:
    """Return the palette of a theme and a skin; the same object for the same arguments.

    `card` asks for that of a card, on "felt" or on "paper", which only a table of felt has.
    """
    return _create_palette(theme.name, theme.ansi, skin, card)


@lru_cache(64)
def player_ink(seat: int) -> str:
    """Return the token of a player's color."""
    return f"player-{seat % _PLAYERS + 1}"
