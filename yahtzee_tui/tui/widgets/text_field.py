"""A field for one line of text, safe for whatever is pasted into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Offset
from textual.widgets import Input

if TYPE_CHECKING:
    from textual import events


class TextField(Input):
    """An input that drops what can't be printed, so that no escape sequence gets to the screen."""

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
