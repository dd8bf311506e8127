"""The options screen: a line for each option, which keys step through its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.settings import CoachMode, Cursor, DiceClick, DiceSpeed, FirstPlayer, Sound
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.choices import Choices, draw_choice
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.settings import Options

CHOICES = {
    "dice_click": Choices(
        "Picking a die",
        {DiceClick.HOLD: "holds it", DiceClick.REROLL: "marks it to be rolled again"},
    ),
    "dice_speed": Choices(
        "Dice tumble",
        {DiceSpeed.OFF: "not at all", DiceSpeed.SHORT: "a moment", DiceSpeed.FULL: "in full"},
    ),
    "auto_roll": Choices(
        "First roll of a turn",
        {False: "when you press the key", True: "comes by itself"},
    ),
    "pause": Choices(
        "Pause before that",
        {2.0: "2 seconds", 4.0: "4 seconds", 8.0: "8 seconds", 15.0: "15 seconds"},
    ),
    "confirm_zero": Choices(
        "A zero by choice",
        {True: "asks once more", False: "is written at once"},
    ),
    "first_player": Choices(
        "Who begins",
        {FirstPlayer.RANDOM: "is drawn at random", FirstPlayer.FIXED: "the player named first"},
    ),
    "coach": Choices(
        "Coach",
        {CoachMode.OFF: "never", CoachMode.ASK: "when you ask", CoachMode.ALWAYS: "always"},
    ),
    "sound": Choices(
        "Sound",
        {Sound.OFF: "none", Sound.BELL: "the terminal's bell"},
    ),
    "cursor": Choices(
        "The terminal's cursor",
        {Cursor.HIDDEN: "is hidden", Cursor.SHOWN: "follows what is marked"},
    ),
    "colours": Choices(
        "Colours",
        {
            "felt": "green felt, dark",
            "paper": "paper, light",
            "contrast": "high contrast, on black",
            "colour-blind": "safe for the colour-blind",
            "terminal": "the terminal's own",
        },
    ),
}
"""The values of each option by its id."""
_KEYS = "keys"
_NAME_WIDTH = 22
_MOST_NOTICES = 2


class OptionsScreen(Dialog["Options"]):
    """Edits options; the result is what was chosen, which applies once the screen is left."""

    DEFAULT_CSS = """
    OptionsScreen {
        #options-title { color: $primary; text-style: bold; margin-bottom: 1; }
        #notices { color: $warning; margin-top: 1; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space,right", "change(1)", "Change", "change", "The next choice", key_display="Enter"
        ),
        bind("left", "change(-1)", "Change back", "change-back", "The choice before", show=False),
        bind("escape,o", "done", "Done", "done", "Back, with what was chosen"),
        bind("q", "app.quit", "Quit", "options-quit", "Leave the program"),
    ]

    def __init__(self, options: Options, notices: Iterable[str] = ()) -> None:
        super().__init__()
        self._options = options
        self._notices = _first_of(list(notices))

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False):
            yield Static("Options", id="options-title")
            yield Menu(*self._lines())
            if self._notices:
                yield Static("\n".join(self._notices), id="notices", markup=False)
        yield KeyBar()

    def action_change(self, step: int) -> None:
        if (marked := self.query_one(Menu).marked) is not None:
            self._change(marked, step)

    def action_done(self) -> None:
        self.dismiss(self._options)

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self._change(str(event.option_id), 1)

    def _change(self, key: str, step: int) -> None:
        if key == _KEYS:
            self._change_keys()
            return
        value = CHOICES[key].step(getattr(self._options, key), step)
        self._apply(self._options._replace(**{key: value}))

    def _change_keys(self) -> None:
        from yahtzee_tui.tui.options.key_editor import KeyMapScreen

        def chosen(keys: Mapping[str, str] | None) -> None:
            if keys is not None:
                self._apply(self._options._replace(keys=keys))

        self.context.ask(KeyMapScreen(self._options.keys), chosen)

    def _apply(self, options: Options) -> None:
        """Show what was chosen, and preview the theme."""
        self._options = options
        self.query_one(Menu).show(self._lines())
        self.app.theme = options.colours

    def _lines(self) -> list[Option]:
        return [self._line(key) for key in (*CHOICES, _KEYS)]

    def _line(self, key: str) -> Option:
        name, value = self._describe(key)
        idle = key == "pause" and not self._options.auto_roll
        return Option(draw_choice(name, value, _NAME_WIDTH, idle), id=key, disabled=idle)

    def _describe(self, key: str) -> tuple[str, str]:
        value = getattr(self._options, key)
        if key == _KEYS:
            return "Keys", f"{len(value)} changed" if value else "as they came"
        name, choices = CHOICES[key]
        if key == "pause" and not self._options.auto_roll:
            return name, "none"
        return name, choices.get(value) or f"{value:g} seconds"


def _first_of(notices: list[str]) -> list[str]:
    """Return the notices that there is room for, and how many more there are."""
    left = len(notices) - _MOST_NOTICES
    return notices if left <= 0 else [*notices[:_MOST_NOTICES], f"And {left} more."]
