"""Migrates a database: adds what one of an older version lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, func, inspect, select, update
from sqlalchemy.schema import CreateColumn

from yahtzee_tui.dice import is_commitment
from yahtzee_tui.extension import find_host
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.store.schema import GAMES, METADATA, RESULTS
from yahtzee_tui.table.eligibility import has_results
from yahtzee_tui.table.judged import find_day

if TYPE_CHECKING:
    from sqlalchemy import Column, Connection, Table
    from sqlalchemy.engine.interfaces import ReflectedColumn

_HOST = find_host("database")

_VERSION_OF_SIGNATURES = 8  # before it an imported game counted by its own word
_LONGEST_HEADER = 10_000  # characters in which the first line of a record surely ends


def migrate(connection: Connection, version: int) -> None:
    """Add what a database of an older version lacks: tables, columns, indexes and triggers.

    What is missing is found by comparison, as databases of equal versions differ: several columns
    were added without a new version. `version` is 0 for an empty database.
    """
    if connection.dialect.name == "postgresql":
        for index in (each for table in METADATA.tables.values() for each in table.indexes):
            condition = index.dialect_options["sqlite"]["where"]
            index.dialect_options["postgresql"]["where"] = condition
    METADATA.create_all(connection, checkfirst=version > 0)
    if version:
        for table in METADATA.sorted_tables:
            _add_missing(connection, table)
        fill_from_records(connection, version)
    if _HOST is not None:
        _HOST.migrate(connection, version)


def _add_missing(connection: Connection, table: Table) -> None:
    """Add columns, make them as long as they are now, and replace indexes that differ."""
    present = {each["name"]: each for each in inspect(connection).get_columns(table.name)}
    alter = f"ALTER TABLE {connection.dialect.identifier_preparer.format_table(table)}"
    for column in table.columns:
        if column.name not in present:
            added = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"{alter} ADD COLUMN {added}")
        # SQLite ignores the length.
        elif connection.dialect.name == "postgresql" and _is_longer(column, present[column.name]):
            kind = column.type.compile(connection.dialect)
            connection.exec_driver_sql(f'{alter} ALTER COLUMN "{column.name}" TYPE {kind}')
    indexed = {
        each["name"]: each["column_names"] for each in inspect(connection).get_indexes(table.name)
    }
    for index in table.indexes:
        columns = [column.name for column in index.columns]
        if indexed.get(index.name) != columns:
            index.drop(connection, checkfirst=True)
            index.create(connection)


def _is_longer(column: Column[Any], present: ReflectedColumn) -> bool:
    length = getattr(column.type, "length", None)
    return length is not None and length > getattr(present["type"], "length", length)


def fill_from_records(connection: Connection, version: int = VERSION) -> None:
    """Write the day of each daily game, which older versions have in the record only.

    Those counted other games with a seed, too, and the oldest counted imported ones: their results
    are deleted. Games that were played here have the secret of their dice in a column of its own.
    """
    header = func.substr(GAMES.c.record, 1, _LONGEST_HEADER)
    found = connection.execute(
        select(GAMES.c.id, GAMES.c.secret, GAMES.c.day, header).where(GAMES.c.is_unproven == 0)
    )
    rows: list[dict[str, Any]] = []
    for game, secret, day, head in found:
        setup = read_record(f"{head.partition(chr(10))[0]}\n").setup
        if setup is not None:
            may_be_imported = version < _VERSION_OF_SIGNATURES and is_commitment(setup.dice)
            counts = has_results(setup, secret is not None or not may_be_imported)
            row = {"game": game, "its_day": find_day(setup), "unproven": not counts}
            rows += [row] if row["unproven"] or row["its_day"] != day else []
    if rows:
        one = update(GAMES).where(GAMES.c.id == bindparam("game"))
        one = one.values(day=bindparam("its_day"), is_unproven=bindparam("unproven"))
        connection.execute(one, rows)
        unproven = select(GAMES.c.id).where(GAMES.c.is_unproven == 1)
        connection.execute(delete(RESULTS).where(RESULTS.c.game.in_(unproven)))
