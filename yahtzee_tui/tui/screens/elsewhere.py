"""What to do about a game that another program has open."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.tui.screens.base import Dialog
from yahtzee_tui.tui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Elsewhere(Enum):
    """What can be done about it."""

    WATCH = "watch"
    TAKE = "take"
    MENU = "menu"


class ElsewhereScreen(Dialog[Elsewhere]):
    """Asks over the screen below; to look on changes nothing and is the default."""

    DEFAULT_CSS = """
    ElsewhereScreen {
        #elsewhere { width: 100%; text-align: center; margin-bottom: 1; }
        #ways { height: auto; align-horizontal: center; }
        #ways Button { margin: 0 1; min-width: 14; }
    }
    """
    AUTO_FOCUS = "#watch"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "choose('watch')", "Watch", id="watch", tooltip="Look on while it is played"),
        Binding("t", "choose('take')", "Take over", id="take", tooltip="Go on with it here"),
        Binding("m,escape", "choose('menu')", "Menu", id="elsewhere-menu", tooltip="To the menu"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("q", "app.quit", "Quit", id="elsewhere-quit", tooltip="Leave the program"),
    ]

    def compose(self) -> ComposeResult:
        """Make the question and the answers."""
        with Vertical(classes="box"):
            yield Static(
                "This game is open in another window. Take it over, and that one can only watch.",
                id="elsewhere",
                markup=False,
            )
            with Horizontal(id="ways"):
                yield Button("Watch", id="watch", variant="primary")
                yield Button("Take over", id="take")
                yield Button("Menu", id="menu")
        yield HintBar()

    def action_choose(self, choice: str) -> None:
        """Choose by key."""
        self.dismiss(Elsewhere(choice))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(Elsewhere(event.button.id))
