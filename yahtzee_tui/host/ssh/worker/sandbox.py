"""The sandbox of a session's process: limits, few files (Landlock), few system calls; a probe."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import socket
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.host.ssh.worker.system_calls import restrict_system_calls
from yahtzee_tui.settings.paths import find_login
from yahtzee_tui.store.connect import find_path, read_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.host.ssh.protocol import WorkerSettings

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
    with suppress(AttributeError):  # not every C library has it
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
    for limit in limits:
        set_limit(*limit)
    os.nice(_NICENESS)
    restrict(needs)


def set_limit(which: int, soft: int, hard: int) -> None:
    """Set a limit of this process, as far as the one that it has allows it."""
    _, most = resource.getrlimit(which)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(which, (soft, hard))


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


def find_closed(settings: WorkerSettings) -> Path | None:
    """Return the outermost of the files and folders that games need, and this user can't open.

    These are Python and all modules that are loaded, and the folders that games are saved in.
    """
    names = {getattr(each, "__file__", None) or sys.executable for each in [*sys.modules.values()]}
    files = {Path(each) for name in names for each in (name, os.path.realpath(name))}
    folders = {*find_needs(settings.database, Path(settings.cache).parent).writable}
    passed = {parent for path in files | folders for parent in path.parents}
    modes = dict.fromkeys(passed, os.X_OK) | dict.fromkeys(files, os.R_OK)
    modes |= dict.fromkeys(folders, os.R_OK | os.W_OK | os.X_OK)
    closed = (
        path
        for path, mode in modes.items()
        if os.access(path, os.F_OK) and not os.access(path, mode)
    )
    return min(closed, key=lambda path: (len(path.parts), path), default=None)


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
        # Whether another program still runs is read in /proc, which can't be listed; what belongs
        # to one process, such as its memory and its variables, is closed to others all the same.
        _allow(ruleset, Path("/proc"), _READ_FILE)
        _allow(ruleset, Path("/dev/null"), _OF_FILES & handled)
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


_REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOSYS)
_IO_URING_SETUP = 425  # on all processors
_CLONE_NEWUSER = 0x10000000
_NOWHERE = "/nonexistent/program"  # if this can be run, the system says that there is no such file


def probe_sandbox(has_network: bool) -> dict[str, bool]:
    """Return of each attempt whether it is refused; with a network one of them isn't made."""
    return {
        name: _is_refused(attempt)
        for name, attempt in _ATTEMPTS.items()
        if not (has_network and name == _NETWORK)
    }


def describe_probe(refused: dict[str, bool]) -> str:
    """Return what a session is kept from, in a few words."""
    return ", ".join(f"no {name}" for name, is_refused in refused.items() if is_refused)


def _is_refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError as error:
        return error.errno in _REFUSALS
    return False


def _fork() -> None:
    if (process := os.fork()) == 0:
        os._exit(0)
    os.waitpid(process, 0)


def _write_elsewhere() -> None:
    path = Path(f"/tmp/.yahtzee-tui-{os.getpid()}")
    path.touch(exist_ok=False)
    path.unlink()


def _call_library(name: str, *arguments: int) -> None:
    """Call a function of the C library that returns -1 for an error."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


_NETWORK = "network"
_ATTEMPTS: dict[str, Callable[[], object]] = {
    "other processes": _fork,
    "other programs": lambda: os.execv(_NOWHERE, [_NOWHERE]),
    _NETWORK: lambda: socket.socket().close(),
    "signals to other processes": lambda: os.kill(os.getppid(), 0),
    "memory of other processes": lambda: os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY),
    "other files": lambda: os.open("/etc/passwd", os.O_RDONLY),
    "new files elsewhere": _write_elsewhere,
    "files in memory": lambda: os.memfd_create("") if sys.platform == "linux" else None,
    "io_uring": lambda: _call_library("syscall", _IO_URING_SETUP, 1, 0),
    "namespaces": lambda: _call_library("unshare", _CLONE_NEWUSER),
}
