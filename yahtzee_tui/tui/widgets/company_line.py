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

    def render(self) -> Content:
        """Draw the line."""
        if not self.said:
            return Content(self.company)
        return Content.assemble((self.said, "bold $text"), ("  ·  ", ""), (self.company, ""))
