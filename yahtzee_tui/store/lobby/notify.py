"""Change feeds: wait until another program has written to the database; SQLite is polled."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

from yahtzee_tui.store.database import raise_store_problem
from yahtzee_tui.store.lobby.models import PRESENCE_SECONDS, TableStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Engine

PERIOD = 0.15
"""Seconds between two reads of a SQLite file, and at least between two reports of a feed."""

LOBBY_PERIOD = 1.0
"""The same for a feed of the whole lobby: each read wakes a process, and a server has a hundred."""

LONGEST, LOBBY_LONGEST = 10.0, 60.0
"""Seconds after which a feed of some tables, and one of the whole lobby, reports without a change:
that a killed terminal's heartbeats have ended, or that a table is too old to be listed, is not
written."""


class ChangeFeed(Protocol):
    """Reports changes of some games and tables, or of all, until it is closed."""

    async def wait(self) -> None:
        """Return once something has changed since the last time, or may have."""

    def skip(self, written: Mapping[str, float]) -> None:
        """Exclude what this program has written: versions of games and times of tables by id."""

    def close(self) -> None:
        """Report nothing any more."""


Changes = list[tuple[str, float | None]]
"""The ids of games and tables that have changed, with the version of a game or the time of a table
where it is known: by that a program knows its own writes."""


LOBBY = ""
"""The id that stands for the whole lobby among changes."""


class ReportThrottle:
    """Lets at least `PERIOD` seconds pass between two reports."""

    def __init__(self) -> None:
        self._next = 0.0

    async def wait(self) -> None:
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + PERIOD


_TABLE_NEWS = """
SELECT id, version FROM games WHERE id IN ({0})
UNION ALL SELECT id, changed FROM tables WHERE id IN ({0})
UNION ALL SELECT 'messages ' || "table", max(id) FROM messages WHERE "table" IN ({0}) GROUP BY 1
UNION ALL SELECT 'at ' || session, "table" FROM presences WHERE "table" IN ({0})
"""
_LOBBY_NEWS = " UNION ALL ".join(
    (
        # One search in the index of stages and times, however many tables there are.
        *(
            f"SELECT '{status.value}', max(changed) FROM tables WHERE stage = '{status.value}'"
            for status in TableStatus
        ),
        # Who is at which table, in one row a table and by the index alone.
        """SELECT "table", count(*) || ' ' || sum(rowid) FROM presences
           WHERE seen > ? GROUP BY 1""",
    )
)
"""What is different after something of interest has changed: for some games and tables, and for the
whole lobby, which shows no action within a turn and no chat. Heartbeats are no change."""


class SqliteChangeFeed:
    """Polls a number of SQLite's that grows with every write of another connection."""

    def __init__(self, engine: Engine, interest: frozenset[str] | None) -> None:
        """Report writes from now on, of the ids in `interest` or of all (None)."""
        self._interest = None if interest is None else sorted(interest)
        with raise_store_problem():
            pooled = engine.raw_connection()
            self._connection = cast("sqlite3.Connection", pooled.driver_connection)
            pooled.detach()  # it is ours to close
        self._throttle = ReportThrottle()
        self._seen = 0
        self._news: dict[str, Any] = {}
        with suppress(sqlite3.Error):  # then the first look reports a change
            # To wait for a lock would keep the event loop from everything else.
            self._connection.execute("PRAGMA busy_timeout=0").close()
            self._seen = self._read_version()
            self._news = self._read_news()

    async def wait(self) -> None:
        await self._throttle.wait()
        is_lobby = self._interest is None
        latest = time.monotonic() + (LOBBY_LONGEST if is_lobby else LONGEST)
        while time.monotonic() < latest and self.poll() == []:
            await asyncio.sleep(LOBBY_PERIOD if is_lobby else PERIOD)

    def follow(self, interest: Collection[str]) -> None:
        """Report changes of these ids from now on, and each that is new among them once."""
        self._interest = sorted(interest)
        self._seen = -1

    def poll(self) -> Changes | None:
        """Return what has changed since the last time, None if that can't be read."""
        try:
            version = self._read_version()
            if version == self._seen:
                return []
            self._seen = version
            before, self._news = self._news, self._read_news()
        except sqlite3.Error:  # whatever reads next reports why
            return None
        if self._interest is None:
            return [] if before == self._news else [(LOBBY, None)]
        both = ((key, before.get(key), self._news.get(key)) for key in before | self._news)
        return [change for key, *two in both if two[0] != two[1] for change in _name(key, *two)]

    def skip(self, written: Mapping[str, float]) -> None:
        """Take what was written as seen; a later write of others still differs from it."""
        self._news |= written

    def close(self) -> None:
        self._connection.close()

    def _read_version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read_news(self) -> dict[str, Any]:
        if self._interest is None:
            alive = time.time() - PRESENCE_SECONDS
            return dict(self._connection.execute(_LOBBY_NEWS, (alive,)).fetchall())
        # Python 3.12.0 to 3.12.3 warns of places such as ?1.
        ids = {f"id{number}": each for number, each in enumerate(self._interest)}
        places = ", ".join(f":{name}" for name in ids)
        return dict(self._connection.execute(_TABLE_NEWS.format(places), ids).fetchall())


def _name(key: str, before: Any, now: Any) -> Changes:
    """Return the changes that a line of the news stands for, which was another before."""
    kind, _, table = key.rpartition(" ")
    if kind == "at":
        return [(table, None) for table in (before, now) if table is not None]
    return [(table, None if kind else now)]


class DatabaseListener(Protocol):
    """Reports changes to the one process of a host that listens for all its sessions."""

    def follow(self, ids: Collection[str], is_in_lobby: bool) -> None:
        """Report changes of games and tables, and of what the lobby shows under the id `LOBBY`."""

    async def wait(self) -> Changes | None:
        """Return what has changed, perhaps more than is followed; None if it may be anything."""

    def close(self) -> None:
        """Report nothing any more."""


class SqliteListener:
    """Polls for all sessions of a host."""

    def __init__(self, engine: Engine) -> None:
        self._tables = SqliteChangeFeed(engine, frozenset())
        self._lobby = SqliteChangeFeed(engine, None)
        self._is_in_lobby = False
        self._next = 0.0

    def follow(self, ids: Collection[str], is_in_lobby: bool) -> None:
        self._tables.follow(ids)
        self._is_in_lobby = is_in_lobby

    async def wait(self) -> Changes | None:
        while True:
            await asyncio.sleep(PERIOD)
            changes = self._tables.poll()
            if self._is_in_lobby and time.monotonic() >= self._next:
                self._next = time.monotonic() + LOBBY_PERIOD
                if self._lobby.poll() != []:
                    changes = [*(changes or ()), (LOBBY, None)]
            if changes != []:
                return changes

    def close(self) -> None:
        self._tables.close()
        self._lobby.close()
