"""Leases: the mark of the program that has a game open, which ends with that program."""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path
from uuid import uuid4


@cache
def own_lease() -> str:
    """Return the lease of this process: its id, a unique word, and the host.

    The word begins with the id of the system start, after which process ids are used again.
    """
    return f"{os.getpid()} {_system_start()}-{uuid4().hex[:12]} {socket.gethostname()}"


def is_held_elsewhere(lease: str | None) -> bool:
    """Return whether a lease is that of another program which may still run.

    A program on another host can't be checked, so it counts as running.
    """
    if lease is None or lease == own_lease():
        return False
    process, word, host = (*lease.split(" ", 2), "", "")[:3]
    if host != socket.gethostname():
        return True
    start, dash, _ = word.partition("-")
    return (not dash or start == _system_start()) and _is_running(process)


@cache
def _system_start() -> str:
    """Return the id of the system start, empty where the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    except (OSError, ValueError):
        return ""


def _is_running(process: str) -> bool:
    if not process.isdecimal() or int(process) == os.getpid():
        return False
    if os.name == "nt":  # where the call below would end the process
        return True
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs for another user
        return True
    return True
