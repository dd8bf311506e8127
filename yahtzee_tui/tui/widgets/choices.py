"""A line of a form: what is to be chosen, and the choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Select, Static
from textual.widgets._select import SelectCurrent, SelectOverlay

from yahtzee_tui.tui.widgets.menu import SafeOptionList

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult


class Choices(NamedTuple):
    """The choices of one line.

    Attributes:
        name: What is chosen.
        values: What each choice is called, in the order in which one steps through them.
    """

    name: str
    values: dict[Any, str]

    def step(self, now: Any, step: int) -> Any:
        """Return the choice after or before the present one, which a file may have set otherwise.

        Args:
            now: The present one.
            step: 1 for the one after it, -1 for the one before.
        """
        values = list(self.values)
        if now not in values:
            values = sorted([*values, now])
        return values[(values.index(now) + step) % len(values)]


def draw_choice(name: str, value: str, width: int, idle: bool = False) -> Content:
    """Return a line with a name and what is chosen.

    Args:
        name: What is chosen.
        value: What the choice is called.
        width: Columns that the name takes, with the gap behind it.
        idle: Whether the choice means nothing now.
    """
    style = "$card-muted" if idle else "bold"
    return Content.assemble((f"{name:<{width}}", "$card-muted"), (value, style))


Value = TypeVar("Value")


class _Overlay(SelectOverlay, SafeOptionList):
    """The choices, over what stands below."""


class _Select(Select[Value]):
    """A select whose choices bear being hurried."""

    def compose(self) -> ComposeResult:
        yield SelectCurrent(self.prompt)
        yield _Overlay().data_bind(compact=Select.compact)


class ChoiceRow(Horizontal):
    """A name and a select beside it."""

    DEFAULT_CSS = """
    ChoiceRow {
        height: 1;
        Static { width: 14; color: $primary; text-style: bold; }
        Select { width: 34; }
        SelectCurrent .arrow { color: $card-muted; }
        Select:focus SelectCurrent { background: $card-cursor; text-style: $mark-style underline; }
    }
    """

    def __init__(
        self, label: str, choices: Iterable[tuple[str | Content, Value]], which: str
    ) -> None:
        """Make the line.

        Args:
            label: What is to be chosen.
            choices: What there is to choose from, the first one chosen.
            which: The id of the select.
        """
        super().__init__()
        self._label, self._choices, self._which = label, choices, which

    def compose(self) -> ComposeResult:
        yield Static(self._label)
        yield _Select(self._choices, allow_blank=False, id=self._which, compact=True)


class Stepper(Static):
    """Shows `‹ Yahtzee ›`; a click on its left half steps back, one on its right half on."""

    DEFAULT_CSS = """
    Stepper { width: auto; height: 1; pointer: pointer; }
    """
    ALLOW_SELECT = False

    @dataclass
    class Stepped(Message):
        """Somebody clicked.

        Attributes:
            step: 1 for the next, -1 for the one before.
        """

        step: int

    def __init__(self, id: str) -> None:  # noqa: A002
        """Make an empty stepper.

        Args:
            id: The widget's id.
        """
        super().__init__(id=id)

    def show(self, name: str, has_others: bool) -> None:
        """Show a thing by its name, with arrows if there are others."""
        arrows = ("‹ ", " ›") if has_others else ("", "")
        left, right = ((arrow, "bold $primary") for arrow in arrows)
        self.update(Content.assemble(left, (name, "bold"), right))

    def on_click(self, event: events.Click) -> None:
        """Ask for a step."""
        self.post_message(self.Stepped(1 if event.x >= self.size.width / 2 else -1))
