"""The key bar at the bottom: Help and Quit always fit, other keys as far as there is room.

Textual's footer cuts off its right end first, where those two are.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from yahtzee_tui.tui.keymap import join_consecutive, translate_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen

_LAST = ("show_help", "show_palette", "quit")
"""The actions at the right end."""

_BARE = ("show_palette", "quit", "show_help")
"""The same ones in the order in which they lose their labels at a table."""

_ALWAYS = (
    "show_help", "quit", "hold", "hold_selected", "score", "start_turn", "show_result",
)  # fmt: skip
"""The actions that are always in the bar, and at a table those of a turn."""

_MORE = "show_palette"
"""The first to be dropped, except at a table: players with a mouse alone need it there."""

_DROPPED_LAST = ("move", "coach", "leave", "look", "undo", "talk", "dismiss", "back")
"""The actions that are left out only when no others are left, the first one first.

At a table those at the right end lose their labels before.
"""

_ENDS = "choose"
"""The end of a game, which has no buttons: players with a mouse alone need the rest there."""

_ON_BUTTON = "roll"
"""At a table left out before those labels: the button beside the dice has its key."""

_LASTING = (*_ALWAYS, *_DROPPED_LAST, _MORE, _ON_BUTTON)
"""The actions that aren't dropped before those."""

_NO_LABELS: Mapping[str, str] = {}
"""What a screen may have as `bar_labels`: labels by action, in place of those of the bindings."""

_GAP = "  "
_AROUND = len(" " + _GAP)
"""The columns of a hint beside key and label."""


class Hint(NamedTuple):
    """A key, or a group of keys without a binding, with its action."""

    key: str
    label: str
    binding: ActiveBinding | None
    enabled: bool
    action: str

    def draw(self, labelled: bool = True) -> Content:
        """Return clickable content."""
        key = "bold $foreground" if self.enabled else "$key-off"
        label = "$card-muted" if self.enabled else "$key-off"
        content = Content.assemble((self.key, key), (f" {self.label}" * labelled, label))
        if self.binding is None or not self.enabled:
            return content
        return content.stylize(Style.from_meta({"hint": self.binding.binding.action}))


class KeyBar(Widget):
    """The keys of a screen with their actions, clickable."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        background: $panel;
        color: $foreground;
        padding: 0 1;
        pointer: pointer;
    }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        action = event.style.meta.get("hint")
        for hint in self.hints():
            if hint.binding is not None and hint.binding.binding.action == action:
                await self.app.run_action(action, default_namespace=hint.binding.node)

    def render(self) -> Content:
        room = self.content_size.width
        left, right, bare, gap = fit_hints(self.hints(), room)
        keys = Content(_GAP).join([hint.draw() for hint in left])
        end = Content(gap).join([hint.draw(hint not in bare) for hint in right])
        return Content.assemble(keys, " " * max(0, room - keys.cell_length - end.cell_length), end)

    @cached_property
    def _ranks(self) -> dict[str | None, int]:
        """The places of the bindings in their declarations, by id."""
        bindings = (*self.screen.BINDINGS, *self.app.BINDINGS)
        return {each.id: at for at, each in enumerate(bindings) if isinstance(each, Binding)}

    def hints(self) -> list[Hint]:
        found: dict[object, list[ActiveBinding]] = {}
        rank = self._ranks
        shown = [each for each in self.screen.active_bindings.values() if each.binding.show]
        # In the order of the declarations: Textual puts a changed key last.
        for _rank, at in sorted(
            [(rank.get(each.binding.id, -1), at) for at, each in enumerate(shown)]
        ):
            binding = shown[at].binding
            which = binding.group or binding.action.rpartition(".")[2]
            found.setdefault(which, []).append(shown[at])
        return list(map(self._hint, found.values()))

    def _hint(self, bindings: list[ActiveBinding]) -> Hint:
        active = bindings[0]
        for each in reversed(bindings):
            if "ctrl+" not in each.binding.key:
                active = each
        binding, enabled = active.binding, active.enabled
        action = binding.action.rpartition(".")[2].partition("(")[0]
        own = binding.description if binding.group is None else binding.group.description
        label = translate_label(getattr(self.screen, "bar_labels", _NO_LABELS).get(action, own))
        if binding.group is None:
            return Hint(self.app.get_key_display(binding), label, active, enabled, action)
        firsts = {active.binding.action: active.binding for active in reversed(bindings)}
        keys = [self.app.get_key_display(each) for each in reversed(firsts.values())]
        joined = join_consecutive(keys) or "".join(keys)
        return Hint(joined, label, None, enabled, action)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()


class _Saving(NamedTuple):
    """A hint that may be left out, or only its label, and how many columns that saves."""

    hint: Hint
    columns: int
    is_label: bool = False


def fit_hints(hints: list[Hint], room: int) -> tuple[list[Hint], list[Hint], set[Hint], str]:
    """Leave out hints, and at a table labels at the right end, until the rest fits in `room`.

    Return the hints at both ends, those at the right without a label, and the gap between these.
    """
    right = _pick(hints, *_LAST)
    width = sum([len(hint.key) + cell_len(hint.label) + _AROUND for hint in hints]) - len(_GAP)
    gone, bare = set[Hint](), set[Hint]()
    for saving in _list_savings(hints, right):
        if width <= room:
            break
        (bare if saving.is_label else gone).add(saving.hint)
        width -= saving.columns
    left = [hint for hint in hints if hint not in gone and hint not in right]
    gap = " " if bare.issuperset(right) else _GAP
    return left, [hint for hint in right if hint not in gone], bare, gap


def _list_savings(hints: list[Hint], right: list[Hint]) -> list[_Saving]:
    """Return what may go in the order of going: from the right, but what a turn needs last."""
    rolls, more = _pick(hints, _ON_BUTTON), _pick(right, _MORE)
    early = [hint for hint in reversed(hints) if hint.action not in _LASTING]
    if not rolls and not _pick(hints, _ENDS):
        early = more + early
    gone = [*early, *rolls, *_pick(hints[::-1], *_DROPPED_LAST)]
    savings = [_Saving(hint, len(hint.key) + cell_len(hint.label) + _AROUND) for hint in gone]
    if rolls:  # at a table
        bare = sorted(right, key=lambda hint: _BARE.index(hint.action))
        labels = [_Saving(hint, cell_len(hint.label) + 1, is_label=True) for hint in bare]
        # With the last of them the gaps between them get narrower.
        labels[-1] = labels[-1]._replace(columns=labels[-1].columns + len(right) - 1)
        at = len(early)
        savings[at : at + len(rolls)] = [*labels[: len(more)], savings[at], *labels[len(more) :]]
    return savings


def _pick(hints: list[Hint], *actions: str) -> list[Hint]:
    """Return the hints of some actions, in the order of these."""
    return [hint for action in actions for hint in hints if hint.action == action]
