"""Where the games are, opened when somebody first asks."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.errors import StoreBusy, StoreProblem

if TYPE_CHECKING:
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.store.stats.scores import Scores


class _Opened(NamedTuple):
    """What an open database offers."""

    games: Games
    scores: Scores
    lobby: Lobby


class Store:
    """Opens the database once, in whatever thread asks first; the others wait for it.

    Attributes:
        address: A SQLAlchemy URL, or the path of a SQLite file.
        notice: What people should be told about the database once it is open, if anything.
    """

    def __init__(
        self, address: str, owner: str | None = None, check: bool = True, keep_days: int = 0
    ) -> None:
        """Remember where the games are; nothing is opened yet.

        Args:
            address: A SQLAlchemy URL, or the path of a SQLite file.
            owner: Whose games are begun and offered; None for those of the house.
            check: Whether to look for damage in a SQLite file, which needn't be done by everybody.
            keep_days: Days after which unfinished games of visitors are cleared away; 0 for never.
        """
        self.address = address
        self.notice: str | None = None
        self._owner, self._check, self._keep_days = owner, check, keep_days
        self._lock = Lock()
        self._open: _Opened | StoreProblem | None = None

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
        return self._get().games

    @property
    def scores(self) -> Scores:
        """What finished games amount to.

        Raises:
            StoreProblem: If the database can't be opened.
        """
        return self._get().scores

    @property
    def lobby(self) -> Lobby:
        """Where people far apart meet.

        Raises:
            StoreProblem: If the database can't be opened.
        """
        return self._get().lobby

    def serve(self, owner: str) -> None:
        """Begin and offer the games of somebody from now on."""
        with self._lock:
            self._owner = owner
            if isinstance(self._open, _Opened):
                self._open = self._open._replace(games=self._open.games.of(owner))

    def retry(self) -> None:
        """Let whoever asks next open the database, if that couldn't be done before."""
        with self._lock:
            if isinstance(self._open, StoreProblem):
                self._open = None

    def close(self) -> None:
        """Let go of the games held here, and close the database if it is open."""
        with self._lock:
            if isinstance(self._open, _Opened):
                self._open.games.close()
            self._open = StoreProblem("The saved games are closed.")

    def _get(self) -> _Opened:
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

    def _open_database(self) -> _Opened:
        # The database's library takes longer to import than the whole table to be shown.
        from yahtzee_tui.store.connect import open_database
        from yahtzee_tui.store.games import Games
        from yahtzee_tui.store.lobby.lobby import Lobby
        from yahtzee_tui.store.stats.scores import Scores

        database, self.notice = open_database(self.address, self._check)
        lobby = Lobby(database, self._keep_days)
        return _Opened(Games(database, self._owner), Scores(database), lobby)
