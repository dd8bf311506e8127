"""The key bar at the bottom: Help and Quit always fit, other keys as far as there is room.

Textual's footer cuts off its right end first, where those two are.
"""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from yahtzee_tui.tui.keymap import join_consecutive

if TYPE_CHECKING:
    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen

_LAST = ("show_help", "show_palette", "quit")
"""The actions at the right end."""

_ALWAYS = (
    "show_help", "quit", "roll", "hold", "hold_selected", "score", "start_turn", "show_result",
)  # fmt: skip
"""The actions that are always in the bar, and at a table those of a turn."""

_MORE = "show_palette"
"""The first to be dropped, except at a table: players with a mouse alone need it there."""

_DROPPED_LAST = ("move", "coach", "undo", "talk", "dismiss", "back")
"""The actions that are left out only when no others are left, the first one first.

At a table those at the right end lose their labels before.
"""

_GAP = "  "


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
        return content.stylize(Style.from_meta({"hint": self.label}))


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
        label = event.style.meta.get("hint")
        for hint in self.hints():
            if hint.binding is not None and hint.label == label:
                node, binding, _, _ = hint.binding
                await self.app.run_action(binding.action, default_namespace=node)

    def render(self) -> Content:
        room = self.content_size.width
        hints = self.hints()
        at_table = "roll" in [hint.action for hint in hints]
        always = (*_ALWAYS, _MORE) if at_table else _ALWAYS
        dropped = [hint for hint in hints if hint.action not in always]
        dropped.sort(key=_drop_order)
        last = sorted([hint for hint in hints if hint.action in _LAST], key=attrgetter("label"))
        bare: set[Hint] = set()  # those without a label
        shortened = sorted(last, key=lambda hint: hint.action == _MORE) if at_table else []
        gap = _GAP
        width = sum([len(hint.key) + len(hint.label) + 1 + len(_GAP) for hint in hints])
        while width - len(gap) > room and (shortened or dropped):
            # From the right, but those of a turn last.
            if shortened and (not dropped or _drop_order(dropped[-1]) < 0):
                hint = shortened.pop()
                bare.add(hint)
                width -= len(hint.label) + 1
                if not shortened:
                    gap = " "
                    width -= len(last)
            else:
                hint = dropped.pop()
                hints.remove(hint)
                width -= len(hint.key) + len(hint.label) + 1 + len(_GAP)
        left = Content(_GAP).join([hint.draw() for hint in hints if hint not in last])
        right = Content(gap).join([hint.draw(hint not in bare) for hint in last if hint in hints])
        between = room - len(left) - len(right)
        return Content.assemble(left, " " * max(0, between), right)

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
        for _, at in sorted([(rank.get(each.binding.id, -1), at) for at, each in enumerate(shown)]):
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
        if binding.group is None:
            key = self.app.get_key_display(binding)
            return Hint(key, binding.description, active, enabled, action)
        firsts = {active.binding.action: active.binding for active in reversed(bindings)}
        keys = [self.app.get_key_display(each) for each in reversed(firsts.values())]
        joined = join_consecutive(keys) or "".join(keys)
        label = binding.group.description
        return Hint(joined, label, None, enabled, action)

    def _bindings_updated(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()


def _drop_order(hint: Hint) -> int:
    """Return a sort key: what comes last is dropped first, of equals the rightmost."""
    if hint.action == _MORE:
        return 1
    return -1 - _DROPPED_LAST.index(hint.action) if hint.action in _DROPPED_LAST else 0
