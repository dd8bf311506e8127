"""Opening a database: finding out whose it is, and bringing it up to date."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, exc, insert, inspect, select, update
from sqlalchemy.engine import URL, make_url

from yahtzee_tui.store.problem import StoreProblem
from yahtzee_tui.store.schema import MIGRATIONS, SCHEMA
from yahtzee_tui.store.sentences import in_a_sentence, is_damage

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

BUSY_SECONDS = 2
"""How long a write waits for another program that is writing."""

_MAGIC = b"SQLite format 3\x00"
_BESIDE = ("", "-wal", "-shm")


def open_database(address: str) -> tuple[Engine, str | None]:
    """Return an engine for a database of today's schema, and what people should be told about it.

    A SQLite file that is damaged is kept aside under another name, and a new one begun.

    Args:
        address: A SQLAlchemy URL, or the path of a SQLite file.

    Raises:
        StoreProblem: If it can't be opened, or isn't ours.
    """
    url = read_address(address)
    path = _path(url)
    if path is None:
        return _open(url), None
    try:
        _check_file(path)
        return _open(url), None
    except StoreProblem as problem:
        if not is_damage(problem):
            raise
    aside = _put_aside(path)
    return _open(url), f"The saved games were damaged. They are kept as {aside}; new ones begin."


def read_address(address: str) -> URL:
    """Return what a URL, or a path, means.

    Raises:
        StoreProblem: If it means nothing.
    """
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        return make_url(address)
    except exc.ArgumentError:
        raise StoreProblem("The address of the database makes no sense.") from None


def _path(url: URL) -> Path | None:
    """Return the file of a SQLite database, None for any other."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def _check_file(path: Path) -> None:
    """Make the folder, and leave alone what is no SQLite file.

    Raises:
        StoreProblem: If something else stands there, or the folder can't be made.
    """
    with in_a_sentence():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise StoreProblem(f"{path} is a folder, not the file of the saved games.")
        if not path.exists():
            return
        with path.open("rb") as file:
            begins = file.read(len(_MAGIC))
    if not _MAGIC.startswith(begins):
        raise StoreProblem(f"{path} is another program's file; it is left alone.")


def _open(url: URL) -> Engine:
    with in_a_sentence():
        sqlite = url.get_backend_name() == "sqlite"
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS} if sqlite else {})
        if sqlite:
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        try:
            with engine.begin() as connection:
                current = _read_version(connection)
            if current < len(MIGRATIONS):
                with engine.connect().execution_options(writes=True) as connection:
                    _migrate(connection)
        except BaseException:
            engine.dispose()
            raise
        return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, as below
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and then writes must not find that another has written since.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _read_version(connection: Connection) -> int:
    """Return the version of the schema, 0 for an empty database.

    Raises:
        StoreProblem: If it is another program's, or of a newer version of this one.
    """
    tables = inspect(connection).get_table_names()
    if SCHEMA.name not in tables:
        if tables:
            raise StoreProblem("The database belongs to another program; it is left alone.")
        return 0
    version = connection.scalar(select(SCHEMA.c.version)) or 0
    if version > len(MIGRATIONS):
        sentence = "The saved games were written by a newer version of this program."
        raise StoreProblem(f"{sentence} They are left alone.")
    return int(version)


def _migrate(connection: Connection) -> None:
    with connection.begin():
        version = _read_version(connection)
        for migrate in MIGRATIONS[version:]:
            migrate(connection)
        row = update(SCHEMA) if version else insert(SCHEMA)
        connection.execute(row.values(version=len(MIGRATIONS)))


def _put_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    with in_a_sentence():
        for end in _BESIDE:
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + end))
    return aside
