"""The server's folder with the sessions' files, and the user whom sessions run as."""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.host.ssh.protocol import WorkerSettings
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.host.ssh.config import ServerSettings

_UNUSABLE = N_("The folder {folder} can't be used: {why}.")
_FOLDER, _DATABASE, _CACHE = "games", "games.sqlite", "cache"
_MEGABYTE = 1 << 20
_TRAVERSABLE = 0o711
_AS_ROOT = N_(
    "As root, the server needs --user NAME. Games run as this user, who can't read the host key."
)


def prepare_state_dir(settings: ServerSettings, user: pwd.struct_passwd | None) -> WorkerSettings:
    """Create the folder that sessions write to, and return how sessions are run.

    The server's own folder is private; the sessions' user, None for the server's own, can only
    pass through it. Raises `ServerError` if the folder can't be used.
    """
    folder = Path(settings.state).absolute() / _FOLDER
    try:
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        if user is not None:
            folder.parent.chmod(_TRAVERSABLE)
            os.chown(folder, user.pw_uid, user.pw_gid)
    except OSError as error:
        raise ServerError(_(_UNUSABLE, folder=folder, why=describe_os_error(error))) from None
    return WorkerSettings(
        database=settings.database or str(folder / _DATABASE),
        cache=str(folder / _CACHE),
        user=settings.user,
        processes=settings.limits.processes,
        memory=settings.limits.memory_megabytes * _MEGABYTE,
        processor=settings.limits.processor_seconds,
        grace=settings.limits.grace_seconds,
        keep_days=settings.keep_days,
        rules=settings.rules,
        rules_folder=settings.rules_folder,
        notify=settings.notify._replace(token=""),
    )


def find_user(name: str) -> pwd.struct_passwd | None:
    """Return the user whom sessions run as, None for the server's own.

    Raises `ServerError` if that is impossible, or if it would be root without being named.
    """
    if not name:
        if os.geteuid() == 0:
            raise ServerError(_(_AS_ROOT))
        return None
    try:
        user = pwd.getpwnam(name)
    except (KeyError, ValueError):
        raise ServerError(_("This machine has no user {name}.", name=repr(name))) from None
    if os.geteuid() not in (0, user.pw_uid):
        raise ServerError(_("Only root can run games as {name}.", name=name))
    return user
