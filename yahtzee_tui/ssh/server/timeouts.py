"""When a session ends: its game exits, it is stopped, or it exceeds its idle or total time."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.server.exit_reasons import CLEAN_EXIT_CODES, ExitReason

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import Limits
    from yahtzee_tui.ssh.server.fork_client import SessionProcess
    from yahtzee_tui.ssh.server.status_pipe import StatusPipe


class IdleTimeout:
    """Waits for the end of one session, whose time starts now."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = self._last_input = time.monotonic()
        self._stop_reason: ExitReason | None = None
        self._changed = asyncio.Event()

    @property
    def age(self) -> float:
        """Seconds since the session started."""
        return time.monotonic() - self._started

    def on_input(self) -> None:
        self._last_input = time.monotonic()

    def stop(self, reason: ExitReason) -> None:
        """Let `wait` return this reason; the first one counts."""
        self._stop_reason = self._stop_reason or reason
        self._changed.set()

    def recheck(self) -> None:
        """Let `wait` look at the process and the status again."""
        self._changed.set()

    async def wait(self, process: SessionProcess, status: StatusPipe) -> ExitReason:
        """Wait until the session has to end or its process has exited; return why."""
        while True:
            idle_left = self._limits.idle_seconds - (time.monotonic() - self._last_input)
            left = self._limits.session_seconds - self.age
            if process.exited.done():
                is_clean = process.exited.result() in CLEAN_EXIT_CODES
                return ExitReason.LEFT if is_clean else ExitReason.BROKEN
            if self._stop_reason is not None:
                return self._stop_reason
            if left <= 0:
                return ExitReason.AGE
            if not status.is_spectator:
                if idle_left <= 0:
                    return ExitReason.IDLE
                left = min(idle_left, left)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            self._changed.clear()
