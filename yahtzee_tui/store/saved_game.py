"""A saved game as one row of the store has it, and the lease of the program that has it open."""

from __future__ import annotations

import os
import socket
import sys
import time
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import History, Record


class Status(Enum):
    """The status of a saved game."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    DISCARDED = "discarded"

    @classmethod
    def _missing_(cls, _: object) -> Status:
        return cls.DISCARDED  # a damaged row: the game isn't listed any more, but can be exported


GUEST = "guest:"
"""What the ids of users without a key begin with."""

VERSION = 13
"""The version of the schema of the database, one more for each change of it."""


class GameVersion(NamedTuple):
    """Which version of a game is known here: a write succeeds only while it is the newest."""

    game: str  # its id
    number: int  # how often the game had been written then
    has_results: bool = False  # whether the game counts as finished there


class SavedGame(NamedTuple):
    """A game as it was read from the store."""

    version: GameVersion  # its id and version
    status: Status
    text: str  # its record, as JSON Lines
    elsewhere: bool  # whether another program has it open
    changed: float  # when it was written last, in seconds since 1970
    secret: str = ""  # what decides its dice, which nobody may see before the end; else empty

    @property
    def id(self) -> str:
        return self.version.game

    def load(self) -> tuple[Record, History]:
        """Return the record and the history; raises `StoreProblem` if the row is damaged."""
        reading = read_record(self.text)
        played = reading.replay()
        if reading.setup is None and any(fault.code == "unknown_rules" for fault in reading.faults):
            raise StoreProblem(reading.faults[0].sentence)
        if reading.record is None or played.faults:
            sentence = _(
                "The saved game {id} is damaged. Use export to see what is left.", id=self.id
            )
            raise StoreProblem(sentence)
        return reading.record, played.history


def read_row(
    game: str, version: int, state: str, record: str, holder: str | None, changed: float,
    secret: str | None,
) -> SavedGame:  # fmt: skip
    """Return a game from the columns of its row."""
    status = Status(state)
    known = GameVersion(game, version, status is Status.FINISHED)
    elsewhere = is_held_elsewhere(holder, changed)
    return SavedGame(known, status, record, elsewhere, changed, secret or "")


_GLANCES = {"day": "day = ? AND is_unproven = 0", "id": "id GLOB ? || '*'", "status": "status = ?"}


def glance(file: str, by: str, value: str) -> list[SavedGame] | None:
    """Return games of a SQLite file by `day`, `id` or `status`, the newest first.

    It takes milliseconds, where importing the library of the store takes longer than showing the
    table. Returns None where only the open store can tell, as of a damaged file.
    """
    import sqlite3
    from contextlib import closing

    if not Path(file).is_file():  # opening a pipe would wait for a writer
        return None
    try:
        with closing(sqlite3.connect(f"{Path(file).resolve().as_uri()}?mode=ro", uri=True)) as base:
            if base.execute("SELECT version FROM yahtzee_tui_schema").fetchall() != [(VERSION,)]:
                return None
            query = (
                "SELECT id, version, status, record, holder, changed, secret FROM games"
                f" WHERE owner IS NULL AND {_GLANCES[by]} ORDER BY changed DESC, id"
            )
            return [read_row(*row) for row in base.execute(query, (value,))]
    except sqlite3.Error:
        return None


@cache
def own_lease() -> str:
    """Return the lease of this process: its id, a unique word, and the host.

    The word begins with what `_find_start` tells, as process ids are used again.
    """
    process = os.getpid()
    return f"{process} {_find_start(process)}-{uuid4().hex[:12]} {socket.gethostname()}"


def is_held_elsewhere(lease: str | None, written: float) -> bool:
    """Return whether a lease is that of another program which may still run.

    A program that can't be checked, as on another host, counts as running for an hour after the
    game was `written`, in seconds since 1970. If it runs all the same, it can't save the game any
    more once another program has taken it, and says so.
    """
    if lease is None or lease == own_lease():
        return False
    process, word, host = (*lease.split(" ", 2), "", "")[:3]
    if host == socket.gethostname():
        if not process.isdecimal() or int(process) == os.getpid():
            return False
        if start := word.rpartition("-")[0]:
            return _find_start(int(process)) == start
        if not _may_run(int(process)):
            return False
    return abs(time.time() - written) < _UNCHECKED_SECONDS


_UNCHECKED_SECONDS = 3600.0


def _find_start(process: int) -> str:
    """Return when a process was started, in which run of the system; empty if it doesn't run.

    Only Linux tells, in proc(5).
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except (OSError, ValueError):
        return ""
    ticks = status.rpartition(")")[2].split()[19]  # after a name that may have spaces
    return f"{boot}.{ticks}"


def _may_run(process: int) -> bool:
    if sys.platform == "win32":  # where the call below would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs for another user
        return True
    return True
