"""What screens use of the app that shows them, as Protocols: no screen imports the app itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence
    from typing import Any

    from textual.app import App
    from textual.screen import Screen, ScreenResultCallbackType
    from textual.widget import AwaitMount

    from yahtzee_tui.rules import Positions, Record, Ruleset
    from yahtzee_tui.services.bots import BotService
    from yahtzee_tui.services.value_tables import ValueTables
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.store.listing import SavedRow
    from yahtzee_tui.store.lobby import User
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.table import Table, TableConfig
    from yahtzee_tui.tui.terminal.filters import Filters

Result = TypeVar("Result")


class Navigation(Protocol):
    """Opens new and saved games, and knows the newest table."""

    @property
    def store(self) -> Store | None:
        """Where games are saved, None if they aren't."""

    @property
    def saved_table(self) -> SavedTable | None:
        """The newest table; None before the first."""

    def play(self, config: TableConfig) -> None:
        """Start a new game, after a question if another game would be lost."""

    def resume(self) -> None:
        """Show the newest table again."""

    def open_game(self, game: str, by_force: bool = False) -> None:
        """Open a saved game; `by_force` takes it from another program that has it open."""

    def close_game(self, game: str) -> None:
        """Close the newest table if it is that of this game."""

    def show_saved_games(self, rows: Sequence[SavedRow]) -> None:
        """List the unfinished games, and open the one that is chosen."""

    def ask_elsewhere(self, game: str) -> None:
        """Ask what to do about a game that another program has open."""


class AppContext(Protocol):
    """The app, as its screens know it.

    Attributes:
        me: The name proposed for the player at this terminal.
        notices: What is wrong with the settings or with saving, a sentence each.
        shown: Set once the first screen has been drawn.
        value_tables: Best play of each rule set.
        bots: The computer players.
        filters: What is changed about every line before it is written.
    """

    me: str
    notices: list[str]
    shown: asyncio.Event
    value_tables: ValueTables
    bots: BotService
    filters: Filters
    IS_AT_HOME: ClassVar[bool]

    @property
    def app(self) -> App[Any]:
        """The same, as Textual knows it."""

    @property
    def screen(self) -> Screen[object]:
        """The uppermost screen."""

    @property
    def options(self) -> Options:
        """How the game is shown and handled."""

    @property
    def navigator(self) -> Navigation:
        """Opens new and saved games."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the newest table, or else the default ones."""

    @property
    def is_known(self) -> bool:
        """Whether the player is recognised when they come again."""

    @property
    def config(self) -> TableConfig | None:
        """What the newest table was made for."""

    def ask(
        self,
        dialog: Screen[Result],
        answered: ScreenResultCallbackType[Result] | None = None,
    ) -> AwaitMount | None:
        """Open a dialog unless one of its type is open; return what awaits it, if it was opened."""

    def show_message(self, sentence: str) -> None:
        """Show a sentence about the program on the uppermost screen that has room for it."""

    def note(self, sentence: str) -> None:
        """Add a sentence to the notices that the options show."""

    def ring(self) -> None:
        """Ring the terminal's bell if the options say so."""

    def choose_options(self, options: Options) -> None:
        """Apply options on every screen, and save them."""

    def check_config(self, config: TableConfig) -> None:
        """Raise `Malformed` if someone may not play under their name here."""

    def show_title(self) -> None:
        """Show the title screen, or the lobby over SSH."""

    def show_new_game(self) -> None:
        """Show the form of a new game."""

    def show_review(self, read: Callable[[], Record]) -> None:
        """Show the review of a game; `read` is called in a thread and returns its record."""

    def show_statistics(self, name: str, rules: str | None = None) -> None:
        """Show a player's statistics by one rule set, or by all together."""

    def action_show_scores(self) -> None:
        """Show the high scores."""

    def action_show_help(self) -> None:
        """Show how the game is played."""

    def action_show_options(self) -> None:
        """Show the options."""

    def action_show_key_map(self) -> None:
        """Show the editor of keys."""

    async def action_quit(self) -> None:
        """Leave the program, after a question if a game would be lost."""


class VisitorContext(Protocol):
    """Who plays over SSH, and the screens they are led to."""

    user: User

    @property
    def lobby(self) -> Lobby:
        """The shared tables; opening it may block, and raise a `StoreProblem`."""

    @property
    def is_guest(self) -> bool:
        """Whether they came without a key."""

    @property
    def word(self) -> str:
        """The word with which a guest comes back, empty for a player with a key."""

    @property
    def reminder(self) -> str:
        """A sentence with that word, empty for a player with a key."""

    @property
    def suggestion(self) -> str:
        """A valid name that they may want, else empty."""

    async def recognise(self) -> bool:
        """Return whether their key has a name here.

        Raises:
            StoreProblem: If the store can't be read.
        """

    async def sign_in(self, text: str) -> None:
        """Take a name, or a guest's word.

        Raises:
            StoreProblem: If the name is taken, or no guest has that word.
        """

    async def enter(self) -> None:
        """Show what they asked for when they connected, or the lobby."""

    def show_lobby(self, sentence: str = "") -> None:
        """Show the lobby, with a sentence."""

    async def open_table(self, table: str, watch: bool = False) -> None:
        """Show the table with an id, to play if there is a seat, or else to watch."""

    async def find_table(self, code: str) -> str:
        """Return the id of the table with a code.

        Raises:
            StoreProblem: If there is none, or too many codes were wrong.
        """


class RemoteContext(AppContext, Protocol):
    """The app over SSH."""

    @property
    def session(self) -> VisitorContext:
        """Who plays here, and what they are shown."""

    def show_instead(self, screen: Screen[None]) -> None:
        """Show a screen in place of the present one and of all dialogs over it."""

    def apply_options(self, options: Options) -> None:
        """Apply options, and save nothing."""


class TableView(Protocol):
    """A table's screen, as the coach, computer players and tips beside it know it."""

    saved_table: SavedTable
    table: Table

    @property
    def screen(self) -> Screen[Any]:
        """The screen itself."""

    @property
    def context(self) -> AppContext:
        """The app."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the table."""

    @property
    def is_open(self) -> bool:
        """Whether the screen wasn't dismissed."""

    @property
    def is_tumbling(self) -> bool:
        """Whether dice are being animated."""

    def acts_for(self, seat: int) -> bool:
        """Return whether the players at this terminal act for a seat."""

    def refresh_table(self) -> None:
        """Show the position, the marks and the options as they are now."""

    def advice_changed(self) -> None:
        """Show what the coach has found out since."""

    def say_state(self, warning: bool = False) -> None:
        """Show the sentence of the present state."""

    def show_message(self, sentence: str) -> None:
        """Show a sentence about the program."""

    def hold(self, positions: Positions) -> None:
        """Hold these dice and no others."""

    def mark(self, box: str) -> None:
        """Mark the box with an id."""
