"""When a session ends: its game exits, it is stopped, or its idle or total time is over."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.host.ssh.protocol import PLAYING, WATCHING
from yahtzee_tui.host.ssh.server.exit_reasons import ExitReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.host.ssh.config import Limits
    from yahtzee_tui.host.ssh.server.fork_client import SessionProcess

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


class IdleTimeout:
    """Waits for the end of one session, whose time starts now."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = self.last_input = time.monotonic()
        self._stop_reason: ExitReason | None = None
        self._changed = asyncio.Event()

    @property
    def age(self) -> float:
        """Seconds since the session started."""
        return time.monotonic() - self._started

    def on_input(self) -> None:
        self.last_input = time.monotonic()

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
            idle_left = self._limits.idle_seconds - (time.monotonic() - self.last_input)
            left = self._limits.session_seconds - self.age
            if process.exited.done():
                return ExitReason.of(process.exited.result())
            if self._stop_reason is not None:
                return self._stop_reason
            if left <= 0:
                return ExitReason.SESSION_LIMIT
            if not status.is_spectator:
                if idle_left <= 0:
                    return ExitReason.IDLE
                left = min(idle_left, left)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            self._changed.clear()
