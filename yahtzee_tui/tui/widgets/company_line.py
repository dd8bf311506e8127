"""The line that says who is at a shared table, how long a turn may take, and what was said last."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class CompanyLine(Widget):
    """Two texts in one line: the company on the left, and what somebody said on the right."""

    DEFAULT_CSS = """
    CompanyLine {
        height: 1;
        padding: 0 1;
        color: $card-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """
    company: reactive[str] = reactive("")
    """Who is there."""
    said: reactive[str] = reactive("")
    """What was said last, nothing if that was long ago."""

    @property
    def room(self) -> int:
        """How many columns there are for the company."""
        return self.content_size.width - Content(self._beginning).cell_length

    def render(self) -> Content:
        """Draw the line."""
        return Content.assemble((self._beginning, "bold $text"), (self.company, ""))

    @property
    def _beginning(self) -> str:
        return f"{self.said}  ·  " if self.said else ""
