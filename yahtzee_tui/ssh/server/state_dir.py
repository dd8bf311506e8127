"""The folder of sessions' files, and the user whom sessions run as."""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.config import ServerError
from yahtzee_tui.ssh.protocol import WorkerSettings

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import ServerSettings

_FOLDER, _DATABASE, _CACHE = "games", "games.sqlite", "cache"
_MEGABYTE = 1 << 20
_TRAVERSABLE = 0o711


def prepare_state_dir(settings: ServerSettings) -> WorkerSettings:
    """Create the folder that sessions write to, and return how sessions are run.

    The server's own folder is private; the sessions' user can only pass through it. Raises
    `ServerError` if the folder or the user can't be used.
    """
    folder = Path(settings.state).absolute() / _FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if settings.user:
            user = find_user(settings.user)
            folder.parent.chmod(_TRAVERSABLE)
            os.chown(folder, user.pw_uid, user.pw_gid)
    except OSError as error:
        raise ServerError(f"The folder {folder} can't be used: {error.strerror}.") from None
    return WorkerSettings(
        database=settings.database or str(folder / _DATABASE),
        cache=str(folder / _CACHE),
        user=settings.user,
        memory=settings.limits.memory_megabytes * _MEGABYTE,
        processor=settings.limits.processor_seconds,
        grace=settings.limits.grace_seconds,
        keep_days=settings.keep_days,
    )


def find_user(name: str) -> pwd.struct_passwd:
    """Return the user whom sessions run as; raises `ServerError` if that is impossible."""
    try:
        user = pwd.getpwnam(name)
    except (KeyError, ValueError):
        raise ServerError(f"There is no user {name!r} on this machine.") from None
    if os.geteuid() not in (0, user.pw_uid):
        raise ServerError(f"Only root can let games run as {name}.")
    return user
