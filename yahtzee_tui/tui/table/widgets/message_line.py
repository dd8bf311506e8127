"""The lines between dice and card: status line, box finder, presence and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.widgets.painted import TextLine, first_fitting
from yahtzee_tui.tui.widgets.status_line import StatusLine
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.binding import BindingType


class BoxSearch(TextField):
    """A field to find a box by its name or code, in the place of the status line."""

    DEFAULT_CSS = """
    BoxSearch {
        height: 1;
        border: none;
        background: $panel;
        &.-textual-compact { padding: 0; }
        &:focus { border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close", "Cancel", "find-close", "Close the box finder"),
        bind(
            "down", "screen.seek(1)", "Next", "find-next", "Next match", show=False
        ),
        bind(
            "up", "screen.seek(-1)", "Previous", "find-previous", "Previous match",
            show=False,
        ),
    ]  # fmt: skip

    class Cancelled(Message):
        """The finder is to be closed, and no box to be scored."""

    def __init__(self) -> None:
        super().__init__(id="finder", compact=True, max_length=20)

    def on_resize(self) -> None:
        about = (
            _("type a box name or code · Enter to score · Esc to cancel"),
            # Translators: at most 48 cells
            _("type a box name or code"),
        )
        self.placeholder = first_fitting(about, self.content_size.width)

    def action_close(self) -> None:
        self.post_message(self.Cancelled())

    def on_blur(self, event: events.Blur) -> None:  # noqa: ARG002
        self.action_close()


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
    MessageLine { height: 1; }
    """

    def __init__(self) -> None:
        self.status = _Status()
        super().__init__(self.status, id="message")
        self._finder: BoxSearch | None = None

    @property
    def typed(self) -> str | None:
        """The text in the finder, None while it is closed."""
        return None if self._finder is None else self._finder.value

    @property
    def said(self) -> str:
        return str(self.status.content)

    def say(self, sentence: str, warning: bool = False, shorter: Sequence[str] = ()) -> None:
        self.status.say(sentence, warning, shorter)

    async def open_finder(self) -> None:
        self.status.display = False
        self._finder = BoxSearch()
        await self.mount(self._finder)
        self.screen.set_focus(self._finder)

    def close_finder(self) -> None:
        if self._finder is not None:
            self._finder.remove()
            self._finder = None
            self.status.display = True
