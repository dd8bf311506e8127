"""The server's host key: generated on the first start, and kept in a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.config import ServerError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "ssh_host_ed25519_key"

_ALGORITHM = "ssh-ed25519"
_ACCESS_BY_OTHERS = 0o077


def load_host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the host key in a folder, generated if there is none.

    Raises `ServerError` if it can't be written or read, or other users can read it.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _generate(path)
        if path.stat().st_mode & _ACCESS_BY_OTHERS:
            sentence = f"The host key {path} can be read by others, so it is no secret any more."
            raise ServerError(sentence)
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no key"
        raise ServerError(f"The host key {path} can't be read: {why}.") from None


def _generate(path: Path) -> None:
    """Write a new key atomically, by a temporary file."""
    key = asyncssh.generate_private_key(_ALGORITHM, comment="yahtzee-tui")
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)  # not `rename`: two servers that start at once must use one key
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
