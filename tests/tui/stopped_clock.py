"""A clock that goes on only when a test says so, for the timers of an app."""

import asyncio
import time
from heapq import heappop, heappush
from itertools import count

import pytest

from tests.tui.app_driver import AppDriver


class StoppedClock:
    """The time of day, and what Textual's timers run by; other waiting gets shorter by as much.

    Attributes:
        seconds: How far a test has moved it.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        self.sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self.numbers = count()
        now, monotonic = time.time(), time.monotonic
        # No two answers are the same, as what is saved is sorted by them.
        patch.setattr(time, "time", lambda: now + self.seconds + next(self.numbers) / 1e6)
        patch.setattr(time, "monotonic", lambda: monotonic() + self.seconds)
        patch.setattr("textual._time.get_time", lambda: self.seconds)
        patch.setattr("textual.timer.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            woken = asyncio.get_running_loop().create_future()
            heappush(self.sleepers, (self.seconds + seconds, next(self.numbers), woken))
            await woken

    def wait(self, seconds: float) -> None:
        """Move it as if a thread waited so long."""
        self.seconds += seconds

    async def move(self, seconds: float, *drivers: AppDriver, step: float = 1.0) -> None:
        """Let seconds pass, with what the apps do in them.

        What doesn't run by timers of Textual, such as computer players, needs a small step.
        """
        end = self.seconds + seconds
        while self.seconds < end:
            due = self.sleepers[0][0] if self.sleepers else end
            self.seconds = max(self.seconds, min(due, self.seconds + step, end))
            while self.sleepers and self.sleepers[0][0] <= self.seconds:
                woken = heappop(self.sleepers)[2]
                if not woken.done():  # else its timer was stopped
                    woken.set_result(None)
            await asyncio.sleep(0)
            for each in drivers:
                await each.settle()
