"""Who has a game open: a mark that another program can ask about, and that dies with its owner."""

from __future__ import annotations

import os
import socket
from functools import cache
from uuid import uuid4


@cache
def own_mark() -> str:
    """Return the mark of this program run: process, a word that is never used again, host."""
    return f"{os.getpid()} {uuid4().hex[:12]} {socket.gethostname()}"


def is_elsewhere(mark: str | None) -> bool:
    """Return whether a mark is that of another program which may still run.

    On another host that can't be known, so it counts as running.
    """
    if mark is None or mark == own_mark():
        return False
    process, _, host = (*mark.split(" ", 2), "", "")[:3]
    return host != socket.gethostname() or _is_running(process)


def _is_running(process: str) -> bool:
    if not process.isdecimal() or int(process) == os.getpid():
        return False
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, for somebody else
        return True
    return True
