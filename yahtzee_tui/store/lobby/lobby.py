"""The lobby of a database: one object with its tables, seats, games, chat and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.lobby.accounts import Accounts
from yahtzee_tui.store.lobby.chat import Messages
from yahtzee_tui.store.lobby.games import TableGames
from yahtzee_tui.store.lobby.notify import SqliteChangeFeed
from yahtzee_tui.store.lobby.presence import Presence, count_present
from yahtzee_tui.store.lobby.seats import Seats
from yahtzee_tui.store.lobby.tables import Tables

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.models import User
    from yahtzee_tui.store.lobby.notify import ChangeFeed


class Lobby:
    """The lobby of a database.

    Attributes:
        accounts: The names and options of users with a key.
        tables: The shared tables.
        seats: Their seats.
        games: Their games.
        messages: Their chat.
    """

    def __init__(self, database: Database, keep_days: int = 0) -> None:
        """Take an open database.

        Args:
            database: The database.
            keep_days: Days after which unfinished games are deleted; 0 for never.
        """
        self._database = database
        self.accounts = Accounts(database)
        self.tables = Tables(database, keep_days)
        self.seats = Seats(database)
        self.games = TableGames(database)
        self.messages = Messages(database)

    def enter(self, user: User) -> Presence:
        """Return the presence of a user's terminal."""
        return Presence(self._database, user)

    def count_present(self) -> int:
        """Return how many users are present.

        Raises:
            StoreProblem: If the store can't be read.
        """
        return count_present(self._database)

    def change_feed(self, interest: frozenset[str] | None = None) -> ChangeFeed:
        """Return a feed of the changes of this database; to be called in the event loop.

        Args:
            interest: The ids of the games and tables that matter; None for all.

        Raises:
            StoreProblem: If the database can't be read.
        """
        engine = self._database.engine
        if engine.dialect.name != "postgresql":
            return SqliteChangeFeed(engine, interest)
        from yahtzee_tui.store.lobby.notify_postgres import PostgresChangeFeed  # needs psycopg

        return PostgresChangeFeed(engine, interest)
