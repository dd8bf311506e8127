"""Where the games keep what they keep, and as whom they run."""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.problem import ServerProblem
from yahtzee_tui.ssh.protocol import Setup

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import ServerSettings

_FOLDER, _DATABASE, _CACHE = "games", "games.sqlite", "cache"
_MEGABYTE = 1 << 20
_PASSABLE = 0o711


def prepare_rooms(settings: ServerSettings) -> Setup:
    """Make the folder of the games, theirs to write in, and return how they are run.

    The folder of the server is for itself alone; only a way through it leads to the games.

    Raises:
        ServerProblem: If there is no such user, or games can't run as them.
    """
    folder = Path(settings.state).absolute() / _FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if settings.user:
            user = find_user(settings.user)
            folder.parent.chmod(_PASSABLE)
            os.chown(folder, user.pw_uid, user.pw_gid)
    except OSError as error:
        raise ServerProblem(f"The folder {folder} can't be used: {error.strerror}.") from None
    return Setup(
        database=settings.database or str(folder / _DATABASE),
        cache=str(folder / _CACHE),
        user=settings.user,
        memory=settings.limits.memory_megabytes * _MEGABYTE,
        processor=settings.limits.processor_seconds,
        grace=settings.limits.grace_seconds,
        keep_days=settings.keep_days,
    )


def find_user(name: str) -> pwd.struct_passwd:
    """Return the user as whom games run.

    Raises:
        ServerProblem: If there is none, or only root could run games as them.
    """
    try:
        user = pwd.getpwnam(name)
    except (KeyError, ValueError):
        raise ServerProblem(f"There is no user {name!r} on this machine.") from None
    if os.geteuid() not in (0, user.pw_uid):
        raise ServerProblem(f"Only root can let games run as {name}.")
    return user
