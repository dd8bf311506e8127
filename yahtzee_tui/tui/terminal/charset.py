"""Everything drawn in ASCII, cell by cell, for terminals and fonts that know nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.color import Color


_LIKE = {
    "-": "─╌┄┈╴╶—–−‐‑",
    "=": "━═╍┅┉",
    "|": "│┃║╎╏┆┇┊┋╵╷",
    "+": "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬±",
    " ": "▀▁▂▃▄▅▆▇▉▊▋▌▍▎▏▐▔▕\xa0",
    "#": "█▓▒░■",
    "o": "●•øðœ",
    ".": "○·",
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
    "s": "ß",
    "l": "ł",
    "L": "Ł",
    "d": "đ",
    "D": "ĐÐ",
    "O": "ØŒ",
    "a": "æ",
    "A": "Æ",
    "i": "ı",
    "p": "þ",
    "P": "Þ",
}
"""What stands for what: as light or heavy, and pointing the same way."""


class CharacterMap(dict[int, str]):
    """What is drawn in ASCII for a character, by its code; worked out when it is first met."""

    def __init__(self) -> None:
        super().__init__((ord(each), sign) for sign, many in _LIKE.items() for each in many)

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = normalize("NFKD", character)[:1]
        width = cell_len(character)
        alike = base if base.isascii() and base.isprintable() and width == 1 else "?" * width
        self[code] = alike
        return alike


class CharacterFilter(LineFilter):
    """Draws every cell of a line with what stands for it; no cell moves."""

    def __init__(self, alike: Mapping[int, str]) -> None:
        """Make the filter.

        Args:
            alike: What is drawn for a character, by its code.
        """
        super().__init__()
        self._alike = alike

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the line as it can be drawn."""
        return [
            segment
            if segment.text.isascii() or segment.control
            else Segment(segment.text.translate(self._alike), segment.style)
            for segment in segments
        ]


class AsciiFilter(CharacterFilter):
    """Draws everything in ASCII."""

    def __init__(self) -> None:
        super().__init__(CharacterMap())


_PAGE = "cp437"
_SIGNS = "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼"
"""What the page has in the place of control characters, of which Python's knows nothing."""

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
"""What stands for what; a double line for a heavy one."""


class _ConsoleCharacterMap(CharacterMap):
    """What is drawn for a character: itself, if the font has it or it is a letter."""

    def __init__(self) -> None:
        super().__init__()
        for sign, many in _FONT_SUBSTITUTES.items():
            self.update((ord(each), sign) for each in many)
        # People's own consoles show the letters of their names.
        letters = filter(str.isalpha, map(chr, tuple(self)))
        for known in (*letters, *_SIGNS, *bytes(range(128, 256)).decode(_PAGE)):
            self[ord(known)] = known

    def __missing__(self, code: int) -> str:
        return chr(code) if chr(code).isalpha() else super().__missing__(code)


class ConsoleFilter(CharacterFilter):
    """Draws everything as the Linux console can."""

    def __init__(self) -> None:
        super().__init__(_ConsoleCharacterMap())
