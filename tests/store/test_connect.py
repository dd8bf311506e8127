"""Opening a database: whatever stands there, it works or is left alone with one sentence."""

from __future__ import annotations

import os
import sqlite3
import sys
from threading import Barrier, Thread
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from tests.store.open_checks import refused, use
from yahtzee_tui.store import connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.schema import MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

PLAIN = (
    "my games", "it's", 'a "b"', "#1", "Spiel ä 李", "~", "file:x", "-x", "a;b", "a:b", "\udcff",
)  # fmt: skip
"""Names that mean the same in a path and in a URL."""


def test_a_new_file_in_a_new_folder(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "games.sqlite"
    assert use(file) is None
    assert [path.name for path in file.parent.iterdir()] == ["games.sqlite"]
    assert use(file) is None


def test_how_it_is_written(file: Path) -> None:
    use(file)
    database, _ = open_database(str(file))
    with database.reading() as connection:
        modes = [
            connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys")
        ]
    database.close()
    assert modes == ["wal", 1]


@pytest.mark.parametrize("content", [b"Dear diary\n", b"\0" * 100, b"SQLite format 4\0" * 9])
def test_a_file_that_is_no_database(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert "left alone" in refused(file)
    assert file.read_bytes() == content


def test_damage_is_looked_for_only_if_it_should_be(file: Path) -> None:
    use(file)
    data = bytearray(file.read_bytes())
    data[-4096:] = b"\xff" * 4096
    file.write_bytes(data)
    database, notice = open_database(str(file), check=False)
    database.close()
    assert notice is None
    assert file.read_bytes() == data
    database, notice = open_database(str(file))
    database.close()
    assert notice is not None
    assert "damaged" in notice


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_the_database_of_another_program(file: Path, mode: str) -> None:
    other = sqlite3.connect(file)
    other.execute(f"PRAGMA journal_mode={mode}")
    other.execute("CREATE TABLE games (id TEXT)")
    other.commit()
    other.close()
    before = file.read_bytes()
    assert refused(file) == "The database belongs to another program; it is left alone."
    assert file.read_bytes() == before
    assert [*file.parent.iterdir()] == [file]


def test_the_schema_of_a_newer_version(file: Path) -> None:
    use(file)
    with sqlite3.connect(file) as ours:
        ours.execute("UPDATE yahtzee_tui_schema SET version = 99")
    ours.close()
    before = file.read_bytes()
    assert "newer version" in refused(file)
    assert file.read_bytes() == before


def _add_column(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE games ADD COLUMN note TEXT DEFAULT 'new'"))


def test_an_older_schema_is_brought_up_to_date(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(file)
    monkeypatch.setattr(connect, "MIGRATIONS", [*MIGRATIONS, _add_column])
    for _ in range(2):
        assert use(file) is None
    with sqlite3.connect(file) as ours:
        assert ours.execute("SELECT version FROM yahtzee_tui_schema").fetchall() == [
            (len(MIGRATIONS) + 1,)
        ]
        assert ours.execute("SELECT note FROM games").fetchall() == [("new",)] * 3
    ours.close()


def test_a_migration_that_fails_changes_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: Connection) -> None:
        _add_column(connection)
        connection.execute(text("ALTER TABLE nonesuch ADD COLUMN note TEXT"))

    use(file)
    monkeypatch.setattr(connect, "MIGRATIONS", [*MIGRATIONS, fail])
    refused(file)
    monkeypatch.undo()
    assert use(file) is None


@pytest.mark.parametrize("old", [False, True])
def test_several_programs_migrate_at_once(
    file: Path, monkeypatch: pytest.MonkeyPatch, old: bool
) -> None:
    if old:
        use(file)
    monkeypatch.setattr(connect, "MIGRATIONS", [*MIGRATIONS, _add_column])
    barrier = Barrier(4)
    notices: list[str | None] = []

    def start() -> None:
        barrier.wait()
        notices.append(use(file))

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert notices == [None] * 4


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    assert refused(tmp_path) == "A folder stands where the saved games should be."


def test_a_pipe_in_its_place(file: Path) -> None:
    os.mkfifo(file)
    assert "no file" in refused(file)


def test_a_file_in_place_of_the_folder(file: Path) -> None:
    file.write_text("diary")
    assert refused(file / "games.sqlite").startswith("The folder of the saved games can't be used")
    assert file.read_text() == "diary"


@pytest.mark.parametrize(
    "address",
    [
        "://",
        "://games",
        "nonsense://",
        "nonsense://host/games",
        "postgresql+nonsense://host/games",
        "sqlite+nonsense:///games.sqlite",
        "postgresql://host:port/games",
        "sqlite://games.sqlite/games",
        "sqlite://",
        "sqlite:///:memory:",
        ":memory:",
        "games\0.sqlite",
    ],
)
def test_addresses_that_lead_nowhere(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(address)
    assert not [*tmp_path.iterdir()]


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refused("postgresql://host/games").startswith("The driver of the database is missing")


@pytest.mark.parametrize("name", [*PLAIN, "100%", "%20", "what?", "a?b=c", "new\nline"])
def test_paths_of_all_kinds(tmp_path: Path, name: str) -> None:
    assert use(tmp_path / name) is None
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", PLAIN)
def test_paths_in_a_url(tmp_path: Path, name: str) -> None:
    assert use(f"sqlite:///{tmp_path / name}") is None
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert use("games.sqlite") is None
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]
