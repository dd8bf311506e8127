"""Reads shared tables with their seats and presences from the database."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, func, literal, null, select, union_all, update

from yahtzee_tui.host.lobby.models import (
    Seat,
    SharedTable,
    TableOptions,
    TableStatus,
    TimeoutPolicy,
)
from yahtzee_tui.host.lobby.presences import GUEST_SEAT_SECONDS, PRESENCE_SECONDS
from yahtzee_tui.host.lobby.schema import MESSAGES, PRESENCES, SEATS, TABLES
from yahtzee_tui.store.errors import UnknownGame
from yahtzee_tui.store.saved_game import GUEST
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import BindParameter, ColumnElement, Connection, Row

    from yahtzee_tui.store.database import Database

NOBODY = Seat._field_defaults | {"is_gone": 0}
"""The columns of a free seat."""


def read_tables(connection: Connection, which: ColumnElement[bool]) -> list[SharedTable]:
    """Return shared tables with their seats and those present, the newest first."""
    found = select(TABLES).where(which).order_by(TABLES.c.changed.desc(), TABLES.c.id)
    rows = connection.execute(found).all()
    people: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for person in connection.execute(_PEOPLE, _places([row.id for row in rows])):
        people[person.table].append(person)
    return [_shared(row, people[row.id]) for row in rows]


# The statements are made once: making one takes as long as carrying it out.
_IDS: BindParameter[Any] = bindparam("tables", expanding=True)
_SEATS = select(
    SEATS.c.table, *(SEATS.c[name] for name in Seat._fields), literal(0.0).label("seen")
).where(SEATS.c.table.in_(_IDS))
_TERMINALS = select(
    PRESENCES.c.table, null(), PRESENCES.c.who, PRESENCES.c.name,
    *map(literal, ("", -1, 0, "")), PRESENCES.c.seen,
).where(PRESENCES.c.table.in_(_IDS), PRESENCES.c.seen > bindparam("oldest"))  # fmt: skip
_PEOPLE = union_all(_SEATS, _TERMINALS)
"""The seats of tables, and the terminals that are there or were not long ago: the table's id, the
fields of a `Seat`, `number` NULL for a terminal, and when a terminal was heard of last (`seen`)."""

_people = _PEOPLE.subquery()
_newest = select(func.max(MESSAGES.c.id)).where(MESSAGES.c.table == TABLES.c.id)
_TABLE = (
    select(TABLES, _newest.scalar_subquery().label("newest"), *list(_people.c)[1:])
    .join_from(TABLES, _people, TABLES.c.id == _people.c.table, isouter=True)
    .where(TABLES.c.id.in_(_IDS))
)
"""A table, the number of its newest message, and in each row one of its people."""


def _places(tables: Sequence[str]) -> dict[str, Any]:
    return {"tables": tables, "oldest": time.time() - PRESENCE_SECONDS - GUEST_SEAT_SECONDS}


def unknown_table() -> UnknownGame:
    """Return the problem that a table is not there, or closed."""
    return UnknownGame(_("This table has been closed."))


def read_table(connection: Connection, table: str) -> tuple[SharedTable, int]:
    """Return a table as it is now, and the number of its newest message; raises `UnknownGame`."""
    found = connection.execute(_TABLE, _places([table])).all()
    if not found:
        raise unknown_table()
    return _shared(found[0], found), found[0].newest or 0


@contextmanager
def locked_table(database: Database, table: str) -> Iterator[tuple[Connection, SharedTable]]:
    """Lock a table for a transaction, and yield both; raises `UnknownGame`, and `StoreProblem`.

    Seats that are free because a guest has left are free in the database, too, from then on.
    """
    with database.writing() as connection:
        one = select(TABLES.c.id).where(TABLES.c.id == table)
        connection.execute(one.with_for_update(key_share=True))
        shared, _newest = read_table(connection, table)
        if shared.status is TableStatus.WAITING:
            free = [seat.number for seat in shared.seats if seat.is_free]
            lapsed = (SEATS.c.table == table, SEATS.c.number.in_(free), SEATS.c.who.is_not(None))
            connection.execute(update(SEATS).where(*lapsed).values(NOBODY))
        yield connection, shared


def _shared(table: Row[Any], people: Sequence[Row[Any]]) -> SharedTable:
    """Return a table from its row, and the rows of its people as those of `_PEOPLE`."""
    alive = time.time() - PRESENCE_SECONDS
    terminals = [row for row in people if row.number is None and row.who is not None]
    here = {row.who: row.name for row in terminals if row.seen > alive}
    seats = [
        Seat(row.number, row.who, row.name, row.computer, row.place, bool(row.is_gone), row.word)
        for row in people
        if row.number is not None
    ]
    seats.sort(key=lambda seat: seat.number)
    if table.stage == TableStatus.WAITING.value:  # the seats of guests who left long ago are free
        recent = {row.who for row in terminals}
        left = {each.who for each in seats if each.who and each.who.startswith(GUEST)} - recent
        seats = [Seat(each.number) if each.who in left else each for each in seats]
    players = {seat.who for seat in seats}
    return SharedTable(
        id=table.id,
        code=table.code,
        options=TableOptions(
            table.rules,
            len(seats),
            bool(table.is_open),
            table.seconds,
            TimeoutPolicy(table.late),
            bool(table.bots),
        ),
        host=table.host,
        status=TableStatus(table.stage),
        game=table.game,
        turn=table.turn,
        turn_since=table.turn_since,
        changed=table.changed,
        round=table.round,
        undo_floor=table.standing,
        seats=tuple(seats),
        present=frozenset(here),
        watchers=tuple(sorted(name for who, name in here.items() if who not in players)),
        hash=table.hash or "",
    )
