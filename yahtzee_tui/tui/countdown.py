"""Seconds until something happens by itself, which can be called off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen
    from textual.timer import Timer


class Countdown:
    """Counts down on a screen, and stands still while another screen covers it.

    Attributes:
        left: Seconds left, 0 while it isn't running.
    """

    def __init__(
        self, screen: Screen[None], tick: Callable[[], None], done: Callable[[], None]
    ) -> None:
        """Make a countdown that isn't running.

        Args:
            screen: The screen that it belongs to.
            tick: Called after every second but the last.
            done: Called at the end.
        """
        self.left = 0
        self._screen, self._tick, self._done = screen, tick, done
        self._timer: Timer | None = None

    def start(self, seconds: int) -> None:
        """Begin to count."""
        self.stop()
        self.left = seconds
        self._timer = self._screen.set_interval(1, self._count)

    def stop(self) -> None:
        """Call it off."""
        self.left = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _count(self) -> None:
        if not self._screen.is_active:
            return
        self.left -= 1
        if self.left > 0:
            self._tick()
        else:
            self.stop()
            self._done()
