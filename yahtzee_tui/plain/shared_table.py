"""A shared table in lines of text: its waiting room, and its games."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.commands import COMMANDS, ROOM, SHARED, SHARED_COMMANDS
from yahtzee_tui.plain.game_loop import GameLoop
from yahtzee_tui.plain.place import Meeting
from yahtzee_tui.plain.player_commands import PlayerCommands
from yahtzee_tui.rules import Malformed, NotNow, name_rules
from yahtzee_tui.services.bot_driver import SubstituteBots
from yahtzee_tui.services.online_match import TableChat, begin_game, follow
from yahtzee_tui.services.table_descriptions import describe_pace, may_begin
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import TableStatus
from yahtzee_tui.table import EventKind, TableEvent
from yahtzee_tui.text import fold
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from yahtzee_tui.plain.commands import CommandHandler, Question, TableCommand
    from yahtzee_tui.plain.place import PlainPlace, PlayerVisit
    from yahtzee_tui.services.bots import BotSeats
    from yahtzee_tui.services.online_match import OnlineTable
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.store.lobby import Seat, SharedTable

_LAST_SECONDS = 10
"""How many seconds before the end of their turn a player is warned."""


def _count_seconds(left: float) -> str:
    return ngettext("{count} second left.", "{count} seconds left.", max(0, round(left)))


class WaitingRoom(Meeting):
    """A table before its game."""

    scope = ROOM

    def __init__(self, visit: PlayerVisit, shared: SharedTable) -> None:
        super().__init__(visit)
        self.shared = shared
        self.chat = TableChat(visit.lobby, visit.user, shared.id, visit.muted)
        self._problem = ""

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            **super().commands,
            "start": self._start,
            "computer": self._add_computer,
            "free": self._free,
            "word": self._add_word,
            "leave": self._leave,
            "close": self._close,
        }

    async def follow(self) -> None:
        shared = self.shared
        parts = (name_rules(shared.options.rules), describe_pace(shared.options))
        said = _("Waiting room of {table}: {about}.", table=shared.code, about=", ".join(parts))
        self._console.say(said, *self.describe_people())
        await follow(self.visit.lobby, frozenset({shared.id}), self._look)

    async def _look(self) -> bool:
        try:
            read = self.visit.lobby.tables.read_news
            news = await asyncio.to_thread(read, self.shared.id, None, self.chat.newest)
        except StoreProblem as problem:
            if self._problem != problem.sentence:
                self._problem = problem.sentence
                self._console.say(problem.sentence)
            return False
        self._problem = ""
        before, self.shared = self.shared, news.shared
        self.chat.add(news.messages)
        self.tell_messages()
        self._tell_changes(before)
        return True

    def _tell_changes(self, before: SharedTable) -> None:
        shared, who = self.shared, self.visit.user.who
        if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
            self.go_to_table(shared.id)
        elif shared.status is TableStatus.CLOSED:
            self.visit.log_closed(shared.code)
            self.go_to_lobby(_("{code} was closed by its host.", code=shared.code))
        elif shared.seat_of(who) is None:
            self.go_to_lobby(_("The host of {code} freed your seat.", code=shared.code))
        else:
            before_by_number = {each.number: each for each in before.seats}
            for seat in shared.seats:
                old = before_by_number.get(seat.number)
                was_here = seat.who == who or self._is_here(before, seat)
                if old != seat or was_here != self._is_here(shared, seat):
                    self._console.say(f"{seat.number + 1}. {self._describe_seat(seat)}.")

    def _is_here(self, shared: SharedTable, seat: Seat) -> bool:
        return seat.who is None or seat.who in shared.present

    def _start(self, _text: str) -> None:
        if not may_begin(self.shared):
            raise Malformed("few", _("A game needs two players; computers count."))
        begin_game(self.visit.lobby, self.shared, self.visit.user.who)

    def _add_computer(self, level: str) -> None:
        from yahtzee_tui.strategy.bots import LADDER

        rank = next((each for each in LADDER if fold(level) in (each.id, fold(each.name))), None)
        if rank is None:
            levels = ", ".join(each.id for each in LADDER)
            sentence = _("Type a level behind the word: {levels}.", levels=levels)
            raise Malformed("unknown_level", sentence)
        seats, who = self.visit.lobby.seats, self.visit.user.who
        seats.seat_computer(self.shared.id, who, rank.id, rank.name)

    def _free(self, text: str) -> Question | None:
        seats = {str(each.number + 1): each for each in self.shared.seats if not each.is_free}
        seats |= {fold(each.name): each for each in seats.values()}
        seat = seats.get(fold(text))
        if seat is None:
            sentence = _("Type the number of a taken seat behind the word.")
            raise Malformed("unknown_seat", sentence)
        free = self.visit.lobby.seats.free
        act = partial(free, self.shared.id, self.visit.user.who, seat.number)
        if seat.computer:
            act()
            return None
        return self.ask_first(_("Free the seat of {player}?", player=seat.name), act)

    def _add_word(self, word: str) -> None:
        self.visit.lobby.seats.add_word(self.shared.id, self.visit.user.who, word)

    def _leave(self, _text: str) -> Question:
        def leave() -> None:
            self.visit.lobby.seats.leave(self.shared.id, self.visit.user.who)
            self.go_to_lobby(_("You left {code}.", code=self.shared.code))

        others = any(each.who not in (None, self.visit.user.who) for each in self.shared.seats)
        question = _("Leave your seat? This closes the table.")
        if others:
            question = _("Leave your seat? Another player may take it.")
        return self.ask_first(question, leave)

    def _close(self, _text: str) -> Question:
        def close() -> None:
            self.visit.lobby.tables.close(self.shared.id, self.visit.user.who)
            self.go_to_lobby(_("{code} was closed by its host.", code=self.shared.code))

        return self.ask_first(_("Close this table for everyone at it?"), close)


class SharedPlayerCommands(PlayerCommands):
    """The commands of the player at this terminal, or of a watcher."""

    def __init__(self, online: OnlineTable, *rest: Any) -> None:
        super().__init__(*rest)
        self._online = online

    @property
    def seat(self) -> int:
        """The own seat, or that of the player to move for a watcher."""
        own = self._online.own_seat
        return self._table.game.seat if own is None else own.place

    def _check_turn(self) -> None:
        if self._online.own_seat is None:
            said = _("You are watching. Only players can do that.")
            raise NotNow("watching", said, self._table.game)
        super()._check_turn()


class SharedGame(Meeting, GameLoop):
    """A game at a shared table, told to its players and watchers."""

    scope = SHARED

    def __init__(self, visit: PlayerVisit, online: OnlineTable) -> None:
        self.online = online
        self.visit = visit
        super().__init__(visit, online.saved_table)
        self._known = self._table.history
        self._before = online.shared
        self._read_problem = self._substitute = ""
        self._is_warned = False

    @property
    def chat(self) -> TableChat:  # type: ignore[override]
        return self.online.chat

    @property
    def shared(self) -> SharedTable:  # type: ignore[override]
        return self.online.shared

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {**super().commands, "roll": self._roll, "away": self._give_up}

    @property
    def listed(self) -> tuple[TableCommand, ...]:
        return SHARED.commands if self._table.game.is_over else (*COMMANDS, *SHARED_COMMANDS)

    def create_computers(self) -> BotSeats:
        return SubstituteBots(self, self.online)

    def create_player(self, loader: ValueTableLoader) -> PlayerCommands:
        rest = (self._table, self._console, self, self._computers, loader)
        return SharedPlayerCommands(self.online, *rest)

    # What the driver of bots needs; see `BotView`.

    @property
    def is_open(self) -> bool:
        return self._next is None

    @property
    def is_busy(self) -> bool:
        return False

    def start_bots(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.start(work)

    def refresh_table(self) -> None:
        """Do nothing: who plays is told when they act."""

    def say_state(self) -> None:
        """Do nothing: that best play is calculated is told once."""

    def show_message(self, sentence: str) -> None:
        self._console.say(sentence)

    # What happens at the table.

    async def stay(self) -> PlainPlace | None:
        stop = self._table.watch(self._changed)
        try:
            return await super().stay()
        finally:
            stop()

    async def follow(self) -> None:
        self._console.say(*game_lines.describe_start(self._table, is_shared=True))
        if self._table.game.is_over:
            self._say_ranking()
        else:
            self._console.say(game_lines.format_totals(self._table.game))
            self._say_own_turn()
        self.start(self._watch_time)
        await self.online.follow(self._look)

    async def _watch_time(self) -> None:
        """Let a substitute play whose time is over, and warn the player before that."""
        while True:
            await asyncio.sleep(1)
            left = self.online.seconds_left
            self._wake()
            is_late = self._is_own_turn and left is not None and left <= _LAST_SECONDS
            if is_late and not self._is_warned and left is not None and left > 0:
                self._console.say(_count_seconds(left))
            self._is_warned = is_late

    def _look(self) -> None:
        """Tell what changed but the game; go to the next game once it has started."""
        shared, before, self._before = self.shared, self._before, self.shared
        if shared.status is TableStatus.CLOSED:
            self.visit.log_closed(shared.code)
            self.go_to_lobby(_("The host of this server has closed {table}.", table=shared.code))
        elif self.online.has_next_game:
            self.go_to_table(shared.id, watch=self.online.own_seat is None)
        else:
            self.tell_messages()
            self._tell_presence(before)
            problem, self._read_problem = self._read_problem, self.online.read_problem
            if self._read_problem not in ("", problem):
                self._console.say(self._read_problem)
            self._wake()

    def _tell_presence(self, before: SharedTable) -> None:
        for seat in self.shared.seats:
            old = before.seat_of(seat.who or "")
            if seat.who in (None, self.visit.user.who) or old is None:
                continue
            was, now = old.who in before.present, seat.who in self.shared.present
            if seat.is_gone and not old.is_gone:
                self._console.say(_("{player} left", player=seat.name) + ".")
            elif was and not now:
                self._console.say(_("{player} is away", player=seat.name) + ".")
            elif now and not was:
                self._console.say(_("{player} is here.", player=seat.name))
        for name in self.shared.watchers:
            if name not in before.watchers and name != self.visit.user.name:
                self._console.say(_("{player} is watching", player=name) + ".")

    def _wake(self) -> None:
        bots = self._bot_driver
        bots.wake()
        why, before, self._substitute = bots.describe_substitute(), self._substitute, ""
        if why:
            self._substitute = why
            if why != before:
                self._console.say(why)

    @property
    def _bot_driver(self) -> SubstituteBots:
        assert isinstance(self._computers, SubstituteBots)
        return self._computers

    @property
    def _is_own_turn(self) -> bool:
        game, own = self._table.game, self.online.own_seat
        return own is not None and not game.is_over and own.place == game.seat

    def _changed(self, change: TableEvent) -> None:
        """Tell an event, and before it those that came with it from another terminal."""
        known, self._known = self._known, self._table.history
        new, old = self._known.events, known.events
        if change.kind is EventKind.ACT and new[: len(old)] == old:
            for event in new[len(old) : -1]:
                before, known = known.game, known.play_unchecked(event)
                one = TableEvent(EventKind.ACT, event, before.seat, known.game)
                self._say_event(one, before)
        super()._changed(change)
        self.start(self._continue)

    async def _continue(self) -> None:
        self._wake()

    def _say_next_turn(self, is_brief: bool) -> None:
        game = self._table.game
        if game.is_over:
            self._say_ranking()
        elif not is_brief and self._player.may_undo:
            self._console.say(_("Type u to undo until {player} rolls.", player=game.player))
        self._say_own_turn()

    def _say_own_turn(self) -> None:
        game = self._table.game
        if self._is_own_turn and not game.roll:
            rounds = _("Round {round} of {rounds}.", round=game.round, rounds=game.rounds)
            self._console.say(f"{rounds} {_('Your turn: {key} to roll.', key='Enter')}")

    def _say_choices(self) -> None:
        choices = [
            _("u to undo the last score") if self._player.may_undo else "",
            _("p to play again") if self.online.own_seat is not None else "",
            _("L for the lobby"),
            _("q to quit"),
        ]
        listed = ", ".join(filter(None, choices))
        self._console.say(_("Game over. Type {choices}.", choices=listed))

    def describe_people(self) -> list[str]:
        lines, left = super().describe_people(), self.online.seconds_left
        if left is not None and self.shared.status is TableStatus.PLAYING:
            lines.append(_count_seconds(left))
        return lines

    # What the player does.

    def _move_computer(self) -> None:
        self._bot_driver.wake(at_once=True)
        self._console.say(
            self._bot_driver.describe("Enter") or game_lines.format_turn(self._table.game)
        )

    def _play_again(self, _text: str) -> None:
        game = self._table.game
        if not game.is_over:
            raise NotNow("not_over", _("The game isn't over yet."), game)
        self.online.start_next()

    def _give_up(self, _text: str) -> Question:
        def give_up() -> None:
            self.visit.lobby.seats.give_up(self.shared.id, self.visit.user.who)
            self.go_to_lobby()

        question = _("Leave your seat? A computer plays for you until you come back.")
        return self.ask_first(question, give_up)
