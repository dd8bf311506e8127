"""The session of a bot over SSH: it gets positions as lines of JSON, and answers with choices."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lines.line_visit import LineVisit, Tasks
from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.services.online_table import (
    BOT_SECONDS,
    SUBSTITUTE_RANK,
    OnlineTable,
    SubstituteBots,
    follow,
)
from yahtzee_tui.rules import Hold, Refusal, Roll
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.settings import Options
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import quote, shorten
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from yahtzee_tui.host.lobby.models import SharedTable
    from yahtzee_tui.rules import Game, Score
    from yahtzee_tui.table import Table

_NO_BOT = N_("No bot has this SSH key. Press a in the lobby for a word that makes one.")
_MOST_TRIES = 3
"""How many answers to one position may be refused before a computer plays the turn."""

_TICK_SECONDS = 1.0
_LOOK_SECONDS = 30.0
"""How long a bot waits at most until it is seen that an event has opened."""

_REFUSED = 2
"""The exit code of a request that is refused."""


class BotVisit(LineVisit):
    """A visit of a program, which plays where the makers of tables and events let bots play.

    Attributes:
        error: What the next position says of the last answer.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.value_tables = ValueTables()
        self.bots = BotService(self.value_tables.find)
        self.options = Options(pause=0.0)  # it takes no score back
        self.error = ""

    def show_notice(self, text: str) -> None:
        """Say nothing: a bot takes each line for a position."""

    def apply_options(self, options: Options) -> None:
        """Use none: a bot gets positions whatever its account has chosen."""

    async def play(self) -> None:
        self.console.on_end = self.end
        try:
            await self.recognise()
            self._check_account()
            self.visitor.report_watching(True)  # it has to wait for people, who may be slow
            code = "".join(self.visitor.request[2:3])
            table = await asyncio.to_thread(self.find_table, code) if code else ""
            while True:
                found = await self._find_game(table)
                if isinstance(found, str):
                    await self._play_in_event(found)
                else:
                    await BotTable(self, found).play()
        except StoreProblem as problem:
            self.exit_code = _REFUSED
            self.console.say(json.dumps({"error": problem.sentence}))
        finally:
            self.value_tables.stop()

    def _check_account(self) -> None:
        if not self.user.is_bot:
            raise StoreProblem(_(_NO_BOT))

    async def _find_game(self, table: str) -> SharedTable | str:
        """Wait for a game to play: at one table, or at any where bots may sit, or of an event.

        Raises a `StoreProblem` if the bot can't sit at the one, or it is closed.
        """
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    return await self._wait_for_game(table)

    async def _wait_for_game(self, table: str) -> SharedTable | str:
        found: asyncio.Future[SharedTable | str] = asyncio.get_running_loop().create_future()

        async def look() -> bool:
            try:
                shared = await asyncio.to_thread(self._look, table)
                game = "" if table else await asyncio.to_thread(self._enter_event)
            except StoreProblem as problem:
                if table and not found.done():
                    found.set_exception(problem)
                return False
            if found.done():
                return True
            if shared is not None and shared.status is TableStatus.PLAYING:
                found.set_result(shared)
            elif game:
                found.set_result(game)
            elif shared is not None and shared.id != self._table:
                await self.set_table(shared.id)  # it is seen to be there
            return True

        ids = frozenset({table}) if table else WHOLE_LOBBY
        following = asyncio.create_task(follow(self.lobby, ids, look))
        try:
            return await found
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    def _look(self, table: str) -> SharedTable | None:
        """Return a table whose game is to be played, else one where the bot has a seat."""
        tables, who = self.lobby.tables, self.user.who
        seated = None
        for shared in [tables.read(table)] if table else tables.list_for(who):
            mine = shared.seat_of(who)
            if shared.status is TableStatus.CLOSED:
                raise StoreProblem(_("This table has been closed."))
            if shared.status is TableStatus.PLAYING and mine is not None:
                return shared
            waits = shared.status is TableStatus.WAITING and shared.free and shared.options.bots
            if mine is None and (table or waits):
                try:
                    self.lobby.seats.sit(shared.id, self.user)
                    mine = shared.seats[0]
                except StoreProblem:
                    if table:
                        raise
            seated = shared if mine is not None else seated
        return seated

    def _enter_event(self) -> str:
        """Return the id of the bot's next game in an open event for bots, empty without one."""
        events, name = self.store.events, self.user.name
        now = events.now()
        for event in events.list_all():
            may_play = event.bots and event.is_open(now)
            if may_play and (events.line(event, name).own or 0) < event.games:
                with suppress(StoreProblem):  # it closes now, or a game of it was deleted
                    return events.enter(event, name)
        return ""

    async def _play_in_event(self, game: str) -> None:
        """Play a game of an event, in which no computer plays for the bot."""
        await self.set_table(None)  # at a table with a seat, a computer plays meanwhile
        saved_table = await asyncio.to_thread(open_saved_game, self.store, game)
        table = self.alone = saved_table.table
        try:
            with suppress(Refusal):  # the event is over
                while not table.game.is_over:
                    if table.game.roll:
                        await self._move(table)
                    if not table.game.is_over:
                        table.apply(0, Roll())
                    if saved_table.problem:
                        raise StoreProblem(saved_table.problem)
        finally:
            self.alone = None
            saved_table.release()

    async def _move(self, table: Table) -> None:
        choice = await self.choose(table.game)
        if choice is None:
            raise StoreProblem(f"{self.error} {_('Connect again to continue the game.')}")
        if not isinstance(choice, Hold) or choice.positions != table.game.held:
            table.apply(0, choice)

    async def choose(self, game: Game) -> Hold | Score | None:
        """Return what the bot answers in time; None after the last try, and `error` says why."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BOT_SECONDS):
                for _try in range(_MOST_TRIES):
                    if (choice := await self._ask(game)) is not None:
                        return choice
        self.error = self.error or _("No answer came in time.")
        return None

    async def _ask(self, game: Game) -> Hold | Score | None:
        """Write a position and return the answer, None if it is refused."""
        from yahtzee_tui.strategy.bots.programs import describe, find_refusal, read_choice

        console, told = self.console, describe(game)
        early = console.drop_lines()
        if early:
            self.error = _("{text} came before it was asked for.", text=quote(shorten(early, 60)))
        error = {"error": self.error} if self.error else {}
        self.error = ""
        console.say(json.dumps(told | error))
        line = await console.read()
        choice = read_choice(line)
        why = _("not a choice") if choice is None else find_refusal(game, choice)
        if why == "" and json.loads(line).get("position", told["position"]) != told["position"]:
            why = _("this is about another position")
        if not why:
            return choice
        # Translators: follows the name of a program
        said = _("answered {answer}: {why}", answer=quote(shorten(line, 60)), why=why.rstrip("."))
        self.error = f"{self.user.name} {said}."
        return None


class BotTable:
    """A game that a bot plays, and whose computers move from here like from other terminals."""

    is_busy = False

    def __init__(self, visit: BotVisit, shared: SharedTable) -> None:
        self.context = self._visit = visit
        self._online = visit.place = OnlineTable(visit.store, visit.user, shared)
        self._table = self._online.saved_table.table
        self._bots = SubstituteBots(self, self._online)
        self._changed = asyncio.Event()
        self._tasks = Tasks()
        self._lost = -1  # the turn in which a computer plays for the bot

    # What the driver of bots needs; see `BotView`.

    @property
    def is_open(self) -> bool:
        """Whether the game goes on at this table."""
        online = self._online
        return not (self._table.game.is_over or online.was_closed or online.has_next_game)

    def start_bots(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._tasks.start(work)

    def refresh_table(self) -> None:
        """Do nothing: a bot sees nothing of the others."""

    say_state = refresh_table

    def show_message(self, sentence: str) -> None:
        """Do nothing, as above."""

    @property
    def _is_asked(self) -> bool:
        """Whether it is the bot's turn."""
        own, seat = self._online.own_seat, self._table.game.seat
        return own is not None and own.place == seat and seat in self._bots.seats

    async def play(self) -> None:
        """Play until the game is over."""
        self._visit.lobby.seats.sit(self._online.shared.id, self._visit.user)
        await self._visit.set_table(self._online.shared.id)
        stop = self._table.watch(lambda _: self._changed.set())
        self.start_bots(lambda: self._online.follow(self._changed.set))
        try:
            while self.is_open:
                self._changed.clear()
                if self._is_asked:
                    with suppress(Refusal):  # another terminal was faster, or it can't be saved
                        await self._move()
                        continue
                self._bots.wake()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), _TICK_SECONDS)
        finally:
            stop()
            await self._tasks.stop()

    async def _move(self) -> None:
        game = self._table.game
        if game.roll:
            choice = await self._choose(game)
            if self._table.game is not game:
                return
            self._bots.apply(choice)
            if not self._bots.rolls_after(choice):
                return
        self._table.apply(self._table.game.seat, Roll())

    async def _choose(self, game: Game) -> Hold | Score:
        """Return what the bot answers; where it doesn't, what a computer chooses."""
        if self._lost != game.turns:
            if (choice := await self._visit.choose(game)) is not None:
                return choice
            self._lost = game.turns
            self._visit.error += " " + _("A computer played this turn.")
        return await self.context.bots.choose(SUBSTITUTE_RANK, game)
