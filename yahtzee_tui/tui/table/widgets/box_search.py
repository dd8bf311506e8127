"""The box finder: a field in the place of the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.widgets.painted import first_fitting
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
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

    def __init__(self, has_points: bool = False, text: str = "") -> None:
        """Create the field; `has_points` says that scores of real dice may be typed."""
        length = 80 if has_points else 20
        super().__init__(text, id="finder", compact=True, max_length=length, select_on_focus=False)
        self._has_points = has_points

    def on_resize(self) -> None:
        about = (
            _("type a box name or code · Enter to score · Esc to cancel"),
            # Translators: at most 48 cells
            _("type a box name or code"),
        )
        if self._has_points:
            # Translators: an example of what can be typed; at most 56 cells
            about = (_("a box and its points; to correct: Ann chance 22"), about[1])
        self.placeholder = first_fitting(about, self.content_size.width)

    def action_close(self) -> None:
        self.post_message(self.Cancelled())

    def on_blur(self, event: events.Blur) -> None:  # noqa: ARG002
        self.action_close()
