"""The terminal of a session: what the client says of it, and the pseudo-terminal behind it."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import struct
import termios
import tty
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.translation import find_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.host.ssh.server.ssh_session import SshSession

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


_READ_BYTES = 1 << 16
_WRITE_BYTES = 1 << 12
_MAX_FINAL_READS = 64


class PseudoTerminal:
    """The controlling end of a pseudo-terminal; `slave` is the other, -1 once it is closed here."""

    def __init__(self, size: TerminalSize, handler: SshSession, is_raw: bool = False) -> None:
        """Open a pseudo-terminal; reading starts with `start`. Raises `OSError` if none is left.

        The methods `on_…` of `handler` are told what happens on it. One that `is_raw` hands on
        bytes as they are, for a client without a terminal.
        """
        self._loop = asyncio.get_running_loop()
        self._handler = handler
        self._master, self.slave = os.openpty()
        os.set_blocking(self._master, False)
        if is_raw:
            tty.setraw(self.slave)
        self._input = bytearray()
        self._is_reading = self._is_blocked = self._is_closed = False
        self.resize(size)

    def resize(self, size: TerminalSize) -> None:
        """Set the size; the system sends SIGWINCH to the process."""
        if not self._is_closed:
            packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, packed)

    def start(self) -> None:
        """Leave the slave end to the process, and read its output."""
        self._close_slave()
        self.resume()

    def pause(self) -> None:
        """Read no output for now; the process blocks once the system's buffer is full."""
        if self._is_reading:
            self._is_reading = False
            self._loop.remove_reader(self._master)

    def resume(self) -> None:
        if not self._is_reading and not self._is_closed:
            self._is_reading = True
            self._loop.add_reader(self._master, self._read)

    def read_remaining(self) -> None:
        """Read the output that an ended process left in the system's buffer."""
        for _ in range(_MAX_FINAL_READS):
            if not self._is_reading:
                return
            self._read()

    def write(self, data: bytes) -> None:
        """Pass input on to the process, as fast as it reads."""
        if not self._is_closed:
            self._input += data
            if not self._is_blocked:
                self._write()

    def signal(self, number: int) -> None:
        """Send a signal to the foreground process group."""
        with suppress(OSError):  # it may have ended
            os.killpg(os.tcgetpgrp(self._master), number)

    def close(self) -> None:
        """Close both ends, which hangs up on a process that has the terminal open."""
        if self._is_closed:
            return
        self.pause()
        self._is_closed = True
        if self._is_blocked:
            self._loop.remove_writer(self._master)
        os.close(self._master)
        self._close_slave()

    def _read(self) -> None:
        try:
            data = os.read(self._master, _READ_BYTES)
        except BlockingIOError:
            return
        except OSError:  # Linux: no process has the slave end open
            data = b""
        if data:
            self._handler.on_output(data)
        else:
            self.pause()
            self._handler.on_hangup()

    def _write(self) -> None:
        try:
            while self._input:
                written = os.write(self._master, self._input[:_WRITE_BYTES])
                del self._input[:written]
        except BlockingIOError:
            if not self._is_blocked:
                self._is_blocked = True
                self._loop.add_writer(self._master, self._write)
                self._handler.on_input_blocked()
            return
        except OSError:
            self._input.clear()
        if self._is_blocked:
            self._is_blocked = False
            self._loop.remove_writer(self._master)
            self._handler.on_input_drained()

    def _close_slave(self) -> None:
        if self.slave >= 0:
            os.close(self.slave)
            self.slave = -1
