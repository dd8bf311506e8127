"""Change feeds: wait until another program has written to the database; SQLite is polled."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

from yahtzee_tui.store.database import raise_store_problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Engine

PERIOD = 0.15
"""Seconds between two looks at a SQLite file, and at least between two reports of a feed."""

LONGEST = 10.0
"""Seconds after which a feed reports without a change: nobody writes that a player is away."""


class ChangeFeed(Protocol):
    """Reports changes of some games and tables, or of all, until it is closed."""

    async def wait(self) -> None:
        """Return once something has changed since the last time, or may have."""

    def skip(self, written: Mapping[str, float]) -> None:
        """Exclude what this program has written: versions of games and times of tables by id."""

    def close(self) -> None:
        """Report nothing any more."""


class ReportThrottle:
    """Lets at least `PERIOD` seconds pass between two reports."""

    def __init__(self) -> None:
        self._next = 0.0

    async def wait(self) -> None:
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + PERIOD


_NEWS = """
SELECT id, version FROM games WHERE id IN ({0})
UNION ALL SELECT id, changed FROM tables WHERE id IN ({0})
UNION ALL SELECT 'messages ' || "table", max(id) FROM messages WHERE "table" IN ({0}) GROUP BY 1
UNION ALL SELECT session, "table" FROM presences WHERE "table" IN ({0})
"""
"""What is different after something of interest has changed; heartbeats are not."""


class SqliteChangeFeed:
    """Polls a number of SQLite's that grows with every write of another connection."""

    def __init__(self, engine: Engine, interest: frozenset[str] | None = None) -> None:
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
            self._news = self._read_news() if interest else {}

    async def wait(self) -> None:
        await self._throttle.wait()
        latest = time.monotonic() + LONGEST
        while time.monotonic() < latest:
            try:
                if self._is_new():
                    return
            except sqlite3.Error:  # whatever reads next reports why
                return
            await asyncio.sleep(PERIOD)

    def skip(self, written: Mapping[str, float]) -> None:
        """Take what was written as seen; a later write of others still differs from it."""
        self._news |= written

    def close(self) -> None:
        self._connection.close()

    def _is_new(self) -> bool:
        version = self._read_version()
        if version == self._seen:
            return False
        self._seen = version
        if self._interest is None:
            return True
        before, self._news = self._news, self._read_news()
        return before != self._news

    def _read_version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read_news(self) -> dict[str, Any]:
        ids = self._interest or ()
        places = ", ".join(f"?{number}" for number, _ in enumerate(ids, 1))
        return dict(self._connection.execute(_NEWS.format(places), ids).fetchall())
