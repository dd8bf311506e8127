"""Hearing that somebody else has written to the database, soon and without asking it much."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

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


def open_change_feed(engine: Engine) -> ChangeFeed:
    """Return what tells of changes of a database; to be called in the event loop.

    Raises:
        StoreProblem: If the database can't be read.
    """
    if engine.dialect.name == "postgresql":
        from yahtzee_tui.store.lobby.changes_postgresql import PostgresChangeFeed

        return PostgresChangeFeed(engine)
    from yahtzee_tui.store.lobby.changes_sqlite import SqliteChangeFeed

    return SqliteChangeFeed(engine)


class Pause:
    """Lets some time pass between two tellings, however much there is to tell."""

    def __init__(self) -> None:
        """Let the first one pass at once."""
        self._next = 0.0

    async def take(self) -> None:
        """Wait until the time is over since this was called last."""
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + PERIOD
