"""How Textual's drivers take what is typed: no faster than people type, and the rest waits.

A visitor's keys are read one after the other as fast as they come, and each may be saved. Whoever
sends thousands at once would keep a processor and the database busy, at which others play as well.
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
"""How long a key lasts that is held down, and how long a mouse takes to move on."""

ALLOWANCE = 2.0
"""Seconds of such input that may come at once."""


class InputPacer:
    """How much may be taken in now; over time, as much as people type."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing taken in.

        Args:
            clock: Gives the time in seconds.
        """
        self._clock = clock
        self._done_by = clock()

    def wait(self, seconds: float) -> float:
        """Take in what lasts so many seconds; return for how many one has to wait before it."""
        now = self._clock()
        self._done_by = max(self._done_by, now) + seconds
        return max(0.0, self._done_by - now - ALLOWANCE)


class ThrottledDriver(Driver):
    """A driver that reads no further while there is more than people can type."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        """Make the driver.

        Args:
            app: The app that is played.
            options: Whatever else drivers are made with.
        """
        super().__init__(app, **options)
        self._pace = InputPacer()
        self._is_leaving = False

    def process_message(self, message: Message) -> None:
        """Hand on what was typed, later if it came too fast; called in a thread of its own."""
        seconds = self._pace.wait(KEY_SECONDS if isinstance(message, Key) else OTHER_SECONDS)
        if seconds and not self._is_leaving:
            time.sleep(seconds)
        super().process_message(message)

    def disable_input(self) -> None:
        """Take in nothing any more; the thread that reads is waited for."""
        self._is_leaving = True
        super().disable_input()  # type: ignore[safe-super]


@cache
def with_throttle(driver: type[Driver]) -> type[Driver]:
    """Return a driver that does the same, and takes its time."""
    return type(driver.__name__, (ThrottledDriver, driver), {})
