"""One line that says in words what happened last, or why something can't be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.reactive import reactive
from textual.widgets import Static

from yahtzee_tui.tui.widgets.kept_lines import KeptLines

if TYPE_CHECKING:
    from collections.abc import Sequence


class StatusLine(Static, KeptLines):
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
        self._sentences: Sequence[str] = ("",)

    def say(self, sentence: str, warning: bool = False, shorter: Sequence[str] = ()) -> None:
        """Show a sentence.

        Args:
            sentence: What is to be said.
            warning: Whether it says no, or asks something.
            shorter: What is said where it doesn't fit, longest first.
        """
        self.warning = warning
        self._sentences = (sentence, *shorter)
        self._show()

    def on_resize(self) -> None:
        """Say it in the words that fit now."""
        self._show()

    def _show(self) -> None:
        room = self.content_size.width
        fitting = (each for each in self._sentences if not room or cell_len(each) <= room)
        sentence = next(fitting, self._sentences[-1])
        if sentence != self.content:
            self.update(sentence, layout=False)
