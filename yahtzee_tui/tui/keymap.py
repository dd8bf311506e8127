"""Key bindings: the keys of a screen, and those that players choose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.binding import Binding, InvalidBinding
from textual.keys import Keys, format_key, key_to_character

from yahtzee_tui.text import end_sentence, escape_controls, shorten, suggest_nearest
from yahtzee_tui.translation import N_, _, cache, pgettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen


_HERE, _EVERYWHERE, _ON_PAGE = N_("Here"), N_("Everywhere"), N_("On the page")
_PLACES = {
    "OptionList": N_("In the list"),
    "Button": N_("On the button"),
    "Input": N_("In the field"),
    "Select": N_("On the choice"),
}
_NAMES = {
    "press": N_("Press the button"),
    "select": N_("Choose this line"),
    "show_overlay": N_("Show the choices"),
    "dismiss": N_("Dismiss menu"),
    "cursor_up": N_("Up"),
    "cursor_down": N_("Down"),
    "first": N_("First line"),
    "last": N_("Last line"),
    "page_up": N_("Page up"),
    "page_down": N_("Page down"),
    "scroll_up": N_("Scroll up"),
    "scroll_down": N_("Scroll down"),
    "scroll_home": N_("Top"),
    "scroll_end": N_("End"),
}
"""Names for actions of Textual's widgets."""

COMMON = ("show_help", "show_keys", "show_palette", "quit", "suspend_process")
"""Actions of almost every screen, bound by the screen or by the app."""


def bind(keys: str, action: str, label: str, name: str, about: str, **options: Any) -> Binding:
    """Return a binding with the id `name`, a label for the key bar and a longer description."""
    return Binding(keys, action, label, id=name, tooltip=about, **options)


@cache
def translate_label(label: str) -> str:
    """Return the label of a binding in the player's language; the key bar asks at each paint."""
    return _(label)


REVIEW = N_("See luck, skill and your costliest decisions")
MOVE, SCROLL = (Binding.Group(name, compact=True) for name in (N_("Move"), N_("Scroll")))
BY_LINE = N_("Previous line"), N_("Next line")
SCROLL_LINE = N_("Scroll up a line"), N_("Scroll down a line")


_ARROWS = N_("Up"), N_("Down")


def bind_arrows(
    name: str,
    action: str,
    abouts: tuple[str, str],
    keys: tuple[str, str] = ("k", "j"),
    **options: Any,
) -> list[Binding]:
    """Return two bindings, shown as arrows, of an action with the argument -1 or 1."""
    return [
        bind(key, f"{action}({step})", label, f"{name}-{end}", about, key_display=arrow, **options)
        for key, step, label, end, about, arrow in zip(
            keys, (-1, 1), _ARROWS, ("up", "down"), abouts, "↑↓", strict=True
        )
    ]


STEP_RULES = (
    bind("left", "step(-1)", "Rules", "rules-before", "Previous rule set"),
    bind("right", "step(1)", "Next rules", "rules-next", "Next rule set", show=False),
)


class KeyRow(NamedTuple):
    """One or several keys that do the same, with the action's name and a longer description."""

    keys: tuple[str, ...]
    name: str
    about: str
    enabled: bool


class KeyGroup(NamedTuple):
    """The keys that work in one place of a screen."""

    title: str
    rows: Sequence[KeyRow]


def list_keys(screen: Screen[Any]) -> list[KeyGroup]:
    """Return the keys of a screen in groups: its own first, those of every screen last.

    Keys of Textual's lists and pages are listed only if they have no modifier and no other meaning;
    keys of text fields are left out.
    """
    found: dict[str, dict[object, list[ActiveBinding]]] = {_HERE: {}}
    for active in screen.active_bindings.values():
        if title := _title(active, screen):
            group = active.binding.group
            what = active.binding.action if group is None or group.compact else group
            found.setdefault(title, {}).setdefault(what, []).append(active)
    common = found.pop(_EVERYWHERE, {})
    groups, listed = [], set[str]()
    for title, actions in (*found.items(), (_EVERYWHERE, common)):
        rows = [row for bindings in actions.values() for row in make_rows(bindings)]
        rows = [row for row in rows if not listed.issuperset(row.keys)]
        listed.update(key for row in rows for key in row.keys)
        groups += [KeyGroup(_(title), rows)] if rows else []
    return groups


def find_refused(screen: Screen[Any], key: str) -> str | None:
    """Return the action of a key of a screen that can't do it now, None if it can or has none."""
    active = screen.active_bindings.get(key)
    if active is not None:
        return None if active.enabled else active.binding.action
    own = [each for each in screen.BINDINGS if isinstance(each, Binding)]
    return next((each.action for each in own if key in each.key.split(",")), None)


def plain_first(bindings: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Sort the bindings of one action: keys without Ctrl first, then alphabetically."""
    return sorted(
        bindings, key=lambda each: each.binding.key if "ctrl+" in each.binding.key else ""
    )


def _title(active: ActiveBinding, screen: Screen[Any]) -> str:
    """Return the title of a binding's group, empty for one that isn't listed."""
    node, binding = active.node, active.binding
    if binding.action.rpartition(".")[2] in COMMON:
        return _EVERYWHERE
    if node in (screen, screen.app):
        return _HERE if binding.id else ""
    sideways = binding.action in ("scroll_left", "scroll_right")
    kinds = {kind.__name__ for kind in type(node).__mro__}
    if binding.id is None and ("+" in binding.key or sideways or "Input" in kinds):
        return ""
    return next((title for kind, title in _PLACES.items() if kind in kinds), _ON_PAGE)


def make_rows(bindings: Sequence[ActiveBinding]) -> Iterable[KeyRow]:
    """Return one row for an action or a group such as 1 to 5, else one for each action."""
    first, *others = plain_first(bindings)
    binding, group = first.binding, first.binding.group
    keys = tuple(dict.fromkeys(key for active in (first, *others) for key in _keys(active)))
    if group is None or group.compact:
        name = binding.description
        if not binding.id:
            name = _NAMES.get(binding.action, name)
        about = binding.tooltip or name
        yield KeyRow(keys, _(name), _(about), first.enabled)
    elif span := join_consecutive(keys):
        yield KeyRow((span,), _(group.description), _(binding.tooltip), first.enabled)
    else:
        for active in bindings:
            own = active.binding
            yield KeyRow(_keys(active), _(own.description), _(own.tooltip), active.enabled)


def _keys(active: ActiveBinding) -> tuple[str, ...]:
    """Return the displayed name of a key, and its real name if that differs."""
    key, shown = describe_key(active.binding.key), active.binding.key_display
    group = active.binding.group
    if shown is not None and group is not None and not group.compact:
        return (shown,)
    return (key,) if shown in (None, key) else (shown, key)


_AZERTY = dict(
    zip(
        ("ampersand", "é", "quotation_mark", "apostrophe", "left_parenthesis", "minus", "è",
         "underscore"),
        "12345678", strict=True,
    )
)  # fmt: skip
"""The keys of French and Belgian keyboards where others have digits."""


def use_english_place(event: events.Key, has_azerty: Callable[[], bool]) -> None:
    """Let a key be the digit or letter at its place of an English keyboard, if it is neither.

    Terminals with Kitty's protocol say which it is. `has_azerty` is asked for those that don't.
    """
    base: str = getattr(event, "base", "")
    character = event.character or ""
    if base.isdecimal() or (base and not character.isascii()):
        event.key = event.character = base
    elif character.isdecimal():  # also of other scripts, and of full width
        event.key = event.character = str(int(character))
    elif event.key in _AZERTY and has_azerty():
        event.key = event.character = _AZERTY[event.key]


RESERVED = ("escape", "enter", "tab", "shift+tab", "ctrl+c", "ctrl+q", "ctrl+z")
"""Keys that always keep their actions."""

MOST_KEYS, _LONGEST_QUOTE = 6, 24
_FUNCTION_KEY = re.compile(r"f[0-9]+")
_MODIFIERS = {"ctrl", "alt", "shift", "super", "hyper", "meta"}


def key_name(name: str) -> str:
    """Mark the name of a key, which is translated where shown."""
    return name


_SHOWN = {
    "enter": key_name("Enter"), "tab": "Tab", "space": key_name("Space"), "escape": "Esc",
    "backspace": "Backspace", "delete": key_name("Del"), "insert": key_name("Ins"),
    "pageup": key_name("PgUp"), "pagedown": key_name("PgDn"), "home": key_name("Home"),
    "end": key_name("End"),
}  # fmt: skip


def keys_of(binding: Binding, chosen: Mapping[str, str]) -> list[str]:
    """Return the keys of a binding: those chosen for it, and its reserved ones."""
    own = binding.key.split(",")
    keys = split_keys(chosen.get(binding.id or "", binding.key))
    return [*keys, *(key for key in own if key in RESERVED and key not in keys)]


def split_keys(text: str) -> list[str]:
    """Return the long key names in a text such as `space,r`, none if it isn't valid."""
    try:
        return [binding.key for binding in Binding.make_bindings([Binding(text, "")])]
    except InvalidBinding:
        return []


@cache
def describe_key(key: str) -> str:
    """Return the displayed name of a key, such as `^R` for `ctrl+r`."""
    *modifiers, plain = key.split("+")
    name = _SHOWN.get(plain)
    shown = pgettext("key", name) if name else format_key(plain)
    if shown == plain:  # Textual finds no character such as § by its name
        shown = key_to_character(plain) or plain
    if ("ctrl" in modifiers and len(shown) == 1) or _FUNCTION_KEY.fullmatch(plain):
        shown = shown.upper()
    return "".join("^" if each == "ctrl" else f"{each.title()}+" for each in modifiers) + shown


def join_consecutive(keys: Sequence[str]) -> str | None:
    """Return more than two consecutive keys as a span, such as `1-5` or `Shift+1-6`, else None."""
    before, first = keys[0][:-1], ord(keys[0][-1])
    if len(keys) > 2 and list(keys) == [f"{before}{chr(first + at)}" for at in range(len(keys))]:
        return f"{keys[0]}-{keys[-1][-1]}"
    return None


def refuse_key(
    key: str, binding: Binding, bindings: Sequence[Binding], chosen: Mapping[str, str]
) -> str | None:
    """Return why a key can't be given to a binding, None if it can."""
    if key in RESERVED and key not in binding.key.split(","):
        return _("{key} can't be changed", key=describe_key(key))
    if not _is_key(key):
        return _("{key} is not a key", key=_quote(key))
    for other in bindings:
        if other.id != binding.id and key in keys_of(other, chosen):
            shown, action = describe_key(key), _(other.description)
            return _("{key} is already used for {action}", key=shown, action=action)
    return None


def check_keys(
    bindings: Sequence[Binding], chosen: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the valid changes, with long key names, and a sentence for each invalid one."""
    known = {binding.id: binding for binding in bindings}
    kept: dict[str, str] = {}
    notices = []
    for name, text in chosen.items():
        if name in known:
            kept[name] = ",".join(split_keys(text)) if len(text) < 999 else text
        else:
            fault = _("Keys: unknown command {name}", name=_quote(name))
            nearest = suggest_nearest(name, filter(None, known))
            notices.append(end_sentence(f"{fault}{nearest}"))
    # A dropped change restores default keys, which may conflict with another change: check again.
    while found := next(_faults(bindings, kept), None):
        name, why = found
        del kept[name]
        notices.append(_("Keys of {action}: {reason}.", action=name, reason=why))
    return kept, notices


def _faults(bindings: Sequence[Binding], chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for binding in bindings:
        name = str(binding.id)
        if name not in chosen:
            continue
        keys = chosen[name].split(",")
        if len(keys) > MOST_KEYS or not keys[0]:
            yield name, _("give 1 to {most} keys", most=MOST_KEYS)
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


def _quote(text: str) -> str:
    return escape_controls(shorten(text, _LONGEST_QUOTE))
