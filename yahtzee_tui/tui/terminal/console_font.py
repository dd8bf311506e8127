"""Everything drawn with the characters of the Linux console, whose fonts have few others.

Those are the ones of the code page 437, as the kernel's own font maps them to Unicode.
"""

from __future__ import annotations

from yahtzee_tui.tui.terminal.ascii import LikeFilter, Likeness

_PAGE = "cp437"
_SIGNS = "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼"
"""What the page has in the place of control characters, of which Python's knows nothing."""

_LIKE = {
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


class _ConsoleLikeness(Likeness):
    """What is drawn for a character: itself, if the font has it or it is a letter."""

    def __init__(self) -> None:
        """Know what looks alike."""
        super().__init__()
        for sign, many in _LIKE.items():
            self.update((ord(each), sign) for each in many)
        # People's own consoles show the letters of their names.
        letters = filter(str.isalpha, map(chr, tuple(self)))
        for known in (*letters, *_SIGNS, *bytes(range(128, 256)).decode(_PAGE)):
            self[ord(known)] = known

    def __missing__(self, code: int) -> str:
        return chr(code) if chr(code).isalpha() else super().__missing__(code)


class ConsoleFilter(LikeFilter):
    """Draws everything as the Linux console can."""

    def __init__(self) -> None:
        """Make the filter."""
        super().__init__(_ConsoleLikeness())
