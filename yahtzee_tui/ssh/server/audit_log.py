"""What the door writes down: a line of JSON for each thing that happens, and only so much.

JSON in ASCII escapes every control character, so that nothing that somebody sent can act upon the
terminal of whoever reads the log, or look like a line of its own.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, TextIO

from yahtzee_tui.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable

_MINUTE = 60.0
_LONGEST = 4000

_OF_STRANGERS = ("dropped", "refused", "no-login", "library")
_STRANGERS_PART = 4
"""Whoever is turned away again and again fills a quarter of the log, and hides no player."""

Fact = str | int | float | None
"""What a line may say of something."""


class Journal:
    """Writes lines; if a minute has too many, it is said later how many are missing."""

    def __init__(
        self, stream: TextIO, budget: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin to write.

        Args:
            stream: Where to.
            budget: Characters a minute.
            clock: Gives the time in seconds.
        """
        self._stream, self._clock = stream, clock
        strangers = budget // _STRANGERS_PART
        self._strangers, self._others = _Part(strangers), _Part(budget - strangers)
        self._minute = clock()

    @property
    def dropped(self) -> int:
        """How many lines were left out since the last one of their kind that was written."""
        return self._strangers.dropped + self._others.dropped

    def tell(self, event: str, **facts: Fact) -> None:
        """Write down that something happened.

        Args:
            event: What, in a word or two.
            facts: What else is to be said of it; long texts are cut off.
        """
        now = self._clock()
        if now - self._minute >= _MINUTE:
            self._minute = now
            self._strangers.fill()
            self._others.fill()
        part = self._strangers if event in _OF_STRANGERS else self._others
        said = {name: _shorten(fact) for name, fact in facts.items()}
        if part.dropped:
            said["dropped"] = part.dropped
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"time": moment, "event": event, **said}) + "\n"
        if len(line) > part.left:
            part.dropped += 1
            return
        part.left -= len(line)
        part.dropped = 0
        try:
            self._stream.write(line)
            self._stream.flush()
        except (OSError, ValueError):  # a full disk, say: games go on all the same
            part.dropped += 1


class _Part:
    """The part of the log that is kept for some of the lines."""

    def __init__(self, budget: int) -> None:
        self.dropped, self.left, self._budget = 0, budget, budget

    def fill(self) -> None:
        self.left = self._budget


def _shorten(fact: Fact) -> Fact:
    return shorten(fact, _LONGEST) if isinstance(fact, str) else fact
