"""An open database: transactions for all threads, writes that survive a power cut, errors."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import event, exc

from yahtzee_tui.store.errors import StoreBusy, StoreProblem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine
    from sqlalchemy.pool import ConnectionPoolEntry


_PAUSE = 0.01

_GONE_SECONDS = 10.0
"""Seconds for which the event loop doesn't wait for a server that has just been found gone."""

_TURN_SECONDS, _LOOP_SECONDS = 10.0, 2.0
"""How long a thread waits for another one's query; the latter in the event loop."""


class Database:
    """An open database that all threads of the program share.

    A write that has returned survives the end of the program, however that comes. To wait for the
    disk as well would take longer than to draw the screen, so where there is an event loop SQLite's
    log is put onto the disk right after, in a thread. A power cut takes at most what was written
    in that moment. Other databases wait for their disk themselves.

    Attributes:
        engine: Makes the connections.
    """

    def __init__(self, engine: Engine, path: Path | None = None) -> None:
        """Take a database whose schema is today's; the connections are made when needed.

        Args:
            engine: Makes its connections.
            path: Its file, if it is one of SQLite.
        """
        self.engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        # What is read in one transaction is of one moment, which SQLite sees to by itself.
        snapshot = {} if self._is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._snapshots = engine.execution_options(**snapshot)
        self._log = path and path.with_name(f"{path.name}-wal")
        self._lock = Lock()
        self._writer: Connection | None = None
        self._sync_is_due = False
        self._gone_until = 0.0
        self._is_closed = False
        event.listen(engine, "checkin", self._close_late)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read in one transaction, all of it as it is at one moment.

        Raises:
            StoreProblem: If the database can't be read.
        """
        with self._server_turn(), raise_store_problem(), self._snapshots.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write in one transaction: all of it, or nothing where it ends with an exception.

        Raises:
            StoreProblem: If it can't be written.
        """
        if not self._is_sqlite:
            # The pool asks first whether the server is still there.
            with self._server_turn(), raise_store_problem(), self.engine.begin() as connection:
                yield connection
            return
        with raise_store_problem(), self._lock:
            if self._writer is None:
                # Kept open, since fetching one from the pool takes as long as writing a game.
                self._writer = self.engine.connect().execution_options(writes=True)
            try:
                with self._writer.begin():
                    yield self._writer
            except BaseException:
                # After a commit that failed SQLite may still be writing, and keep others from it.
                self._writer.invalidate()
                self._writer.close()
                self._writer = None
                raise
        self._sync_soon()

    def close(self) -> None:
        """Write everything to the disk, and close all connections."""
        self._is_closed = True
        with self._lock:
            if self._writer is not None:
                self._sync()
                self._writer.close()
                self._writer = None
        self.engine.dispose()

    def _close_late(self, _: object, entry: ConnectionPoolEntry) -> None:
        """Close a connection that a thread still used when the rest was closed."""
        if self._is_closed:
            entry.close()

    @contextmanager
    def _server_turn(self) -> Iterator[None]:
        """Let one thread after the other use the single connection to a server.

        The event loop doesn't wait for a server that has just been found gone; the next query in
        another thread finds out when it is back.

        Raises:
            StoreProblem: If it is gone.
        """
        if self._is_sqlite:
            yield
            return
        in_loop = _is_in_loop()
        if not self._lock.acquire(timeout=_LOOP_SECONDS if in_loop else _TURN_SECONDS):
            raise StoreProblem(GONE)
        try:
            if in_loop:
                self._check_server_known_gone()
            yield
            self._gone_until = 0.0
        except StoreProblem as problem:
            if not is_gone(problem):
                raise
            self._gone_until = time.monotonic() + _GONE_SECONDS
            raise StoreProblem(GONE) from problem.__cause__
        finally:
            self._lock.release()

    def _check_server_known_gone(self) -> None:
        if time.monotonic() < self._gone_until:
            raise StoreProblem(GONE)

    def _sync_soon(self) -> None:
        if self._sync_is_due or self._log is None:
            return
        with suppress(RuntimeError):  # no loop, and so no screen: closing does it
            loop = asyncio.get_running_loop()
            loop.call_later(_PAUSE, self._sync_in_thread, loop)
            self._sync_is_due = True

    def _sync_in_thread(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is about to end: closing does it
            loop.run_in_executor(None, self._sync)

    def _sync(self) -> None:
        self._sync_is_due = False
        if self._log is None:
            return
        # A checkpoint would do it too, but lets the next write wait for the disk. The locks are on
        # the other files, so that closing this one gives none up.
        with suppress(OSError):
            log = os.open(self._log, os.O_RDWR)
            try:
                os.fsync(log)
            finally:
                os.close(log)


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


GONE = "The database doesn't answer."
"""The sentence for a server that doesn't answer, or that was lost."""

_LOCKED = "Another program keeps the saved games locked."
_SENTENCES = {
    "is locked": _LOCKED,
    "is full": "The disk with the saved games is full.",
    "readonly database": "The file of the saved games may not be written.",
    "unable to open": "The file of the saved games can't be opened.",
    "disk I/O error": "The disk with the saved games can't be read or written.",
    "malformed": "The file of the saved games is damaged.",
    "not a database": "The file of the saved games is damaged.",
    "connection timeout expired": GONE,
    "Can't load plugin": "The address of the database makes no sense.",
    "Invalid SQLite URL": "The address of the database makes no sense.",
}
_LONGEST = 160

_GONE = ("08", "57P")
"""How PostgreSQL's error codes begin for a lost connection and for a server that ends."""


@contextmanager
def raise_store_problem() -> Iterator[None]:
    """Turn the errors of the database and its driver into a `StoreProblem`.

    Raises:
        StoreProblem: With the sentence.
    """
    try:
        yield
    except exc.SQLAlchemyError as error:
        text = " ".join(str(getattr(error, "orig", None) or error).split())
        known = (sentence for words, sentence in _SENTENCES.items() if words in text)
        sentence = next(known, f"The database can't be used: {text[:_LONGEST].rstrip('.')}.")
        raise (StoreBusy if sentence == _LOCKED else StoreProblem)(sentence) from error
    except UnicodeDecodeError as error:  # by SQLite's driver, from a complaint about such damage
        raise damage_problem() from error
    except ImportError as error:
        raise StoreProblem(f"The driver of the database is missing: {error}.") from error
    except OSError as error:
        why = error.strerror or error
        raise StoreProblem(f"The folder of the saved games can't be used: {why}.") from error


def damage_problem() -> StoreProblem:
    """Return the problem that a file can't be read as a database any more."""
    return StoreProblem(_SENTENCES["malformed"])


def is_gone(problem: StoreProblem) -> bool:
    """Return whether a problem is that a server is away, doesn't answer, or serves others first."""
    cause = problem.__cause__
    if isinstance(cause, exc.TimeoutError):
        return True
    if not isinstance(cause, exc.OperationalError) or not hasattr(cause.orig, "sqlstate"):
        return False
    state = getattr(cause.orig, "sqlstate", None)  # none if the driver itself complains
    return state is None or state.startswith(_GONE)


def is_damage_problem(problem: StoreProblem) -> bool:
    """Return whether a problem is that a file can't be read as a database any more."""
    return problem.sentence == _SENTENCES["malformed"]
