"""The lines between dice and card: status line, box finder, presence and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from yahtzee_tui.tui.widgets.painted import TextLine
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from yahtzee_tui.tui.table.widgets.box_search import BoxSearch


class PresenceLine(Widget):
    """The newest chat message and the players who are present, in one line."""

    DEFAULT_CSS = """
    PresenceLine {
        height: 1;
        color: $card-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """
    presence: reactive[str] = reactive("")
    said: reactive[str] = reactive("")
    """The newest message, empty if it is old."""

    @property
    def room(self) -> int:
        return self.content_size.width - Content(self._beginning).cell_length

    def render(self) -> Content:
        return Content.assemble((self._beginning, "bold $text"), (self.presence, ""))

    @property
    def _beginning(self) -> str:
        return f"{self.said}  ·  " if self.said else ""


class _Status(TextLine, StatusLine):
    """A status line of one row."""


class MessageLine(Vertical):
    """A status line that makes room for the box finder."""

    DEFAULT_CSS = """
    MessageLine {
        height: 1;
        &.-guide #status { background: $rail; color: $on-rail; text-style: bold; }
    }
    """

    is_guide = reactive(False, layout=True, toggle_class="-guide")
    """Whether it is the band that says what to do in a first game."""

    def __init__(self) -> None:
        self.status = _Status()
        self.say = self.status.say
        super().__init__(self.status, id="message")
        self._finder: BoxSearch | None = None

    @property
    def typed(self) -> str | None:
        """The text in the finder, None while it is closed."""
        return None if self._finder is None else self._finder.value

    @property
    def said(self) -> str:
        return str(self.status.content)

    async def open_finder(self, has_points: bool = False, text: str = "") -> None:
        from yahtzee_tui.tui.table.widgets.box_search import BoxSearch

        self.status.display = False
        self._finder = BoxSearch(has_points, text)
        await self.mount(self._finder)
        self.screen.set_focus(self._finder)

    def close_finder(self) -> None:
        if self._finder is not None:
            self._finder.remove()
            self._finder = None
            self.status.display = True
