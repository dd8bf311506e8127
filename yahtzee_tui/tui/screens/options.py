"""The options, each a line that one steps through."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.tui.options import DiceClick, DiceSpeed
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.tui.options import Options

_CHOICES: dict[str, tuple[str, dict[Any, str]]] = {
    "dice_click": (
        "Picking a die",
        {DiceClick.HOLD: "holds it", DiceClick.REROLL: "marks it to be rolled again"},
    ),
    "dice_speed": (
        "Dice tumble",
        {DiceSpeed.OFF: "not at all", DiceSpeed.SHORT: "a moment", DiceSpeed.FULL: "in full"},
    ),
    "auto_roll": (
        "First roll of a turn",
        {False: "when you press space", True: "comes by itself"},
    ),
    "pause": (
        "Pause before that",
        {2.0: "2 seconds", 4.0: "4 seconds", 8.0: "8 seconds", 15.0: "15 seconds"},
    ),
    "confirm_zero": (
        "A zero by choice",
        {True: "asks once more", False: "is written at once"},
    ),
    "colours": (
        "Colours",
        {"felt": "green felt, dark", "paper": "paper, light"},
    ),
}


class OptionsScreen(ModalScreen["Options"]):
    """Over the screen below; what is chosen holds at once when it is left."""

    DEFAULT_CSS = """
    OptionsScreen {
        align: center middle;
        #options-box {
            width: 58;
            max-width: 100%;
            height: auto;
            padding: 1 2;
            background: $surface;
            border: round $primary;
        }
        #options-title { color: $primary; text-style: bold; margin-bottom: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,right", "change(1)", "Change", key_display="Enter", id="change",
            tooltip="The next choice",
        ),
        Binding(
            "left", "change(-1)", "Change back", id="change-back", show=False,
            tooltip="The choice before",
        ),
        Binding("escape,o", "done", "Done", id="done", tooltip="Back, with what was chosen"),
        Binding(
            "question_mark,f1", "app.show_help", "Help", id="options-help", tooltip="How to play"
        ),
        Binding("q", "app.quit", "Quit", id="options-quit", tooltip="Leave the program"),
    ]  # fmt: skip

    def __init__(self, options: Options) -> None:
        """Show options.

        Args:
            options: Those in force.
        """
        super().__init__()
        self._options = options

    def compose(self) -> ComposeResult:
        """Make a line for each option."""
        with Vertical(id="options-box"):
            yield Static("Options", id="options-title")
            yield Menu(*(Option(self._line(key), id=key) for key in _CHOICES))
        yield HintBar()

    def action_change(self, step: int) -> None:
        """Step the marked option to its next choice."""
        menu = self.query_one(Menu)
        self._change(list(_CHOICES)[menu.highlighted or 0], step)

    def action_done(self) -> None:
        """Go back with what was chosen."""
        self.dismiss(self._options)

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self._change(str(event.option_id), 1)

    def _change(self, key: str, step: int) -> None:
        choices = list(_CHOICES[key][1])
        now = getattr(self._options, key)
        at = choices.index(now) if now in choices else 0
        self._options = replace(self._options, **{key: choices[(at + step) % len(choices)]})
        self.query_one(Menu).replace_option_prompt(key, self._line(key))
        self.app.theme = self._options.colours

    def _line(self, key: str) -> Content:
        name, choices = _CHOICES[key]
        value = getattr(self._options, key)
        return Content.assemble(
            (f"{name:<22}", "$card-muted"), (choices.get(value, str(value)), "bold")
        )
