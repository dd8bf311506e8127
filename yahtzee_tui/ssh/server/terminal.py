"""What is believed of somebody's terminal: a little, and only what has the right form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST = (20, 8)
MOST = (300, 120)
"""The fewest and the most columns and rows that a game is told of."""

USUAL = (80, 24)
"""The size of a terminal that doesn't tell."""

RESTORE = (
    "\x1b[?2026l\x1b[?2048l\x1b[?2004l\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l"
    "\x1b[?1006l\x1b[?1016l\x1b[<u\x1b]22;default\x07\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""What puts a terminal right when a game couldn't do so itself."""

_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}", re.ASCII)
_INCAPABLE = ("dumb", "unknown", "network")
_KNOWN_COLOURFUL = re.compile(
    r"xterm-(kitty|ghostty)|ghostty|kitty|alacritty|foot|wezterm|iterm2?|contour|rio|.*-direct"
)
_FULL_COLOUR = ("truecolor", "24bit")
_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
_UTF8 = ("utf-8", "utf8")


class Size(NamedTuple):
    """The size of a terminal in characters."""

    columns: int
    rows: int


def is_capable(term: str) -> bool:
    """Return whether TERM names a terminal on which the game can be shown."""
    return bool(_TERM.fullmatch(term)) and term not in _INCAPABLE


def clamp_size(columns: int, rows: int) -> Size:
    """Return the size that the game is told; 0 stands for unknown."""
    return Size(
        min(max(columns or USUAL[0], LEAST[0]), MOST[0]),
        min(max(rows or USUAL[1], LEAST[1]), MOST[1]),
    )


def game_environment(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """Return what a game finds in its environment; nothing that was sent gets there as it is.

    Args:
        term: The kind of terminal, which `is_capable`.
        sent: The variables that the client sent, which may be anything.
    """
    environment = {"TERM": term}
    if sent.get("COLORTERM") in _FULL_COLOUR or _KNOWN_COLOURFUL.fullmatch(term):
        environment["COLORTERM"] = _FULL_COLOUR[0]
    if sent.get("NO_COLOR"):
        environment["NO_COLOR"] = "1"
    return environment


def needs_ascii(sent: Mapping[str, str]) -> bool:
    """Return whether the client's locale says that its terminal understands nothing but ASCII.

    Most clients send no locale at all, and nearly every terminal understands UTF-8.
    """
    for name in _LOCALES:
        if locale := sent.get(name):
            encoding = locale.partition(".")[2].partition("@")[0].casefold()
            return locale in ("C", "POSIX") or (bool(encoding) and encoding not in _UTF8)
    return False
