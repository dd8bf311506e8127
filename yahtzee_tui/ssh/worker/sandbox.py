"""The sandbox of a session's process: resource limits, no new privileges, fewer system calls."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import socket
import struct
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_M_ARENA_MAX = -8  # malloc.h
_MAX_DESCRIPTORS = 64
# For every file that is written to, the database among them.
_MAX_FILE_BYTES = 1 << 36
_NICENESS = 5
_OOM_SCORE = "500"
_LAST_SECONDS = 5


class _Calls(NamedTuple):
    """The numbers of a processor's system calls, and the number of its kind (`linux/audit.h`)."""

    kind: int
    socket: int
    clone: int
    clone3: int
    denied: tuple[int, ...]  # execve, execveat, io_uring_setup, and fork and vfork if there are any


_CALLS = {
    "x86_64": _Calls(0xC000003E, 41, 56, 435, (59, 322, 425, 57, 58)),
    "aarch64": _Calls(0xC00000B7, 198, 220, 435, (221, 281, 425)),
}
_OTHER_NUMBERS = 0x40000000  # from here on x86_64 has a second set of numbers
_CLONE_THREAD = 0x10000
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
# Instructions of a filter (`linux/bpf_common.h`), and where it finds the parts of a system call.
_LOAD, _IS_EQUAL, _IS_AT_LEAST, _HAS_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _KIND, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def enter_sandbox(memory: int, processor: int, processes: int, has_network: bool) -> None:
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
    restrict_system_calls(has_network)


def restrict_system_calls(has_network: bool) -> bool:
    """Let this thread start no process and no program, and open no socket but a local one.

    Returns False where the system or the processor doesn't allow such a filter (seccomp). A user
    namespace would do for the network, but containers and systemd's unit forbid those.
    """
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    calls = _CALLS.get(os.uname().machine)
    if sys.platform != "linux" or sys.maxsize < 1 << 32 or calls is None:
        return False
    instructions = b"".join(
        struct.pack("=HBBI", *each) for each in _make_filter(calls, has_network)
    )
    program = _Filter(len(instructions) // 8, instructions)
    filtered = system.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)
    return bool(filtered == 0)


def describe_sandbox(has_network: bool) -> str:
    """Return what the system keeps sessions from, tried in a thread."""
    found = []

    def run() -> None:
        if restrict_system_calls(has_network):
            found.append("no other programs")
            with contextlib.suppress(PermissionError), socket.socket():
                return
            found.append("no network")

    thread = threading.Thread(target=run)
    with contextlib.suppress(RuntimeError):  # this user has too many threads
        thread.start()
        thread.join()
    return ", ".join(found)


def _make_filter(calls: _Calls, has_network: bool) -> Iterator[tuple[int, int, int, int]]:
    """Yield instructions: what to do, how many to skip if it is so and if it isn't, a number."""
    deny = (_RETURN, 0, 0, _FAIL | errno.EPERM)
    allow = (_RETURN, 0, 0, _ALLOW)
    yield (_LOAD, 0, 0, _KIND)
    yield (_IS_EQUAL, 1, 0, calls.kind)
    yield deny  # a call of another kind of processor, with other numbers
    yield (_LOAD, 0, 0, _NUMBER)
    yield (_IS_AT_LEAST, 0, 1, _OTHER_NUMBERS)
    yield deny
    for number in calls.denied:
        yield (_IS_EQUAL, 0, 1, number)
        yield deny
    # A filter can't see what `clone3` is to do; without it the C library starts threads by `clone`.
    yield (_IS_EQUAL, 0, 1, calls.clone3)
    yield (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    allowed = [(calls.clone, _HAS_BIT, _CLONE_THREAD)]
    if not has_network:
        allowed.append((calls.socket, _IS_EQUAL, socket.AF_UNIX))
    for number, test, argument in allowed:
        yield (_IS_EQUAL, 0, 4, number)
        yield (_LOAD, 0, 0, _FIRST_ARGUMENT)
        yield (test, 0, 1, argument)
        yield allow
        yield deny
    yield allow


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
