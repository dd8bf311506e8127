"""A plugin of pytest that lets the program, and only it, see a Python like that of Windows.

Whatever its modules import, now or later, lacks what Python has on Unix alone. Files of the program
that are open can't be renamed, replaced or deleted; on Windows that needs every process that has
them open to agree, and neither Python nor SQLite does.

    pytest -p tests.like_windows -n 0 tests/plain tests/store

Tests of signals, terminals and permissions fail so, as they must. `tests/on_windows.py` has those
that CI runs.
"""

import asyncio
import builtins
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

MODULES = frozenset(
    ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty")
)
"""The modules that aren't there."""

WITHOUT: dict[ModuleType, str] = {
    os: """chown fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp
        getpriority getsid getuid kill killpg lchown mkfifo nice openpty posix_spawn pread pwrite
        sched_getaffinity set_blocking setgid setpriority setsid setuid statvfs tcgetpgrp tcsetpgrp
        ttyname uname wait3 wait4 O_DIRECTORY O_NOFOLLOW O_NONBLOCK PRIO_PROCESS WNOHANG""",
    shutil: "chown",
    signal: """SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1
        SIGUSR2 SIGWINCH SIGXCPU alarm pthread_sigmask setitimer sigwait ITIMER_REAL""",
    socket: "AF_UNIX SCM_RIGHTS SOCK_SEQPACKET",
}
"""What modules lack. `os.kill` is there, but ends the process, whatever the signal."""

INSTEAD: dict[ModuleType, dict[str, Any]] = {os: {"name": "nt"}, sys: {"platform": "win32"}}


class View(ModuleType):
    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__.update(real=module, lacking=WITHOUT.get(module, "").split())
        self.__dict__.update(INSTEAD.get(module, {}))

    def __getattr__(self, name: str) -> Any:
        if name in self.lacking:
            raise AttributeError(f"Windows has no {self.real.__name__}.{name}")
        return getattr(self.real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.real, name, value)


def _import_like_windows(
    load: Callable[..., Any], name: str, module: Any = None, *more: Any, **words: Any
) -> Any:
    importer = str((module or {}).get("__name__", ""))
    if importer.partition(".")[0] != "yahtzee_tui":
        return load(name, module, *more, **words)
    if name in MODULES:
        raise ModuleNotFoundError(f"Windows has no module {name}", name=name)
    return VIEWS.get(name) or load(name, module, *more, **words)


def _refuse_open_files(change: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function like `os.rename` that fails for open files of the program."""

    def change_closed(*paths: Any, **words: Any) -> Any:
        names = [os.path.realpath(os.fsdecode(path)) for path in paths if not words]
        for name in names:
            if ".sqlite" in name and _is_open(name):
                raise PermissionError(13, "The file is open", name)
        if change is _rename and os.path.exists(names[1]):  # noqa: PTH110
            raise FileExistsError(17, "The file exists", names[1])
        return change(*paths, **words)

    return change_closed


def _is_open(name: str) -> bool:
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if str(each.readlink()) == name:
                return True
    return False


def _not_implemented(*_: object) -> NoReturn:
    raise NotImplementedError


_rename, _import = os.rename, builtins.__import__
VIEWS = {module.__name__: View(module) for module in {*WITHOUT, *INSTEAD}}
tempfile.tempdir = tempfile.gettempdir()
builtins.__import__ = lambda *words, **more: _import_like_windows(_import, *words, **more)
for each in ("rename", "replace", "unlink", "remove"):
    setattr(os, each, _refuse_open_files(getattr(os, each)))
for each in ("add_signal_handler", "add_reader"):
    setattr(asyncio.SelectorEventLoop, each, _not_implemented)
