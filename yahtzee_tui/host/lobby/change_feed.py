"""Hearing of what other programs have written to the database; SQLite is polled."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.lobby.presences import PRESENCE_SECONDS
from yahtzee_tui.store.database import raise_store_problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Engine

LOBBY = ""
"""The id that stands for the lobby among those of games and tables that changed."""

WHOLE_LOBBY = frozenset({LOBBY})


PERIOD = 0.15
"""Seconds between two reads of a SQLite file, and at least between two reports of a feed."""

LOBBY_PERIOD = 1.0
"""The same where only the lobby is followed, as by most sessions that rest."""

LONGEST, LOBBY_LONGEST = 10.0, 60.0
"""Seconds after which a feed of some tables, and one of the whole lobby, reports without a change:
that a killed terminal's heartbeats have ended, or that a table is too old to be listed, is not
written."""

Changes = list[tuple[str, float | None]]
"""The ids of games and tables that have changed, with the version of a game or the time of a table
where it is known: by that a program knows its own writes."""

_OWN_SECONDS = 2.0
"""How often a feed reports while its source is silent."""


class DatabaseListener(Protocol):
    """Hears of changes of some games and tables, or of the lobby, until it is closed."""

    def follow(self, ids: Collection[str]) -> None:
        """Hear of changes of these ids from now on, `LOBBY` among them perhaps."""

    async def wait(self) -> Changes | None:
        """Return what has changed, perhaps more than is followed; None if it may be anything."""

    def close(self) -> None:
        """Hear of nothing any more."""


class FeedSource(Protocol):
    """What a feed gets its changes from."""

    @property
    def seconds_alive(self) -> float:
        """In how many seconds it counts as silent, 0 if it does so now."""

    def drop(self, feed: ChangeFeed) -> None:
        """Report to a feed no more."""


class ChangeFeed:
    """Reports changes of some games and tables, or of what the lobby shows, until it is closed."""

    def __init__(
        self, source: FeedSource, ids: frozenset[str], counts: bool, longest: float
    ) -> None:
        """Report changes of these ids, and that there may be some after `longest` seconds.

        `counts` says that changes come without versions, one for each write.
        """
        self.ids = ids
        self._source = source
        self._counts = counts
        self.longest = longest
        self._next = 0.0
        self._has_news = asyncio.Event()
        self._skipped: Counter[str] = Counter()
        self._written: dict[str, float] = {}

    async def wait(self) -> None:
        """Return once something has changed since the last time, or may have."""
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        latest = time.monotonic() + self.longest
        while not self._has_news.is_set() and (left := latest - time.monotonic()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, self._source.seconds_alive or _OWN_SECONDS)):
                    await self._has_news.wait()
            if not self._source.seconds_alive:
                break
        self._has_news.clear()
        self._next = time.monotonic() + PERIOD

    def report(self, changes: Changes | None) -> None:
        """Take in what has changed, None if that isn't known."""
        if changes is None:
            self._skipped.clear()
            self._has_news.set()
            return
        for changed, version in changes:
            if self._skipped[changed] > 0:
                self._skipped[changed] -= 1
                continue
            is_own = version is not None and self._written.get(changed) == version
            if not is_own and changed in self.ids:
                self._has_news.set()

    def skip(self, written: Mapping[str, float]) -> None:
        """Exclude what this program has written: versions of games and times of tables by id.

        Where changes are counted, the next one of each id may be that of another program, written
        just before; then ours comes next and is reported in its place. A transaction tells of each
        id once.
        """
        if self._counts:
            self._skipped.update(written.keys())
        else:
            self._written |= written

    def close(self) -> None:
        """Report nothing any more."""
        self._source.drop(self)


class OwnSource:
    """The source of one feed in a program that no other listens for."""

    seconds_alive = LOBBY_LONGEST

    def __init__(self, listener: DatabaseListener, ids: frozenset[str], counts: bool) -> None:
        self._listener = listener
        longest = LOBBY_LONGEST if ids == WHOLE_LOBBY else LONGEST
        self.feed = ChangeFeed(self, ids, counts, longest)
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        while True:
            self.feed.report(await self._listener.wait())

    def drop(self, feed: ChangeFeed) -> None:  # noqa: ARG002  the only one
        self._hearing.cancel()
        self._listener.close()


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


class SqliteListener:
    """Polls a number of SQLite's that grows with every write of another connection."""

    def __init__(self, engine: Engine, ids: Collection[str]) -> None:
        """Hear of writes from now on."""
        self._tables = _NewsReader(engine, ids)
        self._lobby = _NewsReader(engine, None)
        self._ids = ids
        self._next = 0.0

    def follow(self, ids: Collection[str]) -> None:
        """Hear of these ids, and of each that is new among them once."""
        self._ids = ids
        self._tables.follow(ids)

    async def wait(self) -> Changes | None:
        while True:
            await asyncio.sleep(LOBBY_PERIOD if WHOLE_LOBBY.issuperset(self._ids) else PERIOD)
            changes = self._tables.read_changes()
            if LOBBY in self._ids and time.monotonic() >= self._next:
                self._next = time.monotonic() + LOBBY_PERIOD
                if self._lobby.read_changes() != []:
                    changes = [*(changes or ()), (LOBBY, None)]
            if changes != []:
                return changes

    def close(self) -> None:
        self._tables.close()
        self._lobby.close()


class _NewsReader:
    """Reads from a SQLite file, on a connection of its own, what is different now."""

    def __init__(self, engine: Engine, ids: Collection[str] | None) -> None:
        """Read of games and tables with these ids, or of the lobby (None)."""
        self._ids = ids
        with raise_store_problem():
            pooled = engine.raw_connection()
            self._connection = cast("sqlite3.Connection", pooled.driver_connection)
            pooled.detach()  # it is ours to close
        self._seen = 0
        self._news: dict[str, Any] = {}
        with suppress(sqlite3.Error):  # then the first look finds a change
            # To wait for a lock would keep the event loop from everything else.
            self._connection.execute("PRAGMA busy_timeout=0").close()
            self._seen = self._read_version()
            self._news = self._read_news()

    def follow(self, ids: Collection[str]) -> None:
        self._ids = ids
        self._seen = -1

    def read_changes(self) -> Changes | None:
        """Return what has changed since the last time, None if that can't be read."""
        try:
            version = self._read_version()
            if version == self._seen:
                return []
            self._seen = version
            before, self._news = self._news, self._read_news()
        except sqlite3.Error:  # whatever reads next reports why
            return None
        if self._ids is None:
            return [] if before == self._news else [(LOBBY, None)]
        both = ((key, before.get(key), self._news.get(key)) for key in before | self._news)
        return [change for key, *two in both if two[0] != two[1] for change in _name(key, *two)]

    def close(self) -> None:
        self._connection.close()

    def _read_version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read_news(self) -> dict[str, Any]:
        if self._ids is None:
            alive = time.time() - PRESENCE_SECONDS
            return dict(self._connection.execute(_LOBBY_NEWS, (alive,)).fetchall())
        # Python 3.12.0 to 3.12.3 warns of places such as ?1.
        ids = {f"id{number}": each for number, each in enumerate(sorted(self._ids))}
        places = ", ".join(f":{name}" for name in ids)
        return dict(self._connection.execute(_TABLE_NEWS.format(places), ids).fetchall())


def _name(key: str, before: Any, now: Any) -> Changes:
    """Return the changes that a line of the news stands for, which was another before."""
    kind, _, table = key.rpartition(" ")
    if kind == "at":
        return [(table, None) for table in (before, now) if table is not None]
    return [(table, None if kind else now)]
