"""Reads shared tables with their seats and presences from the database."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

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
    from collections.abc import Iterable, Sequence

    from sqlalchemy import (
        BindParameter,
        ColumnElement,
        CompoundSelect,
        Connection,
        Row,
        Select,
    )


NOBODY: dict[str, Any] = {
    "who": None,
    "name": "",
    "computer": "",
    "place": -1,
    "is_gone": 0,
    "word": "",
}
"""The columns of a free seat."""


def read_tables(connection: Connection, which: ColumnElement[bool]) -> list[SharedTable]:
    """Return shared tables with their seats and those present, the newest first."""
    found = select(TABLES).where(which).order_by(TABLES.c.changed.desc(), TABLES.c.id)
    rows = connection.execute(found).all()
    people: defaultdict[str, list[_Person]] = defaultdict(list)
    for table, *columns in connection.execute(_PEOPLE, _places([row.id for row in rows])):
        people[table].append(_Person(*columns))
    return [_shared(row, people[row.id]) for row in rows]


class _Person(NamedTuple):
    """A seat of a table, or a terminal that is there or was not long ago."""

    number: int | None  # of the seat, None for a terminal
    who: str | None
    name: str
    computer: str
    place: int
    is_gone: int
    word: str
    seen: float  # when a terminal was heard of last, 0 for a seat


def _select_people(tables: BindParameter[Any]) -> CompoundSelect[Any]:
    """Select the seats and terminals of tables: the table's id and the fields of a `_Person`."""
    seats = select(
        SEATS.c.table, *(SEATS.c[name] for name in _Person._fields[:-1]), literal(0.0).label("seen")
    )
    terminals = select(
        PRESENCES.c.table, null(), PRESENCES.c.who, PRESENCES.c.name,
        *map(literal, ("", -1, 0, "")), PRESENCES.c.seen,
    )  # fmt: skip
    return union_all(
        seats.where(SEATS.c.table.in_(tables)),
        terminals.where(PRESENCES.c.table.in_(tables), PRESENCES.c.seen > bindparam("oldest")),
    )


def _select_table() -> Select[Any]:
    """Select a table, the number of its newest message, and in each row one of its people."""
    table: BindParameter[Any] = bindparam("tables", expanding=True)
    people = _select_people(table).subquery()
    newest = select(func.max(MESSAGES.c.id)).where(MESSAGES.c.table == TABLES.c.id)
    return (
        select(TABLES, newest.scalar_subquery().label("newest"), *list(people.c)[1:])
        .join_from(TABLES, people, TABLES.c.id == people.c.table, isouter=True)
        .where(TABLES.c.id.in_(table))
    )


# Made once: making a statement takes as long as carrying it out.
_PEOPLE = _select_people(bindparam("tables", expanding=True))
_TABLE = _select_table()


def _places(tables: Sequence[str]) -> dict[str, Any]:
    return {"tables": tables, "oldest": time.time() - PRESENCE_SECONDS - GUEST_SEAT_SECONDS}


def _free_if_lapsed(seat: Seat, recent: set[str | None]) -> Seat:
    """Free the seat of a guest who left a waiting table long ago."""
    if seat.who is None or not seat.who.startswith(GUEST) or seat.who in recent:
        return seat
    return Seat(seat.number, **NOBODY)


def unknown_table() -> UnknownGame:
    """Return the problem that a table is not there, or closed."""
    return UnknownGame(_("This table has been closed."))


def read_table(connection: Connection, table: str) -> tuple[SharedTable, int]:
    """Return a table as it is now, and the number of its newest message; raises `UnknownGame`."""
    found = connection.execute(_TABLE, _places([table])).all()
    if not found:
        raise unknown_table()
    own = len(_Person._fields)
    return _shared(found[0], [_Person(*row[-own:]) for row in found]), found[0].newest or 0


def lock_table(connection: Connection, table: str) -> SharedTable:
    """Lock a table until the transaction ends, and return it; raises `UnknownGame`.

    Seats that are free because a guest has left are free in the database, too, from then on.
    """
    one = select(TABLES.c.id).where(TABLES.c.id == table)
    connection.execute(one.with_for_update(key_share=True))
    shared, _newest = read_table(connection, table)
    if shared.status is TableStatus.WAITING:
        free = [seat.number for seat in shared.seats if seat.is_free]
        lapsed = (SEATS.c.table == table, SEATS.c.number.in_(free), SEATS.c.who.is_not(None))
        connection.execute(update(SEATS).where(*lapsed).values(NOBODY))
    return shared


def _shared(row: Row[Any], people: Iterable[_Person]) -> SharedTable:
    alive = time.time() - PRESENCE_SECONDS
    terminals = sorted((each for each in people if each.number is None), key=lambda each: each.name)
    recent = {each.who for each in terminals}
    here = {each.who: each.name for each in terminals if each.who and each.seen > alive}
    seats = [
        Seat(each.number, *each[1:5], bool(each.is_gone), each.word)
        for each in people
        if each.number is not None
    ]
    seats.sort(key=lambda seat: seat.number)
    if row.stage == TableStatus.WAITING.value:
        seats = [_free_if_lapsed(seat, recent) for seat in seats]
    players = {seat.who for seat in seats}
    return SharedTable(
        id=row.id,
        code=row.code,
        options=TableOptions(
            row.rules,
            len(seats),
            bool(row.is_open),
            row.seconds,
            TimeoutPolicy(row.late),
            bool(row.bots),
        ),
        host=row.host,
        status=TableStatus(row.stage),
        game=row.game,
        turn=row.turn,
        turn_since=row.turn_since,
        changed=row.changed,
        round=row.round,
        undo_floor=row.standing,
        seats=tuple(seats),
        present=frozenset(here),
        watchers=tuple(name for who, name in here.items() if who not in players),
        hash=row.hash or "",
    )
