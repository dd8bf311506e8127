"""The game on an emulated terminal: reads its screen, sends keys and clicks, waits for output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyte

from tests.terminal.program import PATIENCE, Program, yahtzee

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "ctrl+c": "\x03", "ctrl+q": "\x11", "ctrl+r": "\x12", "ctrl+s": "\x13", "ctrl+z": "\x1a",
    "ctrl+p": "\x10", "f1": "\x1bOP",
}  # fmt: skip
"""What a terminal sends for keys that are no characters."""

_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")


class _Screen(pyte.Screen):
    """A screen that is deaf to private sequences it doesn't know, and to questions."""

    def set_margins(self, top: int | None = None, bottom: int | None = None, **_: object) -> None:
        super().set_margins(top, bottom)

    def report_device_status(self, mode: int, **_: object) -> None:
        pass


class Console(Program):
    """The game on a screen of 80 columns and 24 rows, or another size."""

    command = staticmethod(yahtzee)

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), **env: str) -> None:
        """Run the game with these words of the command line."""
        super().__init__(self.command(*words), size, **env)
        self._screen = _Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The rows of the screen; a wide character takes one character here, not two."""
        if self._lines is None:
            self._lines = list(self._screen.display)
        return self._lines

    @property
    def text(self) -> str:
        """The whole screen without spaces at the ends of its rows."""
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def at_cursor(self) -> str:
        """What stands in the row of the cursor, from the cursor on."""
        return self.lines[self._screen.cursor.y][self._screen.cursor.x :]

    @property
    def before_cursor(self) -> str:
        """What stands in the row of the cursor, before the cursor."""
        return self.lines[self._screen.cursor.y][: self._screen.cursor.x]

    def read(self, seconds: float) -> bytes:
        """Take what the program writes onto the screen."""
        data = super().read(seconds)
        if data:
            self._stream.feed(data)
            self._lines = None
        return data

    def empty(self) -> None:
        """Empty the screen, as terminals do when a program enters a screen of its own."""
        self._screen.reset()
        self._lines = None

    def press(self, *keys: str) -> None:
        """Press keys one after another, without waiting in between."""
        self.write("".join(KEYS.get(key, key) for key in keys))

    def click(self, column: int, row: int) -> None:
        """Click with the left button, columns and rows counted from 0."""
        at = f"0;{column + 1};{row + 1}"
        self.write(f"\x1b[<{at}M\x1b[<{at}m")

    def click_on(self, text: str) -> None:
        """Click in the middle of a text that stands on the screen once."""
        self.wait_for(text)
        found = [(line.index(text), row) for row, line in enumerate(self.lines) if text in line]
        assert len(found) == 1, f"{text!r} stands in {len(found)} rows\n{self.text}"
        column, row = found[0]
        self.click(column + len(text) // 2, row)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._screen.resize(rows, columns)
        self._lines = None
        super().resize(columns, rows)

    def wait_for(self, what: str | Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until a text stands on the screen, or something else is so.

        Raises:
            AssertionError: If that doesn't come about; it shows the screen.
        """
        seen = what if callable(what) else lambda: what in self.text
        if not self.read_until(seen, patience):
            wanted = getattr(what, "__doc__", None) if callable(what) else what
            raise AssertionError(f"never seen: {wanted}\n{self.text}")

    def wait_gone(self, text: str) -> None:
        """Wait until a text stands on the screen no more."""
        self.wait_for(lambda: text not in self.text)

    def read_modes(self) -> dict[int, bool]:
        """Return which private modes of the terminal are set, as the program left them."""
        modes: dict[int, bool] = {}
        for numbers, sign in _MODE.findall(bytes(self.output)):
            for number in numbers.split(b";"):
                modes[int(number)] = sign == b"h"
        return modes

    def read_farewell(self) -> str:
        """Return what was written on the normal screen after the game's own was left."""
        return bytes(self.output).rpartition(b"\x1b[?1049l")[2].decode()
