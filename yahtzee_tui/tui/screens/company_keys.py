"""The keys of a shared table: those of any table, and what needs company."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

from yahtzee_tui.tui.screens.table_keys import SEEN_KEYS, TABLE_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

_TALK = Binding("m", "talk", "Talk", id="talk", tooltip="Say something, and read what was said")
_GIVE_UP = Binding("G", "give_up", "Give up", id="give-up", show=False, tooltip="Leave the seat")
_FIRST = ("roll", "undo", "menu", "talk", "score")
"""The keys that come first in the key line, by their ids."""


def _arrange(keys: Iterable[BindingType]) -> list[Binding]:
    """Return the keys of a table with those that need company, first what must fit."""
    bindings = [_to_lobby(key) for key in keys if isinstance(key, Binding)]
    rank = {name: at for at, name in enumerate(_FIRST)}
    return sorted([*bindings, _TALK], key=lambda key: rank.get(key.id or "", len(rank)))


def _to_lobby(key: Binding) -> Binding:
    """Return a key as it is, but the one that leads to the menu with where it leads here."""
    if key.id != "menu":
        return key
    return replace(key, description="Lobby", tooltip="To the lobby; the seat waits")


PLAYING_KEYS: list[BindingType] = [*_arrange(TABLE_KEYS), _GIVE_UP]
"""The keys of somebody who plays."""

WATCHING_KEYS: list[BindingType] = [*_arrange(SEEN_KEYS)]
"""The keys of somebody who only looks on."""
