"""A shared table before its game: what one terminal may do there, and what ends the waiting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.host.lobby.games import taken_seats
from yahtzee_tui.host.lobby.models import MIN_SEATS, TableStatus
from yahtzee_tui.host.services.online_table import TableChat, follow
from yahtzee_tui.rules import Refusal
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.config import format_moment
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.host.lobby.host_store import Lobby
    from yahtzee_tui.host.lobby.models import Seat, SharedTable, User
    from yahtzee_tui.strategy.bots import Rank

ABOUT_WORDS = N_(
    "The server has chosen the secret of the dice; this is its hash. If you add a word, the dice "
    "change in a way that the server couldn't know. The record names the word."
)
"""What players are told beside the hash of a table's secret."""


class WaitingRoom:
    """A table that waits for its players, as one of them sees it.

    What changes the table may block, and raise a `StoreProblem`.

    Attributes:
        shared: The table as it was last read.
        chat: The messages of the table.
        read_problem: Why the table can't be read at the moment, as a sentence; empty if it can.
    """

    def __init__(self, lobby: Lobby, user: User, shared: SharedTable) -> None:
        self.shared = shared
        self.chat = TableChat(lobby, user, shared.id)
        self.read_problem = ""
        self._lobby, self._who = lobby, user.who
        self._is_leaving = False
        self._report: Callable[[SharedTable], None] = lambda _: None

    @property
    def leads(self) -> bool:
        """Whether this player may start the game, and seat computers."""
        return self.shared.is_led_by(self._who)

    @property
    def has_others(self) -> bool:
        """Whether another player has a seat, so that the table stays if this one leaves."""
        return any(seat.who not in (None, self._who) for seat in self.shared.seats)

    @property
    def has_started(self) -> bool:
        return self.shared.status in (TableStatus.PLAYING, TableStatus.OVER)

    @property
    def was_closed(self) -> bool:
        """Whether another player or the host of the server has closed the table."""
        return self.shared.status is TableStatus.CLOSED and not self._is_leaving

    @property
    def exit_sentence(self) -> str:
        """Why this player is no longer in the room, other than for the game; empty until then."""
        code = self.shared.code
        if self.has_started:
            return ""
        if self._is_leaving and self.shared.seat_of(self._who) is None:
            return _("You left {code}.", code=code)
        if self.shared.status is TableStatus.CLOSED:
            return _("{code} was closed by its host.", code=code)
        if self.shared.seat_of(self._who) is None:
            return _("The host of {code} freed your seat.", code=code)
        return ""

    @property
    def begin_question(self) -> str:
        """What to ask before the game starts; empty if all seats are taken."""
        free = self.shared.free
        if not free:
            return ""
        return ngettext(
            "Start now? The free seat stays empty.",
            "Start now? {count} free seats stay empty.",
            free,
        )

    @property
    def leave_question(self) -> str:
        if self.has_others:
            return _("Leave your seat? Another player may take it.")
        return _("Leave your seat? This closes the table.")

    def refuse(self, action: str, seat: Seat | None = None) -> str:
        """Return why an action can't be done now, at this seat if it needs one; empty if it can."""
        shared, host = self.shared, self.shared.seat_of(self.shared.host)
        match action:
            case "begin" if not self.leads and host is not None:
                return _("{player} starts the game.", player=host.name)
            case "begin" if not self.leads or shared.options.seats - shared.free < MIN_SEATS:
                return _("Needs two players; computers count.")
            case "add" if not self.leads:
                return _("Only the host can add a computer.")
            case "add" if not shared.free:
                return _("A computer needs a free seat.")
            case "add_word" if not shared.hash:
                return _("You can't add words to the dice of this table.")
            case "remove":
                return self._refuse_to_free(seat)
            case "close" if shared.host != self._who:
                return _("Only the host can close the table.")
            case "close" if not self.has_others:
                return _("Leave your seat instead; that closes the table.")
        return ""

    def _refuse_to_free(self, seat: Seat | None) -> str:
        if seat is None:
            return _("Select a seat first.")
        if seat.is_free:
            return _("This seat is free already.")
        if seat.who == self._who:
            return _("This is your own seat. To give it up, choose Leave.")
        if not self.leads or (not seat.computer and self.shared.host != self._who):
            return _("Only the host can free this seat.")
        return ""

    def begin(self) -> None:
        begin_game(self._lobby, self.shared, self._who)

    def seat_computer(self, rank: Rank) -> None:
        self._lobby.seats.seat_computer(self.shared.id, self._who, rank.id, rank.name)

    def free(self, seat: Seat) -> None:
        self._lobby.seats.free(self.shared.id, self._who, seat.number)

    def add_word(self, word: str) -> None:
        self._lobby.seats.add_word(self.shared.id, self._who, word)

    def leave(self) -> None:
        """Free the own seat; the next reading of the table then ends the waiting."""
        self._is_leaving = True
        self._lobby.seats.leave(self.shared.id, self._who)

    def close(self) -> None:
        """Close the table; the next reading of it then ends the waiting."""
        self._is_leaving = True
        self._lobby.tables.close(self.shared.id, self._who)

    async def follow(self, report: Callable[[SharedTable], None]) -> None:
        """Read the table at once and after each change, until the task is cancelled.

        `report` is called with the table as it was before, also if it can't be read.
        """
        self._report = report
        await follow(self._lobby, frozenset({self.shared.id}), self.refresh)

    async def refresh(self) -> bool:
        """Read the table; return whether that was possible."""
        before = self.shared
        try:
            read = self._lobby.tables.read_news
            news = await asyncio.to_thread(read, before.id, None, self.chat.newest)
            self.shared, _saved, messages = news
        except StoreProblem as problem:
            self.read_problem = problem.sentence
            self._report(before)
            return False
        self.read_problem = ""
        self.chat.add(messages)
        self._report(before)
        return True


def begin_game(lobby: Lobby, shared: SharedTable, who: str) -> None:
    """Start the game of a shared table, as it was last read, with the seats that are taken.

    Raises a `StoreProblem` if it is refused or can't be saved; a `StaleGame` if the table has
    changed.
    """
    seats = taken_seats(shared)
    computers = tuple(seat.computer for seat in seats)
    config = TableConfig(
        tuple(seat.name for seat in seats),
        shared.options.rules,
        computers=computers if any(computers) else (),
        secret=lobby.tables.next_secret(shared),
        words=tuple(seat.word for seat in seats) if shared.hash else (),
    )
    try:
        table = config.create_table(format_moment())
    except Refusal as refusal:  # another version may allow other rules or names
        raise StoreProblem(refusal.sentence) from None
    lobby.games.start(shared, who, table.record, table.game, table.secret)
