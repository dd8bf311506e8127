"""The pipe on which a session reports whether its user plays or only watches."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.protocol import PLAYING, WATCHING

if TYPE_CHECKING:
    from collections.abc import Callable

_READ_BYTES = 256


class StatusPipe:
    """Reads one session's status; `write_end` is for its process, -1 once it is closed here."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self.is_spectator = False  # whether the user only watches
        self._on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._read_end, self.write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        self._loop.add_reader(self._read_end, self._read)

    def close_write_end(self) -> None:
        """Leave the write end to the session's process."""
        if self.write_end >= 0:
            os.close(self.write_end)
            self.write_end = -1

    def close(self) -> None:
        self.close_write_end()
        if self._read_end >= 0:
            self._loop.remove_reader(self._read_end)
            os.close(self._read_end)
            self._read_end = -1

    def _read(self) -> None:
        try:
            data = os.read(self._read_end, _READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            self.close()
            return
        # A word that is split between two reads is unknown, and so ignored.
        for word in data.decode("ascii", "replace").split("\n"):
            if word in (WATCHING, PLAYING):
                self.is_spectator = word == WATCHING
                self._on_change()
