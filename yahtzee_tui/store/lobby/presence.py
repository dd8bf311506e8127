"""Whose terminal is here, and at which table."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import delete, func, insert, select, update

from yahtzee_tui.store.schema import PRESENCES

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.models import User

HEARTBEAT_SECONDS = 5.0
"""Seconds between two signs of life, each of which takes less than a millisecond to write."""

PATIENCE = 15.0
"""Seconds without a sign of life after which somebody counts as gone, as if their host was."""

_MOST_FORGOTTEN = 100


class Presence:
    """One terminal that is here, until it leaves or is heard of no more.

    Every method may raise a `StoreProblem`.
    """

    def __init__(self, database: Database, user: User) -> None:
        """Take an open database; nobody is told before `go`.

        Args:
            database: Where it is written down.
            user: Whose terminal it is.
        """
        self._database = database
        self._user = user
        self._session = uuid4().hex[:24]
        self._table: str | None = None

    def go(self, table: str | None) -> None:
        """Be at a table from now on, or in the lobby."""
        self._table = table
        self.heartbeat()

    def heartbeat(self) -> None:
        """Give a sign of life."""
        row = {"table": self._table, "seen": time.time()}
        ours = PRESENCES.c.session == self._session
        with self._database.writing() as connection:
            if not connection.execute(update(PRESENCES).where(ours).values(row)).rowcount:
                new = row | {"session": self._session} | self._user._asdict()
                connection.execute(insert(PRESENCES).values(new))
                _forget_old(connection)

    def leave(self) -> None:
        """Be here no more."""
        with self._database.writing() as connection:
            connection.execute(delete(PRESENCES).where(PRESENCES.c.session == self._session))


def _forget_old(connection: Connection) -> None:
    """Forget whoever was killed, who can't say that they leave."""
    old = PRESENCES.c.seen < time.time() - 10 * PATIENCE
    # Of two who come at once one does it, lest each wait for the other.
    sessions = select(PRESENCES.c.session).where(old).with_for_update(skip_locked=True)
    gone = connection.scalars(sessions.limit(_MOST_FORGOTTEN)).all()
    if gone:
        connection.execute(delete(PRESENCES).where(PRESENCES.c.session.in_(gone)))


def count_present(database: Database) -> int:
    """Return how many people are here.

    Raises:
        StoreProblem: If the store can't be read.
    """
    alive = PRESENCES.c.seen > time.time() - PATIENCE
    query = select(func.count(func.distinct(PRESENCES.c.who))).where(alive)
    with database.reading() as connection:
        return connection.scalar(query) or 0
