"""A saved game is seen before the store is open, and acquired once it is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.store import HeldGame, StaleGame, Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.saved_game import VERSION, SavedGame, Status
from yahtzee_tui.store.schema import SCHEMA
from yahtzee_tui.table import TableConfig


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a database with one unfinished game that nobody has open."""
    file = tmp_path / "games #1?.sqlite"
    store = Store(str(file))
    table = SavedTable.new(TableConfig(("Ann",)), store).table
    table.apply(0, Roll())
    store.close()
    return file


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = Store(str(file))
    yield store
    store.close()


def see(store: Store) -> SavedGame:
    found = store.glance("status", "unfinished")
    assert found is not None
    return found[0]


def test_a_glance_sees_what_the_open_store_has(store: Store) -> None:
    assert [see(store)] == store.games.by_status(Status.UNFINISHED)
    assert store.glance("id", "x") == []


def test_a_glance_leaves_to_the_store_what_only_that_can_tell(store: Store, file: Path) -> None:
    with store.games._database.writing() as connection:
        connection.execute(update(SCHEMA).values(version=VERSION + 1))
    assert store.glance("status", "unfinished") is None
    broken, pipe = file.with_name("broken"), file.with_name("pipe")
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    os.mkfifo(pipe)
    for each in (str(broken), str(pipe), "postgresql://localhost/x"):
        assert Store(each).glance("status", "unfinished") is None
    assert Store(str(file), owner="key:x").glance("status", "unfinished") is None
    assert Store(f"{file}-none").glance("status", "unfinished") == []


def test_a_game_that_was_seen_is_acquired_before_its_first_write(store: Store) -> None:
    seen = see(store)
    saved_table = SavedTable.see(seen, store)
    saved_table.table.apply(0, Score("ones"))
    assert saved_table.problem is None
    saved_table.acquire()  # no second time
    assert store.games.version(seen.id) == seen.version.number + 2
    assert store.games.read(seen.id).load()[0].events == saved_table.table.record.events


def test_a_game_that_was_changed_since_it_was_seen_is_stale(store: Store) -> None:
    saved_table = SavedTable.see(see(store), store)
    other = SavedTable.resume(store.games.acquire(see(store).id), store)
    other.table.apply(0, Score("ones"))
    with pytest.raises(StaleGame):
        saved_table.acquire()
    assert saved_table.is_stale


def test_a_game_that_another_program_has_open_is_not_acquired(store: Store, file: Path) -> None:
    saved_table = SavedTable.see(see(store), store)
    other = Store(str(file))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yahtzee_tui.store.games.own_lease", lambda: f"{os.getppid()} x elsewhere")
        other.games.acquire(saved_table.game_id or "")
    with pytest.raises(HeldGame):
        saved_table.acquire()
    assert saved_table.is_stale
