"""Presence: which terminals are in the lobby or at a table, kept alive by heartbeats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import delete, insert, select, update

from yahtzee_tui.store.schema import PRESENCES

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.models import User

HEARTBEAT_SECONDS = 5.0
"""Seconds between two heartbeats, each of which takes less than a millisecond to write."""

PRESENCE_SECONDS = 15.0
"""Seconds without a heartbeat after which a terminal counts as gone."""

_MOST_FORGOTTEN = 100


class Presence:
    """The presence of one terminal, until it leaves or its heartbeats end.

    Every method may raise a `StoreProblem`.
    """

    def __init__(self, database: Database, user: User) -> None:
        self._database = database
        self._user = user
        self._session = uuid4().hex[:24]
        self._table: str | None = None

    def set_table(self, table: str | None) -> None:
        """Move to a table, or to the lobby (None)."""
        self._table = table
        self.heartbeat()

    def heartbeat(self) -> None:
        row = {"table": self._table, "seen": time.time()}
        ours = PRESENCES.c.session == self._session
        with self._database.writing() as connection:
            if not connection.execute(update(PRESENCES).where(ours).values(row)).rowcount:
                new = row | {"session": self._session} | self._user._asdict()
                connection.execute(insert(PRESENCES).values(new))
                _forget_old(connection)

    def leave(self) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(PRESENCES).where(PRESENCES.c.session == self._session))


def _forget_old(connection: Connection) -> None:
    """Delete the presences of processes that were killed, which leave old rows behind."""
    old = PRESENCES.c.seen < time.time() - 10 * PRESENCE_SECONDS
    # Of two sessions at once one deletes a row and the other skips it, which avoids a deadlock.
    sessions = select(PRESENCES.c.session).where(old).with_for_update(skip_locked=True)
    gone = connection.scalars(sessions.limit(_MOST_FORGOTTEN)).all()
    if gone:
        connection.execute(delete(PRESENCES).where(PRESENCES.c.session.in_(gone)))
