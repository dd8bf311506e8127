"""The game on an emulated terminal: reads its screen, sends keys and clicks, waits for output."""

import re
import signal
import termios
import time
from collections.abc import Callable

import pyte
from pyte.screens import Char

from tests.terminal.program import Program, yahtzee
from tests.waiting import HANG_SECONDS
from yahtzee_tui.tui.terminal.fresh_presses import REPEAT_SECONDS

KEYS = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "ctrl+c": "\x03", "ctrl+q": "\x11", "ctrl+r": "\x12", "ctrl+s": "\x13", "ctrl+z": "\x1a",
    "ctrl+p": "\x10", "f1": "\x1bOP",
}  # fmt: skip
"""What a terminal sends for keys that are no characters."""

ALTERNATE_SCREEN, CURSOR, PASTE, FOCUS, WRAP = 1049, 25, 2004, 1004, 7
MOUSE = (1000, 1002, 1003, 1006, 1015, 1016)

_SPECIAL_CHARACTERS = 6
_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")


class QuietScreen(pyte.Screen):
    """A screen that is deaf to private sequences it doesn't know, and to questions."""

    def set_margins(self, top: int | None = None, bottom: int | None = None, **_: object) -> None:
        super().set_margins(top, bottom)

    def report_device_status(self, mode: int, **_: object) -> None:
        pass


class Console(Program):
    """The game on a screen of 80 columns and 24 rows, or another size."""

    command = staticmethod(yahtzee)

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), **env: str) -> None:
        super().__init__(self.command(*words), size, **env)
        self.screen = QuietScreen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.shown: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The rows of the screen; a wide character takes one character here, not two."""
        if self.shown is None:
            try:
                self.shown = list(self.screen.display)
            except IndexError:  # of a wide character half is overwritten, the rest still to come
                return []
        return self.shown

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    def cells(self) -> list[list[Char]]:
        screen = self.screen
        return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]

    @property
    def at_cursor(self) -> str:
        return self.lines[self.screen.cursor.y][self.screen.cursor.x :]

    @property
    def before_cursor(self) -> str:
        return self.lines[self.screen.cursor.y][: self.screen.cursor.x]

    def read(self, seconds: float) -> bytes:
        data = super().read(seconds)
        if data:
            self.stream.feed(data)
            self.shown = None
        return data

    def empty(self) -> None:
        """Empty the screen, as terminals do when a program enters a screen of its own."""
        self.screen.reset()
        self.shown = None

    def press(self, *keys: str) -> None:
        self.write("".join(KEYS.get(key, key) for key in keys))

    def score(self) -> None:
        """Score in the marked box, after a question; a second Enter too soon is a held key's."""
        self.press("enter")
        self.wait_for("again")
        time.sleep(2 * REPEAT_SECONDS)
        self.press("enter")

    def click(self, column: int, row: int, button: int = 0) -> None:
        """Click with the left button, the middle one (1) or the right one (2), counted from 0."""
        at = f"{button};{column + 1};{row + 1}"
        self.write(f"\x1b[<{at}M\x1b[<{at}m")

    def click_on(self, text: str) -> None:
        self.wait_for(text)
        column, row = self.find(text)
        self.click(column + len(text) // 2, row)

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and row where a text stands that is there once."""
        found = [(line.index(text), row) for row, line in enumerate(self.lines) if text in line]
        assert len(found) == 1, f"{text!r} stands in {len(found)} rows\n{self.text}"
        return found[0]

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.shown = None
        super().resize(columns, rows)

    def wait_for(self, what: str | Callable[[], bool], patience: float = HANG_SECONDS) -> None:
        seen = what if callable(what) else lambda: what in self.text
        if not self.read_until(seen, patience):
            wanted = getattr(what, "__doc__", None) if callable(what) else what
            raise AssertionError(f"never seen: {wanted}\n{self.text}")

    def suspend(self, by_key: bool = True) -> None:
        """Suspend the program by Ctrl+Z or a signal, and wait until it has stopped."""
        if by_key:
            self.press("ctrl+z")
        else:
            self.send(signal.SIGTSTP)
        self.wait_for(lambda: self.stopped)
        self.let_rest()

    def wake(self) -> None:
        """Let the program go on, on a screen where nothing of it is left."""
        self.empty()
        self.send(signal.SIGCONT)

    def let_rest(self, seconds: float = 0.2) -> None:
        """Read until nothing more is written for so long, unless it only waits for a processor."""
        deadline = time.monotonic() + HANG_SECONDS
        while self.read(seconds) or (self.is_at_work and time.monotonic() < deadline):
            pass

    def wait_gone(self, text: str) -> None:
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

    def quit(self) -> None:
        self.press("q")
        assert self.wait() == 0
        self.assert_restored()

    def assert_restored(self) -> None:
        modes = self.read_modes()
        assert modes[ALTERNATE_SCREEN] is False
        assert modes[CURSOR] is True
        assert modes[WRAP] is True
        assert [mode for mode in (*MOUSE, PASTE, FOCUS) if modes.get(mode)] == []
        output = bytes(self.output)
        pushed = re.findall(rb"\x1b\[>\d+u", output)  # what keys send is pushed on a stack
        assert len(pushed) == output.count(b"\x1b[<u")
        shapes = re.findall(rb"\x1b\]22;([\w-]*)\x07", output)  # of the mouse's pointer
        assert shapes[-1:] in ([], [b"default"])
        before, now = self.modes, self.settings()
        assert now[:_SPECIAL_CHARACTERS] == before[:_SPECIAL_CHARACTERS]
        assert isinstance(now[3], int)
        assert now[3] & termios.ECHO
        assert now[3] & termios.ICANON

    def assert_taken(self) -> None:
        modes = self.read_modes()
        assert modes[ALTERNATE_SCREEN] is True
        assert modes[CURSOR] is False
        assert all(modes[mode] for mode in (1000, 1003, 1006, PASTE))
        settings = self.settings()
        assert isinstance(settings[3], int)
        assert not settings[3] & (termios.ECHO | termios.ICANON)
