"""Where things are kept: asking creates nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_APP = "yahtzee-tui"
# What systems give as a home to users without one: nothing is found there, nor can be saved.
_NOWHERE = Path("/nonexistent")


def config_file() -> Path:
    """Return where the settings are."""
    from platformdirs import user_config_path

    return _folder(user_config_path) / "settings.toml"


def data_folder() -> Path:
    """Return where the games are kept."""
    from platformdirs import user_data_path

    return _folder(user_data_path)


def database_file() -> Path:
    """Return the file with the games."""
    return data_folder() / "games.sqlite"


def cache_folder() -> Path:
    """Return where things are kept that can be worked out again."""
    from platformdirs import user_cache_path

    return _folder(user_cache_path)


def _folder(ask: Callable[..., Path]) -> Path:
    """Return one of the user's folders; the environment is heeded as the XDG specification says."""
    try:
        return ask(_APP, appauthor=False)
    except RuntimeError:  # nobody knows where this user is at home
        return _NOWHERE / _APP
