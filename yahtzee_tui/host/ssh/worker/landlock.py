"""Landlock: which files a process may open from now on (landlock(7), Linux 5.13 or newer)."""

from __future__ import annotations

import ctypes
import os
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Numbers of system calls, the same on all processors, and of `linux/landlock.h`.
_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_GET_VERSION, _BENEATH_PATH = 1, 1
_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_REMOVE_FOLDER, _REMOVE_FILE, _MAKE_FOLDER, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_TRUNCATE = 1 << 14
_OF_FILES = _WRITE_FILE | _READ_FILE | _TRUNCATE
_READ = _READ_FILE | _READ_FOLDER
_WRITE = _OF_FILES | _READ | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE_FOLDER | _MAKE_FILE
# By version, 0 for none: all that can be forbidden for files, and for reaching other processes.
_FILES = (0, 13, 14, 15, 15, 16)  # so many bits
_SCOPES = (0, 0, 0, 0, 0, 0, 3)  # abstract sockets and signals

_SYSTEM_FILES = ("/etc/localtime", "/usr/share/zoneinfo", "/etc/ld.so.cache", "/usr/lib/locale")
# Whether another program still runs is read in /proc, which can't be listed; what belongs to one
# process, such as its memory and its variables, is closed to others all the same.
_PROCESSES = "/proc"
_NULL = "/dev/null"
# What a client of a database server reads: names of hosts, certificates.
_SETTINGS = Path("/etc")
_NETWORK_FILES = (
    "resolv.conf", "hosts", "host.conf", "nsswitch.conf", "gai.conf", "services", "ssl", "pki",
)  # fmt: skip


class _Ruleset(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("files", "network", "scopes"))


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


@cache  # a session in its sandbox can't ask any more
def find_version() -> int:
    """Return the version of the kernel's Landlock, 0 without any."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_call(_CREATE, None, 0, _GET_VERSION)))


def restrict_files(writable: Iterable[Path], readable: Iterable[Path], has_network: bool) -> bool:
    """Let this thread, which may gain no privileges, open files in these folders only.

    Besides `readable`, Python and its libraries may be read. Returns False without Landlock.
    """
    version = find_version()
    handled = (1 << _FILES[min(version, len(_FILES) - 1)]) - 1
    if not handled or not version:
        return False
    scopes = _SCOPES[min(version, len(_SCOPES) - 1)]
    attributes = _Ruleset(handled, 0, scopes)
    ruleset = _call(_CREATE, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    if ruleset < 0:
        return False
    try:
        for folder in writable:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
            _allow(ruleset, folder, _WRITE & handled)
        for path in {*readable, *find_libraries(), *map(Path, _SYSTEM_FILES)}:
            _allow(ruleset, path, _READ)
        for name in _NETWORK_FILES if has_network else ():
            path = (_SETTINGS / name).resolve()
            # Some are links to files that are replaced by others while the session runs.
            _allow(ruleset, path if path.parent == _SETTINGS else path.parent, _READ)
        _allow(ruleset, Path(_PROCESSES), _READ_FILE)
        _allow(ruleset, Path(_NULL), _OF_FILES & handled)
        return bool(_call(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


@cache  # also for the sessions that the fork server forks later
def find_libraries() -> frozenset[Path]:
    """Return the folders of Python, of its packages, and of the shared libraries in use."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    names = {str(Path(__file__).parents[3]), *map(sysconfig.get_path, kinds)}
    with suppress(OSError):
        # Python begins with the folder in which it was started, which may be any.
        names |= {*sys.path} - {"", str(Path.cwd()), "/"}
    with suppress(OSError):
        maps = Path("/proc/self/maps").read_text().splitlines()
        files = {f"/{line.partition('/')[2]}" for line in maps}
        names |= {file.rpartition("/")[0] for file in files if ".so" in file}
    return frozenset(map(Path, names))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow something with a file, or with all in a folder, if it is there."""
    with suppress(OSError):
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights = rights if path.is_dir() else rights & _OF_FILES
            _call(_ADD_RULE, ruleset, _BENEATH_PATH, ctypes.byref(_Rule(rights, handle)), 0)
        finally:
            os.close(handle)


def _call(*arguments: object) -> int:
    return int(ctypes.CDLL(None, use_errno=True).syscall(*arguments))
