"""A text field of one line that drops control characters."""

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
    """An input that drops unprintable characters, so that no escape sequence reaches the screen."""

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
        super().replace("".join(filter(str.isprintable, text)), start, end)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The cell of the next letter; at the end of the text Textual returns the cell after it."""
        column, row = super().cursor_screen_offset
        return Offset(column - self.cursor_at_end, row)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the scroll keys to the screen."""
        scrolls = action.startswith(("scroll_", "page_"))
        return not scrolls and super().check_action(action, parameters)

    def key_backspace(self, event: events.Key) -> None:
        """Delete synchronously, so that letters that arrive with it are typed after it."""
        event.stop()
        event.prevent_default()
        self.action_delete_left()
