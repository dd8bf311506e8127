"""The pace of remote input: what comes faster than people type is delayed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
