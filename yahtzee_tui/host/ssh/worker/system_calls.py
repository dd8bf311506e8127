"""The system calls of a session: a list of those it needs, and all others fail (seccomp).

The list is that of every screen over SSH, as strace showed it, with SQLite and with PostgreSQL, and
of what other C libraries, versions of Python and processors do in place of the same: a call that
isn't here fails with EPERM, and a game whose library needs it may end.

The library for such filters, libseccomp, knows the numbers, but is not on every system, and its
binding for Python (pyseccomp 0.1.2, of 2021) looks for it by starting programs. The rules below
take a tenth of a millisecond to load, and need nothing.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import socket
import struct
import sys
import termios
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSORS = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The columns of the numbers below, and the kinds of processors of `linux/audit.h`."""

# Each has its number on x86_64 and on aarch64. First those of files, which Landlock limits, so that
# those are missing that it leaves alone, such as `chmod`. Then those of memory; waiting and pipes;
# threads; signals and clocks; what a process may know of itself and of the system.
ALLOWED = """
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69,
    pwritev 296 70, lseek 8 62, open 2 -, openat 257 56, close 3 57, close_range 436 436, stat 4 -,
    lstat 6 -, fstat 5 80, newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44,
    access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78,
    getdents 78 -, getdents64 217 61, getcwd 79 17, rename 82 -, renameat 264 38,
    renameat2 316 276, unlink 87 -, unlinkat 263 35, mkdir 83 -, mkdirat 258 34, rmdir 84 -,
    umask 95 166, fchmod 91 52, fchown 93 55, ftruncate 77 46, fallocate 285 47, fadvise64 221 223,
    fsync 74 82, fdatasync 75 83, flock 73 32, sendfile 40 71, copy_file_range 326 285,
    getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12,
    flistxattr 196 13,
    brk 12 214, mmap 9 222, munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233,
    msync 26 227, mincore 27 232, membarrier 324 283, mseal 462 462,
    dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, eventfd 284 -, eventfd2 290 19,
    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
    epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, sendto 44 206,
    recvfrom 45 207, sendmsg 46 211, recvmsg 47 212, getsockname 51 204, getpeername 52 205,
    getsockopt 55 209, shutdown 48 210,
    futex 202 98, futex_waitv 449 449, set_robust_list 273 99, get_robust_list 274 100,
    set_tid_address 218 96, rseq 334 293, exit 60 93, exit_group 231 94, arch_prctl 158 -,
    sched_yield 24 124, sched_getaffinity 204 123, sched_getparam 143 121,
    sched_getscheduler 145 120, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
    getcpu 309 168, getpriority 140 141, restart_syscall 219 128,
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -, alarm 37 -,
    setitimer 38 103, getitimer 36 102, clock_gettime 228 113, clock_getres 229 114,
    clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169, time 201 -, times 100 153,
    getpid 39 172, gettid 186 178, getppid 110 173, getpgid 121 155, getpgrp 111 -, getsid 124 156,
    getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148,
    getresgid 120 150, getgroups 115 158, getrlimit 97 163, getrusage 98 165, uname 63 160,
    sysinfo 99 179, getrandom 318 278
"""

WITH_NETWORK = """
    connect 42 203, bind 49 200, setsockopt 54 208, sendmmsg 307 269
"""

# These depend on an argument. With `kill` a session reaches itself alone, and `fcntl` and `ioctl`
# could let the system send a signal to another process.
LIMITED = """
    clone 56 220, clone3 435 435, fcntl 72 25, ioctl 16 29, kill 62 129, tgkill 234 131,
    tkill 200 130, prctl 157 167, prlimit64 302 261, socketpair 53 199, socket 41 198
"""

NEWEST = 469  # of Linux 6.18
"""Later calls fail as they do on a system without them, so that libraries use the earlier ones."""

_OTHER_NUMBERS = 0x40000000  # from here on x86_64 has a second set of numbers
_CLONE_THREAD = 0x10000
_PR_SET_NAME, _PR_GET_NAME, _PR_SET_VMA = 15, 16, 0x53564D41
_TERMIOS2 = (0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D)  # as TCGETS and TCSETS, of newer C
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
# Instructions of a filter (`linux/bpf_common.h`), and where it finds the parts of a system call.
_LOAD, _IS_EQUAL, _IS_AT_LEAST, _HAS_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _KIND, _ARGUMENTS, _ARGUMENT_BYTES = 0, 4, 16, 8
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def restrict_system_calls(has_network: bool) -> bool:
    """Let this thread, which may gain no privileges, make only the calls that a session needs.

    It starts no process and no program, and signals none but its own; without `has_network` it
    opens no socket. Returns False where the system or the processor doesn't allow such a filter.
    """
    processor = PROCESSORS.get(os.uname().machine)
    if sys.platform != "linux" or sys.maxsize < 1 << 32 or processor is None:
        return False
    instructions = b"".join(
        struct.pack("=HBBI", *each) for each in _make_filter(*processor, has_network)
    )
    program = _Filter(len(instructions) // 8, instructions)
    system = ctypes.CDLL(None, use_errno=True)
    return bool(
        system.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0
    )


def read_numbers(text: str, column: int) -> dict[str, int]:
    """Return the numbers of a processor's calls by name, from one of the lists above."""
    rows = (each.split() for each in text.split(","))
    return {row[0]: int(row[1 + column]) for row in rows if row[1 + column] != "-"}


def _find_arguments(has_network: bool) -> dict[str, tuple[int, int, tuple[int, ...]]]:
    """Return of some calls which argument is tested, and how, and what it may be."""
    process = (os.getpid(),)
    commands = "DUPFD DUPFD_CLOEXEC GETFD SETFD GETFL SETFL GETLK SETLK SETLKW OFD_GETLK OFD_SETLK"
    locks = tuple(getattr(fcntl, f"F_{name}") for name in (*commands.split(), "OFD_SETLKW"))
    requests = "TCGETS TCSETS TCSETSW TCSETSF TCFLSH TCSBRK TCXONC TIOCGWINSZ TIOCGPGRP"
    others = "FIONBIO FIONREAD FIOCLEX FIONCLEX"
    terminal = tuple(getattr(termios, name) for name in f"{requests} {others}".split())
    families = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6) if has_network else ()
    return {
        "clone": (0, _HAS_BIT, (_CLONE_THREAD,)),
        "fcntl": (1, _IS_EQUAL, locks),
        "ioctl": (1, _IS_EQUAL, terminal + _TERMIOS2),
        **dict.fromkeys(("kill", "tgkill", "tkill"), (0, _IS_EQUAL, process)),
        "prctl": (0, _IS_EQUAL, (_PR_SET_NAME, _PR_GET_NAME, _PR_SET_VMA)),
        "prlimit64": (0, _IS_EQUAL, (0, *process)),
        "socketpair": (0, _IS_EQUAL, (socket.AF_UNIX,)),
        "socket": (0, _IS_EQUAL, families),
    }


def _make_filter(column: int, kind: int, has_network: bool) -> Iterator[tuple[int, int, int, int]]:
    """Yield instructions: what to do, how many to skip if it is so and if it isn't, a number."""
    deny = (_RETURN, 0, 0, _FAIL | errno.EPERM)
    missing = (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    allow = (_RETURN, 0, 0, _ALLOW)
    yield (_LOAD, 0, 0, _KIND)
    yield (_IS_EQUAL, 1, 0, kind)
    yield deny  # a call of another kind of processor, with other numbers
    yield (_LOAD, 0, 0, _NUMBER)
    for number in read_numbers(ALLOWED + has_network * f",{WITH_NETWORK}", column).values():
        yield (_IS_EQUAL, 0, 1, number)
        yield allow
    limited = read_numbers(LIMITED, column)
    # A filter can't see what `clone3` is to do; without it the C library starts threads by `clone`.
    yield (_IS_EQUAL, 0, 1, limited.pop("clone3"))
    yield missing
    arguments = _find_arguments(has_network)
    for name, number in limited.items():
        position, test, values = arguments[name]
        yield (_IS_EQUAL, 0, 2 * len(values) + 2, number)
        yield (_LOAD, 0, 0, _ARGUMENTS + position * _ARGUMENT_BYTES)
        for value in values:
            yield (test, 0, 1, value)
            yield allow
        yield deny
    yield (_IS_AT_LEAST, 0, 1, _OTHER_NUMBERS)
    yield deny
    yield (_IS_AT_LEAST, 0, 1, NEWEST + 1)
    yield missing
    yield deny
