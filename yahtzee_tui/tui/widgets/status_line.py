"""The status line of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive
from textual.widgets import Static

from yahtzee_tui.tui.widgets.painted import DirectWidget, first_fitting

if TYPE_CHECKING:
    from collections.abc import Sequence


class StatusLine(DirectWidget, Static):
    """One line between dice and card; its text is never markup."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $foreground;
        &.-warning { color: $warning; text-style: bold; }
    }
    """
    warning = reactive(False, toggle_class="-warning")

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)
        self._sentences: Sequence[str] = ("",)

    def say(self, sentence: str, warning: bool = False, shorter: Sequence[str] = ()) -> None:
        """Show a sentence, or the first of its `shorter` versions that fits."""
        self.warning = warning
        self._sentences = (sentence, *shorter)
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        room = self.content_size.width
        sentence = first_fitting(self._sentences, room) if room else self._sentences[0]
        if sentence != self.content:
            self.update(sentence, layout=self.styles.is_auto_height)
