"""The one place where the game looks for the host, the part of this package for shared play."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from types import ModuleType


def find_host(door: Literal["commands", "database"]) -> ModuleType | None:
    """Return what the host adds to the commands or to the database, None if it isn't installed."""
    host = "yahtzee_tui.host"
    return None if find_spec(host) is None else import_module(f"{host}.{door}")
