"""Waits until an event loop and its threads have nothing left to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from types import SimpleNamespace
from typing import Any

HELD: list[Event] = []  # what each thread waits for that a test holds back

_POLL_SECONDS = 0.001

_most = SimpleNamespace(turns=1_000_000, looks=200_000)
"""How often a loop and its threads are looked at, which takes longer on a busy machine."""


@contextmanager
def impatience() -> Iterator[None]:
    """Wait for hardly anything: threads or loops have something to do without an end."""
    before = dict(vars(_most))
    _most.turns = _most.looks = 20
    try:
        yield
    finally:
        vars(_most).update(before)


class _CountedThreads(ThreadPoolExecutor):
    """The threads of a loop.

    Attributes:
        busy: How many have work whose result hasn't reached the loop yet.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(thread_name_prefix="asyncio")
        self.busy = 0
        self.loop = loop

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.busy += 1
        future = super().submit(fn, *args, **kwargs)
        # After the callbacks of the loop itself.
        self.loop.call_soon(future.add_done_callback, self.count_down_soon)
        return future

    def count_down_soon(self, _: Future[Any]) -> None:
        self.loop.call_soon_threadsafe(self.count_down)

    def count_down(self) -> None:
        self.busy -= 1


def count_threads() -> None:
    """Count from now on the busy threads of the running loop."""
    loop = asyncio.get_running_loop()
    if _threads(loop) is None:
        loop.set_default_executor(_CountedThreads(loop))


class LoopClock:
    """The clock of the running loop, which a test moves."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.now = self.loop.time()

    def __enter__(self) -> LoopClock:
        self.loop.time = lambda: self.now  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        del self.loop.time

    async def move(self, seconds: float) -> None:
        """Move it, and let the loop do what is due by then."""
        self.now += seconds
        await asyncio.sleep(0)
        await drain_loop()


def has_callbacks() -> bool:
    """Return whether the running loop has something to do at once."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


async def drain_loop() -> None:
    """Let the running loop do all that it can do at once."""
    turns = 0
    while has_callbacks() and turns < _most.turns:
        turns += 1
        await asyncio.sleep(0)


async def drain_threads() -> None:
    """Let the running loop do all that it can do, with what its threads find out meanwhile.

    Clocks aren't waited for, nor threads that a test holds back.
    """
    loop, looks = asyncio.get_running_loop(), 0
    await drain_loop()
    while (threads := _threads(loop)) is not None and looks < _most.looks:
        if threads.busy <= sum(not each.is_set() for each in HELD):
            return
        looks += 1
        await asyncio.sleep(_POLL_SECONDS)
        await drain_loop()


def _threads(loop: asyncio.AbstractEventLoop) -> _CountedThreads | None:
    found = getattr(loop, "_default_executor", None)
    return found if isinstance(found, _CountedThreads) else None
