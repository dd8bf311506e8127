"""How little a session's process may do."""

from __future__ import annotations

import ctypes
import os
import resource
from contextlib import suppress
from pathlib import Path

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_FILES = 64
# The limit is on the size of every file that is written to, the database among them.
_LARGEST_FILE = 1 << 36
_NICENESS = 5
_FIRST_TO_KILL = "500"
_LAST_SECONDS = 5


def confine(memory: int, processor: int) -> None:
    """Take from this process what no game needs.

    Args:
        memory: Bytes of address space.
        processor: Seconds of a processor.
    """
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    system.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # nor can another game look into it
    limits = (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE, _LARGEST_FILE),
        (resource.RLIMIT_NOFILE, _FILES, _FILES),
        (resource.RLIMIT_CPU, processor, processor + _LAST_SECONDS),
    )
    for which, soft, hard in limits:
        _, most = resource.getrlimit(which)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(which, (soft, hard))
    os.nice(_NICENESS)


def be_first_to_kill() -> None:
    """Let the system end this process, and not the door, where memory runs out."""
    with suppress(OSError):  # elsewhere than on Linux
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_KILL)


def become(user: str) -> None:
    """Be another user from now on, and nobody else ever again.

    Args:
        user: Their name; nothing to stay who one is.

    Raises:
        OSError: If that isn't allowed.
        KeyError: If there is no such user.
    """
    import pwd

    if not user:
        return
    found = pwd.getpwnam(user)
    if os.geteuid() == found.pw_uid:
        return
    os.initgroups(found.pw_name, found.pw_gid)
    os.setresgid(found.pw_gid, found.pw_gid, found.pw_gid)
    os.setresuid(found.pw_uid, found.pw_uid, found.pw_uid)
