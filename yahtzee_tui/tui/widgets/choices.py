"""Choices of a form: a labelled select, a choice drawn as text, and a stepper."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Select, Static

from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups
from yahtzee_tui.tui.widgets.menu import SafeOptionList

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult


def draw_choice(name: str, value: str, width: int, idle: bool = False) -> Content:
    """Return a form line with a label of `width` columns; an idle value has no effect."""
    style = "$card-muted" if idle else "bold"
    return Content.assemble((f"{name:<{width}}", "$card-muted"), (value, style))


Value = TypeVar("Value")


class _Select(Select[Value]):
    """A select whose open list is a `SafeOptionList`, unless Textual's version is untested."""

    def compose(self) -> ComposeResult:
        if not has_speed_ups():
            yield from super().compose()
            return
        from textual.widgets._select import SelectCurrent

        yield SelectCurrent(self.prompt)
        yield _overlay_class()().data_bind(compact=Select.compact)


@cache
def _overlay_class() -> type[SafeOptionList]:
    from textual.widgets._select import SelectOverlay

    class Overlay(SelectOverlay, SafeOptionList):
        pass

    return Overlay


class ChoiceRow(Horizontal):
    """A label with a select beside it."""

    DEFAULT_CSS = """
    ChoiceRow {
        height: 1;
        Static { color: $card-muted; }
        Select { width: 34; }
        SelectCurrent { background: $panel; }
        SelectCurrent .arrow { color: $card-muted; }
        Select:focus SelectCurrent {
            background: $primary;
            text-style: bold;
            #label { color: $on-primary; text-style: bold underline; }
        }
    }
    """

    def __init__(
        self, label: str, width: int, choices: Iterable[tuple[str | Content, Value]], which: str
    ) -> None:
        """Create the row; its label takes `width` columns."""
        super().__init__()
        self._label, self._choices, self._which = Static(label, markup=False), choices, which
        self._label.styles.width = width

    def compose(self) -> ComposeResult:
        yield self._label
        yield _Select(self._choices, allow_blank=False, id=self._which, compact=True)


class Stepper(Static):
    """Shows `‹ Yahtzee ›`; a click runs the screen's action `step`, on the left half backwards."""

    DEFAULT_CSS = """
    Stepper { width: auto; height: 1; pointer: pointer; }
    """
    ALLOW_SELECT = False

    def show(self, name: str, has_others: bool, first: bool = False, last: bool = False) -> None:
        """Show a name between arrows, of which the first and the last of a list lack one."""
        left = "‹ " * (has_others and not first), "$card-muted"
        right = " ›" * (has_others and not last), "$card-muted"
        self.update(Content.assemble(left, (name, "bold"), right))

    async def on_click(self, event: events.Click) -> None:
        step = 1 if event.x >= self.size.width / 2 else -1
        await self.screen.run_action(f"step({step})")
