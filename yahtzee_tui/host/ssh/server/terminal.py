"""The client's terminal: validates what the client says of it, and restores it after a crash."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.translation import find_language

if TYPE_CHECKING:
    from collections.abc import Mapping

MIN_SIZE, MAX_SIZE = (20, 8), (300, 120)  # columns and rows that a session may have
DEFAULT_SIZE = (80, 24)  # the size of a terminal that reports none
RESTORE = (
    "\x1b[?2026l\x1b[?2048l\x1b[?2004l\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l"
    "\x1b[?1006l\x1b[?1016l\x1b[<u\x1b]22;default\x07\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Resets the modes that Textual sets, for a game that ended without doing so."""

_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}", re.ASCII)
_WITHOUT_CURSOR = ("dumb", "unknown", "network")
_TRUECOLOR_TERMS = re.compile(
    r"xterm-(kitty|ghostty)|ghostty|kitty|alacritty|foot|wezterm|iterm2?|contour|rio|.*-direct"
)
_TRUECOLOR = ("truecolor", "24bit")
_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
_UTF8 = ("utf-8", "utf8")


class TerminalSize(NamedTuple):
    """The size of a terminal in characters."""

    columns: int
    rows: int


def is_capable(term: str) -> bool:
    """Return whether TERM names a terminal that can show the game."""
    return bool(_TERM.fullmatch(term)) and term not in _WITHOUT_CURSOR


def clamp_size(columns: int, rows: int) -> TerminalSize:
    """Limit a size to what a session may have; 0 stands for unknown."""
    return TerminalSize(
        min(max(columns or DEFAULT_SIZE[0], MIN_SIZE[0]), MAX_SIZE[0]),
        min(max(rows or DEFAULT_SIZE[1], MIN_SIZE[1]), MAX_SIZE[1]),
    )


def session_environment(term: str, sent: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the environment for a capable TERM; no variable sent gets there unchecked.

    `language` is the code of the host's, for clients who send none that the game has.
    """
    environment = {"TERM": term, "LC_MESSAGES": find_language("auto", sent, language)}
    if sent.get("COLORTERM") in _TRUECOLOR or _TRUECOLOR_TERMS.fullmatch(term):
        environment["COLORTERM"] = _TRUECOLOR[0]
    if sent.get("NO_COLOR"):
        environment["NO_COLOR"] = "1"
    return environment


def needs_ascii(sent: Mapping[str, str]) -> bool:
    """Return whether the client's locale says that its terminal shows ASCII only.

    Most clients send no locale, and nearly every terminal shows UTF-8.
    """
    for name in _LOCALES:
        if locale := sent.get(name):
            encoding = locale.partition(".")[2].partition("@")[0].casefold()
            return locale in ("C", "POSIX") or (bool(encoding) and encoding not in _UTF8)
    return False
