"""Character sets: replaces characters that a terminal or its font lacks, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

from yahtzee_tui.text import LETTERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.color import Color


_LIKE = {
    "-": "─╌┄┈╴╶—–−‐‑",
    "=": "━═╍┅┉",
    "|": "│┃║╎╏┆┇┊┋╵╷",
    "+": "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬±",
    " ": "▀▁▂▃▄▅▆▇▉▊▋▌▍▎▏▐▔▕▖▗▘▙▚▛▜▝▞▟\xa0",
    "#": "█▓▒░■",
    "o": "●•",
    ".": "○·□",
    "<": "‹◂◀←⏎↵⌫",
    ">": "›▸▶→",
    "[": "«",
    "]": "»",
    "^": "↑▲",
    "v": "↓▼",
    "~": "…",
    "'": "‘’‚",
    '"': "“”„",
    "x": "×✗",
    "*": "✓★",
}
"""The replaced characters by replacement: of similar weight and direction."""


class CharacterMap(dict[int, str]):
    """The ASCII replacement of each character, by its code; computed at first use."""

    def __init__(self) -> None:
        super().__init__((ord(each), sign) for sign, many in _LIKE.items() for each in many)

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = normalize("NFKD", LETTERS.get(code, character))[:1]
        width = cell_len(character)
        replacement = base if base.isascii() and base.isprintable() and width == 1 else "?" * width
        self[code] = replacement
        return replacement


class CharacterFilter(LineFilter):
    """Replaces the characters of each line; no cell moves."""

    def __init__(self, replacements: Mapping[int, str]) -> None:
        """Create the filter; `replacements` maps character codes to texts of the same width."""
        super().__init__()
        self._replacements = replacements

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment
            if segment.text.isascii() or segment.control
            else Segment(segment.text.translate(self._replacements), segment.style)
            for segment in segments
        ]


class AsciiFilter(CharacterFilter):
    """Replaces all characters outside ASCII."""

    def __init__(self) -> None:
        super().__init__(CharacterMap())


_PAGE = "cp437"
_SIGNS = "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼"
"""The characters of the code page in place of control codes; Python's codec lacks them."""

_FONT_SUBSTITUTES = {
    "─": "╌┄┈╴╶—–",
    "│": "╎┆┊╵╷",
    "║": "┃╏┇┋",
    "═": "━╍┅┉",
    "┌": "╭",
    "┐": "╮",
    "└": "╰",
    "┘": "╯",
    "╔": "┏",
    "╗": "┓",
    "╚": "┗",
    "╝": "┛",
    "╠": "┣",
    "╣": "┫",
    "╦": "┳",
    "╩": "┻",
    "╬": "╋",
    "▀": "▔",
    "▄": "▁▂▃▅▖▗",
    "█": "▆▇▉▊▋▙▟▛▜",
    "▌": "▍▎▏",
    "▐": "▕",
    "•": "●",
    "►": "▸",
    "◄": "◂",
    "√": "✓",
}
"""The replaced characters by replacement; double lines replace heavy ones."""


class _ConsoleCharacterMap(CharacterMap):
    """Replacements for the Linux console; letters and the characters of its font stay."""

    def __init__(self) -> None:
        super().__init__()
        for sign, many in _FONT_SUBSTITUTES.items():
            self.update((ord(each), sign) for each in many)
        # A player's own console has the letters of their name.
        letters = filter(str.isalpha, map(chr, tuple(self)))
        for known in (*letters, *_SIGNS, *bytes(range(128, 256)).decode(_PAGE)):
            self[ord(known)] = known

    def __missing__(self, code: int) -> str:
        return chr(code) if chr(code).isalpha() else super().__missing__(code)


class ConsoleFilter(CharacterFilter):
    """Replaces what the font of the Linux console lacks."""

    def __init__(self) -> None:
        super().__init__(_ConsoleCharacterMap())
