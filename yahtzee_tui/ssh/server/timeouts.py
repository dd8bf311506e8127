"""How long a session lasts: until its game ends, or its player has to go."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.server.exit_reasons import IN_ORDER, Reason

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import Limits
    from yahtzee_tui.ssh.server.fork_client import Child
    from yahtzee_tui.ssh.server.status_pipe import Told


class Patience:
    """Waits for the end of one session."""

    def __init__(self, limits: Limits) -> None:
        """Begin now.

        Args:
            limits: Among them how long a session may last, and how long its player may be away.
        """
        self._limits = limits
        self._began = self._last_input = time.monotonic()
        self._stop: Reason | None = None
        self._changed = asyncio.Event()

    @property
    def seconds(self) -> float:
        """How long it has lasted."""
        return time.monotonic() - self._began

    def heard(self) -> None:
        """Take note that something was typed."""
        self._last_input = time.monotonic()

    def stop(self, reason: Reason) -> None:
        """Let it end."""
        self._stop = self._stop or reason
        self._changed.set()

    def look(self) -> None:
        """Look again, since something has changed."""
        self._changed.set()

    async def wait(self, child: Child, told: Told) -> Reason:
        """Wait until the session has to end, or the game has ended."""
        while True:
            idle = self._limits.idle_seconds - (time.monotonic() - self._last_input)
            age = self._limits.session_seconds - self.seconds
            if child.ended.done():
                return Reason.LEFT if child.ended.result() in IN_ORDER else Reason.BROKEN
            if self._stop is not None:
                return self._stop
            if age <= 0:
                return Reason.AGE
            if idle <= 0 and not told.only_watches:
                return Reason.IDLE
            left = age if told.only_watches else min(idle, age)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            self._changed.clear()
