"""Protocols of what screens use of their app and of a table's screen; screens import no app."""

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
    """Opens new and saved games, and keeps the newest table."""

    @property
    def store(self) -> Store | None:
        """The saved games, None if games aren't saved."""

    @property
    def saved_table(self) -> SavedTable | None:
        """The newest table; None before the first."""

    def play(self, config: TableConfig) -> None:
        """Start a new game, after a question if another game would be lost."""

    def resume(self) -> None:
        """Show the newest table again."""

    def open_game(self, game: str, by_force: bool = False) -> None:
        """Open a saved game; `by_force` takes over its lease from another program."""

    def close_game(self, game: str) -> None:
        """Close the newest table if it has this game."""

    def show_saved_games(self, rows: Sequence[SavedRow]) -> None:
        """List the unfinished games, and open the one that is chosen."""

    def ask_elsewhere(self, game: str) -> None:
        """Ask whether to watch or take over a game that another program has open."""


class AppContext(Protocol):
    """The app as its screens use it.

    Attributes:
        me: The default name of the player at this terminal.
        notices: Problems with settings or saving, a sentence each.
        shown: Set after the first paint.
        value_tables: The value table loaders.
        bots: The bots.
        filters: The line filters of this terminal.
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
        """This app, with its Textual type."""

    @property
    def screen(self) -> Screen[object]:
        """The screen on top."""

    @property
    def options(self) -> Options: ...

    @property
    def navigator(self) -> Navigation: ...

    @property
    def ruleset(self) -> Ruleset:
        """The rule set of the newest table, or else the default one."""

    @property
    def is_known(self) -> bool:
        """Whether the player is recognised on the next visit."""

    @property
    def config(self) -> TableConfig | None:
        """The configuration of the newest table."""

    def ask(
        self,
        dialog: Screen[Result],
        answered: ScreenResultCallbackType[Result] | None = None,
    ) -> AwaitMount | None:
        """Open a dialog unless one of its type is open; return its mount if it was opened."""

    def show_message(self, sentence: str) -> None:
        """Show a sentence about the program on the topmost screen that has room for it."""

    def note(self, sentence: str) -> None:
        """Add a sentence to the notices that the options screen lists."""

    def ring(self) -> None:
        """Ring the terminal's bell if the options say so."""

    def choose_options(self, options: Options) -> None:
        """Apply options on every screen, and save them."""

    def check_config(self, config: TableConfig) -> None:
        """Raise `Malformed` if a player's name isn't allowed here."""

    def show_title(self) -> None:
        """Show the title screen, or the lobby over SSH."""

    def show_new_game(self) -> None: ...

    def show_review(self, read: Callable[[], Record]) -> None:
        """Show the review of a game; `read` is called in a thread and returns its record."""

    def show_statistics(self, name: str, rules: str | None = None) -> None:
        """Show a player's statistics for one rule set, or for all together."""

    def action_show_scores(self) -> None: ...

    def action_show_help(self) -> None: ...

    def action_show_options(self) -> None: ...

    def action_show_key_map(self) -> None: ...

    async def action_quit(self) -> None:
        """Leave the program, after a question if a game would be lost."""


class VisitorContext(Protocol):
    """The session of a player over SSH."""

    user: User

    @property
    def lobby(self) -> Lobby:
        """The shared tables; opening it may block, and raise a `StoreProblem`."""

    @property
    def is_guest(self) -> bool:
        """Whether the player connected without a key."""

    @property
    def word(self) -> str:
        """The word that identifies a returning guest, empty for a player with a key."""

    @property
    def reminder(self) -> str:
        """A sentence with that word, empty for a player with a key."""

    @property
    def suggestion(self) -> str:
        """A valid default name, or empty."""

    async def recognise(self) -> bool:
        """Return whether the player's key has a name here.

        Raises:
            StoreProblem: If the store can't be read.
        """

    async def sign_in(self, text: str) -> None:
        """Set the player's name, or identify a guest by a word.

        Raises:
            StoreProblem: If the name is taken, or no guest has that word.
        """

    async def enter(self) -> None:
        """Show the screen requested by the SSH command, or the lobby."""

    def show_lobby(self, sentence: str = "") -> None:
        """Show the lobby, with a sentence."""

    async def open_table(self, table: str, watch: bool = False) -> None:
        """Show a table, to play if the user has a seat, else to watch."""

    async def find_table(self, code: str) -> str:
        """Return the id of the table with a code.

        Raises:
            StoreProblem: If there is none, or too many codes were wrong.
        """


class RemoteContext(AppContext, Protocol):
    """The app over SSH as its screens use it."""

    @property
    def session(self) -> VisitorContext: ...

    def show_instead(self, screen: Screen[None]) -> None:
        """Replace the present screen and all dialogs over it."""

    def apply_options(self, options: Options) -> None:
        """Apply options without saving them."""


class TableView(Protocol):
    """A table's screen as coach, bots and tips use it."""

    saved_table: SavedTable
    table: Table

    @property
    def screen(self) -> Screen[Any]: ...

    @property
    def context(self) -> AppContext: ...

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def is_open(self) -> bool:
        """Whether the screen wasn't dismissed."""

    @property
    def is_tumbling(self) -> bool:
        """Whether dice are being animated."""

    def acts_for(self, seat: int) -> bool:
        """Return whether a seat is played at this terminal."""

    def refresh_table(self) -> None:
        """Update all widgets from the table and the options."""

    def advice_changed(self) -> None:
        """Update the screen after the coach has finished computing."""

    def say_state(self, warning: bool = False) -> None:
        """Show the sentence of the present state."""

    def show_message(self, sentence: str) -> None: ...

    def hold(self, positions: Positions) -> None:
        """Hold these dice and no others."""

    def mark(self, box: str) -> None:
        """Mark the box with an id."""
