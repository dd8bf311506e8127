"""The seats of shared tables: taken, left or given up by players, and filled by computers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from yahtzee_tui.host.lobby.models import Seat, SharedTable, TableStatus
from yahtzee_tui.host.lobby.presences import RECONNECT_SECONDS, keep_seat
from yahtzee_tui.host.lobby.queries import NOBODY, locked_table, unknown_table
from yahtzee_tui.host.lobby.schema import SEATS, TABLES
from yahtzee_tui.rules import Malformed, free_name
from yahtzee_tui.rules.names import GUEST_MARK, check_word
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.host.lobby.models import User
    from yahtzee_tui.store.database import Database


class Seats:
    """The seats of shared tables. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sit(self, table: str, user: User) -> int:
        """Take a seat, or come back to one's own even if given up, and return its number.

        A player who comes back in their turn gets at least `RECONNECT_SECONDS` for it. Raises
        `StoreProblem` if no seat is free, and `UnknownGame`.
        """
        with locked_table(self._database, table) as (connection, shared):
            mine = shared.seat_of(user.who)
            if mine is not None:
                keep_seat(connection, table, user)
                if mine.is_gone:
                    _set(connection, table, mine, is_gone=0)
                if shared.turn == mine.place >= 0 and shared.options.seconds:
                    _give_time(connection, shared)
                return mine.number
            if shared.status is TableStatus.CLOSED:
                raise unknown_table()
            if shared.status is not TableStatus.WAITING:
                raise StoreProblem(_("That game has started; you can watch it."))
            if user.is_bot and not shared.options.bots:
                raise StoreProblem(_("This table is for people; its host allows no bots."))
            free = next((seat for seat in shared.seats if seat.is_free), None)
            if free is None:
                raise StoreProblem(_("All seats are taken; you can watch."))
            _set(connection, table, free, who=user.who, name=_free_name(shared, user.name))
            keep_seat(connection, table, user)
            if not shared.has_players:
                _write(connection, table, host=user.who)
            return free.number

    def add_word(self, table: str, who: str, word: str) -> None:
        """Add a player's word to the secret of the dice, in place of an earlier one.

        An empty word takes it back. Raises `StoreProblem` if it is refused, or the game has begun.
        """
        try:
            word = word and check_word(word)
        except Malformed as refusal:
            raise StoreProblem(refusal.sentence) from None
        with locked_table(self._database, table) as (connection, shared):
            mine = shared.seat_of(who)
            if mine is None or shared.status is not TableStatus.WAITING:
                raise StoreProblem(_("A word can be added at your seat, before the game starts."))
            if not shared.hash:
                raise StoreProblem(
                    _("This table is from an old version. Open a new one to add words.")
                )
            _set(connection, table, mine, word=word)

    def leave(self, table: str, who: str) -> None:
        """Free a seat before the game; the next player becomes host, or the table closes."""
        with locked_table(self._database, table) as (connection, shared):
            mine = shared.seat_of(who)
            if mine is None or shared.status is not TableStatus.WAITING:
                return
            others = [seat.who for seat in shared.seats if seat.who not in (None, who)]
            if not others:
                close_table(connection, table)
                return
            _set(connection, table, mine, **NOBODY)
            if shared.host == who:
                _write(connection, table, host=others[0])

    def give_up(self, table: str, who: str) -> None:
        """Let a computer play at a player's seat until the player sits down again."""
        with locked_table(self._database, table) as (connection, shared):
            mine = shared.seat_of(who)
            if mine is not None and not mine.is_gone and shared.status is TableStatus.PLAYING:
                _set(connection, table, mine, is_gone=1)

    def seat_computer(self, table: str, who: str, rank: str, name: str) -> None:
        """Give a free seat to a computer, which gets a number if its name is taken."""
        with locked_table(self._database, table) as (connection, shared):
            _check_host(shared, who)
            free = next((seat for seat in shared.seats if seat.is_free), None)
            if free is None:
                raise StoreProblem(_("No free seats."))
            _set(connection, table, free, computer=rank, name=_free_name(shared, name))

    def free(self, table: str, who: str, number: int) -> None:
        """Free a seat before the game: of a computer, or of another player, as the host."""
        with locked_table(self._database, table) as (connection, shared):
            _check_host(shared, who)
            seat = shared.seats[number]
            if seat.who is not None and (shared.host != who or seat.who == who):
                raise StoreProblem(_("Only the host can free that seat."))
            _set(connection, table, seat, **NOBODY)


def _write(connection: Connection, table: str, **values: Any) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(values))


def close_table(connection: Connection, table: str) -> None:
    """Close a table and free its seats."""
    connection.execute(update(SEATS).where(SEATS.c.table == table).values(NOBODY))
    _write(connection, table, stage=TableStatus.CLOSED.value, changed=time.time())


def _give_time(connection: Connection, shared: SharedTable) -> None:
    """Give a player who comes back in their turn some time, as the server may have been down."""
    seconds = shared.options.seconds
    latest = time.time() + min(RECONNECT_SECONDS, seconds) - seconds
    if shared.turn_since < latest:
        _write(connection, shared.id, turn_since=latest)


def _check_host(shared: SharedTable, who: str) -> None:
    if not shared.is_led_by(who) or shared.status is not TableStatus.WAITING:
        raise StoreProblem(_("Only the host can do that, before the game starts."))


def _free_name(shared: SharedTable, name: str) -> str:
    return free_name(name, (seat.name for seat in shared.seats), GUEST_MARK)


def _set(connection: Connection, table: str, seat: Seat, **values: Any) -> None:
    one = (SEATS.c.table == table, SEATS.c.number == seat.number)
    connection.execute(update(SEATS).where(*one).values(values))
    _write(connection, table, changed=time.time())
