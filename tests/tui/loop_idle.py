"""Waits until an event loop and its threads have nothing left to do."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

_SHORTEST = 0.001
_LONGEST = 1.0
"""Seconds between two looks at the threads, and for which anything is waited for at most."""


class _Threads(ThreadPoolExecutor):
    """The threads of a loop, counted while they work.

    Attributes:
        busy: How many have work whose result the loop hasn't been told of yet.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(thread_name_prefix="asyncio")
        self.busy = 0
        self._loop = loop

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.busy += 1
        future = super().submit(fn, *args, **kwargs)
        # Behind what the loop itself wants to be told.
        self._loop.call_soon(future.add_done_callback, self._done)
        return future

    def _done(self, _: Future[Any]) -> None:
        self._loop.call_soon_threadsafe(self._count_down)

    def _count_down(self) -> None:
        self.busy -= 1


def count_threads() -> None:
    """Let the running loop know from now on whether threads work for it."""
    loop = asyncio.get_running_loop()
    if _threads(loop) is None:
        loop.set_default_executor(_Threads(loop))


def is_awake() -> bool:
    """Return whether the running loop has something to do at once."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


async def take_in() -> None:
    """Let the running loop do all that it can do at once."""
    end = monotonic() + _LONGEST
    while is_awake() and monotonic() < end:
        await asyncio.sleep(0)


async def finish() -> None:
    """Let the running loop do all that it can do, with what its threads find out meanwhile.

    Clocks aren't waited for, nor threads for more than a second in a row.
    """
    loop, end = asyncio.get_running_loop(), monotonic() + _LONGEST
    await take_in()
    while (threads := _threads(loop)) is not None and threads.busy and monotonic() < end:
        await asyncio.sleep(_SHORTEST)
        await take_in()


def _threads(loop: asyncio.AbstractEventLoop) -> _Threads | None:
    found = getattr(loop, "_default_executor", None)
    return found if isinstance(found, _Threads) else None
