"""The server's log: one JSON line per event, limited in size per minute.

JSON in ASCII escapes every control character, so that text from a client can neither act on the
terminal of a person who reads the log nor look like a line of its own.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, TextIO

from yahtzee_tui.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable

_MINUTE = 60.0
_MAX_TEXT = 4000
_REFUSAL_EVENTS = ("dropped", "refused", "no-login", "library")
_REFUSAL_SHARE = 4
"""Refused clients get a quarter of the log, so that they can't crowd out the events of players."""


class AuditLog:
    """Writes events; the first line after a full minute has the number of lines dropped."""

    def __init__(
        self, stream: TextIO, budget: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Write to a stream at most `budget` characters a minute."""
        self._stream, self._clock = stream, clock
        refusals = budget // _REFUSAL_SHARE
        self._refusals, self._others = _Quota(refusals), _Quota(budget - refusals)
        self._minute = clock()

    @property
    def dropped(self) -> int:
        """Number of lines dropped since the last one of their quota that was written."""
        return self._refusals.dropped + self._others.dropped

    def write(self, event: str, **fields: str | int | float | None) -> None:
        """Write an event with its fields; long texts are shortened."""
        now = self._clock()
        if now - self._minute >= _MINUTE:
            self._minute = now
            self._refusals.refill()
            self._others.refill()
        quota = self._refusals if event in _REFUSAL_EVENTS else self._others
        shown = {name: _shorten(value) for name, value in fields.items()}
        if quota.dropped:
            shown["dropped"] = quota.dropped
        timestamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"time": timestamp, "event": event, **shown}) + "\n"
        if len(line) > quota.left:
            quota.dropped += 1
            return
        quota.left -= len(line)
        quota.dropped = 0
        try:
            self._stream.write(line)
            self._stream.flush()
        except (OSError, ValueError):  # the disk may be full; the server goes on
            quota.dropped += 1


class _Quota:
    """Characters a minute for some of the events."""

    def __init__(self, budget: int) -> None:
        self.dropped, self.left, self._budget = 0, budget, budget

    def refill(self) -> None:
        self.left = self._budget


def _shorten(value: str | int | float | None) -> str | int | float | None:
    return shorten(value, _MAX_TEXT) if isinstance(value, str) else value
