"""What a game tells the door, through a pipe of its own."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.protocol import PLAYING, WATCHING

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_READ = 256


class Told:
    """Listens to one game, which may say what it likes: only what is known is heard.

    Attributes:
        far: The descriptor through which the game speaks.
        only_watches: Whether the player only watches.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        """Open the pipe.

        Args:
            changed: Called when something was told.
        """
        self.only_watches = False
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._near, self.far = os.pipe()
        os.set_blocking(self._near, False)
        self._loop.add_reader(self._near, self._read)

    def begin(self) -> None:
        """Leave the far end to the game."""
        if self.far >= 0:
            os.close(self.far)
            self.far = -1

    def close(self) -> None:
        """Listen no more."""
        self.begin()
        if self._near >= 0:
            self._loop.remove_reader(self._near)
            os.close(self._near)
            self._near = -1

    def _read(self) -> None:
        try:
            data = os.read(self._near, _MOST_READ)
        except BlockingIOError:
            return
        if not data:
            self.close()
            return
        # A word that is cut in two is one that nobody knows.
        for word in data.decode("ascii", "replace").split("\n"):
            if word in (WATCHING, PLAYING):
                self.only_watches = word == WATCHING
                self._changed()
