"""Autosave: writes one game, or the game of a table, to the store after every action."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.dice import find_dice
from yahtzee_tui.store.errors import StaleGame, StoreProblem
from yahtzee_tui.table import Invitation, Table

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.saved_game import GameVersion, Saved
    from yahtzee_tui.store.store import Store
    from yahtzee_tui.table import Change


class Autosaver:
    """Writes one game, which is new until its first action.

    What a write was to do may be in the store though it ended with a problem: a server that was
    silent for long carries it out once it wakes. So the next one looks for it, and goes on from
    there; it is told from those of others by the mark of this program.

    Attributes:
        version: The right to write it, None for a game that is not in the store yet.
    """

    def __init__(self, store: Store, version: GameVersion | None = None) -> None:
        """Take charge of a game.

        Args:
            store: Where it is kept.
            version: The right to write it, if it is there already.
        """
        self.version = version
        self._store = store
        self._new_id = ""
        self._is_unsure = False  # whether a write has begun of which nobody knows how it ended

    def save(self, record: Record, game: Game) -> None:
        """Save a game as it is now.

        Args:
            record: Its record.
            game: The position that the record leads to.

        Raises:
            StaleGame: If it was taken over elsewhere; nothing is written then, nor ever again.
            StoreProblem: If it can't be written now; the next time may succeed.
        """
        was_unsure, self._is_unsure = self._is_unsure, True
        if was_unsure and self.version is None:
            self.version = self._find_unseen(None)
        try:
            self._write(record, game)
        except StaleGame:
            unseen = self._find_unseen(self.version) if was_unsure else None
            if unseen is None:
                self._is_unsure = False
                raise
            self.version = unseen
            self._write(record, game)
        self._is_unsure = False

    def is_stale(self) -> bool:
        """Return whether the game was changed or taken over elsewhere. It may take a while.

        Raises:
            StoreProblem: If the store can't be read.
        """
        version = self.version
        if version is None or self._store.games.version(version.game) == version.number:
            return False
        # In this order: a write in another thread makes the version known before it is sure.
        is_ours = self._is_unsure and self._find_unseen(version) is not None
        return not is_ours and self.version is version

    def release(self) -> None:
        """Let others have the game.

        Raises:
            StoreProblem: If that can't be written.
        """
        if self.version is not None:
            self._store.games.release(self.version)

    def _write(self, record: Record, game: Game) -> None:
        games = self._store.games
        if self.version is not None:
            self.version = games.save(self.version, record, game)
            return
        from yahtzee_tui.store.games import new_id  # the open store has imported it

        self._new_id = self._new_id or new_id()
        self.version = games.add(record, game, game_id=self._new_id)

    def _find_unseen(self, version: GameVersion | None) -> GameVersion | None:
        """Return the version of the write after this one, if it was made from here."""
        game, number = (version.game, version.number) if version else (self._new_id, 0)
        return self._store.games.find_leased(game, number + 1)


class SavedTable:
    """A table whose game is saved with every action, before anybody else is told of it.

    Attributes:
        invitation: What the table was laid for, so that people can play again.
        table: The table.
        problem: Why the game is not saved as it stands, None if it is.
        is_stale: Whether it goes on elsewhere, so that it won't be saved from here again.
    """

    def __init__(
        self, invitation: Invitation, table: Table, autosaver: Autosaver | None = None
    ) -> None:
        """Sit down.

        Args:
            invitation: What the table was laid for.
            table: The table; nobody watches it yet.
            autosaver: Saves the game; None if it isn't kept.
        """
        self.invitation = invitation
        self.table = table
        self.problem: str | None = None
        self.is_stale = False
        self._autosaver = autosaver
        if autosaver is not None:
            table.watch(self._changed)

    @classmethod
    def new(cls, invitation: Invitation, store: Store | None) -> SavedTable:
        """Sit down to a new game, which is saved from its first action on.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        table = invitation.lay(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        return cls(invitation, table, None if store is None else Autosaver(store))

    @classmethod
    def resume(cls, saved: Saved, store: Store) -> SavedTable:
        """Sit down to a game that was taken from the store.

        Raises:
            StoreProblem: If it can't be trusted.
        """
        invitation, table = _lay_again(saved)
        return cls(invitation, table, Autosaver(store, saved.version))

    @classmethod
    def watch(cls, saved: Saved) -> SavedTable:
        """Look on at a game that is on the store.

        Raises:
            StoreProblem: If it can't be trusted.
        """
        return cls(*_lay_again(saved))

    @property
    def game_id(self) -> str | None:
        """The id of the game in the store, None if it isn't there."""
        version = self._autosaver.version if self._autosaver is not None else None
        return version.game if version else None

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun and isn't over."""
        return bool(self.table.history.events) and not self.table.game.is_over

    @property
    def would_be_lost(self) -> bool:
        """Whether leaving would lose something that is nowhere else."""
        if self._autosaver is None:
            return self.is_unfinished
        return self.problem is not None and not self.is_stale

    def retry(self) -> None:
        """Save what couldn't be saved before, if that can be done now."""
        if self.problem is not None:
            self._save()

    def save_note(self) -> None:
        """Save what the record says besides events: who has asked a coach."""
        self._save()

    async def check_takeover(self) -> bool:
        """See whether the game was taken over elsewhere meanwhile; return whether that is news."""
        import asyncio  # takes its time, and not everybody who sits here has a loop

        autosaver = self._autosaver
        if autosaver is None or self.is_stale:
            return False
        is_stale = False
        with suppress(StoreProblem):  # said when something is to be saved
            is_stale = await asyncio.to_thread(autosaver.is_stale)
        is_news = is_stale and not self.is_stale  # else a save has found it out meanwhile
        self.is_stale |= is_stale
        return is_news

    def release(self) -> None:
        """Get up, so that the game can be gone on with elsewhere."""
        if self._autosaver is not None:
            try:
                self._autosaver.release()
            except StoreProblem as problem:
                self.problem = problem.sentence

    def _changed(self, _: Change) -> None:
        self._save()

    def _save(self) -> None:
        if self._autosaver is None or self.is_stale:
            return
        try:
            self._autosaver.save(self.table.record, self.table.game)
        except StaleGame as problem:
            self.problem, self.is_stale = problem.sentence, True
        except StoreProblem as problem:
            self.problem = problem.sentence
        except BaseException:  # Ctrl+C: whoever says goodbye tries again
            self.problem = "Saving it was interrupted."
            raise
        else:
            self.problem = None


def _lay_again(saved: Saved) -> tuple[Invitation, Table]:
    record, history = saved.load()
    table = Table(record.setup, find_dice(record.setup.dice), history)
    return Invitation.to(record.setup), table
