"""Letting sessions share memory that only happens to be the same.

Each session has copies of its own of what it writes into; see `immortal` for what it would write
only to count. Many of them become the same in all sessions again, and Linux can find that out where
the host lets it: `echo 1 > /sys/kernel/mm/ksm/run`.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

_PR_SET_MEMORY_MERGE = 67
_SWITCH = Path("/sys/kernel/mm/ksm/run")


def share_what_is_the_same(switch: Path = _SWITCH) -> bool:
    """Let the system look for the same pages in this process and in those that it will fork.

    Args:
        switch: The file that tells whether it may.

    Returns:
        Whether it is going to; only Linux since 6.4 can do it for whole processes.
    """
    try:
        is_on = switch.read_text().strip() == "1"
    except OSError:
        return False
    return is_on and ctypes.CDLL(None).prctl(_PR_SET_MEMORY_MERGE, 1, 0, 0, 0) == 0
