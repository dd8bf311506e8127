"""The key by which players know the server again: made once, and kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.problem import ServerProblem

if TYPE_CHECKING:
    from pathlib import Path

FILE = "ssh_host_ed25519_key"
"""What its file is called."""

_KIND = "ssh-ed25519"
_OTHERS = 0o077


def find_host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the host key that is kept in a folder, made if there is none.

    Raises:
        ServerProblem: If it can't be made or read, or others can read it.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        if path.stat().st_mode & _OTHERS:
            sentence = f"The host key {path} can be read by others, so it is no secret any more."
            raise ServerProblem(sentence)
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no key"
        raise ServerProblem(f"The host key {path} can't be read: {why}.") from None


def _make(path: Path) -> None:
    """Write a new key, so that there is a whole one or none whatever happens meanwhile."""
    key = asyncssh.generate_private_key(_KIND, comment="yahtzee-tui")
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(beside, path)  # not `rename`: of two servers that start at once, one key counts
    except FileExistsError:
        pass
    finally:
        beside.unlink()
