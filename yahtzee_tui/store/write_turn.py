"""The turn to write to a SQLite file: programs wait for it in the order in which they came.

SQLite lets each waiting program try again at growing intervals, so that of hundreds some get no
turn for seconds. Here they wait for a lock on SQLite's log (flock), which Linux grants in the order
of the requests, and takes from a process that ends in any way. SQLite uses no such lock, and the
log stays as long as a program has the file open.
"""

from __future__ import annotations

import sys
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path


class WriteTurn:
    """The turns of one program to write to a file, one after the other."""

    def __init__(self, log: Path) -> None:
        """Open SQLite's log; raises `OSError` where there is none."""
        self._file = log.open("rb", buffering=0)
        self._lock = Lock()
        self._waits = False
        self._has_come = Event()

    def take(self, seconds: float) -> bool:
        """Wait for the turn, at most some seconds; another call waits on at the same place.

        Where there are no such locks, or no threads left, it is always this program's turn.
        """
        if not self._waits:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                # Only a thread can wait for such a lock while another one counts the seconds.
                waiting = Thread(target=self._wait, daemon=True)
            except OSError:
                return True
            else:
                return True
            self._waits = True
            try:
                waiting.start()
            except RuntimeError:
                self._waits = False
                return True
        return self._has_come.wait(seconds)

    def end(self) -> None:
        self._waits = False
        self._has_come.clear()
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """End the turn, or stop waiting for it, for good."""
        with self._lock:
            if self._waits and not self._has_come.is_set():
                self._waits = False  # the thread closes the file
            else:
                self._file.close()

    def _wait(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)
        with self._lock:
            if self._waits:
                self._has_come.set()
            else:
                self._file.close()
