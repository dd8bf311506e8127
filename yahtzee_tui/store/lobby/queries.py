"""Reads shared tables with their seats and presences from the database."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from yahtzee_tui.store.errors import UnknownGame
from yahtzee_tui.store.lobby.models import (
    PRESENCE_SECONDS,
    Seat,
    SharedTable,
    TableOptions,
    TableStatus,
    TimeoutPolicy,
)
from yahtzee_tui.store.schema import PRESENCES, SEATS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Row

_MOST_DELETED = 100


def read_tables(connection: Connection, which: ColumnElement[bool]) -> list[SharedTable]:
    """Return shared tables with their seats and those present, the newest first."""
    found = select(TABLES).where(which).order_by(TABLES.c.changed.desc(), TABLES.c.id)
    rows = connection.execute(found).all()
    ids = [row.id for row in rows]
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    query = select(SEATS).where(SEATS.c.table.in_(ids)).order_by(SEATS.c.table, SEATS.c.number)
    for table, number, who, name, computer, place, is_gone in connection.execute(query).all():
        seats[table].append(Seat(number, who, name, computer, place, bool(is_gone)))
    present: defaultdict[str, dict[str, str]] = defaultdict(dict)
    alive = (PRESENCES.c.table.in_(ids), PRESENCES.c.seen > time.time() - PRESENCE_SECONDS)
    people = select(PRESENCES.c.table, PRESENCES.c.who, PRESENCES.c.name).where(*alive)
    for table, who, name in connection.execute(people.order_by(PRESENCES.c.name)):
        present[table][who] = name
    return [_shared(row, tuple(seats[row.id]), present[row.id]) for row in rows]


def unknown_table() -> UnknownGame:
    """Return the problem that a table is not there, or closed."""
    return UnknownGame("This table is no longer there.")


def read_table(connection: Connection, table: str) -> SharedTable:
    """Return a table as it is now; raises `UnknownGame`."""
    for shared in read_tables(connection, TABLES.c.id == table):
        return shared
    raise unknown_table()


def lock_table(connection: Connection, table: str) -> SharedTable:
    """Lock a table until the transaction ends, and return it; raises `UnknownGame`."""
    one = select(TABLES.c.id).where(TABLES.c.id == table)
    connection.execute(one.with_for_update(key_share=True))
    return read_table(connection, table)


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
    )
