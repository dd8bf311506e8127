"""Autosave: a game is written to the store with every action, before the action takes effect."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import Held, NotNow, Rolled
from yahtzee_tui.store.errors import TAKEN_OVER, MovedStore, StaleGame, StoreProblem
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.table.config import format_moment
from yahtzee_tui.table.judged import find_event, publish_secret
from yahtzee_tui.table.table import DICE_PUBLISHED
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.saved_game import GameVersion, SavedGame
    from yahtzee_tui.store.store import Store


class Autosaver:
    """Writes one game to the store; the first write adds it.

    A write that ended with a problem may be in the store all the same: a server that was silent
    for long carries it out when it wakes. The next write then finds the version of the lost one by
    this program's lease, and goes on from there.
    """

    def __init__(
        self,
        store: Store,
        version: GameVersion | None = None,
        secret: str = "",
        is_acquired: bool = True,
    ) -> None:
        """Create the autosaver of a game; `secret` is what decides the dice of a new one.

        A game that isn't acquired yet is before its first write.
        """
        # The newest version known here, None for a game that is not in the store yet.
        self.version = version
        self.store = store
        self._secret = secret
        self._new_id = ""
        self._is_acquired, self._lock = is_acquired, Lock()
        self._is_unsure = False  # whether a write has begun whose end is not known

    def acquire(self) -> None:
        """Acquire the game, if it isn't; raises `HeldGame`, and `StaleGame` if it was changed."""
        with self._lock:
            if self.version is None or self._is_acquired:
                return
            acquired = self.store.games.acquire(self.version.game).version
            if acquired.number != self.version.number + 1:
                raise StaleGame(_(TAKEN_OVER))
            self.version, self._is_acquired = acquired, True

    def save(self, record: Record, game: Game) -> None:
        """Write the game with the record that leads to it.

        Raises `StaleGame` at this and every later write if it was taken over elsewhere;
        `StoreProblem` if this write failed, after which the next may succeed.
        """
        if not self._is_acquired:
            self.acquire()
        was_unsure, self._is_unsure = self._is_unsure, True
        if was_unsure and self.version is None:
            self.version = self._find_lost_write(None)
        try:
            self._write(record, game)
        except StaleGame:
            lost = self._find_lost_write(self.version) if was_unsure else None
            if lost is None:
                self._is_unsure = False
                raise
            self.version = lost
            self._write(record, game)
        self._is_unsure = False

    def is_stale(self) -> bool:
        """Return whether the game was changed or taken over elsewhere, by a slow query."""
        version = self.version
        if version is None or self.store.games.version(version.game) == version.number:
            return False
        # In this order: a write in another thread sets the version before it is sure.
        is_own_turn = self._is_unsure and self._find_lost_write(version) is not None
        return not is_own_turn and self.version is version

    def release(self) -> None:
        if self.version is not None:
            self.store.games.release(self.version)

    def _write(self, record: Record, game: Game) -> None:
        games = self.store.games
        if self.version is not None:
            self.version = games.save(self.version, record, game)
            return
        from yahtzee_tui.store.games import new_id  # the open store has imported it

        self._new_id = self._new_id or new_id()
        self.version = games.add(record, game, game_id=self._new_id, secret=self._secret)

    def _find_lost_write(self, version: GameVersion | None) -> GameVersion | None:
        """Return the version after this one if this program wrote it, else None."""
        game, number = (version.game, version.number) if version else (self._new_id, 0)
        return self.store.games.find_leased(game, number + 1)


class SavedTable:
    """A table whose game is saved with every action, and the result of saving it.

    An action that can't be saved takes effect all the same; `problem` then says why it isn't saved.
    """

    def __init__(
        self, config: TableConfig, table: Table, autosaver: Autosaver | None = None
    ) -> None:
        self.config = config  # the configuration of the table, with which the next game is created
        self.table = table
        self.problem: str | None = None  # why the newest action is not saved, None if it is
        # Whether another program has taken the game over, so that it is saved no more.
        self.is_stale = False
        self._autosaver = autosaver
        self._checked: GameVersion | None = None  # the newest version at the last check
        if autosaver is not None:
            table.before_commit = self._check_and_save

    @classmethod
    def new(cls, config: TableConfig, store: Store | None) -> SavedTable:
        """Return the table of a new game, which is saved from its first action on."""
        table = config.create_table(format_moment())
        autosaver = None if store is None else Autosaver(store, secret=table.secret)
        return cls(config, table, autosaver)

    @classmethod
    def resume(cls, saved: SavedGame, store: Store) -> SavedTable:
        """Return the table of a game that was acquired; raises `StoreProblem` for a damaged one."""
        config, table = _load(saved)
        return cls(config, table, Autosaver(store, saved.version))

    @classmethod
    def see(cls, saved: SavedGame, store: Store) -> SavedTable:
        """Return the table of a game that is acquired later; raises as `resume` does."""
        return cls(*_load(saved), Autosaver(store, saved.version, is_acquired=False))

    @classmethod
    def watch(cls, saved: SavedGame) -> SavedTable:
        """Return a table that shows a game and never writes it; raises as `resume` does."""
        return cls(*_load(saved))

    @property
    def game_id(self) -> str | None:
        """The id of the game in the store, None if it isn't there."""
        version = self._autosaver.version if self._autosaver is not None else None
        return version.game if version else None

    @property
    def is_unfinished(self) -> bool:
        return bool(self.table.history.events) and not self.table.game.is_over

    @property
    def would_be_lost(self) -> bool:
        """Whether leaving now would lose actions that aren't saved anywhere."""
        if self._autosaver is None:
            return self.is_unfinished
        return self.problem is not None and not self.is_stale

    def retry(self) -> None:
        """Save again what couldn't be saved, and make sure that what was saved still is."""
        if self.problem is not None:
            with suppress(NotNow):
                self._save(self.table.record, self.table.game)
        elif self._autosaver is not None:
            self._note_moved_file(self._autosaver)

    async def check_takeover(self) -> bool:
        """Return whether it is news that another program took the game over, or moved its file.

        The store isn't asked if the game was saved since the last call, as that has found it out.
        """
        import asyncio  # plain mode and the command line run without a loop, and load without it

        autosaver = self._autosaver
        if autosaver is None or self.is_stale:
            return False
        if self._note_moved_file(autosaver):
            return True
        if autosaver.version is not self._checked:
            self._checked = autosaver.version
            return False
        is_stale = False
        with suppress(StoreProblem):  # the next save reports it
            if autosaver.store.reads_at_once:  # waking a thread would take three times as long
                is_stale = autosaver.is_stale()
            else:
                is_stale = await asyncio.to_thread(autosaver.is_stale)
        is_news = is_stale and not self.is_stale  # else a save has found it out meanwhile
        self.is_stale |= is_stale
        return is_news

    def acquire(self) -> None:
        """Acquire a game that was only seen; raises a `StoreProblem`, after which it is stale."""
        if self._autosaver is not None:
            try:
                self._autosaver.acquire()
            except StoreProblem:
                self.is_stale = True
                raise

    def _note_moved_file(self, autosaver: Autosaver) -> bool:
        """Return whether it is news that the file of the saved games was moved."""
        try:
            autosaver.store.check_file()
        except MovedStore as problem:
            before, self.problem = self.problem, problem.sentence
            return before is None
        return False

    def release(self) -> None:
        if self._autosaver is not None:
            try:
                self._autosaver.release()
            except StoreProblem as problem:
                self.problem = problem.sentence

    def _check_and_save(self, record: Record, game: Game) -> None:
        """Save an action, unless it rolls the dice of a day of which the secret is published.

        In an event, nothing is done before it opens, after it has closed, or without the database,
        whose clock decides.
        """
        table = self.table
        found = find_event(record.setup)
        if found and self._autosaver and not isinstance((record.events or (None,))[-1], Held):
            try:
                is_open = self._autosaver.store.events.is_open(found[0])
            except StoreProblem as problem:
                raise NotNow("not_saved", problem.sentence, table.game) from None
            if not is_open:
                raise NotNow("event_over", _("This event is over."), table.game)
        rolls = len(record.events) > len(table.history.events) and isinstance(
            record.events[-1], Rolled
        )
        if rolls and publish_secret(record.setup, table.secret) != record.setup:
            raise NotNow("dice_published", _(DICE_PUBLISHED), table.game)
        self._save(record, game)

    def _save(self, record: Record, game: Game) -> None:
        if self._autosaver is None or self.is_stale:
            return
        try:
            self._autosaver.save(record, game)
        except StaleGame as problem:
            self.problem, self.is_stale = problem.sentence, True
        except MovedStore as problem:  # nothing is done whose result would be in no file
            self.problem = problem.sentence
            raise NotNow("not_saved", problem.sentence, self.table.game) from None
        except StoreProblem as problem:
            self.problem = problem.sentence
        except BaseException:  # Ctrl+C: the caller retries before it ends
            self.problem = _("Saving was interrupted.")
            raise
        else:
            self.problem = None


def _load(saved: SavedGame) -> tuple[TableConfig, Table]:
    record, history = saved.load()
    setup = publish_secret(record.setup, saved.secret)
    dice = find_dice(setup.dice, saved.secret or setup.secret, setup.words)
    return TableConfig.from_setup(setup), Table(setup, dice, history)
