"""A dialog with a question and two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult


class ConfirmScreen(Dialog[bool]):
    """Asks a question; the answer that changes nothing is the default."""

    DEFAULT_CSS = """
    ConfirmScreen {
        .box { width: 52; }
        #question { width: 100%; text-align: center; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: center; }
        #answers Button { margin: 0 1; }
    }
    """
    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", id="yes", tooltip="Go on with it"),
        Binding("n,escape", "answer(False)", "No", id="no", tooltip="Leave everything as it is"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._question, id="question", markup=False)
            with Horizontal(id="answers"):
                yield Button(f"{self._no} (n)", id="no", variant="primary")
                yield Button(f"{self._yes} (y)", id="yes")
        yield KeyBar()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
