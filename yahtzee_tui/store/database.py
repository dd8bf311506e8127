"""An open database: transactions for all threads, writes that survive a power cut, errors."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from collections import deque
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Self, cast

from sqlalchemy import event, exc

from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.store.errors import (
    NO_POSTGRES,
    DamagedStore,
    MovedStore,
    StoreBusy,
    StoreProblem,
    UnwritableStore,
)
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Engine, Insert, RootTransaction, Row, Select, UpdateBase
    from sqlalchemy.pool import ConnectionPoolEntry

    from yahtzee_tui.store.write_turn import WriteTurn

WRITE_SECONDS = 15.0
"""How long a write to a SQLite file waits for other writes."""

SLOW_SECONDS = 0.3
"""After how much of that the user is told."""

_AGAIN_SECONDS = 2.0  # how long it waits after one that waited in vain

MOST_SAVES = 200
"""The actions of which the time is kept that saving them took."""

_PAUSE = 0.01
_UNUSABLE = N_("The folder for saved games can't be used: {why}.")

_expected: dict[Path, tuple[int, int] | None] = {}
"""The identities of files that this process and those forked from it take for no others."""

_GONE_SECONDS = 10.0  # for so long after a failure the event loop doesn't wait for a server
_TURN_SECONDS, _LOOP_SECONDS = 10.0, 2.0
"""How long a thread waits for another one's query; the latter in the event loop."""


class Database:
    """An open database that all threads of the program share.

    A write that has returned survives a crash of the program. In a thread without an event loop it
    is on the disk, too. The event loop doesn't wait for the disk, which takes five to ten times as
    long as the write (2 to 4 ms on an SSD): SQLite's log is synced right after, in a thread, so
    that a power cut loses at most the writes of that moment. On a host of many sessions one process
    does so for all of them, ten times a second. Servers wait for their own disk.
    """

    def __init__(
        self,
        engine: Engine,
        path: Path | None = None,
        open_to_write: Callable[[], Engine] | None = None,
    ) -> None:
        """Open connections when needed; `path` is the SQLite file.

        If `engine` can only read, a write calls `open_to_write` for another one, which raises
        `StoreProblem` while nothing can be written.
        """
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._open_to_write = open_to_write
        self._is_closed = False
        self._use(engine)
        self._path = path
        self._identity = _identify(path) if path is None else _expected.get(path, _identify(path))
        self._log = path and path.with_name(f"{path.name}-wal")
        self._lock = Lock()  # of the connection that writes
        self._read_lock = Lock()  # of the one that reads from a server
        self._writer: Connection | None = None
        self._turn: WriteTurn | None = None  # the writer's; None where programs wait in no order
        self._has_log = False  # whether the writer writes ahead to a log
        self._is_stuck = False  # whether the last write waited in vain
        self.on_wait: Callable[[bool], None] = lambda _: None  # as that of `Store`
        self.saves = deque[float](maxlen=MOST_SAVES)  # seconds that actions took, the newest last
        self._sync_is_due = False
        self._synced_at = 0  # when the log was written that was synced last, in nanoseconds
        self.is_synced_elsewhere: Callable[[], bool] = lambda: False
        self._gone_until = 0.0
        self._uses = self._uses_before = 0  # how often connections that may be open were used

    @property
    def reads_at_once(self) -> bool:
        """Whether reading waits neither for a server nor, as there is a log, for who writes."""
        return self._has_log

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read in one transaction, from a snapshot; raises `StoreProblem`."""
        turn = self._server_turn(self._read_lock)
        with turn, raise_store_problem(), self._begin(self._snapshots) as connection:
            yield connection

    def fetch(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """Return the rows that a query finds; raises `StoreProblem`."""
        with self.reading() as connection:
            return connection.execute(query).all()

    def scalar(self, query: Select[Any], parameters: dict[str, Any] | None = None) -> Any:
        """Return the first value that a query finds, None without any; raises `StoreProblem`."""
        with self.reading() as connection:
            return connection.scalar(query, parameters)

    def execute(self, statement: UpdateBase, syncs: bool = True) -> int:
        """Write by one statement; return how many rows it changed. Raises `StoreProblem`."""
        with self.writing(syncs) as connection:
            return connection.execute(statement).rowcount

    def add_missing(self, row: Insert, syncs: bool = True) -> None:
        """Insert a row, unless another program has done so, perhaps at this moment."""
        with (
            self.writing(syncs) as connection,
            suppress(exc.IntegrityError),
            connection.begin_nested(),
        ):
            connection.execute(row)

    @contextmanager
    def writing(self, syncs: bool = True) -> Iterator[Connection]:
        """Write in one transaction, which an exception rolls back; raises `StoreProblem`.

        One of many writes need not be synced to the disk: `close` does so.
        """
        if not self._is_sqlite:
            turn = self._server_turn(self._lock)
            with turn, raise_store_problem(), self._begin(self.engine) as connection:
                yield connection
            return
        most = min(_AGAIN_SECONDS, WRITE_SECONDS) if self._is_stuck else WRITE_SECONDS
        with raise_store_problem(), _Waiting(most, self.on_wait) as waiting:
            if not self._lock.acquire(blocking=False):
                waiting.wait_for(lambda seconds: self._lock.acquire(timeout=seconds))
            try:
                yield from self._write_in_turn(waiting)
            finally:
                self._lock.release()
        if syncs and not self.is_synced_elsewhere():
            self._sync_soon()

    def check_file(self) -> None:
        """Raise `MovedStore` if the open SQLite file isn't the one of its name any more."""
        if self._identity is not None and _identify(self._path) != self._identity:
            raise MovedStore

    def expect_file(self) -> None:
        """Let this process, and all that it forks, open no other file of that name."""
        if self._path is not None:
            _expected[self._path] = self._identity

    async def sync_changes(self) -> None:
        """Sync SQLite's log for all programs if any has written to it since the last call."""
        with suppress(OSError):
            if self._log and (written := self._log.stat().st_mtime_ns) != self._synced_at:
                self._synced_at = written
                await asyncio.to_thread(self._sync)

    def release_idle(self, at_once: bool = False) -> None:
        """Close the connections to a server, or only if none was used since the last call."""
        is_idle = at_once or self._uses == self._uses_before
        if self._uses and is_idle and not self._is_sqlite:
            self._uses = 0
            self.engine.dispose()
        self._uses_before = self._uses

    def close(self) -> None:
        """Sync the log to the disk, and close all connections."""
        self._is_closed = True
        with self._lock:
            if self._writer is not None:
                self._sync()
                self._writer.close()
                self._writer = None
                self._close_turn()
        self.engine.dispose()

    def _use(self, engine: Engine) -> None:
        self.engine = engine  # makes the connections
        # One transaction reads one snapshot; SQLite's transactions do so anyway.
        self._snapshots = engine.execution_options(is_snapshot=True)
        event.listen(engine, "checkin", self._close_late)

    @contextmanager
    def _begin(self, engine: Engine) -> Iterator[Connection]:
        """Begin a transaction, on a new connection if the server has ended the one at hand.

        That it did so shows when the transaction begins, before anything is written.
        """
        self._uses += 1
        self.check_file()
        with ExitStack() as stack:
            connection = stack.enter_context(engine.connect())
            try:
                transaction = connection.begin()
            except exc.DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                connection = stack.enter_context(engine.connect())
                transaction = connection.begin()
            with transaction:
                yield connection

    def _write_in_turn(self, waiting: _Waiting) -> Iterator[Connection]:
        """Yield the writer in a transaction, once no other program writes to the file."""
        if self._open_to_write is not None:
            self._use(self._open_to_write())
            self._open_to_write = None
        self.check_file()
        writer = self._writer = self._writer or self._open_writer()
        try:
            if self._turn is not None and not self._turn.take(0):
                waiting.wait_for(self._turn.take)
            if not self._try_to_begin(writer, SLOW_SECONDS):
                waiting.wait_for(partial(self._try_to_begin, writer))
            self._is_stuck = False
            with cast("RootTransaction", writer.get_transaction()):
                yield writer
        except BaseException as error:
            self._is_stuck |= isinstance(error, StoreBusy)
            # After a failed commit SQLite may keep its lock on the file.
            writer.invalidate()
            writer.close()
            self._writer = None
            self._close_turn()
            raise
        if self._turn is not None:
            self._turn.end()

    def _open_writer(self) -> Connection:
        # Kept open: fetching one from the pool takes as long as writing a game.
        writer = self.engine.connect().execution_options(writes=True)
        self._has_log = self._log is not None and self._log.exists()
        if self._has_log:
            _set_busy_timeout(writer, SLOW_SECONDS)
        if sys.platform != "win32" and self._log is not None:
            from yahtzee_tui.store.write_turn import WriteTurn

            with suppress(OSError):
                self._turn = WriteTurn(self._log)
        return writer

    def _close_turn(self) -> None:
        if self._turn is not None:
            self._turn.close()
            self._turn = None

    def _try_to_begin(self, writer: Connection, seconds: float) -> bool:
        """Begin a transaction within some seconds; return whether no other program is writing.

        Without a write-ahead log the time is the engine's, as the end may then wait for readers.
        """
        is_long = self._has_log and seconds > SLOW_SECONDS
        if is_long:
            _set_busy_timeout(writer, seconds)
        try:
            writer.begin()
        except sqlite3.OperationalError as error:
            if _BUSY not in str(error):
                raise
            return False
        if is_long:
            _set_busy_timeout(writer, SLOW_SECONDS)
        return True

    def _close_late(self, _: object, entry: ConnectionPoolEntry) -> None:
        """Close a connection that a thread returns to the pool after `close`."""
        if self._is_closed:
            entry.close()

    @contextmanager
    def _server_turn(self, lock: Lock) -> Iterator[None]:
        """Give one thread at a time the connection to a server that reads, or the one that writes.

        A write so never waits for a slow query. The event loop doesn't wait for a server that
        failed a moment ago; a query in another thread finds out when it is back.
        """
        if self._is_sqlite:
            yield
            return
        in_loop = is_in_loop()
        if not lock.acquire(timeout=_LOOP_SECONDS if in_loop else _TURN_SECONDS):
            raise StoreProblem(_(SLOW))
        try:
            if in_loop:
                self._raise_if_recently_gone()
            yield
            self._gone_until = 0.0
        except StoreProblem as problem:
            if not is_gone(problem):
                raise
            self._gone_until = time.monotonic() + _GONE_SECONDS
            raise StoreProblem(_(GONE)) from problem.__cause__
        finally:
            lock.release()

    def _raise_if_recently_gone(self) -> None:
        if time.monotonic() < self._gone_until:
            raise StoreProblem(_(GONE))

    def _sync_soon(self) -> None:
        """Sync the log in a moment, or in a thread without an event loop at once."""
        if not is_in_loop():
            self._sync()
        elif not self._sync_is_due:
            loop = asyncio.get_running_loop()
            loop.call_later(_PAUSE, self._sync_in_thread, loop)
            self._sync_is_due = True

    def _sync_in_thread(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closing: `close` syncs
            loop.run_in_executor(None, self._sync)

    def _sync(self) -> None:
        self._sync_is_due = False
        if self._log is None:
            return
        # A checkpoint would make the next write wait for the disk. The locks are on the other
        # files, so closing this one releases none.
        with suppress(OSError), self._log.open("r+b", buffering=0) as log:
            os.fsync(log)


class _Waiting:
    """The time that one write waits, in all, for one thing after the other."""

    def __init__(self, most: float, tell: Callable[[bool], None]) -> None:
        self._began, self._most = time.monotonic(), most  # in seconds
        self._tell = tell
        self._is_slow = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_slow:
            self._tell(False)

    def wait_for(self, take: Callable[[float], bool]) -> None:
        """Call `take`, which waits for some seconds and returns whether it got what it waits for.

        Raises `StoreBusy` if it doesn't until the end of the time.
        """
        if take(self._left(SLOW_SECONDS)):
            return
        if not self._is_slow:
            self._is_slow = True
            self._tell(True)
        if not take(self._left(self._most)):
            raise StoreBusy(_(_LOCKED))

    def _left(self, seconds: float) -> float:
        return max(0.0, self._began + seconds - time.monotonic())


def _identify(path: Path | None) -> tuple[int, int] | None:
    """Return the device and number of a file, None if it isn't there or can't be asked about."""
    with suppress(OSError):
        if path is not None:
            found = path.stat()
            return found.st_dev, found.st_ino
    return None


def refuse_moved_file(path: Path) -> None:
    """Raise a `StoreProblem` if it isn't the file that was expected, or only its log is there."""
    found, log = _identify(path), path.with_name(f"{path.name}-wal")
    if _expected.get(path, found) != found:
        raise MovedStore
    if found is None and log.exists():
        sentence = _(
            "The file {file} with the saved games is missing, but its log is there. Put it back, "
            "or delete {log}.",
            file=quote(path.name), log=quote(log.name),
        )  # fmt: skip
        raise StoreProblem(sentence)


def _set_busy_timeout(connection: Connection, seconds: float) -> None:
    """Let SQLite wait for another program's lock."""
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    driver.execute(f"PRAGMA busy_timeout={seconds * 1000:.0f}").close()


def is_in_loop() -> bool:
    """Return whether this thread runs an event loop, which draws the screen."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


GONE = N_("The database is not responding.")
"""The sentence for a server that doesn't answer, or whose connection was lost."""

SLOW = N_("The database takes too long to respond.")
"""The sentence for a server that answers others meanwhile."""

_BUSY = "is locked"
_LOCKED = N_("The saved games are locked by another program.")
_UNWRITABLE = {
    "is full": N_("The disk with the saved games is full."),
    "readonly database": N_("The file with the saved games is read-only."),
    "unable to open": N_("The file with the saved games can't be opened."),
    "disk I/O error": N_("The disk with the saved games can't be read or written."),
}
_SENTENCES = _UNWRITABLE | {
    _BUSY: _LOCKED,
    "connection timeout expired": GONE,
    SLOW: SLOW,
    "due to statement timeout": SLOW,
    "Can't load plugin": N_("The database address is not valid."),
    "Invalid SQLite URL": N_("The database address is not valid."),
    "psycopg": NO_POSTGRES,
}
_KINDS = dict.fromkeys(_UNWRITABLE, UnwritableStore) | {_BUSY: StoreBusy}
_LONGEST = 160

_GONE = ("08", "57P")
"""Prefixes of PostgreSQL's error codes for a lost connection and for a server that shuts down."""


@contextmanager
def raise_store_problem() -> Iterator[None]:
    """Convert errors of the database and its driver into a `StoreProblem` for the user."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, ImportError) as error:  # of the driver
        text = " ".join(str(getattr(error, "orig", None) or error).split())
        if "malformed" in text or "not a database" in text:
            raise DamagedStore from error
        why = text[:_LONGEST].rstrip(".")
        known = next((words for words in _SENTENCES if words in text), "")
        sentence = _SENTENCES.get(known, N_("The database can't be used: {why}."))
        kind = _KINDS.get(known, StoreProblem)
        raise kind(_(sentence, why=why)) from error
    except UnicodeDecodeError as error:  # by SQLite's driver, from a complaint about such damage
        raise DamagedStore from error
    except OSError as error:
        raise StoreProblem(_(_UNUSABLE, why=describe_os_error(error))) from error


def is_gone(problem: StoreProblem) -> bool:
    """Return whether the cause of a problem is a server that is gone, silent or overloaded."""
    cause = problem.__cause__
    if isinstance(cause, exc.TimeoutError):
        return True
    if not isinstance(cause, exc.OperationalError) or not hasattr(cause.orig, "sqlstate"):
        return False
    state = getattr(cause.orig, "sqlstate", None)  # none if the driver itself complains
    return state is None or state.startswith(_GONE)
