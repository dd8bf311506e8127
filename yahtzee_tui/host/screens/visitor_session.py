"""The session of one SSH client with screens: its user, its place in the lobby, what it sees."""

from __future__ import annotations

import asyncio
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.screens.context import VisitorContext
from yahtzee_tui.host.services.server_drain import Activity
from yahtzee_tui.settings import Options
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.lobby.models import SharedTable, User
    from yahtzee_tui.host.screens.context import RemoteContext
    from yahtzee_tui.host.services.visit import Visitor

_NOTICE_SECONDS = 12.0
_WIDE = 100
"""The most columns of a table whose dice are in full motion at first."""


class VisitorSession(VisitorContext):
    """What the screens of an SSH client share; the user has no name before signing in."""

    def __init__(self, app: RemoteContext, visitor: Visitor, store: HostStore) -> None:
        super().__init__(visitor, store)
        self._app = app

    @cached_property
    def default_options(self) -> Options:
        """The options before a player changes them: large dice in motion are many bytes."""
        is_wide = self._app.app.size.width > _WIDE
        return Options(dice_speed="short") if is_wide else Options()

    def apply_options(self, options: Options) -> None:
        self._app.apply_options(options)

    def end(self) -> None:
        self._app.app.exit()

    def show_notice(self, text: str) -> None:
        """Show it over any screen, as only that has room for it everywhere."""
        self._app.app.notify(
            text, title=_("From the host of this server"), timeout=_NOTICE_SECONDS, markup=False
        )

    @property
    def activity(self) -> Activity:
        from yahtzee_tui.host.screens.online_table import OnlinePlayScreen

        screens = [each for each in self._app.app.screen_stack if isinstance(each, GameScreen)]
        online = [each for each in screens if isinstance(each, OnlinePlayScreen)]
        return Activity(
            self._app.seconds_idle,
            is_in_turn=any(screen.is_in_turn for screen in screens),
            is_at_table=any(not screen.table.game.is_over for screen in online),
        )

    def start(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        start_worker(self._app.app, act, "presence")

    async def recognise(self) -> bool:
        if self._app.options == Options():
            self.apply_options(self.default_options)
        return await super().recognise()

    async def keep_options(self, options: Options) -> None:
        try:
            await super().keep_options(options)
        except StoreProblem as problem:
            self._app.show_message(problem.sentence)

    def _set_user(self, user: User) -> None:
        super()._set_user(user)
        self._app.me = user.name

    async def enter(self) -> None:
        match self.visitor.request:
            case ("join" | "watch" as what, code):
                await self.open_code(code, watch=what == "watch")
            case ("join", code, "--word", word):
                await self.open_code(code, word=word)
            case _:
                self.show_lobby()

    def show_lobby(self, sentence: str = "") -> None:
        from yahtzee_tui.host.screens.lobby import LobbyScreen

        if isinstance(self._app.screen, LobbyScreen):
            self._app.screen.refresh_lobby(sentence)
        else:
            self._app.show_instead(LobbyScreen(sentence))
        self.start(partial(self.set_table, None))
        self.visitor.report_watching(False)

    def leave_closed(self, code: str, sentence: str) -> None:
        """Show the lobby after another player or the host of the server has closed a table."""
        self.log_closed(code)
        self.show_lobby(sentence)

    async def open_code(self, code: str, watch: bool = False, word: str = "") -> None:
        """Open the table with a code, and add a word there; a problem is shown in the lobby."""
        try:
            table = await asyncio.to_thread(self.find_table, code)
        except StoreProblem as problem:
            self.show_lobby(problem.sentence)
        else:
            await self.open_table(table, watch, word)

    async def open_table(self, table: str, watch: bool = False, word: str = "") -> None:
        """Open a table with an id: to play if there is a seat, or else to watch.

        A word is added to its dice where the game hasn't started.
        """
        try:
            shared, sentence = await asyncio.to_thread(self.take_seat, table, watch, word)
            if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
                await self._show_table(shared, sentence)
            elif shared.status is TableStatus.WAITING and not watch:
                from yahtzee_tui.host.screens.waiting_room import WaitingRoomScreen
                from yahtzee_tui.host.services.waiting_room import WaitingRoom

                self._app.show_instead(WaitingRoomScreen(WaitingRoom(self, shared), sentence))
            else:
                self.show_lobby(_("The game at {code} hasn't started yet.", code=shared.code))
                return
        except StoreProblem as problem:
            self.show_lobby(problem.sentence)
            return
        await self.set_table(table)

    async def _show_table(self, shared: SharedTable, sentence: str) -> None:
        from yahtzee_tui.host.screens.online_table import OnlinePlayScreen, OnlineWatchScreen
        from yahtzee_tui.host.services.online_table import OnlineTable

        online_table = await asyncio.to_thread(OnlineTable.at, self.store, self.user, shared)
        online_table.chat.muted = self.muted
        screen = OnlineWatchScreen if online_table.own_seat is None else OnlinePlayScreen
        if online_table.own_seat is not None:
            sentence = sentence or self.reminder
        self.visitor.report_watching(online_table.own_seat is None)
        self._app.show_instead(screen(online_table, sentence))
