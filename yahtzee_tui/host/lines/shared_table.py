"""A shared table in lines of text: its waiting room, and its games."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lines.commands import ROOM, SHARED
from yahtzee_tui.host.lines.place import Meeting
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.services.online_table import SubstituteBots
from yahtzee_tui.host.services.table_descriptions import describe_pace, describe_player
from yahtzee_tui.host.services.waiting_room import ABOUT_WORDS
from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.game_loop import GameLoop
from yahtzee_tui.plain.player_commands import PlayerCommands
from yahtzee_tui.rules import RULESETS, Malformed, NotNow, name_rules
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import EventKind, TableEvent
from yahtzee_tui.text import fold
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.host.lines.place import PlayerVisit
    from yahtzee_tui.host.lobby.models import Seat, SharedTable
    from yahtzee_tui.host.services.online_table import OnlineTable
    from yahtzee_tui.host.services.waiting_room import WaitingRoom
    from yahtzee_tui.plain.commands import CommandHandler, Question
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.services.value_tables import ValueTableLoader

_LAST_SECONDS = 10
"""How many seconds before the end of their turn a player is warned."""


def _count_seconds(left: float) -> str:
    return ngettext("{count} second left.", "{count} seconds left.", max(0, round(left)))


class WaitingRoomPlace(Meeting):
    """A table before its game."""

    scope = ROOM
    online: WaitingRoom

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

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self.shared.options.rules, super().ruleset)

    async def follow(self) -> None:
        await self.online.refresh()  # what is said from now on is new
        about = f"{name_rules(self.shared.options.rules)}, {describe_pace(self.shared.options)}"
        said = _("Waiting room of {table}: {about}.", table=self.shared.code, about=about)
        self._console.say(said, *self.describe_people())
        user, notes = self.visit.user, self.visit.store.notes
        with suppress(StoreProblem):
            if await asyncio.to_thread(notes.is_beginner, user.name):
                self._console.say(_("First time? Type rules to learn how to play."))
        await self.online.follow(self._tell_news)

    def _tell_news(self, before: SharedTable) -> None:
        """Tell what changed; go to the game once it has started, or to the lobby."""
        if self.tell_problem():
            return
        self.tell_messages()
        if self.online.has_started:
            self.go_to_table(self.shared.id)
        elif sentence := self.online.exit_sentence:
            self.go_to_lobby(sentence)
        else:
            self._tell_seats(before)

    def _tell_seats(self, before: SharedTable) -> None:
        for old, seat in zip(before.seats, self.shared.seats, strict=True):
            number = seat.number + 1
            if seat.is_free and not old.is_free:
                self._console.say(_("Seat {number} is free.", number=number))
            elif (seat.who, seat.name) != (old.who, old.name):
                player = describe_player(seat)
                self._console.say(
                    _("{player} has taken seat {number}.", player=player, number=number)
                )
            elif seat != old:
                self._console.say(f"{number}. {self._describe_seat(seat)}.")
        self.tell_presence(before)

    def _check(self, action: str, seat: Seat | None = None) -> None:
        if sentence := self.online.refuse(action, seat):
            raise Malformed(action, sentence)

    def _start(self, _text: str) -> Question | None:
        self._check("begin")
        if question := self.online.begin_question:
            return self.ask_first(question, self.online.begin)
        self.online.begin()
        return None

    def _add_computer(self, level: str) -> None:
        from yahtzee_tui.strategy.bots import LEVELS

        self._check("add")
        rank = next((each for each in LEVELS if fold(level) in (each.id, fold(each.name))), None)
        if rank is None:
            levels = ", ".join(each.id for each in LEVELS)
            sentence = _("Type a level after the command: {levels}.", levels=levels)
            raise Malformed("unknown_level", sentence)
        self.online.seat_computer(rank)

    def _free(self, text: str) -> Question | None:
        seats = {str(each.number + 1): each for each in self.shared.seats}
        seats |= {fold(each.name): each for each in seats.values() if not each.is_free}
        seat = seats.get(fold(text))
        if seat is None:
            sentence = _("Type the number of a taken seat after the command.")
            raise Malformed("unknown_seat", sentence)
        self._check("remove", seat)
        free = partial(self.online.free, seat)
        if seat.computer:
            free()
            return None
        return self.ask_first(_("Free the seat of {player}?", player=seat.name), free)

    def _add_word(self, word: str) -> None:
        """Add a word to the dice; without one tell of the words, and the hash of the secret."""
        self._check("add_word")
        if word:
            self.online.add_word(word)
        else:
            self._console.say(_(ABOUT_WORDS), f"SHA-256 {self.shared.hash}.")

    def _leave(self, _text: str) -> Question:
        return self._ask_to_leave(self.online.leave_question, self.online.leave)

    def _close(self, _text: str) -> Question:
        self._check("close")
        question = _("Close this table for everyone at it?")
        return self._ask_to_leave(question, self.online.close)

    def _ask_to_leave(self, question: str, leave: Callable[[], None]) -> Question:
        def act() -> None:
            leave()
            self.start(self.online.refresh)  # which leads to the lobby

        return self.ask_first(question, act)


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

    online: OnlineTable
    _computers: SubstituteBots

    def __init__(self, visit: PlayerVisit, online: OnlineTable) -> None:
        super().__init__(visit, online, online.saved_table)
        self._known = self._table.history
        self._before = online.shared
        self._substitute = ""
        self._is_warned = False

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {**super().commands, "roll": self._roll, "away": self._give_up}

    def create_computers(self) -> SubstituteBots:
        return SubstituteBots(self, self.online)

    def create_player(self, loader: ValueTableLoader) -> PlayerCommands:
        rest = (self._table, self._console, self, self._computers, loader)
        return SharedPlayerCommands(self.online, *rest)

    # What the driver of bots needs; see `BotView`.

    @property
    def is_open(self) -> bool:
        return self._next is None

    is_busy = False
    start_bots = Meeting.start

    def refresh_table(self) -> None:
        """Do nothing: who plays is told when they act."""

    def say_state(self) -> None:
        """Do nothing: that best play is calculated is told once."""

    def show_message(self, sentence: str) -> None:
        self._console.say(sentence)

    # What happens at the table.

    async def stay(self) -> None:
        stop = self._table.watch(self._changed)
        try:
            await super().stay()
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
        if sentence := self.online.exit_sentence:
            self.go_to_lobby(sentence)
        elif self.online.has_next_game:
            self.go_to_table(shared.id, watch=self.online.own_seat is None)
        else:
            self.tell_messages()
            self.tell_presence(before)
            self.tell_problem()
            self._wake()

    def _wake(self) -> None:
        self._computers.wake()
        before, self._substitute = self._substitute, self._computers.describe_substitute()
        if self._substitute not in ("", before):
            self._console.say(self._substitute)

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
            self.ring()

    @property
    def _has_one_try(self) -> bool:
        return self.online.own_seat is None

    def describe_people(self) -> list[str]:
        lines, left = super().describe_people(), self.online.seconds_left
        if left is not None and self.shared.status is TableStatus.PLAYING:
            lines.append(_count_seconds(left))
        return lines

    # What the player does.

    def _move_computer(self) -> None:
        self._computers.wake(at_once=True)
        turn = self._computers.describe("Enter") or game_lines.format_turn(self._table.game)
        self._console.say(turn)

    def _play_again(self, _text: str) -> None:
        game = self._table.game
        if not game.is_over:
            raise NotNow("not_over", _("The game isn't over yet."), game)
        self.online.start_next()

    def _give_up(self, _text: str) -> Question:
        def give_up() -> None:
            self.online.give_up()
            self.go_to_lobby()

        question = _("Leave your seat? A computer plays for you until you come back.")
        return self.ask_first(question, give_up)
