"""A clock that a test moves, instead of waiting for it."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_TURNS = 20  # of the event loop, in which one job wakes another
_PAUSE = 0.01
_real_clock = time.monotonic


class MovedClock:
    """Takes the place of `time.monotonic`, for the program and for the event loop."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.read = _real_clock

    def __call__(self) -> float:
        return self.read() + self.ahead

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Let no other time pass than that by which the clock is moved."""
        now = _real_clock()
        self.read = lambda: now
        yield
        self.read = _real_clock

    async def move(self, seconds: float) -> None:
        """Put the clock forward, and let the event loop do what is due then."""
        self.ahead += seconds
        for _ in range(_TURNS):
            await asyncio.sleep(0)

    async def pass_until(self, holds: Callable[[], object], step: float) -> None:
        """Put the clock forward by a step again and again, until something holds."""
        while not holds():
            self.ahead += step
            await asyncio.sleep(_PAUSE)
