"""The line between dice and card: what happened last, or the name of a box being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Vertical

from yahtzee_tui.tui.widgets.kept_lines import KeptLines
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from yahtzee_tui.tui.widgets.box_finder import BoxFinder


class MessageLine(Vertical, KeptLines):
    """A status line whose place a finder takes while somebody types."""

    DEFAULT_CSS = """
    MessageLine { height: 1; }
    """
    status = getters.query_one(StatusLine)

    def __init__(self) -> None:
        """Make the line."""
        super().__init__(id="message")
        self._finder: BoxFinder | None = None

    def compose(self) -> ComposeResult:
        """Make the status line; a finder is made when it is needed."""
        yield StatusLine()

    @property
    def typed(self) -> str | None:
        """What is typed, None while nobody is looking for a box."""
        return None if self._finder is None else self._finder.value

    @property
    def said(self) -> str:
        """The sentence that is shown, or stands behind the finder."""
        return str(self.status.content)

    def say(self, sentence: str, warning: bool = False, shorter: Sequence[str] = ()) -> None:
        """Show a sentence, or a shorter one where it doesn't fit; see `StatusLine`."""
        self.status.say(sentence, warning, shorter)

    async def open_finder(self) -> None:
        """Let somebody type."""
        from yahtzee_tui.tui.widgets.box_finder import BoxFinder

        self.status.display = False
        self._finder = BoxFinder()
        await self.mount(self._finder)
        self.screen.set_focus(self._finder)

    def close_finder(self) -> None:
        """Show the status line again."""
        if self._finder is not None:
            self._finder.remove()
            self._finder = None
            self.status.display = True
