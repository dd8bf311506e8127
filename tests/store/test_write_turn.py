"""Turns to write to one file: in the order of arrival, and taken from programs that were killed."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from tests.store.games import FINISHED
from tests.waiting import wait_in_thread
from yahtzee_tui.store import connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.errors import StoreBusy
from yahtzee_tui.store.games import Games

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's list of locks")

_WRITERS = 12

_WRITE_UNTIL_KILLED = """
import sys
from yahtzee_tui.store.connect import open_database
with open_database(sys.argv[1])[0].writing():
    print("writing", flush=True)
    sys.stdin.read()
"""


def count_waiting(log: Path) -> int:
    """Return how many requests wait for a lock of a file."""
    number = f":{log.stat().st_ino} "
    locks = Path("/proc/locks").read_text().splitlines()
    return sum("-> FLOCK" in line and number in line for line in locks)


def wait_for_waiting(log: Path, count: int) -> None:
    wait_in_thread(lambda: count_waiting(log) == count)


def wait_for_telling(told: list[bool], count: int) -> None:
    wait_in_thread(lambda: told.count(True) == count)


def ends(action: Callable[[], object]) -> bool:
    """Return whether something ends, even on a slow machine, before the ten minutes of a limit."""
    thread = Thread(target=action, daemon=True)
    thread.start()
    thread.join(120)
    return not thread.is_alive()


@pytest.fixture
def ours(file: Path) -> Iterator[Database]:
    database, _ = open_database(str(file))
    yield database
    database.close()


@pytest.fixture
def other(ours: Database, file: Path) -> Iterator[sqlite3.Connection]:  # noqa: ARG001
    """Give a connection of another program, which is writing."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


def test_without_turns_a_write_waits_and_tells_of_it_all_the_same(
    file: Path, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no such locks; what SQLite itself waits then doesn't add to the time."""
    monkeypatch.setattr(connect, "BUSY_SECONDS", 600)
    monkeypatch.setattr("yahtzee_tui.store.database.sys", SimpleNamespace(platform="win32"))
    told: list[bool] = []

    def tell(waits: bool) -> None:
        told.append(waits)
        if waits:
            other.execute("ROLLBACK")

    ours = open_database(str(file))[0]
    ours.on_wait = tell
    assert ends(lambda: Games(ours).add(*FINISHED))
    assert told == [True, False]
    ours.close()


def test_a_write_waits_as_long_as_the_one_before_it_in_another_thread(
    ours: Database, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.store.database._AGAIN_SECONDS", 0)
    told: list[bool] = []
    ours.on_wait = told.append
    writers = [Thread(target=Games(ours).add, args=FINISHED) for _ in range(2)]
    for count, writer in enumerate(writers, 1):
        writer.start()
        wait_for_telling(told, count)
    writers[1].join(0.05)  # one that gives up does so now
    other.execute("ROLLBACK")
    for writer in writers:
        writer.join()
    assert len([*Games(ours).each()]) == 2


@pytest.mark.slow
def test_after_a_write_that_waited_in_vain_the_next_waits_less(
    ours: Database, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[StoreBusy] = []

    def write() -> None:
        try:
            Games(ours).add(*FINISHED)
        except StoreBusy as problem:
            refused.append(problem)

    for seconds in (0.05, 600):
        monkeypatch.setattr("yahtzee_tui.store.database.WRITE_SECONDS", seconds)
        assert ends(write)
    assert len(refused) == 2
    other.execute("ROLLBACK")
    Games(ours).add(*FINISHED)


def test_programs_write_in_the_order_in_which_they_came(file: Path) -> None:
    """The first one is killed while it writes, and no other is told before that it waits long."""
    log = Path(f"{file}-wal")
    engine = open_database(str(file))[0].engine
    databases = [Database(engine, file) for _ in range(_WRITERS)]
    told: list[bool] = []
    databases[-1].on_wait = told.append

    def write(number: int) -> None:
        Games(databases[number]).add(*FINISHED, game_id=f"{number}")

    words = [sys.executable, "-c", _WRITE_UNTIL_KILLED, str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        writers = [Thread(target=write, args=(number,)) for number in range(_WRITERS)]
        for waiting, writer in enumerate(writers, 1):
            writer.start()
            wait_for_waiting(log, waiting)
        wait_for_telling(told, 1)
        os.kill(first.pid, signal.SIGKILL)
    for writer in writers:
        writer.join()
    with closing(sqlite3.connect(file)) as games:
        order = [int(game) for (game,) in games.execute("SELECT id FROM games ORDER BY rowid")]
    assert order == [*range(_WRITERS)]
    assert told == [True, False]
    for database in databases:
        database.close()
