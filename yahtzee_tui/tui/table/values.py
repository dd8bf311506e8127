"""The values dialog: lists all holds and boxes, best first; choosing one applies it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import format_faces
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.table.values_phrases import value_head, value_line
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.content import Content

    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.strategy.winprob import WinAdvice


class ValuesScreen(Dialog["Choice"], MenuScreen):
    """Lists the values of all choices; its result is the chosen one."""

    DEFAULT_CSS = """
    ValuesScreen {
        .box { width: 60; padding: 0 2; margin-bottom: 1; }
        #values-title { color: $primary; text-style: bold; }
        #values-head { color: $card-muted; padding: 0 1; }
        Menu { max-height: 1fr; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space", "select", "Take it", key_display="Enter", id="take-advice",
            tooltip="Hold these dice, or mark this box",
        ),
        Binding("escape,H,h", "dismiss", "Back", id="values-back", tooltip="Back to the table"),
        Binding("q", "app.quit", "Quit", id="values-quit", tooltip="Leave the program"),
    ]  # fmt: skip

    def __init__(self, advice: Advice, wins: WinAdvice | None) -> None:
        super().__init__()
        self._advice, self._wins = advice, wins

    def compose(self) -> ComposeResult:
        advice = self._advice
        with Vertical(classes="box"):
            yield Static(f"What is best with {format_faces(advice.faces)}", id="values-title")
            yield Static(self._head(), id="values-head")
            yield Menu(*(Option(self._line(choice)) for choice in advice.choices))
        yield KeyBar()

    def show_wins(self, wins: WinAdvice | None) -> None:
        """Add the chances of winning."""
        self._wins = wins
        if not self.is_mounted:  # else `compose` adds them
            return
        self.query_one("#values-head", Static).update(self._head())
        menu = self.menu
        for at, choice in enumerate(self._advice.choices):
            menu.replace_option_prompt_at_index(at, self._line(choice))

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(self._advice.choices[event.option_index])

    def _head(self) -> str:
        return value_head(self._wins is not None)

    def _line(self, choice: Choice) -> Content:
        return value_line(self._advice, choice, self._wins)
