"""Everything that people far apart have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.lobby.changes import watch_engine
from yahtzee_tui.store.lobby.messages import Messages
from yahtzee_tui.store.lobby.playing import Playing
from yahtzee_tui.store.lobby.presences import Presence, count_present
from yahtzee_tui.store.lobby.seating import Seating
from yahtzee_tui.store.lobby.tables import Tables
from yahtzee_tui.store.lobby.visitors import Visitors

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.changes import Changes
    from yahtzee_tui.store.lobby.shared import Someone


class Lobby:
    """The lobby of a database.

    Attributes:
        visitors: The names that belong to somebody.
        tables: The shared tables.
        seating: Who sits there.
        playing: What is played there.
        messages: What is said there.
    """

    def __init__(self, database: Database, keep_days: int = 0) -> None:
        """Take an open database.

        Args:
            database: The database.
            keep_days: Days after which unfinished games are cleared away; 0 for never.
        """
        self._database = database
        self.visitors = Visitors(database)
        self.tables = Tables(database, keep_days)
        self.seating = Seating(database)
        self.playing = Playing(database)
        self.messages = Messages(database)

    def enter(self, someone: Someone) -> Presence:
        """Return the presence of somebody who comes in."""
        return Presence(self._database, someone)

    def count_present(self) -> int:
        """Return how many people are here.

        Raises:
            StoreProblem: If the store can't be read.
        """
        return count_present(self._database)

    def changes(self) -> Changes:
        """Return what tells of changes; to be called in the event loop."""
        return watch_engine(self._database.engine)
