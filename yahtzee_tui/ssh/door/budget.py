"""How many bytes a connection may send besides what is typed.

asyncssh keeps every variable that a client sends before its session starts, however many there are,
and answers every request that it makes; so all that isn't typed comes out of an allowance.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE = 512 * 1024
"""Bytes that may come at once."""

PER_SECOND = 8 * 1024
"""Bytes a second that may come in the long run."""


class Budget:
    """The allowance of one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with the whole allowance.

        Args:
            clock: Gives the time in seconds.
        """
        self._clock, self._began = clock, clock()
        self._received = self._typed = 0

    def received(self, count: int) -> None:
        """Count bytes that came."""
        self._received += count

    def typed(self, count: int) -> None:
        """Count bytes among them that were typed, and so are held back in another way."""
        self._typed += count

    @property
    def is_spent(self) -> bool:
        """Whether more came than may."""
        allowed = AT_ONCE + PER_SECOND * (self._clock() - self._began)
        return self._received - self._typed > allowed
