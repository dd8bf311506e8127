"""The colour themes: the tokens that widgets use instead of colours."""

from __future__ import annotations

from typing import Any

from textual.theme import Theme

_NAMES = ("felt", "paper", "contrast", "colour-blind", "terminal")
"""Ivory dice on green felt, the default; green dice on paper, for bright rooms; pure colours on
black, with a contrast of at least 7:1 for every text; sky blue, orange and yellow of Okabe and Ito,
which also differ in lightness; the terminal's own 16 colours, on dark or light.
"""

_COLOURS = {
    "primary": ("#e3b341", "#17603f", "#ffff00", "#56b4e9", "ansi_magenta"),
    "secondary": ("#7dbb98", "#44604f", "#00ffff", "#f0e442", "ansi_default"),
    "accent": ("#e3b341", "#a04a00", "#ffff00", "#56b4e9", "ansi_magenta"),
    "warning": ("#f0a35e", "#8f4a00", "#ffb000", "#e69f00", "ansi_red"),
    "error": ("#f2867c", "#a32018", "#ff9d9d", "#d55e00", "ansi_red"),
    "success": ("#8fd19e", "#17603f", "#00ff00", "#56b4e9", "ansi_default"),
    "foreground": ("#e8efe9", "#1d2a24", "#ffffff", "#f2f2f2", "ansi_default"),
    "background": ("#0c1d16", "#f7f3e8", "#000000", "#101418", "ansi_default"),
    "surface": ("#11271d", "#efe9d9", "#000000", "#14191f", "ansi_default"),
    "panel": ("#1a3629", "#e4dcc6", "#262626", "#222a33", "ansi_default"),
}
_VARIABLES = {
    "on-primary": ("#0c1d16", "#f7f3e8", "#000000", "#101418", "ansi_bright_white"),
    "die-face": ("#f4eedd", "#17603f", "#ffffff", "#f2f2f2", "ansi_white"),
    "die-pip": ("#1b1f1c", "#ffffff", "#000000", "#000000", "ansi_black"),
    "die-label": ("#f4eedd", "#17603f", "#ffffff", "#f2f2f2", "ansi_default"),
    "die-held": ("#e3b341", "#a04a00", "#ffff00", "#e69f00", "ansi_yellow"),
    "die-held-pip": ("#241a02", "#ffffff", "#000000", "#000000", "ansi_black"),
    "die-held-label": ("#e3b341", "#a04a00", "#ffff00", "#e69f00", "ansi_default"),
    "die-idle": ("#6f8479", "#a9b5ab", "#404040", "#4a5561", "ansi_bright_black"),
    "die-idle-pip": ("#0a1712", "#1d2a24", "#ffffff", "#f2f2f2", "ansi_bright_white"),
    "card-live": ("#1a3629", "#e9e1cb", "#1c1c1c", "#222a33", "ansi_default"),
    "card-muted": ("#9bb4a6", "#515e4d", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "card-offer": ("#b9d9c6", "#17603f", "#ffffff", "#56b4e9", "ansi_default"),
    "card-best": ("#f6d374", "#8f3f00", "#00ff00", "#f0e442", "ansi_default"),
    "card-cursor": ("#24493a", "#cfdcc6", "#002868", "#003f66", "ansi_default"),
    "mark-style": ("bold", "bold", "bold", "bold", "bold reverse"),
    "chosen-style": ("none", "none", "none", "none", "underline"),
    "text-muted": ("#9bb4a6", "#515e4d", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "text-disabled": ("#9bb4a6", "#515e4d", "#d0d0d0", "#a9b4c0", "ansi_default"),
    "scrollbar": ("#e3b341", "#17603f", "#ffff00", "#56b4e9", "ansi_magenta"),
    "scrollbar-background": ("#1a3629", "#e4dcc6", "#262626", "#222a33", "ansi_default"),
}
_ANSI_VARIABLES = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "border": "ansi_magenta",
    "border-blurred": "ansi_default",
    "input-cursor-background": "ansi_magenta",
    "input-cursor-foreground": "ansi_bright_white",
    "input-cursor-text-style": "none",
    "panel": "ansi_default",
    "surface": "ansi_default",
}
"""Tokens that Textual needs besides for ANSI themes."""


def _theme(at: int) -> Theme:
    name, is_ansi = _NAMES[at], _NAMES[at] == "terminal"
    colours: dict[str, Any] = {token: values[at] for token, values in _COLOURS.items()}
    variables = {token: values[at] for token, values in _VARIABLES.items()}
    variables |= _ANSI_VARIABLES if is_ansi else {}
    return Theme(name, ansi=is_ansi, dark=name != "paper", variables=variables, **colours)


THEMES = tuple(map(_theme, range(len(_NAMES))))
FELT, PAPER, CONTRAST, COLOUR_BLIND, TERMINAL = THEMES
