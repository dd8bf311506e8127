"""The session of an SSH client in lines of text: signing in, and the places that follow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.host.lines.lobby import LobbyPlace
from yahtzee_tui.host.lines.place import PlayerVisit
from yahtzee_tui.host.lines.shared_table import SharedGame, WaitingRoomPlace
from yahtzee_tui.host.lobby import TableStatus
from yahtzee_tui.host.services.online_match import OnlineTable
from yahtzee_tui.host.services.waiting_room import WaitingRoom
from yahtzee_tui.plain.practice import PracticeSession
from yahtzee_tui.plain.session import PlainSession
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.host.lines.place import PlainPlace
    from yahtzee_tui.rules import Game, Ruleset
    from yahtzee_tui.table import Table, TableConfig


class RemotePlainSession(PlainSession):
    """Plays games alone or with computers, from the lobby of a host."""

    def __init__(self, visit: PlainVisit) -> None:
        context = visit.context
        super().__init__(context.console, context.me, context.options, visit.store)
        self.context, self._visit = context, visit

    def describe_resume(self, table: Table) -> str:  # noqa: ARG002 - the newest is continued
        return _("Saved. To continue, type {word} in the lobby.", word="resume")

    def check_config(self, config: TableConfig) -> None:
        self._visit.check_config(config)


class PlainVisit(PlayerVisit):
    """A visit whose player types lines and reads lines."""

    _alone: RemotePlainSession | None = None

    @property
    def game_alone(self) -> Game | None:
        return None if self._alone is None else self._alone.game

    async def play(self) -> None:
        try:
            await self._sign_in()
            place = await self._enter()
            while place is not None:
                place = await place.stay()
        finally:
            self.context.value_tables.stop()

    async def _sign_in(self) -> None:
        """Ask for a name until one is accepted, unless the key has one."""
        while True:
            try:
                if await self.recognise():
                    return
                break
            except StoreProblem as problem:
                self.console.say(problem.sentence)
                await self.console.answer(_("Enter to try again"))
        self.console.say(self.about_name)
        question, suggestion = _("Your name"), self.suggestion
        if suggestion:
            question = _("Your name, or Enter for {name}", name=suggestion)
        while True:
            try:
                await self.sign_in(await self.console.answer(question) or suggestion)
            except StoreProblem as problem:
                self.console.say(problem.sentence)
            else:
                return

    async def _enter(self) -> PlainPlace | None:
        match self.visitor.request:
            case (_, "join" | "watch" as what, code, *word):
                try:
                    table = await asyncio.to_thread(self.find_table, code)
                except StoreProblem as problem:
                    return await self.enter_lobby(problem.sentence)
                return await self.enter_table(table, what == "watch", "".join(word[1:]))
        return await self.enter_lobby()

    async def enter_lobby(self, sentence: str = "") -> PlainPlace:
        self.online = None
        await self.set_table(None)
        self.visitor.report_watching(False)
        if sentence:
            self.console.say(sentence)
        return LobbyPlace(self)

    async def enter_table(self, table: str, watch: bool = False, word: str = "") -> PlainPlace:
        """Go to a table: to play if there is a seat, or else to watch."""
        try:
            shared, sentence = await asyncio.to_thread(self.take_seat, table, watch, word)
            if sentence:
                self.console.say(sentence)
            if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
                online = await asyncio.to_thread(OnlineTable.at, self.store, self.user, shared)
                online.chat.muted = self.muted
                self.online = online
                self.visitor.report_watching(online.own_seat is None)
                place: PlainPlace = SharedGame(self, online)
            elif shared.status is TableStatus.WAITING and not watch:
                place = WaitingRoomPlace(self, WaitingRoom(self, shared))
            else:
                code = shared.code
                return await self.enter_lobby(
                    _("The game at {code} hasn't started yet.", code=code)
                )
        except StoreProblem as problem:
            return await self.enter_lobby(problem.sentence)
        await self.set_table(table)
        if self.reminder:
            self.console.say(self.reminder)
        return place

    async def play_alone(self, config: TableConfig | None, game: str | None = None) -> PlainPlace:
        """Play games without other people until the player leaves them."""
        session = self._alone = RemotePlainSession(self)
        try:
            await session.play(config or game)
        except StoreProblem as problem:
            self.console.say(problem.sentence)
        finally:
            session.say_goodbye()
            session.release()
            self._alone = None
        return LobbyPlace(self)

    async def practice(self, ruleset: Ruleset) -> PlainPlace:
        await PracticeSession(self.context, self.store).run(ruleset)
        return LobbyPlace(self)
