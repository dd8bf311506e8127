"""The sandbox of a session's process: limits, few files, and only the system calls it needs."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import socket
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.host.ssh.worker.landlock import restrict_files
from yahtzee_tui.host.ssh.worker.system_calls import restrict_system_calls
from yahtzee_tui.settings.paths import find_login
from yahtzee_tui.store.connect import find_path, read_address

if TYPE_CHECKING:
    from collections.abc import Iterable


_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_M_ARENA_MAX = -8  # malloc.h
_MAX_DESCRIPTORS = 64
# For every file that is written to, the database among them.
_MAX_FILE_BYTES = 1 << 36
_NICENESS = 5
_OOM_SCORE = "500"
_LAST_SECONDS = 5


class Needs(NamedTuple):
    """What a session may use: the network, and files besides Python's own, in these folders."""

    has_network: bool
    writable: Iterable[Path] = ()
    readable: Iterable[Path] = ()


def find_needs(database: str, *folders: str | Path) -> Needs:
    """Return what a session needs for its games, and for folders that it writes to."""
    url = read_address(database)
    writable = [Path(folder).absolute() for folder in folders]
    if path := find_path(url):
        return Needs(False, [*writable, path.resolve().parent])
    # Certificates and passwords.
    named = (str(word) for word in url.query.values() if str(word).startswith("/"))
    home = Path(os.environ.get("HOME", "/nonexistent"))
    return Needs(True, writable, [*map(Path, named), home / ".pgpass", home / ".postgresql"])


def enter_sandbox(memory: int, processor: int, processes: int, needs: Needs) -> None:
    """Limit this process, which has one thread, for the rest of its life.

    `memory` is in bytes of address space, `processor` in seconds until SIGXCPU, `processes` in
    threads of all processes of this user (no limit for root).
    """
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # other sessions can't read its memory
    with contextlib.suppress(AttributeError):  # not every C library has it
        # Else every thread takes 64 MB of address space, so that soon no other thread can start.
        system.mallopt(_M_ARENA_MAX, 1)
    limits = (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, _MAX_FILE_BYTES, _MAX_FILE_BYTES),
        (resource.RLIMIT_NOFILE, _MAX_DESCRIPTORS, _MAX_DESCRIPTORS),
        (resource.RLIMIT_NPROC, processes, processes),
        (resource.RLIMIT_CPU, processor, processor + _LAST_SECONDS),
    )
    for which, soft, hard in limits:
        _, most = resource.getrlimit(which)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(which, (soft, hard))
    os.nice(_NICENESS)
    restrict(needs)


def restrict(needs: Needs) -> None:
    """Leave this process, which has one thread, only what it needs of files and system calls."""
    if needs.has_network and (login := find_login()):
        # A client of PostgreSQL would look the user up in a file that can't be read.
        os.environ.setdefault("PGUSER", login)
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    restrict_files(needs.writable, needs.readable, needs.has_network)
    restrict_system_calls(needs.has_network)


def name_connections(part: str) -> str:
    """Return what connections of a part of this program are called in PostgreSQL's lists."""
    return f"yahtzee-tui {socket.gethostname()} {part}"


def raise_oom_score() -> None:
    """Let the system kill this process before the SSH server when memory runs out."""
    with contextlib.suppress(OSError):  # elsewhere than on Linux
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
