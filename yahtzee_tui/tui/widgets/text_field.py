"""A text field that drops control characters, and a dialog that searches a list with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual import getters, on
from textual.binding import Binding
from textual.geometry import Offset
from textual.suggester import SuggestionReady
from textual.widgets import Input
from textual.widgets.option_list import Option

from yahtzee_tui.rules.names import JOINERS, takes_joiner
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.content import Content


_EDITING = {
    each.key: each.action
    for each in Binding.make_bindings(Input.BINDINGS)
    if each.action != "submit"
}
"""The actions of the keys that change the text or move in it; another key may submit it, as the key
map says."""


class TextField(Input):
    """An input that drops unprintable characters, so that no escape sequence reaches the screen.

    Joiners stay where a script may need them.
    """

    DEFAULT_CSS = """
    TextField, TextField.-textual-compact {
        background: $panel;
        &:focus { background: $choice-row; background-tint: transparent; }
        &>.input--cursor { background: $primary; color: $on-primary; text-style: none; }
        &>.input--placeholder { color: $card-muted; }
    }
    """

    completions: Sequence[str] = ()
    """Texts to suggest: the first one that starts with the typed text is shown behind it."""

    @on(Input.Changed)
    def _complete(self, event: Input.Changed) -> None:
        # Synchronously: Textual's suggester is a worker that fails if the field is removed first.
        typed = event.value.casefold()
        for text in self.completions if typed else ():
            if text.casefold().startswith(typed):
                self.post_message(SuggestionReady(event.value, text))
                break

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text; typing and pasting call this too."""
        kept = ""
        for character in text:
            before = (self.value[:start] + kept)[-1:]
            if character.isprintable() or (
                character in JOINERS and before and takes_joiner(before)
            ):
                kept += character
        super().replace(kept, start, end)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The cell of the next letter; at the end of the text Textual returns the cell after it."""
        column, row = super().cursor_screen_offset
        return Offset(column - self.cursor_at_end, row)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the scroll keys to the screen."""
        scrolls = action.startswith(("scroll_", "page_"))
        return not scrolls and super().check_action(action, parameters)

    def is_submitted_by(self, key: str) -> bool:
        """Return whether a key submits the text now."""
        active = self.screen.active_bindings.get(key)
        return active is not None and active.node is self and active.binding.action == "submit"

    async def on_key(self, event: events.Key) -> None:
        """Edit at once: as a binding, a key would act after the letters that arrive with it."""
        action = "submit" if self.is_submitted_by(event.key) else _EDITING.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)


Item = TypeVar("Item")


class SearchScreen(Dialog[Item], MenuScreen):
    """A field and a list of what matches it, else the widget `#nothing`; the result is an item."""

    AUTO_FOCUS = "Input"
    field = getters.query_one(TextField)

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self.items = self._matches = items

    def on_mount(self) -> None:
        self.menu.add_class("-gold")  # Enter in the field chooses its line
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
