"""The figures of a server: how it counts times, and how those of several servers are added up.

A server's figures are an object in JSON: numbers, numbers by reason, and counts of times as those
of a `Histogram`.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter, deque
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

BOUNDS = (
    0.0005, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1,
    0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0,
)  # fmt: skip
"""The longest time, in seconds, of each interval of a histogram but the last, which has no end."""

WINDOW_SECONDS = 300.0
"""The time that the recent counts of a histogram cover."""

NUMBERS = (
    "sessions", "sessions_at_tables", "sessions_in_lobby", "sessions_watching", "log_lines_lost",
    "fork_server_restarts", "listener_restarts",
)  # fmt: skip
BY_REASON = ("refusals", "drops", "session_ends")
TIMES = ("key_seconds", "save_seconds")
"""The names of figures, by what they are."""


class Histogram:
    """Counts times by intervals; counting one makes no object."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.counts = [0] * (len(BOUNDS) + 1)  # since the start
        self._past = deque([(clock(), self.counts[:])])

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1

    def read_recent(self) -> list[int]:
        """Return the counts since the oldest call within `WINDOW_SECONDS`."""
        now = self._clock()
        self._past.append((now, self.counts[:]))
        while self._past[0][0] < now - WINDOW_SECONDS:
            self._past.popleft()
        return [count - old for count, old in zip(self.counts, self._past[0][1], strict=True)]


def find_percentile(counts: Sequence[int], share: float) -> float | None:
    """Return the seconds that a share of the times doesn't exceed, None without any.

    Within an interval it is interpolated; of times beyond the last bound it is that bound.
    """
    sums = list(accumulate(counts))
    if not sums or not sums[-1]:
        return None
    wanted = share * sums[-1]
    at = bisect_left(sums, wanted)
    if at >= len(BOUNDS):
        return BOUNDS[-1]
    least = BOUNDS[at - 1] if at else 0.0
    return least + (BOUNDS[at] - least) * (wanted - sums[at] + counts[at]) / counts[at]


def add_up(servers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of the figures of servers; what one of them lacks counts as 0."""
    figures = list(servers)
    total: dict[str, Any] = {name: sum(each.get(name, 0) for each in figures) for name in NUMBERS}
    for name in BY_REASON:
        total[name] = sum((Counter(each.get(name, {})) for each in figures), Counter[str]())
    for name in TIMES:
        counts = [each.get(name, ()) for each in figures]
        same = [each for each in counts if len(each) == len(BOUNDS) + 1]  # not of other versions
        total[name] = [*map(sum, zip(*same, strict=True))]
    return total
