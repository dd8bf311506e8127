"""A line of a form: what is to be chosen, and the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.containers import Horizontal
from textual.widgets import Select, Static
from textual.widgets._select import SelectCurrent, SelectOverlay

from yahtzee_tui.tui.widgets.menu import SafeOptionList

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.content import Content

Value = TypeVar("Value")


class _Overlay(SelectOverlay, SafeOptionList):
    """The choices, over what stands below."""


class _Select(Select[Value]):
    """A select whose choices bear being hurried."""

    def compose(self) -> ComposeResult:
        """Make what is chosen, and the choices."""
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
        """Make the name and the select."""
        yield Static(self._label)
        yield _Select(self._choices, allow_blank=False, id=self._which, compact=True)
