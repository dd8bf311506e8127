"""The places of a player over SSH at which lines are typed while others do something there."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lines.commands import ALONE
from yahtzee_tui.host.lines.line_visit import LineVisit, Tasks
from yahtzee_tui.host.services.table_descriptions import describe_player, list_notes
from yahtzee_tui.plain.commands import confirm
from yahtzee_tui.plain.interpreter import Interpreter, PlainContext
from yahtzee_tui.rules import Malformed
from yahtzee_tui.settings import Options, apply_language
from yahtzee_tui.text import fold, quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from yahtzee_tui.host.lobby.models import Seat, SharedTable, User
    from yahtzee_tui.host.services.online_table import OnlineTable, TableChat
    from yahtzee_tui.host.services.waiting_room import WaitingRoom
    from yahtzee_tui.plain.commands import CommandHandler, Question

    Next = Callable[[], Awaitable[None]]


class PlayerVisit(LineVisit):
    """A visit of a player, who goes from one place to another."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.context = PlainContext(self.console, "", Options(), self.store, self._keep, ALONE)
        self.shown: PlainPlace | None = None  # where lines are taken, None once the player quits

    def apply_options(self, options: Options) -> None:
        self.context.options = options
        apply_language(options.language, os.environ)

    def _keep(self, options: Options) -> None:
        self.apply_options(options)
        if not self.is_guest:
            self.start(partial(self.keep_options, options))

    def _set_user(self, user: User) -> None:
        super()._set_user(user)
        self.context.me = user.name


class PlainPlace(Interpreter):
    """Takes lines until the player goes somewhere else, or is taken there."""

    def __init__(self, visit: PlayerVisit, *rest: Any) -> None:
        self.visit = visit
        parents: Any = super()  # `rest` is for another one, if there is one
        parents.__init__(*rest, visit.context)
        self._next: Next | None = None
        self._is_left = asyncio.Event()
        self._tasks = Tasks()

    @property
    def commands(self) -> dict[str, CommandHandler]:
        leave = {"lobby": lambda _: self.go_to_lobby(), "quit": lambda _: self.go(self.end)}
        return {**super().commands, **leave, "notices": self._list_notices}

    def _list_notices(self, _text: str) -> None:
        nothing = _("The host of this server has said nothing in the last 24 hours.")
        self._console.say(*self.visit.list_notices() or [nothing])

    async def end(self) -> None:
        self.visit.shown = None

    async def follow(self) -> None:
        """Tell what happens here, until the task is cancelled."""
        raise NotImplementedError

    def go(self, where: Next) -> None:
        """Leave this place for another, or for none."""
        self._next = self._next or where
        self._is_left.set()

    def go_to_lobby(self, sentence: str = "") -> None:
        self.go(partial(self.visit.enter_lobby, sentence))

    def go_to_table(self, table: str, watch: bool = False) -> None:
        self.go(partial(self.visit.open_table, table, watch))

    def start(self, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Begin something that ends with this place."""
        self._tasks.start(work).add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (problem := task.exception()) is not None:

            async def fail() -> None:
                raise problem

            self.go(fail)

    async def stay(self) -> None:
        """Take lines, and go to the next place. Raises `EOFError`."""
        self.start(self.follow)
        try:
            while self._next is None:
                reading = asyncio.ensure_future(self.visit.console.read())
                leaving = asyncio.ensure_future(self._is_left.wait())
                try:
                    await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
                    if self._next is None:
                        self.take(reading.result())
                finally:
                    for each in (reading, leaving):
                        each.cancel()
        finally:
            with suppress(asyncio.CancelledError):
                await self._tasks.stop()
        await self._next()

    def take(self, line: str) -> None:
        super().take(line)
        if self.question is not None:
            self._console.say(f"{self.question.text}:")

    def ring(self) -> None:
        """Ring for the player's turn, if that was asked for, which the usual options don't."""
        if self.context.options.sound == "bell":
            self._console.ring()

    def ask_first(self, sentence: str, act: Callable[[], None]) -> Question:
        """Do something once the player agrees."""
        self._console.say(sentence)
        return confirm(_("y or n"), act, lambda: self._console.say(_("Nothing was done.")))


class Meeting(PlainPlace):
    """A shared table with its players, its watchers and their chat."""

    def __init__(self, visit: PlayerVisit, online: OnlineTable | WaitingRoom, *rest: Any) -> None:
        self.online = online
        super().__init__(visit, *rest)
        self._read_problem = ""
        self._away = {each.who for each in self.shared.seats} - self.shared.present

    @property
    def chat(self) -> TableChat:
        return self.online.chat

    @property
    def shared(self) -> SharedTable:
        return self.online.shared

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            **super().commands,
            "say": self._say,
            "messages": self._list_messages,
            "mute": self._mute,
            "who": lambda _: self._console.say(*self.describe_people()),
            "invite": lambda _: self._console.say(self.visit.format_invitation(self.shared.code)),
        }

    def describe_people(self) -> list[str]:
        """Return a line for each seat, and one for those who watch."""
        lines = [f"{each.number + 1}. {self._describe_seat(each)}." for each in self.shared.seats]
        if self.shared.watchers:
            lines.append(_("Watching: {players}", players=", ".join(self.shared.watchers)) + ".")
        return lines

    def _describe_seat(self, seat: Seat) -> str:
        if seat.is_free:
            return _("free seat")
        notes = list_notes(self.shared, seat, self.visit.user.who)
        return ", ".join([describe_player(seat), *notes])

    def tell_problem(self) -> bool:
        """Say why the table can't be read, once; return whether that is so."""
        before, self._read_problem = self._read_problem, self.online.read_problem
        if self._read_problem not in ("", before):
            self._console.say(self._read_problem)
        return bool(self._read_problem)

    def tell_presence(self, before: SharedTable) -> None:
        """Tell which players left, went away or came back, and who watches from now on."""
        for seat in self.shared.seats:
            old, is_here = before.seat_of(seat.who or ""), seat.who in self.shared.present
            if seat.who == self.visit.user.who or old is None:
                continue
            if seat.is_gone and not old.is_gone:
                self._console.say(_("{player} left", player=seat.name) + ".")
            elif not is_here and seat.who in before.present:
                self._away.add(seat.who)
                self._console.say(_("{player} is away", player=seat.name) + ".")
            elif is_here and seat.who in self._away:
                self._away.remove(seat.who)
                self._console.say(_("{player} is here.", player=seat.name))
        for name in self.shared.watchers:
            if name not in before.watchers and name != self.visit.user.name:
                self._console.say(_("{player} is watching", player=name) + ".")

    def tell_messages(self) -> None:
        """Print the messages that are new."""
        new = [each for each in self.chat.visible if each.id > self.chat.seen]
        self.chat.note_seen()
        self._console.say(*(f"{each.name}: {each.text}" for each in new))

    def _say(self, text: str) -> None:
        if not text:
            raise Malformed("no_message", _("Type your message after the command."))
        self.chat.say(text)

    def _list_messages(self, _text: str) -> None:
        lines = [f"{each.name}: {each.text}" for each in self.chat.visible]
        self._console.say(*(lines or [_("No messages yet.")]))

    def _mute(self, name: str) -> None:
        if not name:
            self.chat.toggle_watchers()
            is_muted = self.chat.mutes_watchers
            said = _("Watchers are muted.") if is_muted else _("Watchers aren't muted any more.")
            self._console.say(said)
            return
        known = {fold(each.name): each.who for each in self.chat.messages}
        known |= {fold(each.name): each.who for each in self.shared.seats if each.who}
        who = known.get(fold(name))
        if who is None or who == self.visit.user.who:
            raise Malformed(
                "unknown_player", _("No player here has the name {name}.", name=quote(name))
            )
        self.chat.muted ^= {who}
        said = _("{player} isn't muted any more.", player=name)
        if who in self.chat.muted:
            said = _("{player} is muted.", player=name)
        self._console.say(said)
