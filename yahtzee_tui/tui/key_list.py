"""Which keys do what on a screen, as they are in force, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.widgets import Button, Input, OptionList, Select

from yahtzee_tui.tui.keymap import in_a_row, show_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from textual.binding import ActiveBinding
    from textual.screen import Screen

_HERE, _EVERYWHERE = "Here", "Everywhere"
_PLACES = (
    (OptionList, "In the list"),
    (Button, "On the button"),
    (Input, "In the field"),
    (Select, "On the choice"),
)
_NAMES = {
    "press": "Press it",
    "select": "Choose it",
    "show_overlay": "Show the choices",
    "first": "To the first line",
    "last": "To the last line",
    "scroll_home": "To the top",
    "scroll_end": "To the end",
}
"""What Textual's own widgets do, where it has other words for it."""

COMMON = ("show_help", "show_keys", "show_palette", "quit", "suspend_process")
"""What can be done on almost every screen, whether the screen or the app sees to it."""


class KeyRow(NamedTuple):
    """What one or several keys do.

    Attributes:
        keys: How the keys are written.
        name: What they do, in a word or two.
        about: The same in a few words.
        enabled: Whether they do anything now.
    """

    keys: tuple[str, ...]
    name: str
    about: str
    enabled: bool


class KeyGroup(NamedTuple):
    """Keys that belong together.

    Attributes:
        title: Where they do what they do.
        rows: What they do.
    """

    title: str
    rows: Sequence[KeyRow]


def list_keys(screen: Screen[Any]) -> list[KeyGroup]:
    """Return what keys do on a screen: first its own ones, last those that are the same everywhere.

    Of what lists and pages bring along, only plain keys are told that nothing else is said of; of
    fields nothing, as everybody knows how to type.
    """
    found: dict[str, dict[object, list[ActiveBinding]]] = {_HERE: {}}
    for active in screen.active_bindings.values():
        if title := _title(active, screen):
            group = active.binding.group
            what = active.binding.action if group is None or group.compact else group
            found.setdefault(title, {}).setdefault(what, []).append(active)
    common = found.pop(_EVERYWHERE, {})
    groups, told = [], set[str]()
    for title, actions in (*found.items(), (_EVERYWHERE, common)):
        rows = [row for bindings in actions.values() for row in _rows(bindings)]
        rows = [row for row in rows if not told.issuperset(row.keys)]
        told.update(key for row in rows for key in row.keys)
        groups += [KeyGroup(title, rows)] if rows else []
    return groups


def plain_first(bindings: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Return bindings of the same: to keys without Ctrl first, then the others by the alphabet."""
    return sorted(bindings, key=lambda active: _with_ctrl(active.binding.key))


def _with_ctrl(key: str) -> str:
    return key if "ctrl+" in key else ""


def _title(active: ActiveBinding, screen: Screen[Any]) -> str:
    """Return where a binding does what it does, nothing for one that needn't be known."""
    node, binding = active.node, active.binding
    if binding.action.rpartition(".")[2] in COMMON:
        return _EVERYWHERE
    if node in (screen, screen.app):
        return _HERE if binding.id else ""
    sideways = binding.action in ("scroll_left", "scroll_right")
    if binding.id is None and ("+" in binding.key or sideways or isinstance(node, Input)):
        return ""
    return next((title for kind, title in _PLACES if isinstance(node, kind)), "On the page")


def _rows(bindings: Sequence[ActiveBinding]) -> Iterable[KeyRow]:
    """Return one row for an action, or for a group such as 1 to 5; else one for each action."""
    first, *others = plain_first(bindings)
    binding, group = first.binding, first.binding.group
    keys = tuple(dict.fromkeys(key for active in (first, *others) for key in _keys(active)))
    if group is None or group.compact:
        name = binding.description
        if not binding.id:
            name = _NAMES.get(binding.action, name.capitalize())
        yield KeyRow(keys, name, binding.tooltip or name, first.enabled)
    elif in_a_row(keys):
        span = (f"{keys[0]}-{keys[-1]}",)
        yield KeyRow(span, group.description, binding.tooltip, first.enabled)
    else:
        for active in bindings:
            said = active.binding
            yield KeyRow(_keys(active), said.description, said.tooltip, active.enabled)


def _keys(active: ActiveBinding) -> tuple[str, ...]:
    """Return a key as it is written, after the one that is named instead of it if there is one."""
    key, shown = show_key(active.binding.key), active.binding.key_display
    return (key,) if shown in (None, key) else (shown, key)
