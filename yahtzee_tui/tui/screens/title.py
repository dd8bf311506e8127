"""The title screen: one key to a game, and everything else one may want first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.table import Invitation
from yahtzee_tui.tui.screens.base import GameScreen
from yahtzee_tui.tui.widgets.dice_picture import letter_picture
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from textual.app import ComposeResult

_LABEL_WIDTH = 13
_MOVE = Binding.Group("Move", compact=True)


class TitleScreen(GameScreen[None]):
    """The menu under the title."""

    DEFAULT_CSS = """
    TitleScreen {
        align: center middle;
        #title-box { width: 56; height: auto; }
        #title { width: 100%; text-align: center; }
        #tagline { width: 100%; text-align: center; color: $card-muted; margin: 1 0 2 0; }
        Center { height: auto; }
        Menu { width: 48; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "k", "move('up')", "Up", key_display="↑", id="menu-up", tooltip="The line above",
            group=_MOVE,
        ),
        Binding(
            "j", "move('down')", "Down", key_display="↓", id="menu-down", tooltip="The line below",
            group=_MOVE,
        ),
        Binding(
            "space", "select", "Choose", key_display="Enter", id="choose",
            tooltip="Do what is marked",
        ),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        """Make title and menu."""
        with Vertical(id="title-box"):
            yield Static(Content("\n").join(letter_picture("YAHTZEE")), id="title")
            yield Static("Roll three times, fill every box, outscore your friends.", id="tagline")
            with Center():
                yield Menu(*self._options(), id="menu")
        yield HintBar()

    def action_select(self) -> None:
        """Do what is marked."""
        self.query_one(Menu).action_select()

    def action_move(self, direction: str) -> None:
        """Mark another line."""
        menu = self.query_one(Menu)
        if direction == "up":
            menu.action_cursor_up()
        else:
            menu.action_cursor_down()

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if not self.is_current:  # a second Enter, typed ahead
            return
        match event.option_id:
            case "continue":
                self.app.resume()
            case "play":
                self.app.play(Invitation((self.app.me,)))
            case "new":
                self.app.show_new_game()
            case "help":
                self.app.action_show_help()
            case "options":
                self.app.action_show_options()
            case _:
                await self.app.action_quit()

    def _options(self) -> list[Option]:
        lines = [
            ("play", "Play", f"{self.app.me} alone, {OFFICIAL.name}"),
            ("new", "New game", "players, rules, who begins"),
            ("help", "How to play", "goal, rules and keys"),
            ("options", "Options", "dice, clicks, pauses"),
            ("quit", "Quit", ""),
        ]
        table = self.app.table
        if table is not None and self.app.unfinished:
            game = table.game
            note = f"round {game.round} of {game.rounds}, {game.player} to play"
            lines.insert(0, ("continue", "Continue", note))
        return [
            Option(
                Content.assemble(
                    (label.ljust(_LABEL_WIDTH), "bold"), (note, "$card-muted")
                ),
                id=option_id,
            )
            for option_id, label, note in lines
        ]  # fmt: skip
