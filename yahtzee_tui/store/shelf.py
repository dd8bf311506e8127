"""Where the games are, opened when somebody first asks."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from yahtzee_tui.store.problem import StoreBusy, StoreProblem

if TYPE_CHECKING:
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.scores import Scores


class Shelf:
    """Opens the database once, in whatever thread asks first; the others wait for it.

    Attributes:
        address: A SQLAlchemy URL, or the path of a SQLite file.
        notice: What people should be told about the database once it is open, if anything.
    """

    def __init__(self, address: str) -> None:
        """Remember where the games are; nothing is opened yet."""
        self.address = address
        self.notice: str | None = None
        self._lock = Lock()
        self._open: tuple[Games, Scores] | StoreProblem | None = None

    @property
    def may_hold_games(self) -> bool:
        """Whether there may be games, as far as that can be told without opening anything."""
        return "://" in self.address or Path(self.address).exists()

    @property
    def games(self) -> Games:
        """The saved games.

        Raises:
            StoreProblem: If the database can't be opened.
        """
        return self._get()[0]

    @property
    def scores(self) -> Scores:
        """What finished games amount to.

        Raises:
            StoreProblem: If the database can't be opened.
        """
        return self._get()[1]

    def close(self) -> None:
        """Let go of the games held here, and close the database if it is open."""
        with self._lock:
            if isinstance(self._open, tuple):
                self._open[0].close()
            self._open = StoreProblem("The saved games are closed.")

    def _get(self) -> tuple[Games, Scores]:
        with self._lock:
            if self._open is None:
                try:
                    self._open = self._open_database()
                except StoreBusy:  # the next time may succeed
                    raise
                except StoreProblem as problem:
                    self._open = problem
            if isinstance(self._open, StoreProblem):
                raise StoreProblem(self._open.sentence)
            return self._open

    def _open_database(self) -> tuple[Games, Scores]:
        # The database's library takes longer to import than the whole table to be shown.
        from yahtzee_tui.store.games import Games
        from yahtzee_tui.store.opening import open_database
        from yahtzee_tui.store.scores import Scores

        database, self.notice = open_database(self.address)
        return Games(database), Scores(database)
