"""Threads at work behind the screens, which are to hold these up as little as possible."""

from __future__ import annotations

import gc
import sys

# Five times as long is usual, and the loop that draws may wait for a few turns in a row.
_TURN = 0.001


def let_threads_yield() -> None:
    """Let threads take short turns, without pauses for what never becomes garbage.

    For programs that have imported all that they show first: a collection of garbage stops all
    threads, for 20 ms and more if it goes through all of that as well.
    """
    gc.freeze()
    sys.setswitchinterval(_TURN)
