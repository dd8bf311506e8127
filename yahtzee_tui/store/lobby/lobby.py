"""The lobby of a database: one object with its tables, seats, games, chat and accounts."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from yahtzee_tui.store.lobby.accounts import Accounts
from yahtzee_tui.store.lobby.chat import Messages
from yahtzee_tui.store.lobby.games import TableGames
from yahtzee_tui.store.lobby.notify import SqliteChangeFeed
from yahtzee_tui.store.lobby.presence import PRESENCE_SECONDS, Presence
from yahtzee_tui.store.lobby.seats import Seats
from yahtzee_tui.store.lobby.tables import Tables
from yahtzee_tui.store.schema import PRESENCES

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.models import User
    from yahtzee_tui.store.lobby.notify import ChangeFeed


class Lobby:
    """The lobby of a database."""

    def __init__(self, database: Database, keep_days: int = 0) -> None:
        self._database = database
        self.accounts = Accounts(database)  # the names and options of users with a key
        self.tables = Tables(database, keep_days)  # the shared tables
        self.seats = Seats(database)  # their seats
        self.games = TableGames(database)  # their games
        self.messages = Messages(database)  # their chat

    def enter(self, user: User) -> Presence:
        """Return a presence for a user's terminal, which is not written yet."""
        return Presence(self._database, user)

    def count_present(self) -> int:
        """Return how many users are present."""
        alive = PRESENCES.c.seen > time.time() - PRESENCE_SECONDS
        query = select(func.count(func.distinct(PRESENCES.c.who))).where(alive)
        with self._database.reading() as connection:
            return connection.scalar(query) or 0

    def change_feed(self, interest: frozenset[str] | None = None) -> ChangeFeed:
        """Return a feed of changes of the games and tables with these ids, or of all (None).

        It must be called in the event loop.
        """
        engine = self._database.engine
        if engine.dialect.name != "postgresql":
            return SqliteChangeFeed(engine, interest)
        from yahtzee_tui.store.lobby.notify_postgres import PostgresChangeFeed  # needs psycopg

        return PostgresChangeFeed(engine, interest)
