"""Dialogs that several screens open: a question with its answers, and the computer players."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, call_with_result
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.screen import Screen

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Rank


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
        bind("escape", "decline", "No", "decline", "Choose the last answer", show=False),
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


_NAME_WIDTH = 14


async def choose_rank(
    screen: Screen[Any], ruleset: Ruleset, chosen: Callable[[Rank], object]
) -> None:
    """Load the computer players and, if the screen is still active, let the user choose one."""
    # In a thread, as importing numpy would block the event loop.
    ladder = await asyncio.to_thread(_load_ladder)
    if screen.is_active:
        screen.app.push_screen(BotPickerScreen(ladder, ruleset), call_with_result(chosen))


def _load_ladder() -> Sequence[Rank]:
    from yahtzee_tui.strategy.bots import LEVELS

    return LEVELS


class BotPickerScreen(Dialog["Rank"], MenuScreen):
    """Lists the ranks; the result is the chosen one."""

    DEFAULT_CSS = """
    BotPickerScreen {
        #ranks-head { color: $card-muted; padding: 0 1; }
        #ranks-about { color: $card-muted; min-height: 2; margin-top: 1; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "select", "Add", "add-rank", "Add this player", key_display="Enter"),
        bind("escape", "dismiss", "Back", "ranks-back", "Add no one"),
        bind("q", "app.quit", "Quit", "ranks-quit", "Quit the program"),
    ]

    def __init__(self, ladder: Sequence[Rank], ruleset: Ruleset) -> None:
        super().__init__()
        self._ladder = ladder
        self._is_measured = ruleset == OFFICIAL

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Computer players")
            if self._is_measured:
                yield Static(
                    " " * _NAME_WIDTH + "".join(_headings()), id="ranks-head", markup=False
                )
            yield Menu(*(Option(self._line(rank), id=rank.id) for rank in self._ladder))
            yield Static(id="ranks-about", markup=False)
        yield KeyBar()

    @on(Menu.OptionHighlighted)
    def _marked(self, event: Menu.OptionHighlighted) -> None:
        self.query_one("#ranks-about", Static).update(_(self._ladder[event.option_index].about))

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(self._ladder[event.option_index])

    def _line(self, rank: Rank) -> Content:
        name, strength = Content.styled(f"{_(rank.name):<{_NAME_WIDTH}}", "bold"), rank.strength
        if not self._is_measured or strength is None:
            return name
        mean_width, share_width = map(len, _headings())
        share = _("{number}%", number=format_number(100 * strength.share))
        return Content.assemble(
            name,
            format_number(strength.mean).rjust(mean_width),
            (share.rjust(share_width), "$card-muted"),
        )


def _headings() -> tuple[str, str]:
    """Return the headings of the averages and of the shares, as wide as their columns."""
    # Translators: heads a column of averages, and one of shares of games; Expert is a player
    return f"{_('average'):<9} ", f" {_('beats Expert'):>14}"
