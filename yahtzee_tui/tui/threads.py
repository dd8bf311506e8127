"""What would hold the screens up: pauses for garbage, and threads at work behind them."""

from __future__ import annotations

import gc
import sys

# Five times as long is usual, and the loop that draws may wait for a few turns in a row.
_TURN = 0.001


def collect_nothing() -> None:
    """Collect no garbage while a program starts, which makes next to none: looking costs 5 %."""
    gc.disable()


def let_threads_yield() -> None:
    """Let threads take short turns, without pauses for what never becomes garbage.

    For programs that have shown their first screen: a collection of garbage stops all threads, for
    20 ms and more if it goes through all that is there by then as well.
    """
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_TURN)
