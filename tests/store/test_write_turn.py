"""Turns to write to one file: in the order of arrival, and taken from programs that were killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from tests.store.games import FINISHED
from yahtzee_tui.store import connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.errors import StoreBusy
from yahtzee_tui.store.games import Games

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's list of locks")

_WRITERS = 12

_WRITE_UNTIL_KILLED = """
import sys, time
from yahtzee_tui.store.connect import open_database
with open_database(sys.argv[1])[0].writing():
    print("writing", flush=True)
    time.sleep(600)
"""


def count_waiting(log: Path) -> int:
    """Return how many requests wait for a lock of a file."""
    number = f":{log.stat().st_ino} "
    locks = Path("/proc/locks").read_text().splitlines()
    return sum("-> FLOCK" in line and number in line for line in locks)


def wait_for_waiting(log: Path, count: int) -> None:
    while count_waiting(log) != count:
        time.sleep(0.001)


def test_without_turns_a_write_waits_and_tells_of_it_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no such locks; what SQLite itself waits then doesn't add to the time."""
    monkeypatch.setattr(connect, "BUSY_SECONDS", 60)
    monkeypatch.setattr("yahtzee_tui.store.database.sys", SimpleNamespace(platform="win32"))
    file = str(tmp_path / "games.sqlite")
    ours = open_database(file)[0]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told: list[bool] = []

        def tell(waits: bool) -> None:
            told.append(waits)
            if waits:
                other.execute("ROLLBACK")

        ours.on_wait = tell
        began = time.monotonic()
        Games(ours).add(*FINISHED, game_id="1")
        assert told == [True, False]
        assert time.monotonic() - began < connect.BUSY_SECONDS
    ours.close()


def test_a_write_waits_as_long_as_the_one_before_it_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.store.database._AGAIN_SECONDS", 0)
    file = str(tmp_path / "games.sqlite")
    ours = open_database(file)[0]
    told: list[bool] = []
    ours.on_wait = told.append
    saved: list[str] = []

    def write(game: str) -> None:
        Games(ours).add(*FINISHED, game_id=game)
        saved.append(game)

    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writers = [Thread(target=write, args=(game,)) for game in "12"]
        for count, writer in enumerate(writers, 1):
            writer.start()
            while told.count(True) < count:
                time.sleep(0.001)
        time.sleep(0.05)  # one that gives up does so now
        other.execute("ROLLBACK")
        for writer in writers:
            writer.join()
    assert sorted(saved) == ["1", "2"]
    ours.close()


def test_after_a_write_that_waited_in_vain_the_next_waits_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "games.sqlite")
    ours = open_database(file)[0]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        for seconds in (0.05, 60):
            monkeypatch.setattr("yahtzee_tui.store.database.WRITE_SECONDS", seconds)
            with pytest.raises(StoreBusy):
                Games(ours).add(*FINISHED, game_id="1")
        assert time.monotonic() - began < 60
        other.execute("ROLLBACK")
    Games(ours).add(*FINISHED, game_id="1")
    ours.close()


def test_programs_write_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    """The first one is killed while it writes, and no other is told before that it waits long."""
    file = str(tmp_path / "games.sqlite")
    log = Path(f"{file}-wal")
    engine = open_database(file)[0].engine
    databases = [Database(engine, Path(file)) for _ in range(_WRITERS)]
    told: list[bool] = []
    databases[-1].on_wait = told.append

    def write(number: int) -> None:
        Games(databases[number]).add(*FINISHED, game_id=f"{number}")

    words = [sys.executable, "-c", _WRITE_UNTIL_KILLED, file]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        writers = [Thread(target=write, args=(number,)) for number in range(_WRITERS)]
        for waiting, writer in enumerate(writers, 1):
            writer.start()
            wait_for_waiting(log, waiting)
        while not told:
            time.sleep(0.001)
        os.kill(first.pid, signal.SIGKILL)
    for writer in writers:
        writer.join()
    with closing(sqlite3.connect(file)) as games:
        order = [int(game) for (game,) in games.execute("SELECT id FROM games ORDER BY rowid")]
    assert order == [*range(_WRITERS)]
    assert told == [True, False]
    for database in databases:
        database.close()
