"""Who is present: terminals, kept alive by heartbeats, and the seats of guests who left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from sqlalchemy import delete, insert, select, update

from yahtzee_tui.host.lobby.schema import PRESENCES, SEATS, delete_some

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.host.lobby.models import User
    from yahtzee_tui.store.database import Database

RECONNECT_SECONDS = 20.0
"""Seconds that a player who is away has to come back at a table with a time limit, and to see what
happened before the turn ends."""

HEARTBEAT_SECONDS = 5.0
"""Seconds between two heartbeats, each of which takes less than a millisecond to write."""

LOBBY_HEARTBEAT_SECONDS = 15.0
"""The same for a terminal at no table, of which a server may have a hundred."""

PRESENCE_SECONDS = 15.0
"""Seconds without a heartbeat that was due after which a terminal counts as gone."""

KEPT_SECONDS = 5.0
"""The same in addition where the listener of a host writes the heartbeats, every ten seconds."""

GUEST_SEAT_SECONDS = 60.0
"""Seconds after which a guest who has left a waiting table loses the seat there."""


def keep_seat(connection: Connection, table: str | None, user: User) -> None:
    """Keep a guest's seat for `GUEST_SEAT_SECONDS`: write that they were at the table just now."""
    mine = select(SEATS.c.number).where(SEATS.c.table == table, SEATS.c.who == user.who)
    if user.is_guest and connection.scalar(mine) is not None:
        row = {"session": uuid4().hex[:24], "table": table, "seen": time.time() - PRESENCE_SECONDS}
        connection.execute(insert(PRESENCES).values(row | user._asdict()))


class PresentUser(NamedTuple):
    """A terminal that is present."""

    session: str  # its id
    who: str  # the id of its user
    name: str
    address: str | None  # its IP address, None if it isn't known
    since: float | None  # in seconds since 1970
    table: str | None  # the code of the table that it shows, None in the lobby


class Presence:
    """The presence of one terminal, until it leaves or its heartbeats end."""

    def __init__(self, database: Database, user: User, address: str = "") -> None:
        self._database = database
        self._user = user
        self._since, self._address = time.time(), address or None
        self.session = uuid4().hex[:24]  # its id
        self._table: str | None = None
        self._due = 0.0

    @property
    def is_due(self) -> bool:
        """Whether it is time for a heartbeat; in the lobby that is seldom so."""
        return time.monotonic() >= self._due

    def heartbeat(self) -> None:
        self.set_table(self._table)

    def set_table(self, table: str | None) -> None:
        """Write that the terminal is at a table, or in the lobby (None)."""
        left, self._table = self._table, table
        period = HEARTBEAT_SECONDS if table else LOBBY_HEARTBEAT_SECONDS
        # In the lobby as if it were written at the end of the period.
        seen = time.time() + period - HEARTBEAT_SECONDS
        self._due = time.monotonic() + period - HEARTBEAT_SECONDS / 2
        row = {"table": table, "seen": seen}
        ours = PRESENCES.c.session == self.session
        with self._database.writing() as connection:
            keep_seat(connection, left if left != table else None, self._user)
            if not connection.execute(update(PRESENCES).where(ours).values(row)).rowcount:
                new = row | self._user._asdict() | {
                    "session": self.session, "since": self._since, "address": self._address
                }  # fmt: skip
                connection.execute(insert(PRESENCES).values(new))
                # Processes that were killed leave old rows behind, and new ones if the clock was
                # set back since.
                now, most = time.time(), 10 * PRESENCE_SECONDS
                is_left = ~PRESENCES.c.seen.between(now - most, now + most)
                delete_some(connection, PRESENCES.c.session, is_left)

    def leave(self) -> None:
        with self._database.writing() as connection:
            keep_seat(connection, self._table, self._user)
            connection.execute(delete(PRESENCES).where(PRESENCES.c.session == self.session))
