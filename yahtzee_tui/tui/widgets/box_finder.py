"""A field to find a box by typing its name or code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual import events
    from textual.widgets import Input


class BoxFinder(TextField):
    """Stands in the place of the status line while one types."""

    DEFAULT_CSS = """
    BoxFinder {
        height: 1;
        border: none;
        background: $panel;
        &.-textual-compact { padding: 0 1; }
        &:focus { border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Cancel", id="find-close", tooltip="Stop looking for a box"),
        Binding(
            "down", "step(1)", "Next", id="find-next", show=False,
            tooltip="The next box that matches",
        ),
        Binding(
            "up", "step(-1)", "Previous", id="find-previous", show=False,
            tooltip="The box before that matches",
        ),
    ]  # fmt: skip

    class Typed(Message):
        """What is typed has changed."""

    @dataclass
    class Stepped(Message):
        """Another box of those that match is wanted."""

        step: int

    @dataclass
    class Closed(Message):
        """Nobody is looking for a box any more; the marked one may have been chosen."""

        chosen: bool

    def __init__(self) -> None:
        """Make the field."""
        super().__init__(
            placeholder="name or code of a box · Enter scores · Esc cancels",
            id="finder",
            compact=True,
            max_length=20,
        )

    def action_step(self, step: int) -> None:
        """Ask for another box of those that match."""
        self.post_message(self.Stepped(step))

    def action_close(self) -> None:
        """Stop looking."""
        self.post_message(self.Closed(chosen=False))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell what is typed."""
        event.stop()
        self.post_message(self.Typed())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Choose the marked box."""
        event.stop()
        self.post_message(self.Closed(chosen=True))

    def on_blur(self, event: events.Blur) -> None:  # noqa: ARG002
        """Stop looking when something else takes the keys."""
        self.action_close()
