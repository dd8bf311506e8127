"""A pseudo-terminal between a client and a session's process, with flow control both ways."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import termios
import tty
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yahtzee_tui.host.ssh.server.terminal import TerminalSize

_READ_BYTES = 1 << 16
_WRITE_BYTES = 1 << 12
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


class PseudoTerminal:
    """The controlling end of a pseudo-terminal; `slave` is the other, -1 once it is closed here."""

    def __init__(self, size: TerminalSize, handler: PtyHandler, is_raw: bool = False) -> None:
        """Open a pseudo-terminal; reading starts with `start`. Raises `OSError` if none is left.

        One that `is_raw` hands on bytes as they are, for a client without a terminal.
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
