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

import pytest

from tests.store.games import FINISHED
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
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
