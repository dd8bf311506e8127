"""Tries from inside a session's sandbox what no session needs."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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


def _call(name: str, *arguments: int) -> None:
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
    "io_uring": lambda: _call("syscall", _IO_URING_SETUP, 1, 0),
    "namespaces": lambda: _call("unshare", _CLONE_NEWUSER),
}
