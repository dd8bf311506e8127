"""Which keys do what on a screen, as they are in force, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding, InvalidBinding
from textual.keys import Keys, format_key, key_to_character
from textual.widgets import Button, Input, OptionList, Select

from yahtzee_tui.text import escape_controls, shorten, suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    elif are_consecutive(keys):
        span = (f"{keys[0]}-{keys[-1]}",)
        yield KeyRow(span, group.description, binding.tooltip, first.enabled)
    else:
        for active in bindings:
            said = active.binding
            yield KeyRow(_keys(active), said.description, said.tooltip, active.enabled)


def _keys(active: ActiveBinding) -> tuple[str, ...]:
    """Return a key as it is written, after the one that is named instead of it if there is one."""
    key, shown = describe_key(active.binding.key), active.binding.key_display
    return (key,) if shown in (None, key) else (shown, key)


RESERVED = ("escape", "enter", "tab", "shift+tab", "ctrl+c", "ctrl+q", "ctrl+z")
"""Keys that can't be given to anything else, nor taken from what they do."""

MOST_KEYS = 6
_MODIFIERS = {"ctrl", "alt", "shift", "super", "hyper", "meta"}
_SHOWN = {"enter": "Enter", "tab": "Tab"}
_LONGEST_QUOTE = 24


def keys_of(binding: Binding, chosen: Mapping[str, str]) -> list[str]:
    """Return the keys of a binding: those chosen for it, and what can't be taken from it."""
    own = binding.key.split(",")
    keys = split_keys(chosen.get(binding.id or "", binding.key))
    return [*keys, *(key for key in own if key in RESERVED and key not in keys)]


def full_keymap(bindings: Iterable[Binding], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return all keys of every binding that was changed."""
    return {
        str(binding.id): ",".join(keys_of(binding, chosen))
        for binding in bindings
        if binding.id in chosen
    }


def split_keys(text: str) -> list[str]:
    """Return the keys that a text such as `space,r` names, each by its long name."""
    try:
        return [binding.key for binding in Binding.make_bindings([Binding(text, "")])]
    except InvalidBinding:
        return []


def describe_key(key: str) -> str:
    """Return how a key is written for people."""
    *modifiers, plain = key.split("+")
    shown = _SHOWN.get(plain) or format_key(plain)
    return "".join("^" if each == "ctrl" else f"{each}+" for each in modifiers) + shown


def are_consecutive(keys: Sequence[str]) -> bool:
    """Return whether these are more than two keys such as 1, 2, 3, named in short by their ends."""
    first = ord(keys[0]) if len(keys[0]) == 1 else 0
    return len(keys) > 2 and list(keys) == [chr(first + at) for at in range(len(keys))]


def refuse_key(
    key: str, binding: Binding, bindings: Sequence[Binding], chosen: Mapping[str, str]
) -> str | None:
    """Return why a key can't be given to a binding, None if it can.

    Args:
        key: The long name of the key.
        binding: What it is to do.
        bindings: All there is to do.
        chosen: The keys that were changed.
    """
    if key in RESERVED and key not in binding.key.split(","):
        return f"{describe_key(key)} always does what it does now"
    if not _is_key(key):
        return f"there is no key called {_show(key)}"
    for other in bindings:
        if other.id != binding.id and key in keys_of(other, chosen):
            return f"{describe_key(key)} is for {other.description} already"
    return None


def check_keys(
    bindings: Sequence[Binding], chosen: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the changes that make sense, by their long names, and a sentence for each other."""
    known = {binding.id: binding for binding in bindings}
    kept: dict[str, str] = {}
    notices = []
    for name, text in chosen.items():
        if name in known:
            kept[name] = ",".join(split_keys(text)) if len(text) < 999 else text
        else:
            nearest = suggest_nearest(name, filter(None, known))
            notices.append(f"Keys: there is nothing called {_show(name)}{nearest}.")
    # What is dropped has its own keys again, which may be another's by now: so look anew.
    while fault := next(_faults(bindings, kept), None):
        name, why = fault
        del kept[name]
        notices.append(f"Keys of {name}: {why}.")
    return kept, notices


def _faults(bindings: Sequence[Binding], chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for binding in bindings:
        name = str(binding.id)
        if name not in chosen:
            continue
        keys = chosen[name].split(",")
        if len(keys) > MOST_KEYS or not keys[0]:
            yield name, f"they must be 1 to {MOST_KEYS}"
        for key in keys:
            if why := refuse_key(key, binding, bindings, chosen):
                yield name, why


def _is_key(key: str) -> bool:
    *modifiers, plain = key.split("+")
    if not set(modifiers) <= _MODIFIERS:
        return False
    if len(plain) == 1:
        return plain.isprintable()
    return plain in {each.value for each in Keys} or key_to_character(plain) is not None


def _show(text: str) -> str:
    return escape_controls(shorten(text, _LONGEST_QUOTE))
