"""The sandbox of a session's process: resource limits and no new privileges."""

from __future__ import annotations

import ctypes
import os
import resource
from contextlib import suppress
from pathlib import Path

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_MAX_DESCRIPTORS = 64
# For every file that is written to, the database among them.
_MAX_FILE_BYTES = 1 << 36
_NICENESS = 5
_OOM_SCORE = "500"
_LAST_SECONDS = 5


def enter_sandbox(memory: int, processor: int) -> None:
    """Limit the memory in bytes of address space, and the processor in seconds until SIGXCPU."""
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    system.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # other sessions can't read its memory
    limits = (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, _MAX_FILE_BYTES, _MAX_FILE_BYTES),
        (resource.RLIMIT_NOFILE, _MAX_DESCRIPTORS, _MAX_DESCRIPTORS),
        (resource.RLIMIT_CPU, processor, processor + _LAST_SECONDS),
    )
    for which, soft, hard in limits:
        _, most = resource.getrlimit(which)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(which, (soft, hard))
    os.nice(_NICENESS)


def raise_oom_score() -> None:
    """Let the system kill this process before the SSH server when memory runs out."""
    with suppress(OSError):  # elsewhere than on Linux
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE)


def switch_user(user: str) -> None:
    """Run this process as another user if one is named; raises `OSError` and `KeyError`."""
    import pwd

    if not user:
        return
    found = pwd.getpwnam(user)
    if os.geteuid() == found.pw_uid:
        return
    os.initgroups(found.pw_name, found.pw_gid)
    os.setresgid(found.pw_gid, found.pw_gid, found.pw_gid)
    os.setresuid(found.pw_uid, found.pw_uid, found.pw_uid)
