"""The terminal of a session: what the client says of it, and the pseudo-terminal behind it."""

from __future__ import annotations

import asyncio
import os
import re
import termios
import tty
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING, Protocol, Self

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


def is_capable(term: str) -> bool:
    """Return whether TERM names a terminal that can show the game."""
    return bool(_TERM.fullmatch(term)) and term not in _WITHOUT_CURSOR


def clamp_size(columns: int, rows: int) -> os.terminal_size:
    """Limit a size to what a session may have; 0 stands for unknown."""
    columns = min(max(columns or DEFAULT_SIZE[0], MIN_SIZE[0]), MAX_SIZE[0])
    rows = min(max(rows or DEFAULT_SIZE[1], MIN_SIZE[1]), MAX_SIZE[1])
    return os.terminal_size((columns, rows))


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


_READ_BYTES = 1 << 16
_MAX_FINAL_READS = 64


class PtyHandler(Protocol):
    """Receives what happens on a pseudo-terminal."""

    def on_output(self, data: bytes) -> None:
        """The process wrote data."""

    def on_hangup(self) -> None:
        """No process has the terminal open any more."""

    def on_input_blocked(self) -> None:
        """The process doesn't read its input: write no more for now."""

    def on_input_drained(self) -> None:
        """All input that was held back is written."""


class PseudoTerminal(asyncio.Protocol):
    """The controlling end of a pseudo-terminal; `slave` is the other, for a process."""

    def __init__(self, size: os.terminal_size, handler: PtyHandler, is_raw: bool = False) -> None:
        """Open a pseudo-terminal; raises `OSError` if none is left.

        The methods `on_…` of `handler` are told what happens on it. One that `is_raw` hands on
        bytes as they are, for a client without a terminal.
        """
        self._handler = handler
        self._master, self.slave = (FileIO(each, "r+") for each in os.openpty())
        if is_raw:
            tty.setraw(self.slave.fileno())
        self.resize(size)

    async def connect(self) -> Self:
        """Read and write it from now on; raises `OSError` if no descriptor is left."""
        loop, copy = asyncio.get_running_loop(), FileIO(os.dup(self._master.fileno()), "w")
        self._output, _ = await loop.connect_read_pipe(lambda: self, self._master)
        self._input, _ = await loop.connect_write_pipe(lambda: self, copy)
        self._input.set_write_buffer_limits(0)
        return self

    def resize(self, size: os.terminal_size) -> None:
        """Set the size; the system sends SIGWINCH to the process."""
        if not self._master.closed:
            termios.tcsetwinsize(self._master, (size.lines, size.columns))

    def pause(self) -> None:
        """Read no output for now; the process blocks once the system's buffer is full."""
        self._output.pause_reading()

    def resume(self) -> None:
        self._output.resume_reading()

    def read_remaining(self) -> None:
        """Read the output that an ended process left in the system's buffer."""
        with suppress(OSError, ValueError):  # there is no more, or the terminal is closed
            for _ in range(_MAX_FINAL_READS):
                self._handler.on_output(os.read(self._master.fileno(), _READ_BYTES))

    def write(self, data: bytes) -> None:
        """Pass input on to the process, as fast as it reads."""
        if not self._input.is_closing():  # asyncio would log it
            self._input.write(data)

    def signal(self, number: int) -> None:
        """Send a signal to the foreground process group."""
        with suppress(OSError, ValueError):  # it may have ended
            os.killpg(os.tcgetpgrp(self._master.fileno()), number)

    def close(self) -> None:
        """Close both ends, which hangs up on a process that has the terminal open."""
        self._output.close()
        self._input.abort()
        self.slave.close()

    # Called by the transports.

    def data_received(self, data: bytes) -> None:
        self._handler.on_output(data)

    def eof_received(self) -> None:
        self._handler.on_hangup()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell of an end that isn't ours: on Linux an error, as no process has the slave end."""
        if exc is not None:
            self._handler.on_hangup()

    def pause_writing(self) -> None:
        self._handler.on_input_blocked()

    def resume_writing(self) -> None:
        self._handler.on_input_drained()
