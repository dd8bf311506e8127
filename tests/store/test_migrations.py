"""Databases of older versions: migrated with all that is in them, and used as a new one is."""

import gzip
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
from sqlalchemy import Connection, MetaData, create_engine, inspect, select, update

from tests.rules.strategies import play_some
from tests.store.games import execute, import_game, play_out
from tests.store.old_stores import STORES, VERSIONS, unpack
from tests.table.scripted import play_turn
from tests.waiting import at_once, wait_in_thread
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.rules import History, Setup
from yahtzee_tui.services.saved_games import find_unfinished, open_saved_game
from yahtzee_tui.store import Store, connect
from yahtzee_tui.store.connect import open_database, read_address
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.store.schema import GAMES, METADATA, RESULTS, SCHEMA

_WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def shape(connection: Connection) -> dict[str, list[str]]:
    found = inspect(connection)
    is_sqlite = connection.dialect.name == "sqlite"  # which ignores the lengths
    return {
        table: sorted(
            [f"{each['name']} {'' if is_sqlite else each['type']} {each['nullable']}"
             for each in found.get_columns(table)]
            + [f"{each['name']} {each['column_names']}" for each in found.get_indexes(table)]
        )
        for table in METADATA.tables
    }  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
def test_a_game_is_played_to_its_end_in_an_older_store(address: str, version: str) -> None:
    unpack(version, address)
    store = Store(address)
    attempts = [store.events.find_attempt("ann", f"2026-11-{day}") for day in (21, 22)]
    assert [attempt and attempt.game.is_over for attempt in attempts] == [True, False]
    unfinished = find_unfinished(store)
    assert unfinished is not None
    saved = open_saved_game(store, unfinished.id)
    while not saved.table.game.is_over:
        play_turn(saved.table)
        assert saved.problem is None
    # Of the daily games, and not of the one with Bob, whose seed was chosen.
    assert store.scores.games_of("ann") == {"official": 2}
    assert len(store.scores.find_unreviewed("ann")) == 2

    long = ("ΐ" + 3 * "\u0345") * 20
    assert store.games.add(*play_out("official", (long,), 1)).has_results
    assert store.scores.games_of(long.casefold()) == {"official": 1}
    store.close()


def test_imported_games_of_older_stores_are_no_results(address: str) -> None:
    store = Store(address)
    dice = CommittedDice("5e" * 32)
    for name in ("Eve", "Ann"):
        setup = Setup("official", (name,), dice=dice.source, secret=dice.secret)
        record = play_some(setup, 1, 10_000, dice)
        game = History(setup.start())
        for event in record.events:
            game = game.play_unchecked(event)
        if name == "Eve":
            assert import_game(store.games, record, game.game)
        else:
            store.games.add(record, game.game, secret="x")
    assert len(store.scores.scoreboard("official").lines) == 2
    store.close()
    database, _ = open_database(address)
    execute(database, update(SCHEMA).values(version=7))
    database.close()
    store = Store(address)
    assert len(store.scores.scoreboard("official").lines) == 1
    assert len([*store.games.each()]) == 2, "it is kept"
    store.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_store_becomes_what_a_new_one_is(address: str, version: str) -> None:
    """What is added is what older programs, which go on with it, need not know."""
    unpack(version, address)
    engine = create_engine(read_address(address))
    tables = inspect(engine).get_table_names()
    before = {name: {each["name"] for each in inspect(engine).get_columns(name)} for name in tables}
    engine.dispose()
    for name in before.keys() & METADATA.tables.keys():
        now, known = METADATA.tables[name].columns, before[name]
        assert known <= set(now.keys())
        added = [column for column in now if column.name not in known]
        assert all(column.nullable or column.server_default is not None for column in added)
    shapes = []
    for _ in range(2):  # a server's triggers are there the second time
        database, _ = open_database(address)
        with database.writing() as connection:
            shapes.append(shape(connection))
            connection.execute(update(SCHEMA).values(version=3))
        database.close()
    with database.writing() as connection:
        found = MetaData()  # with a host's tables where this program doesn't know them
        found.reflect(connection)
        found.drop_all(connection)
    database.close()
    database, _ = open_database(address)
    with database.reading() as connection:
        assert shapes == [shape(connection)] * 2
    database.close()


def test_a_migration_waits_for_a_transaction_and_ends_none(address: str) -> None:
    database, _ = open_database(address)
    execute(database, update(SCHEMA).values(version=VERSION - 1))
    has_begun, is_server = Event(), "://" in address

    def act() -> str:
        with database.writing() as connection:
            connection.execute(update(RESULTS).values(name="Ann"))
            has_begun.set()
            # Until the migration waits for this one. SQLite's begins when no other program writes.
            if is_server:
                wait_in_thread(lambda: connection.exec_driver_sql(_WAITING).scalar())
            connection.execute(update(GAMES).values(changed=0.0))
        return "acted"

    def upgrade() -> str:
        has_begun.wait()
        opened, _ = open_database(address)
        opened.close()
        return "migrated"

    done, refused = at_once(act, upgrade)
    assert ({*done}, refused) == ({"acted", "migrated"}, [])
    assert database.scalar(select(SCHEMA.c.version)) == VERSION
    database.close()


def test_there_is_a_file_of_this_version() -> None:
    """So that a change of the tables without a new version fails above."""
    assert f"version_{VERSION}" in VERSIONS, "run python -m tests.store.test_migrations"


@pytest.mark.parametrize("version", ["", VERSIONS[0]])
def test_several_programs_open_it_at_once(
    address: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A loaded machine takes longer than users wait.
    monkeypatch.setattr(connect, "BUSY_SECONDS", 60)
    if version:
        unpack(version, address)

    def use() -> int:
        store = Store(address)
        try:
            assert store.games.day_secret("2026-12-01")
            return len([*store.games.each()])
        finally:
            store.close()

    done, refused = at_once(*[use] * 4)
    assert (done, refused) == ([3 if version else 0] * 4, [])


def main() -> None:
    """Write the file of this version: a new store with the rows of that of 6, converted."""
    with TemporaryDirectory() as folder:
        old, new = (Path(folder) / name for name in ("old.sqlite", "new.sqlite"))
        unpack("version_6", str(old))
        for path in (old, new):
            database, _ = open_database(str(path))
            database.close()
        with sqlite3.connect(new) as file:
            file.execute("ATTACH ? AS old", (str(old),))
            for table in METADATA.sorted_tables:
                columns = ", ".join(f'"{column.name}"' for column in table.columns)
                file.execute(f'DELETE FROM main."{table}"')
                file.execute(
                    f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM old."{table}"'
                )
        file.close()
        content = gzip.compress(new.read_bytes(), mtime=0)
    (STORES / f"version_{VERSION}.sqlite.gz").write_bytes(content)


if __name__ == "__main__":
    main()
