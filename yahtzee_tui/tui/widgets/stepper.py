"""One of several things, with arrows to step to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from textual import events


class Stepper(Static):
    """Shows `‹ Yahtzee ›`; a click on its left half steps back, one on its right half on."""

    DEFAULT_CSS = """
    Stepper { width: auto; height: 1; pointer: pointer; }
    """
    ALLOW_SELECT = False

    @dataclass
    class Stepped(Message):
        """Somebody clicked.

        Attributes:
            step: 1 for the next, -1 for the one before.
        """

        step: int

    def __init__(self, id: str) -> None:  # noqa: A002
        """Make an empty stepper.

        Args:
            id: The widget's id.
        """
        super().__init__(id=id)

    def show(self, name: str, has_others: bool) -> None:
        """Show a thing by its name, with arrows if there are others."""
        arrows = ("‹ ", " ›") if has_others else ("", "")
        left, right = ((arrow, "bold $primary") for arrow in arrows)
        self.update(Content.assemble(left, (name, "bold"), right))

    def on_click(self, event: events.Click) -> None:
        """Ask for a step."""
        self.post_message(self.Stepped(1 if event.x >= self.size.width / 2 else -1))
