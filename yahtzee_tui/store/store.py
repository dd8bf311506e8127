"""The store: saved games and results of one database, which is opened on first use."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from yahtzee_tui.store.errors import StoreBusy, StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.events import Events
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.notes import Notes
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.store.stats.scores import Scores


Part = TypeVar("Part")


class Store:
    """Opens the database on first use, in one thread; other threads wait for it."""

    def __init__(
        self,
        address: str,
        owner: str | None = None,
        check: bool = True,
        repairs: bool = True,
        makes_folder: bool = False,
    ) -> None:
        """Create a store that is not open yet; `check` looks for damage in a SQLite file.

        A damaged file is put aside only if the store `repairs` it, and a missing folder is made
        only if it `makes_folder`.

        `owner` is the user whose games are created and listed, None for the owner of the database.
        """
        self.address = address  # a SQLAlchemy URL, or the path of a SQLite file
        # A sentence about the database for the user, known once it is open; None for none.
        self.notice: str | None = None
        # Called in the thread of a write that waits for long, with True, and at its end with False.
        self.on_wait: Callable[[bool], None] = lambda _: None
        self._owner, self._check = owner, check
        self._repairs, self._makes_folder = repairs, makes_folder
        self._database: Database | None = None
        self._lock = Lock()
        self._open: Database | StoreProblem | None = None
        self._parts: dict[tuple[object, ...], Any] = {}

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

    # The database's library takes longer to import than the whole table to be shown.

    @property
    def games(self) -> Games:
        """The saved games. Like the next three, it raises `StoreProblem` if it can't be opened."""
        from yahtzee_tui.store.games import Games

        return self.part(Games, self._owner)

    @property
    def scores(self) -> Scores:
        from yahtzee_tui.store.stats.scores import Scores

        return self.part(Scores)

    @property
    def notes(self) -> Notes:
        from yahtzee_tui.store.notes import Notes

        return self.part(Notes, self._owner)

    @property
    def events(self) -> Events:
        from yahtzee_tui.store.events import Events

        return self.part(Events, self._owner)

    @property
    def reads_at_once(self) -> bool:
        """Whether the open database answers short queries at once."""
        return self._database is not None and self._database.reads_at_once

    def set_owner(self, owner: str | None) -> None:
        self._owner = owner

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
        from yahtzee_tui.store.games import Games

        with self._lock:
            if self._open is not None and not isinstance(self._open, StoreProblem):
                Games(self._open).close()
            self._open = StoreProblem(_("The saved games are closed."))

    def part(self, part: Callable[..., Part], *arguments: object) -> Part:
        """Return a part of the open database, made once for the same arguments."""
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
            key = (part, *arguments)
            if key not in self._parts:
                self._parts[key] = part(self._open, *arguments)
            made: Part = self._parts[key]
            return made

    def _open_database(self) -> Database:
        from yahtzee_tui.store.connect import open_database

        if self._makes_folder:
            folder = Path(self.address).parent
            with suppress(OSError):  # opening the file says why
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                folder.chmod(0o700)
                for file in folder.glob(f"{Path(self.address).name}*"):
                    file.chmod(0o600)
        database, self.notice = open_database(self.address, self._check, self._repairs)
        self._database = database
        database.on_wait = lambda waits: self.on_wait(waits)
        return database
