"""What keeps a good database from being written: one sentence each, and nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from tests.store.open_checks import FINISHED, check_sentence, fill_up, refused, use
from yahtzee_tui.store import Store, StoreProblem, connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_that_may_not_be_made(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    assert "Permission denied" in refused(file)


def test_a_file_that_may_only_be_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(file)
    monkeypatch.chdir(file.parent)
    address = f"sqlite:///file:{file}?mode=ro&uri=true"
    assert refused(address) == "The file of the saved games may not be written."
    assert not (file.parent / "file:").exists()


def test_a_file_that_may_not_be_opened(file: Path) -> None:
    address = f"sqlite:///file:{file}?mode=rw&uri=true"
    assert refused(address) == "The file of the saved games can't be opened."


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("sqlite:///{}?timeout=soon", "The address of the database makes no sense."),
        (
            "sqlite:///file:{}?uri=true&mode=memory",
            "Games can't be saved in memory, only in a file.",
        ),
    ],
)
def test_an_address_with_odd_words_behind_it(file: Path, address: str, sentence: str) -> None:
    assert refused(address.format(file)) == sentence


def test_a_full_disk(file: Path) -> None:
    """A database that may take no further page stands for a disk that has none."""
    engine = connect._open(connect.read_address(str(file)))
    event.listen(engine, "connect", _allow_few_pages)
    engine.dispose()
    games = Games(Database(engine))
    games.add(*FINISHED)
    with pytest.raises(StoreProblem) as caught:
        fill_up(games)
    assert check_sentence(caught.value) == "The disk with the saved games is full."
    games.close()
    again, _ = open_database(str(file))
    assert Games(again).newest() is not None
    again.close()


def _allow_few_pages(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA max_page_count=40")


_GROW_NO_FURTHER = """
import resource, signal, sys
from tests.store.open_checks import FINISHED, fill_up
from yahtzee_tui.store import Store, StoreProblem
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Store(sys.argv[1])
print(store.games.add(*FINISHED).game)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    fill_up(store.games)
except StoreProblem as problem:
    print(problem.sentence)
store.close()
"""


def test_a_file_that_may_grow_no_further(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _GROW_NO_FURTHER, str(file)],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    game, sentence = done.stdout.splitlines()
    assert sentence.startswith("The disk with the saved games ")
    store = Store(str(file))
    assert store.games.read(game).load()[0] == FINISHED.record
    store.close()


def test_a_database_that_stays_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.05)
    database, _ = open_database(str(file))
    games = Games(database)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreProblem) as caught:
        games.add(*FINISHED)
    assert check_sentence(caught.value) == "Another program keeps the saved games locked."
    assert games.newest() is None
    other.execute("ROLLBACK")
    assert games.add(*FINISHED).number == 1
    games.close()
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert refused(file) == "Another program keeps the saved games locked."
    other.close()
    assert use(file) is None


def test_a_write_waits_for_a_short_lock(file: Path) -> None:
    database, _ = open_database(str(file))
    games = Games(database)
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    writer = Thread(target=games.add, args=FINISHED)
    writer.start()
    writer.join(0.2)
    assert writer.is_alive()
    other.execute("COMMIT")
    writer.join()
    assert games.newest() is not None
    games.close()
    other.close()


def test_a_commit_that_fails_keeps_nobody_from_writing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the file system takes no write-ahead log, and somebody reads."""
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(connect, "_use_wal", lambda *_: None)
    database, _ = open_database(str(file))
    games = Games(database)
    games.add(*FINISHED)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM games").fetchall()
    for _ in range(2):
        with pytest.raises(StoreProblem) as caught:
            games.add(*FINISHED)
        assert check_sentence(caught.value) == "Another program keeps the saved games locked."
    other.execute("COMMIT")
    other.execute("BEGIN IMMEDIATE")
    other.execute("COMMIT")
    other.close()
    assert games.add(*FINISHED).number == 1
    games.close()
