"""The server's log: one JSON line per event, limited in size per minute.

JSON in ASCII escapes every control character, so that text from a client can neither act on the
terminal of a person who reads the log nor look like a line of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

from yahtzee_tui.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import SupportsWrite

_MINUTE = 60.0
_MAX_TEXT = 4000
_REFUSAL_EVENTS = ("dropped", "refused", "login-failed", "library")
_COUNTED_EVENTS = ("refused", "dropped", "session-end")
_REFUSAL_SHARE = 4
"""Refused clients get a quarter of the log, so that they can't crowd out the events of players."""


_QUEUED_LINES = 1000
_RETRY_SECONDS = 1.0


class QueuedStream:
    """Writes to a file in a thread: a log that nobody reads must not stop the server.

    A line that can't be written, as on a full disk, is tried again every second.
    """

    def __init__(self, file: int, lines: int = _QUEUED_LINES) -> None:
        """Write to a descriptor, and queue at most so many lines."""
        self._file = file
        self._lines: queue.Queue[str | None] = queue.Queue(lines)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Queue a line; raises `queue.Full`."""
        self._lines.put_nowait(text)

    def close(self, seconds: float) -> None:
        """Wait at most so long until all lines are written."""
        self._closed.set()
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            data = line.encode()
            while data:
                # Not by a stream, whose lock would be held at the end of the program.
                try:
                    data = data[os.write(self._file, data) :]
                except OSError:
                    if self._closed.wait(_RETRY_SECONDS):
                        return


class AuditLog:
    """Writes events; the first line after a full minute has the number of lines dropped."""

    def __init__(
        self, stream: SupportsWrite[str], budget: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Write at most `budget` characters a minute to a stream, which is not flushed."""
        self._stream, self._clock = stream, clock
        refusals = budget // _REFUSAL_SHARE
        self._refusals, self._others = _Quota(refusals), _Quota(budget - refusals)
        self._minute = clock()
        self.counts = Counter[tuple[str, str]]()  # of some events, by name and reason

    def set_budget(self, budget: int) -> None:
        """Write at most `budget` characters a minute, from the next minute on."""
        self._refusals.budget = budget // _REFUSAL_SHARE
        self._others.budget = budget - self._refusals.budget

    @property
    def lost(self) -> int:
        """Number of lines dropped since the start."""
        return self._refusals.lost + self._others.lost

    def write(self, event: str, **fields: str | int | float | None) -> None:
        """Write an event with its fields; long texts are shortened."""
        if event in _COUNTED_EVENTS:
            self.counts[event, str(fields.get("why"))] += 1
        now = self._clock()
        if now - self._minute >= _MINUTE:
            self._minute = now
            for each in (self._refusals, self._others):
                each.left = each.budget
        quota = self._refusals if event in _REFUSAL_EVENTS else self._others
        shown = {
            name: shorten(value, _MAX_TEXT) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        if quota.dropped:
            shown["dropped"] = quota.dropped
        timestamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"time": timestamp, "event": event, **shown}) + "\n"
        if len(line) > quota.left:
            quota.drop()
            return
        quota.left -= len(line)
        try:
            self._stream.write(line)
        except (OSError, ValueError, queue.Full):  # the disk may be full; the server goes on
            quota.drop()
        else:
            quota.dropped = 0


class _Quota:
    """Characters a minute for some of the events."""

    def __init__(self, budget: int) -> None:
        self.dropped, self.left, self.budget = 0, budget, budget
        self.lost = 0

    def drop(self) -> None:
        self.dropped += 1
        self.lost += 1
