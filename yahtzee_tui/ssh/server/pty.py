"""A pseudo-terminal between a connection and a game: bytes both ways, and none pile up."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yahtzee_tui.ssh.server.terminal import Size

_MOST_READ = 1 << 16
_MOST_WRITTEN = 1 << 12
_READS_AT_THE_END = 64


class Ends(Protocol):
    """Whoever is at the near end."""

    def game_wrote(self, data: bytes) -> None:
        """Take what the game draws."""

    def game_hung_up(self) -> None:
        """Learn that nobody has the far end open any more."""

    def keys_pile_up(self) -> None:
        """Send no more keys for now: the game doesn't read them."""

    def keys_were_read(self) -> None:
        """Send keys again."""


class PseudoTerminal:
    """The near end of a pseudo-terminal, and the far one until the game has it.

    Attributes:
        far: The descriptor of the far end.
    """

    def __init__(self, size: Size, ends: Ends) -> None:
        """Open it; nothing is read yet.

        Args:
            size: Its size.
            ends: Whoever is at the near end.

        Raises:
            OSError: If there is none left.
        """
        self._loop = asyncio.get_running_loop()
        self._ends = ends
        self._near, self.far = os.openpty()
        os.set_blocking(self._near, False)
        self._keys = bytearray()
        self._reads = self._is_closed = False
        self.resize(size)

    def resize(self, size: Size) -> None:
        """Give it another size, of which the system tells the game."""
        if not self._is_closed:
            packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
            fcntl.ioctl(self._near, termios.TIOCSWINSZ, packed)

    def begin(self) -> None:
        """Leave the far end to the game, and pass on what it draws."""
        self._close_far()
        self.resume()

    def pause(self) -> None:
        """Read nothing for now; a game that goes on drawing has to wait in the end."""
        if self._reads:
            self._reads = False
            self._loop.remove_reader(self._near)

    def resume(self) -> None:
        """Read again."""
        if not self._reads and not self._is_closed:
            self._reads = True
            self._loop.add_reader(self._near, self._read)

    def drain(self) -> None:
        """Read what a game left behind that has ended."""
        for _ in range(_READS_AT_THE_END):
            if not self._reads:
                return
            self._read()

    def write(self, keys: bytes) -> None:
        """Pass on what was typed."""
        if not self._is_closed:
            self._keys += keys
            self._write()

    def signal(self, number: int) -> None:
        """Send a signal to the game, whoever its parent is."""
        with suppress(OSError):  # it may have ended meanwhile
            os.killpg(os.tcgetpgrp(self._near), number)

    def close(self) -> None:
        """Close it, which hangs up on a game that still has it open."""
        if self._is_closed:
            return
        self.pause()
        self._is_closed = True
        self._loop.remove_writer(self._near)
        os.close(self._near)
        self._close_far()

    def _read(self) -> None:
        try:
            data = os.read(self._near, _MOST_READ)
        except BlockingIOError:
            return
        except OSError:  # how Linux says that nobody has the far end open
            data = b""
        if data:
            self._ends.game_wrote(data)
        else:
            self.pause()
            self._ends.game_hung_up()

    def _write(self) -> None:
        try:
            while self._keys:
                written = os.write(self._near, self._keys[:_MOST_WRITTEN])
                del self._keys[:written]
        except BlockingIOError:
            self._loop.add_writer(self._near, self._write)
            self._ends.keys_pile_up()
        except OSError:
            self._keys.clear()
        else:
            self._loop.remove_writer(self._near)
            self._ends.keys_were_read()

    def _close_far(self) -> None:
        if self.far >= 0:
            os.close(self.far)
            self.far = -1
