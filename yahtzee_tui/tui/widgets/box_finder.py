"""A field to find a box by typing its name or code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

if TYPE_CHECKING:
    from textual import events


class BoxFinder(Input):
    """Stands in the place of the status line while one types."""

    DEFAULT_CSS = """
    BoxFinder {
        display: none;
        height: 1;
        border: none;
        padding: 0 1;
        background: $panel;
        &:focus { border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Cancel", tooltip="Stop looking for a box"),
        Binding("down", "next(1)", "Next", show=False, tooltip="The next box that matches"),
        Binding("up", "next(-1)", "Previous", show=False, tooltip="The box before that matches"),
    ]

    @dataclass
    class Closed(Message):
        """Nobody is looking for a box any more."""

        finder: BoxFinder

        @property
        def control(self) -> BoxFinder:
            """The field."""
            return self.finder

    @dataclass
    class Stepped(Message):
        """Another box of those that match is wanted."""

        finder: BoxFinder
        step: int

        @property
        def control(self) -> BoxFinder:
            """The field."""
            return self.finder

    def __init__(self) -> None:
        """Make the field, hidden."""
        super().__init__(
            placeholder="name or code of a box, Enter scores, Esc cancels",
            id="finder",
            compact=True,
            max_length=20,
        )

    def open(self) -> None:
        """Show the empty field and type into it."""
        self.value = ""
        self.display = True
        self.focus()

    def close(self) -> None:
        """Hide the field."""
        self.display = False

    def action_close(self) -> None:
        """Stop looking."""
        self.post_message(self.Closed(self))

    def action_next(self, step: int) -> None:
        """Ask for another box of those that match."""
        self.post_message(self.Stepped(self, step))

    def on_blur(self, event: events.Blur) -> None:  # noqa: ARG002
        """Stop looking when something else takes the keys."""
        if self.display:
            self.action_close()
