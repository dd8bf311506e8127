"""Hearing that somebody else has written to the database, soon and without asking it much."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

from yahtzee_tui.store.database import in_a_sentence

if TYPE_CHECKING:
    from sqlalchemy import Engine


PERIOD = 0.15
"""Seconds between two looks at a file, and at least between two times that somebody is told."""

LONGEST = 10.0
"""Seconds after which something may always have changed: nobody tells who has fallen silent."""


class ChangeFeed(Protocol):
    """Tells of changes until it is closed.

    Attributes:
        interest: The ids of the games and tables of which it tells; None for everything.
    """

    interest: frozenset[str] | None

    async def wait(self) -> None:
        """Return once something has changed since the last time, or may have."""

    def close(self) -> None:
        """Tell no more."""


class Pause:
    """Lets some time pass between two tellings, however much there is to tell."""

    def __init__(self) -> None:
        """Let the first one pass at once."""
        self._next = 0.0

    async def take(self) -> None:
        """Wait until the time is over since this was called last."""
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + PERIOD


_NEWS = (
    "SELECT id, version FROM games WHERE id IN ({0})",
    "SELECT id, changed FROM tables WHERE id IN ({0})",
    'SELECT "table", max(id) FROM messages WHERE "table" IN ({0}) GROUP BY 1',
    'SELECT session, "table" FROM presences WHERE "table" IN ({0}) ORDER BY 1',
)
"""What is different after something of interest has changed; signs of life are not."""


class SqliteChangeFeed:
    """Looks at a number that SQLite counts up with every write of another connection."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine; what was written before doesn't count.

        Raises:
            StoreProblem: If the file can't be read.
        """
        self.interest: frozenset[str] | None = None
        with in_a_sentence():
            pooled = engine.raw_connection()
            self._connection = cast("sqlite3.Connection", pooled.driver_connection)
            pooled.detach()  # it is ours to close
        self._pause = Pause()
        self._seen = 0
        self._news: object = None
        with suppress(sqlite3.Error):  # then the first look finds something new
            # To wait for a lock would keep everything else from going on.
            self._connection.execute("PRAGMA busy_timeout=0").close()
            self._seen = self._read_version()

    async def wait(self) -> None:
        """Return once something of interest was written, or after a while."""
        await self._pause.take()
        latest = time.monotonic() + LONGEST
        while time.monotonic() < latest:
            try:
                if self._is_new():
                    return
            except sqlite3.Error:  # whoever reads next is told why
                return
            await asyncio.sleep(PERIOD)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _is_new(self) -> bool:
        version = self._read_version()
        if version == self._seen:
            return False
        self._seen = version
        if self.interest is None:
            return True
        before, self._news = self._news, self._read_news(self.interest)
        return before != self._news

    def _read_version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read_news(self, interest: frozenset[str]) -> object:
        ids = sorted(interest)
        places = ", ".join("?" * len(ids))
        return [self._connection.execute(each.format(places), ids).fetchall() for each in _NEWS]
