"""Waits until an event loop and its threads have nothing left to do."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

_POLL_SECONDS = 0.001
_MAX_SECONDS = 1.0
"""Seconds between two looks at the threads, and for which they are waited for at most."""

_MAX_LOOP_SECONDS = 60.0
"""Seconds for which a loop may have something to do at once, on the busiest machine."""


class _CountedThreads(ThreadPoolExecutor):
    """The threads of a loop.

    Attributes:
        busy: How many have work whose result hasn't reached the loop yet.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(thread_name_prefix="asyncio")
        self.busy = 0
        self._loop = loop

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.busy += 1
        future = super().submit(fn, *args, **kwargs)
        # After the callbacks of the loop itself.
        self._loop.call_soon(future.add_done_callback, self._done)
        return future

    def _done(self, _: Future[Any]) -> None:
        self._loop.call_soon_threadsafe(self._count_down)

    def _count_down(self) -> None:
        self.busy -= 1


def count_threads() -> None:
    """Count from now on the busy threads of the running loop."""
    loop = asyncio.get_running_loop()
    if _threads(loop) is None:
        loop.set_default_executor(_CountedThreads(loop))


def has_callbacks() -> bool:
    """Return whether the running loop has something to do at once."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


async def drain_loop() -> None:
    """Let the running loop do all that it can do at once."""
    end = monotonic() + _MAX_LOOP_SECONDS
    while has_callbacks() and monotonic() < end:
        await asyncio.sleep(0)


async def drain_threads() -> None:
    """Let the running loop do all that it can do, with what its threads find out meanwhile.

    Clocks aren't waited for, nor threads for more than a second in a row.
    """
    loop, end = asyncio.get_running_loop(), monotonic() + _MAX_SECONDS
    await drain_loop()
    while (threads := _threads(loop)) is not None and threads.busy and monotonic() < end:
        await asyncio.sleep(_POLL_SECONDS)
        await drain_loop()


def _threads(loop: asyncio.AbstractEventLoop) -> _CountedThreads | None:
    found = getattr(loop, "_default_executor", None)
    return found if isinstance(found, _CountedThreads) else None
