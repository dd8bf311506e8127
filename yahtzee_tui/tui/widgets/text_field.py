"""A field for one line of text, safe for whatever is pasted into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.geometry import Offset
from textual.suggester import SuggestionReady
from textual.widgets import Input

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events


class TextField(Input):
    """An input that drops what can't be printed, so that no escape sequence gets to the screen."""

    completions: Sequence[str] = ()
    """What may be meant: the first that begins with what was typed is shown behind it."""

    @on(Input.Changed)
    def _complete(self, event: Input.Changed) -> None:
        # At once: Textual's own way is a job that complains if the field goes before it begins.
        typed = event.value.casefold()
        for text in self.completions if typed else ():
            if text.casefold().startswith(typed):
                self.post_message(SuggestionReady(event.value, text))
                break

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text; typing and pasting do it too."""
        super().replace("".join(filter(str.isprintable, text)), start, end)

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where on the terminal the next letter goes; at the end Textual means the cell after."""
        column, row = super().cursor_screen_offset
        return Offset(column - self.cursor_at_end, row)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys that scroll to the screen; there is nothing to scroll in one line."""
        scrolls = action.startswith(("scroll_", "page_"))
        return not scrolls and super().check_action(action, parameters)

    def key_backspace(self, event: events.Key) -> None:
        """Delete at once: letters that come in the same moment, as from afar, come after it."""
        event.stop()
        event.prevent_default()
        self.action_delete_left()
