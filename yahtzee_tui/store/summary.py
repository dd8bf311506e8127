"""What a list of grand totals comes to."""

from __future__ import annotations

from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Summary(NamedTuple):
    """Some grand totals in numbers, all in points but the first.

    Attributes:
        games: How many totals there are, at least one.
        best: The highest.
        worst: The lowest.
        mean: Their arithmetic mean.
        median: The one in the middle, or the mean of the two there.
        deviation: Their sample standard deviation, with one less than their number as the
            divisor; None for a single total.
    """

    games: int
    best: int
    worst: int
    mean: float
    median: float
    deviation: float | None


def summarise(totals: Sequence[int]) -> Summary:
    """Return what some grand totals come to; there must be at least one."""
    games = len(totals)
    whole = sum(totals)
    # In integers, which is exact, and many times faster than the library's fractions.
    squares = games * sum(total * total for total in totals) - whole * whole
    deviation = sqrt(squares / (games * (games - 1))) if games > 1 else None
    middle = float(median(totals))
    return Summary(games, max(totals), min(totals), whole / games, middle, deviation)
