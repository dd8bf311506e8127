"""The base of dialogs with a field that searches a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual import getters, on
from textual.widgets import Input
from textual.widgets.option_list import Option

from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.content import Content

Item = TypeVar("Item")


class SearchScreen(Dialog[Item], MenuScreen):
    """A field and a list of what matches it, else the widget `#nothing`; the result is an item."""

    AUTO_FOCUS = "Input"
    field = getters.query_one(TextField)

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self.items = self._matches = items

    def on_mount(self) -> None:
        self._show_matches(self.items)

    def match(self, text: str) -> Sequence[Item]:
        """Return the items that match a text, the best match first."""
        raise NotImplementedError

    def draw(self, item: Item) -> Content:
        raise NotImplementedError

    @on(Input.Submitted)
    @on(Menu.OptionSelected)
    def action_choose(self) -> None:
        if (marked := self.menu.highlighted) is not None:
            self.dismiss(self._matches[marked])

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._show_matches(self.match(event.value))

    def _show_matches(self, items: Sequence[Item]) -> None:
        self._matches = items
        self.menu.set_options(Option(self.draw(item)) for item in items)
        self.menu.highlighted = 0 if items else None
        self.menu.display = bool(items)
        self.query_one("#nothing").display = not items
