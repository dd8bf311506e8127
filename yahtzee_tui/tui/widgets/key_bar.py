"""The key bar at the bottom: Help, More and Quit always fit, other keys as far as there is room.

Textual's footer cuts off its right end first, where those three are.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from yahtzee_tui.tui.keymap import are_consecutive

if TYPE_CHECKING:
    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen

_ALWAYS = ("show_help", "show_palette", "quit")
_CUT = "show_palette"
"""The action whose label is replaced by three dots where there is no room for it."""

_GAP = "  "
_DOTS = "…"


class Hint(NamedTuple):
    """A key, or a group of keys without a binding, with its action; `width` includes the gap."""

    key: str
    label: str
    binding: ActiveBinding | None
    enabled: bool
    always: bool
    width: int

    @property
    def least_width(self) -> int:
        cut = self.binding is not None and self.binding.binding.action.endswith(_CUT)
        return len(self.key) + len(_DOTS) + len(_GAP) if cut else self.width

    def draw(self, room: int | None = None) -> Content:
        """Return clickable content in `room` columns with the gap beside it, None for enough."""
        key = "bold $primary" if self.enabled else "$card-muted"
        label = "$foreground" if self.enabled else "$card-muted"
        text = _DOTS if room is not None and room < self.width else f" {self.label}"
        content = Content.assemble((self.key, key), (text, label))
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
        hints = self.hints()
        tail = sorted([hint for hint in hints if hint.always], key=attrgetter("label"))
        least = [hint.least_width for hint in tail]
        room = self.content_size.width + len(_GAP) - sum(least)
        shown = []
        for hint in hints:
            if not hint.always and hint.width <= room:
                room -= hint.width
                shown.append(hint.draw() + _GAP)
        last = [hint.draw(max(0, room) + width) for hint, width in zip(tail, least, strict=True)]
        left = Content("").join(shown)
        right = Content(_GAP).join(last)
        between = self.content_size.width - len(left) - len(right)
        return Content.assemble(left, " " * max(0, between), right)

    def hints(self) -> list[Hint]:
        found: dict[object, list[ActiveBinding]] = {}
        bindings = (*self.screen.BINDINGS, *self.app.BINDINGS)
        rank = {each.id: at for at, each in enumerate(bindings) if isinstance(each, Binding)}
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
        key = self.app.get_key_display(binding)
        if binding.group is None:
            always = binding.action.rpartition(".")[2] in _ALWAYS
            width = len(f"{key} {binding.description}{_GAP}")
            return Hint(key, binding.description, active, enabled, always, width)
        firsts = {active.binding.action: active.binding for active in reversed(bindings)}
        keys = [self.app.get_key_display(each) for each in reversed(firsts.values())]
        joined = f"{keys[0]}-{keys[-1]}" if are_consecutive(keys) else "".join(keys)
        label = binding.group.description
        return Hint(joined, label, None, enabled, False, len(f"{joined} {label}{_GAP}"))

    def _bindings_updated(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()
