"""Which keys do what: those that came with the game, or those the player gave instead.

Some keys always do what they do, so that nobody can lose the way out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding, InvalidBinding
from textual.keys import Keys, format_key, key_to_character

from yahtzee_tui.text import escape_controls, shorten, suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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


def show_key(key: str) -> str:
    """Return how a key is written for people."""
    *modifiers, plain = key.split("+")
    shown = _SHOWN.get(plain) or format_key(plain)
    return "".join("^" if each == "ctrl" else f"{each}+" for each in modifiers) + shown


def in_a_row(keys: Sequence[str]) -> bool:
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
        return f"{show_key(key)} always does what it does now"
    if not _is_key(key):
        return f"there is no key called {_show(key)}"
    for other in bindings:
        if other.id != binding.id and key in keys_of(other, chosen):
            return f"{show_key(key)} is for {other.description} already"
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
