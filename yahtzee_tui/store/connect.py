"""Opens a database: checks that it is ours and undamaged, and migrates it."""

from __future__ import annotations

import logging
import os
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import create_engine, event, exc, insert, inspect, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import QueuePool

from yahtzee_tui.extension import find_host
from yahtzee_tui.store import backup
from yahtzee_tui.store.database import Database, raise_store_problem, refuse_moved_file
from yahtzee_tui.store.errors import DamagedStore, StoreProblem, UnwritableStore
from yahtzee_tui.store.migration import fill_from_records, migrate
from yahtzee_tui.store.salvage import has_games, salvage
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.store.schema import METADATA, OLDEST_VERSION, SCHEMA
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

# Errors are raised, too; the log would only write them over the screen, with a traceback.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

BUSY_SECONDS = 2  # how long SQLite waits for a lock; a write waits longer, as in `database`
CONNECT_SECONDS = 2  # how long connecting to a server may take
_WAL_RETRY_SECONDS = 0.01
_MIGRATION_SECONDS = 3600.0
_LOCK_SECONDS, _LOCK_AGAIN_SECONDS = 0.5, 60.0
"""How long a migration waits for tables that other programs use, and how long it tries again.
PostgreSQL ends one of two transactions that wait for each other after a second, so that it never
ends a player's action for a migration."""

_KEEPALIVES = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5_000,
}
"""How soon a lost host of the server is noticed; in seconds, the last in ms."""

_POOL: dict[str, Any] = {
    "pool_size": 1,
    "max_overflow": 1,
    "pool_timeout": 10,
}
"""A server has few connections for many programs: a second one is made only for a write during a
query, and closed after it."""

_MAGIC = b"SQLite format 3\x00"
_PAGE = 4096
_LOCK = 0x79616874  # any number that other programs don't lock
_LATE, _FORBIDDEN = "57014", "42501"
"""PostgreSQL's codes of a statement that took too long, and of one that its role may not make."""

_NOT_OWNER = N_(
    "The database's tables are from another version, and this role can't change them. Run "
    "yahtzee-tui host migrate as their owner."
)


def open_database(
    address: str, check: bool = True, repairs: bool = True
) -> tuple[Database, str | None]:
    """Open the database at a SQLAlchemy URL or the path of a SQLite file, with the newest schema.

    Returns a notice for the user if a SQLite file was damaged or of an older version: it is kept
    under another name, and what can be read of it is in the new one. `check` looks for damage on
    every page. A SQLite file in a place where nothing can be written is only read, until a write
    finds that this has changed. Raises `DamagedStore` if `repairs` is false, and `StoreProblem` if
    it can't be opened, or isn't ours.
    """
    url = read_address(address)
    path = find_path(url)
    if path is None:
        return Database(_open(url, check)[0]), None
    try:
        _check_place(path)
        is_new = not path.exists()
        engine, copy = _open(url, check, path)
        if is_new:
            backup.make_private(path)
    except DamagedStore:
        _check_content(path)
        if not repairs:
            raise
        notice = _repair(path)
        return Database(_open(url, check, path)[0], path), notice
    except UnwritableStore:
        if not path.exists():
            raise
        found = _open_read_only(path)
        if found is None:
            raise
        return Database(found, path, lambda: _open(url, False, path)[0]), None
    notice = None
    if copy is not None:
        notice = _(
            "The saved games were converted for this version. The old file was kept as {file}.",
            file=copy,
        )
    return Database(engine, path), notice


def read_address(address: str) -> URL:
    """Return the URL of a database from a URL or the path of a SQLite file."""
    if address.startswith("file:"):
        raise _senseless()
    if "://" not in address and "\0" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
    except (exc.ArgumentError, ValueError):  # ValueError: a port that is no number
        raise _senseless() from None
    # The driver that the extra `postgres` brings along.
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def is_file(address: str) -> bool:
    """Return whether a database is a file, for which no network is needed."""
    return read_address(address).get_backend_name() == "sqlite"


def find_path(url: URL) -> Path | None:
    """Return the file of a SQLite database, None for a server; it can't be in memory."""
    if url.get_backend_name() != "sqlite":
        return None
    name = url.database or ""
    if "uri" in url.query and name.startswith("file:"):
        name = unquote(urlsplit(name).path)
    if name in ("", ":memory:") or url.query.get("mode") == "memory":
        raise StoreProblem(_("Games need a file; an in-memory database can't be used."))
    return Path(name)


def _check_place(path: Path) -> None:
    """Refuse what is no regular file; it isn't opened, as closing it would release SQLite's locks.

    See https://sqlite.org/howtocorrupt.html, section 2.2.
    """
    with raise_store_problem():
        if not path.parent.is_dir():
            folder = quote(str(path.parent))
            sentence = _("The folder {folder} for saved games doesn't exist.", folder=folder)
            raise StoreProblem(sentence)
        if path.is_dir():
            raise StoreProblem(_("The path for saved games is a folder."))
        refuse_moved_file(path)
        if path.exists() and not path.is_file():  # opening a pipe would wait for a writer
            raise StoreProblem(_("The path for saved games is not a regular file."))


def _check_content(path: Path) -> None:
    """Refuse a file that SQLite can't read, unless it is what is left of one of ours."""
    with raise_store_problem(), path.open("rb") as file:
        begins = file.read(len(_MAGIC))
        if _MAGIC.startswith(begins):
            return
        file.seek(0)
        is_blank = not any(block.strip(b"\0") for block in iter(partial(file.read, _PAGE), b""))
        # A whole number of pages, as looking for games in another large file would take long.
        if is_blank or (path.stat().st_size % _PAGE == 0 and has_games(path)):
            return
    raise StoreProblem(_("The path for saved games is some other file. It was not changed."))


def _repair(path: Path) -> str | None:
    """Put a damaged file aside, and what can be read of it in its place; return the notice.

    Returns None if another program has done so meanwhile.
    """
    with raise_store_problem(), _lock_file(path) as is_there:
        if not is_there:
            return None
        new = backup.free_name(path, "recovered")
        try:
            database = Database(_open(read_address(str(new)), check=False)[0], new)
            games = salvage(path, new)
            with database.writing() as connection:
                fill_from_records(connection)
            database.close()
            aside = backup.put_aside(path, "damaged")
            backup.move_store(new, path)
        finally:
            backup.remove_store(new)
    if not games:
        return _(
            "The saved games were damaged. They were kept as {file}, and no games could be "
            "recovered from there.",
            file=aside,
        )
    return ngettext(
        "The saved games were damaged. They were kept as {file}, and {count} game could be "
        "recovered from there.",
        "The saved games were damaged. They were kept as {file}, and {count} games could be "
        "recovered from there.",
        games,
        file=aside,
    )


@contextmanager
def _lock_file(path: Path) -> Iterator[bool]:
    """Wait until no other program repairs a file, and yield whether it is still the same one."""
    if sys.platform == "win32":  # where an open file can't be renamed
        yield path.exists()
        return
    import fcntl

    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        is_there = path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat())
        yield is_there


def _senseless() -> StoreProblem:
    return StoreProblem(_("The database address is not valid."))


def _open(url: URL, check: bool = True, path: Path | None = None) -> tuple[Engine, Path | None]:
    """Return the engine, and the name of the copy that was made of a file of an older version."""
    try:
        return _connect(url, check, path)
    except (TypeError, ValueError):  # what an address says behind its question mark
        raise _senseless() from None


def _connect(url: URL, check: bool, path: Path | None) -> tuple[Engine, Path | None]:
    copy = None
    with raise_store_problem():
        sqlite = url.get_backend_name() == "sqlite"
        options = {"paramstyle": "named"} if sqlite else _POOL  # named as in PostgreSQL
        engine = create_engine(url, connect_args=_connect_args(url), **options)
        if sqlite:
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        elif host := find_host("database"):
            engine = host.set_up_engine(engine)
        try:
            with engine.begin() as connection:
                current = _read_version(connection)
                _check(connection, check)
            if sqlite:
                # Not before the file is known to be ours, because it is written into the file.
                event.listen(engine, "connect", _use_wal)
                engine.dispose()
            if current < VERSION:
                with engine.connect().execution_options(writes=True) as connection:
                    copy = _migrate_in_turn(connection, path)
                engine.dispose()
        except BaseException:
            engine.dispose()
            raise
        return engine, copy


def _open_read_only(path: Path) -> Engine | None:
    """Return the engine of a file in a place where nothing can be written, None if that fails.

    A file of an older version has to be converted, and can't be read as it is.
    """
    engine = create_engine(
        "sqlite://", creator=partial(backup.connect_read_only, path), poolclass=QueuePool
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    with raise_store_problem(), engine.begin() as connection:
        return engine if _read_version(connection) >= VERSION else None


def _connect_args(url: URL) -> dict[str, object]:
    ours: dict[str, object] = {}
    if url.get_backend_name() == "sqlite":
        ours = {"timeout": BUSY_SECONDS}
    elif url.get_backend_name() == "postgresql":
        # A pooler may give each transaction another connection, which knows no prepared statement.
        ours = {"client_encoding": "utf8", "prepare_threshold": None, **_KEEPALIVES}
        ours["connect_timeout"] = CONNECT_SECONDS
    return {name: value for name, value in ours.items() if name not in url.query}


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, as below
    # A record with a broken character is one faulty record; else no other could be read either.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    # Sorted rows stay in memory: a session may make no temporary files.
    # These don't read the file, which may be damaged: SQLAlchemy 2.0 would leave it open.
    connection.executescript("PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY").close()


def _use_wal(connection: Any, _: object) -> None:
    import sqlite3

    latest = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL").close()
        except sqlite3.OperationalError as error:
            # SQLite doesn't wait for this lock: the first programs that open a new file compete.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(_WAL_RETRY_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and then writes must not find that another has written since.
    writes = connection.get_execution_options().get("writes")
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


def _read_version(connection: Connection) -> int:
    """Return the version of the schema, an older one if tables are missing, 0 without any.

    Raises `StoreProblem` if it is a newer one that programs of this version may not use.
    """
    tables = inspect(connection).get_table_names()
    if SCHEMA.name not in tables:
        if tables:
            raise StoreProblem(_("The database belongs to another program and was not changed."))
        return 0
    version = connection.scalar(select(SCHEMA.c.version)) or 0
    if version > VERSION and (connection.scalar(select(SCHEMA.c.oldest)) or 0) > VERSION:
        raise StoreProblem(
            _(
                "The saved games were written by a newer version of this program. "
                "They were not changed."
            )
        )
    if version == VERSION and not METADATA.tables.keys() <= {*tables}:
        return VERSION - 1  # the host was installed after the last migration
    return int(version)


def _check(connection: Connection, pages: bool) -> None:
    """Check that a server can store every name, or the pages of a file: 40 ms for 20,000 games."""
    ask, kind = connection.exec_driver_sql, connection.dialect.name
    if kind == "postgresql" and ask("SHOW server_encoding").scalar() != "UTF8":
        raise StoreProblem(_("The database encoding must be UTF8."))
    if kind == "sqlite" and pages and ask("PRAGMA quick_check(1)").scalar() != "ok":
        raise DamagedStore


def _migrate_in_turn(connection: Connection, path: Path | None) -> Path | None:
    """Migrate a database as `_migrate` does, once other programs have ended their transactions."""
    latest = time.monotonic() + _LOCK_AGAIN_SECONDS
    while True:
        try:
            return _migrate(connection, path)
        except exc.DBAPIError as error:
            state = getattr(error.orig, "sqlstate", "")
            if state == _FORBIDDEN:
                raise StoreProblem(_(_NOT_OWNER)) from error
            if state != _LATE or time.monotonic() > latest:
                raise
            time.sleep(_LOCK_SECONDS)


def _migrate(connection: Connection, path: Path | None) -> Path | None:
    """Migrate a database; of a file that has games, make a copy before and return its name."""
    copy: Path | None = None
    if connection.dialect.driver == "psycopg":  # much may have to be written anew
        connection.connection.driver_connection.answer_seconds = _MIGRATION_SECONDS  # type: ignore[union-attr]
    with connection.begin():
        if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            _lock_tables(connection)
        version = _read_version(connection)
        if version < VERSION:  # else another program was faster
            if version and path is not None:
                copy = backup.free_name(path, f"version-{version}")
                backup.copy_store(path, copy)
            try:
                migrate(connection, version)
            except BaseException:
                if copy is not None:
                    backup.remove_store(copy)
                raise
            row = update(SCHEMA) if version else insert(SCHEMA)
            connection.execute(row.values(version=VERSION, oldest=OLDEST_VERSION))
    return copy


def _lock_tables(connection: Connection) -> None:
    """Lock the tables of a server until the transaction ends; players' actions wait as long."""
    present = [name for name in inspect(connection).get_table_names() if name in METADATA.tables]
    if present:
        names = ", ".join(f'"{name}"' for name in present)
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{_LOCK_SECONDS}s'")
        connection.exec_driver_sql(f"LOCK TABLE {names}")
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
