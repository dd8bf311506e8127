"""Reads shared tables with their seats and presences from the database."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import delete, insert, select, update

from yahtzee_tui.store.errors import UnknownGame
from yahtzee_tui.store.lobby.models import (
    GUEST,
    GUEST_SEAT_SECONDS,
    PRESENCE_SECONDS,
    Seat,
    SharedTable,
    TableOptions,
    TableStatus,
    TimeoutPolicy,
)
from yahtzee_tui.store.schema import PRESENCES, SEATS, TABLES
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Row

    from yahtzee_tui.store.lobby.models import User

NOBODY: dict[str, Any] = {
    "who": None,
    "name": "",
    "computer": "",
    "place": -1,
    "is_gone": 0,
    "word": "",
}
"""The columns of a free seat."""

_MOST_DELETED = 100


def read_tables(connection: Connection, which: ColumnElement[bool]) -> list[SharedTable]:
    """Return shared tables with their seats and those present, the newest first."""
    found = select(TABLES).where(which).order_by(TABLES.c.changed.desc(), TABLES.c.id)
    rows = connection.execute(found).all()
    ids = [row.id for row in rows]
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    query = select(SEATS).where(SEATS.c.table.in_(ids)).order_by(SEATS.c.table, SEATS.c.number)
    for table, number, who, name, computer, place, is_gone, word in connection.execute(query):
        seats[table].append(Seat(number, who, name, computer, place, bool(is_gone), word))
    present: defaultdict[str, dict[str, str]] = defaultdict(dict)
    recent: defaultdict[str, set[str]] = defaultdict(set)
    alive = time.time() - PRESENCE_SECONDS
    people = select(PRESENCES.c.table, PRESENCES.c.who, PRESENCES.c.name, PRESENCES.c.seen).where(
        PRESENCES.c.table.in_(ids), PRESENCES.c.seen > alive - GUEST_SEAT_SECONDS
    )
    for table, who, name, seen in connection.execute(people.order_by(PRESENCES.c.name)):
        recent[table].add(who)
        if seen > alive:
            present[table][who] = name
    for row in rows:
        if row.stage == TableStatus.WAITING.value:
            seats[row.id] = [_free_if_lapsed(seat, recent[row.id]) for seat in seats[row.id]]
    return [_shared(row, tuple(seats[row.id]), present[row.id]) for row in rows]


def _free_if_lapsed(seat: Seat, recent: set[str]) -> Seat:
    """Free the seat of a guest who left a waiting table long ago."""
    if seat.who is None or not seat.who.startswith(GUEST) or seat.who in recent:
        return seat
    return Seat(seat.number, **NOBODY)


def keep_seat(connection: Connection, table: str | None, user: User) -> None:
    """Keep a guest's seat for `GUEST_SEAT_SECONDS`: write that they were at the table just now."""
    mine = select(SEATS.c.number).where(SEATS.c.table == table, SEATS.c.who == user.who)
    if user.is_guest and connection.scalar(mine) is not None:
        row = {"session": uuid4().hex[:24], "table": table, "seen": time.time() - PRESENCE_SECONDS}
        connection.execute(insert(PRESENCES).values(row | user._asdict()))


def unknown_table() -> UnknownGame:
    """Return the problem that a table is not there, or closed."""
    return UnknownGame(_("This table has been closed."))


def read_table(connection: Connection, table: str) -> SharedTable:
    """Return a table as it is now; raises `UnknownGame`."""
    for shared in read_tables(connection, TABLES.c.id == table):
        return shared
    raise unknown_table()


def lock_table(connection: Connection, table: str) -> SharedTable:
    """Lock a table until the transaction ends, and return it; raises `UnknownGame`.

    Seats that are free because a guest has left are free in the database, too, from then on.
    """
    one = select(TABLES.c.id).where(TABLES.c.id == table)
    connection.execute(one.with_for_update(key_share=True))
    shared = read_table(connection, table)
    if shared.status is TableStatus.WAITING:
        free = [seat.number for seat in shared.seats if seat.is_free]
        lapsed = (SEATS.c.table == table, SEATS.c.number.in_(free), SEATS.c.who.is_not(None))
        connection.execute(update(SEATS).where(*lapsed).values(NOBODY))
    return shared


def delete_some(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> None:
    """Delete at most 100 rows of a table with this primary key.

    Of two programs that clean up at once each skips what the other deletes: there is no deadlock.
    """
    found = select(key).where(*which).limit(_MOST_DELETED).with_for_update(skip_locked=True)
    if keys := connection.scalars(found).all():
        connection.execute(delete(key.table).where(key.in_(keys)))


def _shared(row: Row[Any], seats: tuple[Seat, ...], here: dict[str, str]) -> SharedTable:
    options = TableOptions(
        row.rules, len(seats), bool(row.is_open), row.seconds, TimeoutPolicy(row.late)
    )
    players = {seat.who for seat in seats}
    return SharedTable(
        id=row.id,
        code=row.code,
        options=options,
        host=row.host,
        status=TableStatus(row.stage),
        game=row.game,
        turn=row.turn,
        turn_since=row.turn_since,
        changed=row.changed,
        round=row.round,
        undo_floor=row.standing,
        seats=seats,
        present=frozenset(here),
        watchers=tuple(name for who, name in here.items() if who not in players),
        hash=row.hash or "",
    )
