"""The title screen: one key to a game, and everything else one may want first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.rows import tell_where, unfinished_rows
from yahtzee_tui.table import Invitation
from yahtzee_tui.tui.screens.base import GameScreen
from yahtzee_tui.tui.widgets.dice_picture import letter_picture
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import Game
    from yahtzee_tui.store.rows import SavedRow

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
        #notice { width: 100%; max-height: 3; text-align: center; color: $warning; margin-top: 1; }
        Center { height: auto; }
        Menu { width: 56; }
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
        Binding(
            "s", "app.show_scores", "Scores", id="title-scores",
            tooltip="High scores and statistics",
        ),
    ]  # fmt: skip

    def __init__(self) -> None:
        """Make the screen."""
        super().__init__()
        self._rows: list[SavedRow] = []
        self._is_looking = False
        self._wants_to_continue = False

    def compose(self) -> ComposeResult:
        """Make title and menu."""
        shelf = self.app.host.shelf
        self._is_looking = shelf is not None and shelf.may_hold_games
        with Vertical(id="title-box"):
            yield Static(Content("\n").join(letter_picture("YAHTZEE")), id="title")
            yield Static("Roll three times, fill every box, outscore your friends.", id="tagline")
            with Center():
                yield Menu(*self._options(), id="menu")
        yield HintBar()

    def on_mount(self) -> None:
        """Look for games to go on with."""
        self.run_worker(self._look_for_games())

    def tell(self, sentence: str) -> None:
        """Say something under the menu."""
        for notice in self.query("#notice").results(Static):
            notice.update(sentence)
            return
        self.query_one("#title-box").mount(Static(sentence, id="notice", markup=False))

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
        if not self.is_active:  # a second Enter, typed ahead
            return
        match event.option_id:
            case "continue":
                self._continue()
            case "saved":
                self.app.host.show_saved_games(self._rows)
            case "play":
                self.app.host.play(Invitation((self.app.me,)))
            case "new":
                self.app.show_new_game()
            case "scores":
                self.app.action_show_scores()
            case "help":
                self.app.action_show_help()
            case "options":
                self.app.action_show_options()
            case _:
                await self.app.action_quit()

    def _continue(self) -> None:
        """Go on with the newest game, as soon as it is found."""
        row = self._newest
        self._wants_to_continue = self._is_looking and self._waiting is None
        if self._wants_to_continue:
            return
        if row is None or self._waiting is not None:
            self.app.host.resume()
        else:
            self.app.host.take_up(row.id)

    async def _look_for_games(self) -> None:
        """Offer the saved games; finding them may take longer than showing the menu."""
        if (shelf := self.app.host.shelf) is None:
            return
        with suppress(StoreProblem):  # the app says so
            self._rows = await asyncio.to_thread(unfinished_rows, shelf)
        if not self.is_open:
            return
        self._is_looking = False
        menu = self.query_one(Menu)
        option = menu.highlighted_option
        marked = option.id if option is not None else None
        menu.clear_options()
        menu.add_options(self._options())
        ids = [option.id for option in menu.options]
        menu.highlighted = ids.index(marked) if marked in ids and marked != "play" else 0
        if self._wants_to_continue and self._newest is not None:
            self._continue()

    @property
    def _waiting(self) -> Game | None:
        """The unfinished game of the newest table."""
        sitting = self.app.host.sitting
        if sitting is None or sitting.is_stale or not sitting.is_unfinished:
            return None
        return sitting.table.game

    @property
    def _newest(self) -> SavedRow | None:
        """The newest saved game that is whole and that nobody else has open."""
        return next((row for row in self._rows if row.where and not row.elsewhere), None)

    def _options(self) -> list[Option]:
        return [
            Option(
                Content.assemble((label.ljust(_LABEL_WIDTH), "bold"), (note, "$card-muted")),
                id=option_id,
            )
            for option_id, label, note in (*self._saved_lines(), *self._lines())
        ]

    def _saved_lines(self) -> list[tuple[str, str, str]]:
        lines = []
        if (game := self._waiting) is not None:
            lines.append(("continue", "Continue", tell_where(game)))
        elif (row := self._newest) is not None:
            lines.append(("continue", "Continue", row.where))
        elif self._is_looking:
            lines.append(("continue", "Continue", "…"))
        if len(self._rows) > len(lines):
            lines.append(("saved", "Saved games", f"{len(self._rows)} unfinished"))
        return lines

    def _lines(self) -> list[tuple[str, str, str]]:
        return [
            ("play", "Play", f"{self.app.me} alone, {OFFICIAL.name}"),
            ("new", "New game", "players, rules, who begins"),
            ("scores", "Scores", "high scores and statistics"),
            ("help", "How to play", "goal, rules and keys"),
            ("options", "Options", "dice, colours, keys, coach"),
            ("quit", "Quit", ""),
        ]
