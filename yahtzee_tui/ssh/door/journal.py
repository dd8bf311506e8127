"""What the door writes down: a line of JSON for each thing that happens, and only so much.

JSON in ASCII escapes every control character, so that nothing that somebody sent can act upon the
terminal of whoever reads the log, or look like a line of its own.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

_MINUTE = 60.0
_LONGEST = 4000

Fact = str | int | float | None
"""What a line may say of something."""


class Journal:
    """Writes lines; where there would be too many in a minute it says later how many are missing.

    Attributes:
        dropped: How many lines were left out since the last one that was written.
    """

    def __init__(
        self, stream: TextIO, budget: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin to write.

        Args:
            stream: Where to.
            budget: Characters a minute.
            clock: Gives the time in seconds.
        """
        self.dropped = 0
        self._stream, self._budget, self._clock = stream, budget, clock
        self._left, self._minute = budget, clock()

    def tell(self, event: str, **facts: Fact) -> None:
        """Write down that something happened.

        Args:
            event: What, in a word or two.
            facts: What else is to be said of it; long texts are cut off.
        """
        now = self._clock()
        if now - self._minute >= _MINUTE:
            self._left, self._minute = self._budget, now
        said = {name: _shorten(fact) for name, fact in facts.items()}
        if self.dropped:
            said["dropped"] = self.dropped
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"time": moment, "event": event, **said}) + "\n"
        if len(line) > self._left:
            self.dropped += 1
            return
        self._left -= len(line)
        self.dropped = 0
        try:
            self._stream.write(line)
            self._stream.flush()
        except (OSError, ValueError):  # a full disk, say: games go on all the same
            self.dropped += 1


def _shorten(fact: Fact) -> Fact:
    if isinstance(fact, str) and len(fact) > _LONGEST:
        return f"{fact[: _LONGEST - 1]}…"
    return fact
