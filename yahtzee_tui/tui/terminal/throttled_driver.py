"""Throttled input: passes keys on no faster than people type.

Each key of a remote player may be saved; without a limit one who pastes thousands would load the
processor and the database that others use.
"""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Any

from textual.driver import Driver
from textual.events import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App
    from textual.message import Message

KEY_SECONDS, OTHER_SECONDS = 0.025, 0.004
"""The shortest interval between keys held down, and between mouse events."""

ALLOWANCE = 2.0
"""Seconds of input that may arrive in one burst."""


class InputPacer:
    """A token bucket in seconds of input."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done_by = clock()

    def wait(self, seconds: float) -> float:
        """Take tokens for `seconds` of input; return how many seconds to wait before using it."""
        now = self._clock()
        self._done_by = max(self._done_by, now) + seconds
        return max(0.0, self._done_by - now - ALLOWANCE)


class ThrottledDriver(Driver):
    """A driver that delays input that comes faster than people type."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._pace = InputPacer()
        self._is_leaving = False

    def process_message(self, message: Message) -> None:
        """Pass a message on, delayed if needed; called in the input thread."""
        seconds = self._pace.wait(KEY_SECONDS if isinstance(message, Key) else OTHER_SECONDS)
        if seconds and not self._is_leaving:
            time.sleep(seconds)
        super().process_message(message)

    def disable_input(self) -> None:
        """Stop without further delays, since the input thread is joined."""
        self._is_leaving = True
        super().disable_input()  # type: ignore[safe-super]


@cache
def with_throttle(driver: type[Driver]) -> type[Driver]:
    """Return a subclass of a driver with `ThrottledDriver` mixed in."""
    return type(driver.__name__, (ThrottledDriver, driver), {})
