"""The lobby over SSH: the shared tables and the main menu."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.screens.table_drawing import draw_finished, draw_table
from yahtzee_tui.host.services.notification_sentences import explain_no_receiver
from yahtzee_tui.host.services.online_table import follow
from yahtzee_tui.host.services.table_descriptions import describe_present
from yahtzee_tui.host.services.visit import NO_KEY, TAKE_KEY
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.entries import find_best_total
from yahtzee_tui.table.judged import day_before, describe_next
from yahtzee_tui.text import cell_width, join_words
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.home.title import (
    MENU,
    MainMenuScreen,
    MenuItem,
    MenuItems,
    bind_menu,
    draw_menu_items,
)
from yahtzee_tui.tui.keymap import BY_LINE, MOVE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.widgets.game_card import GameCard
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.host.lobby.models import FinishedGame, SharedTable
    from yahtzee_tui.rules import Record

_NARROW = 78
_WIDEST = 98
_GAME = "game:"
_LAST_GAMES, _FEW_ROWS = (3, 1), 30
"""The most finished games where no table is open, on windows of so many rows and on lower ones."""
# Translators: two lines, each of at most 58 columns
_EMPTY = N_(
    "No tables yet. Open one for others to join, or fill it\nwith computers to start right away."
)
_RETURN_WORD = N_("You are a guest. Your return word, to get your seats back: {word}")


class LobbyScreen(RemoteScreen, MainMenuScreen):
    """One list, which follows the change feed; the marked line stays marked."""

    DEFAULT_CSS = """
    LobbyScreen {
        #who {
            width: 100%;
            padding: 0 1;
            background: $panel;
            text-wrap: nowrap;
            text-overflow: ellipsis;
        }
        #both { height: 1fr; align-horizontal: center; }
        #lobby { width: 1fr; max-width: 98; height: 100%; }
        GameCard { height: 34; max-height: 100%; margin: 1 1 1 0; }
        #word, #notice { padding: 0 2; color: $card-muted; }
        Menu { margin: 1 1 0 1; }
        StatusLine { height: auto; min-height: 1; padding: 0 2; text-wrap: wrap; }
        &.-short Menu { margin-top: 0; }
        &.-tall #lobby { padding-top: 2; }
    }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middle"), (40, "-tall")]  # noqa: RUF012
    REFUSALS: ClassVar[dict[str, str]] = {
        "watch": N_("You can watch a table once its game has started."),
        "add_key": NO_KEY,
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("lobby", "move", BY_LINE, group=MOVE),
        bind(
            "space", "select", "Choose", "lobby-choose",
            "Join the selected table, or choose the selected line", key_display="Enter",
        ),
        bind("w", "watch", "Watch", "lobby-watch", "Watch the selected table"),
        bind("t", "create_table", "Table", "lobby-table", "Open a table for others to join"),
        bind("slash", "ask_code", "Join", "lobby-code", "Join a table by its code"),
        bind(
            "a", "add_key", "SSH keys", "lobby-key",
            "Add another machine's key or a bot, or take a key away",
            show=False,
        ),
        bind(
            "m", "tell_me", "Tell me", "lobby-tell",
            "Choose what you are told while you are away", show=False,
        ),
        *bind_menu("lobby", MENU),
    ]  # fmt: skip

    card = getters.query_one(GameCard)

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence
        self._tables: dict[str, SharedTable] = {}
        self._last_games: list[FinishedGame] = []
        self._people = 0
        self._winners = ""
        self._is_loaded = False
        self._is_opening = False
        self._read_problem = ""

    def compose(self) -> ComposeResult:
        self.menu_items, self._header = MenuItems(self.context), ("", "")
        yield Static(id="who", markup=False)
        with Horizontal(id="both"):
            with Vertical(id="lobby"):
                if word := self.context.session.word:
                    yield Static(_(_RETURN_WORD, word=word), id="word", markup=False)
                yield Static(id="notice", markup=False)
                yield Menu(long=True)
                yield StatusLine()
            yield GameCard()
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_header(1)
        start_worker(self, partial(follow, self.context.session.lobby, WHOLE_LOBBY, self._refresh))
        if self._sentence:
            self.show_message(self._sentence)

    def on_resize(self) -> None:
        self.card.fit(self.size.width - _NARROW)
        if self._is_loaded:
            self._show()
            self._show_card()

    def on_screen_resume(self) -> None:
        """Read the saved games again, as a screen over the lobby may have changed them."""
        self.show_newest_notice()
        start_worker(self, self._load_games, "games", exclusive=True)

    def refresh_lobby(self, sentence: str) -> None:
        self._is_opening = False
        self._sentence = sentence
        if self.is_mounted:
            self.on_screen_resume()
            self.show_message(sentence)

    def show_newest_notice(self) -> None:
        """Show what the host of the server has said last."""
        line = self.query_one("#notice", Static)
        newest = self.context.session.list_notices()[-1:]
        line.display = bool(newest)
        for text in newest:
            line.update(_("From the host of this server: {text}", text=text))

    def show_message(self, sentence: str, warning: bool = True) -> None:
        for line in self.query(StatusLine):
            line.say(sentence, warning)

    def refuse(self, action: str) -> str:
        if action == "tell_me":
            return explain_no_receiver(self.context.session.is_guest)
        return super().refuse(action)

    def action_watch(self) -> None:
        if (shared := self._marked) is not None:
            self._open_table(shared.id, watch=True)

    def action_create_table(self) -> None:
        from yahtzee_tui.host.screens.dialogs import NewTableScreen

        self.context.ask(NewTableScreen(), self._open_table)

    def action_ask_code(self) -> None:
        from yahtzee_tui.host.screens.dialogs import JoinCodeScreen

        self.context.ask(JoinCodeScreen(), self._open_table)

    def action_tell_me(self) -> None:
        """Show what the player is told while away."""
        from yahtzee_tui.host.screens.dialogs import TellMeScreen

        session = self.context.session
        self.try_to(
            lambda: session.lobby.notifications.read(session.user.who),
            lambda wishes: self.context.ask(TellMeScreen(wishes, session.receiver)),
        )

    def action_add_key(self) -> None:
        """Show a word that adds the key of another machine, or a bot, and the keys."""
        from yahtzee_tui.host.screens.dialogs import SshKeysScreen

        session = self.context.session

        def ask(key: str) -> None:
            take = partial(self.try_to, partial(session.take_key, key))
            question = _(TAKE_KEY, name=session.user.name)
            self.context.confirm(question, _("Take away"), _("Keep"), take)

        self.try_to(
            lambda: (session.draw_word(), session.list_keys()),
            lambda found: self.context.ask(SshKeysScreen(*found), ask),
        )

    def allowed(self) -> dict[str, bool | None]:
        shared = self._marked
        has_game = shared is not None and shared.status is not TableStatus.WAITING
        session = self.context.session
        return {
            "watch": has_game or None,
            "tell_me": bool(session.receiver) or None,
            "add_key": not session.is_guest or None,
        }

    @on(Menu.OptionHighlighted)
    def _line_marked(self) -> None:
        self.refresh_bindings()
        self._show_card()

    def _show_card(self) -> None:
        """Show the game of the marked table, or the marked game, where there is space."""
        line, shared = self.menu.marked or "", self._marked
        game = line.removeprefix(_GAME) if line.startswith(_GAME) else shared and shared.game
        if not game:
            self.card.hide()
        elif self.card.display:
            session = self.context.session
            self.card.show_saved(session.store, game, session.user.name)

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if not self.is_active:  # a second Enter, typed ahead
            return
        match event.option_id:
            case str(table) if table in self._tables:
                self._open_table(table)
            case "table":
                self.action_create_table()
            case "code":
                self.action_ask_code()
            case str(line) if line.startswith(_GAME):
                self._review(line.removeprefix(_GAME))
            case item:
                await self.menu_items.run(item)

    def _review(self, game: str) -> None:
        def read() -> Record:
            record, history = self.context.session.store.games.read(game).load()
            if not history.game.is_over:  # its end was undone
                raise StoreProblem(_("That game isn't over any more."))
            return record

        self.context.show_review(read)

    def _open_table(self, table: str, watch: bool = False) -> None:
        if self._is_opening:  # a second click
            return
        self._is_opening = True
        # A worker of the app, as it continues after this screen is left.
        start_worker(self.app, partial(self.context.session.open_table, table, watch), "session")

    @property
    def _marked(self) -> SharedTable | None:
        return self._tables.get(self.menu.marked or "")

    async def _refresh(self) -> bool:
        session = self.context.session
        tables, people, read_problem = list(self._tables.values()), self._people, ""
        try:
            tables = await asyncio.to_thread(session.lobby.tables.list_for, session.user.who)
            people = await asyncio.to_thread(session.lobby.count_present)
            if not tables:
                self._last_games = await asyncio.to_thread(
                    session.lobby.tables.list_last_games, session.user.who, max(_LAST_GAMES)
                )
            if self._is_loaded:  # the lobby is read seldom from now on
                await asyncio.to_thread(session.store.release_idle, at_once=True)
        except StoreProblem as problem:
            read_problem = problem.sentence
        if not self.is_open:
            return True
        if read_problem != self._read_problem:
            self._read_problem = read_problem
            self.show_message(read_problem)
        before = self._marked
        self._tables = {shared.id: shared for shared in tables}
        self._show_header(people)
        self._is_loaded = True
        self._show()
        if before != self._marked:  # watching may be enabled now
            self._line_marked()
        return not read_problem

    async def _load_games(self) -> None:
        with suppress(StoreProblem):  # `_refresh` reports it
            await self.menu_items.load()
            if OFFICIAL.id in self.context.rulesets:
                self._winners = await asyncio.to_thread(self._find_winners)
        # Before the tables are read the mark would end up below them.
        if self.is_open and self._is_loaded:
            self._show_header(self._people)
            self._show()
            await self.run_wanted()

    def _find_winners(self) -> str:
        """Return who had the most points of yesterday, empty if there was no game."""
        events = self.context.session.store.events
        best = find_best_total(events.read_table(events.find_day(day_before(self.menu_items.day))))
        names = join_words(each.name for each in best)
        places = {"when": _("Yesterday"), "player": names, "points": best[0].total if best else 0}
        return _("{when}: {player} {points}", **places) if best else ""

    def _show_header(self, people: int) -> None:
        self._people = people
        here, winners = describe_present(people), self._winners
        if (here, winners) == self._header:  # an update would be sent to the terminal
            return
        self._header = here, winners
        name = self.context.session.user.name
        self.query_one("#who", Static).update(
            Content.assemble(
                ("YAHTZEE", "bold"),
                (f"  {_('Lobby')}", "bold"),
                ("  ·  ", "$card-muted"),
                (name, f"bold ${player_ink(0)}"),
                (f"  ·  {here}", "$card-muted"),
                (f"  ·  {winners}" if winners else "", "$card-muted"),
            )
        )

    def _show(self) -> None:
        who = self.context.session.user.who
        columns = min(self._columns, _WIDEST) - 5
        drawn = {each.id: draw_table(each, who, columns) for each in self._tables.values()}
        tables = [Option(drawing, id=table) for table, drawing in drawn.items()]
        items = [
            MenuItem(
                "table", "t", _("Open a table"), _("play with people here, or with computers")
            ),
            MenuItem("code", "/", _("Join by code"), _("a friend's table")),
            *map(_tell_next, self.menu_items.shown()),
        ]
        here, code, *solo = draw_menu_items(items, columns)
        nothing = Option(Content.styled(_(_EMPTY), "$card-muted"), disabled=True)
        most = _LAST_GAMES[self.size.height < _FEW_ROWS]
        last = [
            Option(draw_finished(each), id=f"{_GAME}{each.id}") for each in self._last_games[:most]
        ]
        self.menu.show(
            [
                self._rule(_("TABLES")),
                *(tables or [nothing]),
                here,
                code,
                *([self._rule(_("LAST GAMES")), *last] if last and not tables else []),
                self._rule(_("SOLO")),
                *solo,
            ]
        )

    @property
    def _columns(self) -> int:
        """The columns for the list."""
        width = self.card.styles.width
        beside = width.cells if self.card.display and width is not None else 0
        return self.size.width - (beside or 0)

    def _rule(self, title: str) -> Option:
        """Return a line across the list with a title."""
        line = "─" * (min(self._columns, _WIDEST) - cell_width(title) - 9)
        parts = ("── ", "$frame"), (title, "bold $card-muted"), (f" {line}", "$frame")
        return Option(Content.assemble(*parts), disabled=True)


def _tell_next(item: MenuItem) -> MenuItem:
    """Say on the line of the daily game when the next one begins: the day is the host's."""
    if item.id != "daily":
        return item
    note = f"{item.note} · {_('next {when}', when=describe_next())}"
    return item._replace(note=note, shorter=[item.note])
