"""The store: saved games, results and the lobby of one database, which is opened on first use."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.errors import StoreBusy, StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store.contests import Contests
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.lobby.host_link import HostLink
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.store.practice import Practice
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.store.stats.scores import Scores
    from yahtzee_tui.store.tips import Tips


class _Opened(NamedTuple):
    """The parts of an open store."""

    games: Games
    scores: Scores
    lobby: Lobby
    tips: Tips
    practice: Practice
    contests: Contests


class Store:
    """Opens the database on first use, in one thread; other threads wait for it."""

    def __init__(
        self,
        address: str,
        owner: str | None = None,
        check: bool = True,
        keep_days: int = 0,
        repairs: bool = True,
        makes_folder: bool = False,
        link: HostLink | None = None,
    ) -> None:
        """Create a store that is not open yet; `check` looks for damage in a SQLite file.

        A damaged file is put aside only if the store `repairs` it, and a missing folder is made
        only if it `makes_folder`.

        `owner` is the user whose games are created and listed, None for the owner of the database;
        unfinished games of remote users are deleted after `keep_days`, 0 for never. `link` leads to
        the process that listens for all sessions of this host.
        """
        self.address = address  # a SQLAlchemy URL, or the path of a SQLite file
        # A sentence about the database for the user, known once it is open; None for none.
        self.notice: str | None = None
        # Called in the thread of a write that waits for long, with True, and at its end with False.
        self.on_wait: Callable[[bool], None] = lambda _: None
        self._owner, self._check, self._keep_days = owner, check, keep_days
        self._repairs, self._makes_folder = repairs, makes_folder
        self.link = link
        self._database: Database | None = None
        self._lock = Lock()
        self._open: _Opened | StoreProblem | None = None

    @property
    def may_hold_games(self) -> bool:
        """Whether the database may have games, decided without opening it."""
        try:
            return "://" in self.address or Path(self.address).exists()
        except OSError:  # a folder that this user can't read: opening it says so
            return True

    def glance(self, by: str, value: str) -> list[SavedGame] | None:
        """Return games before the file is opened; see `saved_game.glance`."""
        from yahtzee_tui.store.saved_game import glance

        if self._owner is not None or "://" in self.address:
            return None
        return glance(self.address, by, value) if self.may_hold_games else []

    @property
    def games(self) -> Games:
        """The saved games. Like the next five, it raises `StoreProblem` if it can't be opened."""
        return self._get().games

    @property
    def scores(self) -> Scores:
        return self._get().scores

    @property
    def lobby(self) -> Lobby:
        return self._get().lobby

    @property
    def tips(self) -> Tips:
        return self._get().tips

    @property
    def practice(self) -> Practice:
        return self._get().practice

    @property
    def contests(self) -> Contests:
        return self._get().contests

    @property
    def reads_at_once(self) -> bool:
        """Whether the open database answers short queries at once."""
        return self._database is not None and self._database.reads_at_once

    def set_owner(self, owner: str) -> None:
        with self._lock:
            self._owner = owner
            if isinstance(self._open, _Opened):
                self._open = self._open._replace(
                    games=self._open.games.for_owner(owner),
                    tips=self._open.tips.for_owner(owner),
                    practice=self._open.practice.for_owner(owner),
                    contests=self._open.contests.for_owner(owner),
                )

    def retry(self) -> None:
        """Let the next use open the database again if that failed before."""
        with self._lock:
            if isinstance(self._open, StoreProblem):
                self._open = None

    def release_idle(self, at_once: bool = False) -> None:
        """Close the connections to a server; see `Database.release_idle`."""
        if self._database is not None:
            self._database.release_idle(at_once)

    def check_file(self) -> None:
        """Raise a `StoreProblem` if an open SQLite file isn't the one of its name any more."""
        if self._database is not None:
            self._database.check_file()

    def expect_file(self) -> None:
        """Open no other file of that name in this process, and in those forked from it."""
        assert self._database is not None
        self._database.expect_file()

    async def sync_changes(self) -> None:
        """Sync what others have written to an open SQLite file; see `Database.sync_changes`."""
        if self._database is not None:
            await self._database.sync_changes()

    def close(self) -> None:
        """Release the games acquired here, and close the database if it is open."""
        with self._lock:
            if isinstance(self._open, _Opened):
                self._open.games.close()
            self._open = StoreProblem(_("The saved games are closed."))

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
        from yahtzee_tui.store.contests import Contests
        from yahtzee_tui.store.games import Games
        from yahtzee_tui.store.lobby.lobby import Lobby
        from yahtzee_tui.store.practice import Practice
        from yahtzee_tui.store.stats.scores import Scores
        from yahtzee_tui.store.tips import Tips

        if self._makes_folder:
            folder = Path(self.address).parent
            with suppress(OSError):  # opening the file says why
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                folder.chmod(0o700)
                for file in folder.glob(f"{Path(self.address).name}*"):
                    file.chmod(0o600)
        database, self.notice = open_database(self.address, self._check, self._repairs)
        self._database = database
        if (link := self.link) is not None:
            link.saves = database.saves
            database.is_synced_elsewhere = lambda: link.seconds_alive > 0
        database.on_wait = lambda waits: self.on_wait(waits)
        lobby = Lobby(database, self._keep_days, self.link)
        return _Opened(
            Games(database, self._owner),
            Scores(database),
            lobby,
            Tips(database, self._owner),
            Practice(database, self._owner),
            Contests(database, self._owner),
        )
