"""Everything drawn in ASCII, cell by cell, for terminals and fonts that know nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
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


class _Likeness(dict[int, str]):
    """What is drawn for a character, by its code; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = normalize("NFKD", character)[:1]
        width = cell_len(character)
        alike = base if base.isascii() and base.isprintable() and width == 1 else "?" * width
        self[code] = alike
        return alike


class AsciiFilter(LineFilter):
    """Draws every cell of a line in ASCII; no cell moves."""

    def __init__(self) -> None:
        """Make the filter."""
        super().__init__()
        pairs = {ord(each): sign for sign, many in _LIKE.items() for each in many}
        self._alike = _Likeness(pairs)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the line in ASCII."""
        return [
            segment
            if segment.text.isascii() or segment.control
            else Segment(segment.text.translate(self._alike), segment.style)
            for segment in segments
        ]
