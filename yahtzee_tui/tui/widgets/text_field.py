"""A field for one line of text, safe for whatever is pasted into it."""

from __future__ import annotations

from textual.widgets import Input


class TextField(Input):
    """An input that drops what can't be printed, so that no escape sequence gets to the screen."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text; typing and pasting do it too."""
        super().replace("".join(filter(str.isprintable, text)), start, end)
