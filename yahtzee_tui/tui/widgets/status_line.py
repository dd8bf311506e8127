"""One line that says in words what happened last, or why something can't be done."""

from __future__ import annotations

from textual.reactive import reactive
from textual.widgets import Static


class StatusLine(Static):
    """The line between dice and card; what it says is text, never markup."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $foreground;
        &.-warning { color: $warning; text-style: bold; }
    }
    """
    warning = reactive(False, toggle_class="-warning")
    """Whether the sentence says no, or asks something."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="status", markup=False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """Show a sentence."""
        self.warning = warning
        self.update(sentence, layout=False)
