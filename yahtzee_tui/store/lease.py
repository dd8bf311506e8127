"""Who has a game open: a mark that another program can ask about, and that dies with its owner."""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path
from uuid import uuid4


@cache
def own_lease() -> str:
    """Return the mark of this program run: process, a word that is never used again, host.

    The word begins with the start of the system, since after it the processes count anew.
    """
    return f"{os.getpid()} {_system_start()}-{uuid4().hex[:12]} {socket.gethostname()}"


def is_held_elsewhere(mark: str | None) -> bool:
    """Return whether a mark is that of another program which may still run.

    On another host that can't be known, so it counts as running.
    """
    if mark is None or mark == own_lease():
        return False
    process, word, host = (*mark.split(" ", 2), "", "")[:3]
    if host != socket.gethostname():
        return True
    start, dash, _ = word.partition("-")
    return (not dash or start == _system_start()) and _is_running(process)


@cache
def _system_start() -> str:
    """Return a word for the time since the system was started, nothing where it has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    except (OSError, ValueError):
        return ""


def _is_running(process: str) -> bool:
    if not process.isdecimal() or int(process) == os.getpid():
        return False
    if os.name == "nt":  # where asking like below would end it
        return True
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, for somebody else
        return True
    return True
