"""A field for one line of text, safe for whatever is pasted into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

if TYPE_CHECKING:
    from textual import events


class TextField(Input):
    """An input that drops what can't be printed, so that no escape sequence gets to the screen."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text; typing and pasting do it too."""
        super().replace("".join(filter(str.isprintable, text)), start, end)

    def key_backspace(self, event: events.Key) -> None:
        """Delete at once: letters that come in the same moment, as from afar, come after it."""
        event.stop()
        event.prevent_default()
        self.action_delete_left()
