"""Dialogs with a question and a button for each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult


class QuestionScreen(Dialog[str]):
    """Asks a question; the result is the id of an answer. The first one is the default."""

    DEFAULT_CSS = """
    QuestionScreen {
        #question { width: 100%; text-align: center; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: center; }
        #answers Button { margin: 0 1; }
    }
    """
    AUTO_FOCUS = "Button"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, answers: dict[str, str]) -> None:
        """Create the dialog; `answers` has the labels of the buttons by their ids."""
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._question, id="question", markup=False)
            with Horizontal(id="answers"):
                for at, (answer, label) in enumerate(self._answers.items()):
                    yield Button(label, id=answer, variant="default" if at else "primary")
        yield KeyBar()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)

    def action_answer(self, answer: str) -> None:
        self.dismiss(answer)


class ConfirmScreen(QuestionScreen):
    """Asks for a yes or a no, which changes nothing."""

    DEFAULT_CSS = """
    ConfirmScreen .box { width: 52; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("y", "answer('yes')", "Yes", "yes", "Do it"),
        bind("n,escape", "answer('no')", "No", "no", "Change nothing"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__(question, {"no": f"{no} (n)", "yes": f"{yes} (y)"})


class OfferScreen(QuestionScreen):
    """Makes an offer: Enter and Space press the gold button, and Escape gives the last answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("p", "answer('play')", "Play", "offer-play", "Play", show=False),
        bind("space", "press", "Choose", "offer-press", "Press the selected button", show=False),
        bind("escape", "decline", "No", "decline", "Give the last answer", show=False),
        bind("q", "app.quit", "Quit", "offer-quit", "Quit the program"),
    ]

    def __init__(self, question: str, answers: dict[str, str], declined: str | None = None) -> None:
        """Create the dialog; `declined` is the answer of Escape if not the last one."""
        super().__init__(question, answers)
        self._declined = [*answers][-1] if declined is None else declined

    def action_press(self) -> None:
        if isinstance(self.focused, Button):
            self.focused.action_press()

    def action_decline(self) -> None:
        self.dismiss(self._declined)


class TakeoverScreen(QuestionScreen):
    """Asks what to do about a game that is open elsewhere; to watch it changes nothing."""

    DEFAULT_CSS = """
    TakeoverScreen #answers Button { min-width: 14; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("w", "answer('watch')", "Watch", "watch", "Watch it being played"),
        bind("t", "answer('take')", "Take over", "take", "Continue it in this window"),
        bind("m,escape", "answer('menu')", "Menu", "elsewhere-menu", "Go to the menu"),
        bind("q", "app.quit", "Quit", "elsewhere-quit", "Quit the program"),
    ]

    def __init__(self) -> None:
        question = _(
            "This game is open in another window. If you take it over, that window can only watch."
        )
        # Translators: buttons beside each other
        answers = {"watch": _("Watch"), "take": _("Take over"), "menu": _("Menu")}
        super().__init__(question, answers)
