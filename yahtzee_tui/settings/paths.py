"""The folders and files where the program keeps its data, none of which is created here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_APP = "yahtzee-tui"
# The home that systems give to users without one: nothing is found there, nor can be saved.
_NOWHERE = Path("/nonexistent")


def config_file() -> Path:
    """Return the path of the settings."""
    from platformdirs import user_config_path

    return _folder(user_config_path) / "settings.toml"


def rules_folder() -> Path:
    """Return the folder of the player's rule files."""
    return config_file().with_name("rules")


def data_folder() -> Path:
    """Return the folder of the saved games."""
    from platformdirs import user_data_path

    return _folder(user_data_path)


def database_file() -> Path:
    """Return the path of the database with the games."""
    return data_folder() / "games.sqlite"


def cache_folder() -> Path:
    """Return the folder of files that can be computed again.

    >>> cache_folder().name
    'yahtzee-tui'
    """
    from platformdirs import user_cache_path

    return _folder(user_cache_path)


def find_login() -> str:
    """Return the user's login name; "" if the system knows none, as it may be in a container."""
    from getpass import getuser

    try:
        return getuser()
    # Without an entry for the user: KeyError before Python 3.13, ImportError on Windows.
    except (KeyError, ImportError, OSError):
        return ""


def _folder(ask: Callable[..., Path]) -> Path:
    """Return one of the user's folders; the environment is heeded as the XDG specification says."""
    try:
        return ask(_APP, appauthor=False)
    except RuntimeError:  # the system knows no home of this user
        return _NOWHERE / _APP
