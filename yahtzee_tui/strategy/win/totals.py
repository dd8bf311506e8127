"""Final totals as chances, and whose is highest: the arithmetic of winning."""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.strategy.rolls import FloatArray

# So many spreads to each side hold all but two parts in a thousand million.
_SPREADS = 6


class Totals(NamedTuple):
    """The final totals that a player may come to.

    Attributes:
        lowest: The lowest.
        odds: The probability of that one, of one more, and so on.
    """

    lowest: int
    odds: FloatArray

    @property
    def end(self) -> int:
        """One more than the highest."""
        return self.lowest + len(self.odds)


def bell(mean: float, spread: float) -> Totals:
    """Return totals that lie about a mean as the normal distribution has it.

    Args:
        mean: The mean, in points.
        spread: The standard deviation, in points.
    """
    if spread <= 0:
        return Totals(round(mean), np.ones(1))
    lowest, highest = round(mean - _SPREADS * spread), round(mean + _SPREADS * spread)
    edges = [(edge - 0.5 - mean) / spread / sqrt(2) for edge in range(lowest, highest + 2)]
    odds = np.diff([erf(edge) for edge in edges]) / 2
    return Totals(lowest, odds / odds.sum())


class Field:
    """What each total is worth against some opponents: the win, or one's part of a shared one."""

    def __init__(self, opponents: Sequence[Totals]) -> None:
        """Work out the share of the win with every total.

        Args:
            opponents: Their totals, which don't depend on each other.
        """
        self._lowest = min((each.lowest for each in opponents), default=0)
        width = max((each.end for each in opponents), default=0) - self._lowest
        # By how many opponents have as much, the probability that no other has more.
        level = np.zeros((len(opponents) + 1, width))
        level[0] = 1
        for each in opponents:
            equal = np.zeros(width)
            start = each.lowest - self._lowest
            equal[start : start + len(each.odds)] = each.odds
            below = np.cumsum(equal) - equal
            level[1:] = level[1:] * below + level[:-1] * equal
            level[0] *= below
        self._shares = (level / np.arange(1, len(opponents) + 2)[:, None]).sum(axis=0)

    def shares(self, lowest: int, number: int) -> FloatArray:
        """Return the share of the win with a total, with one more, and so on.

        Args:
            lowest: The first of the totals.
            number: How many.
        """
        at = np.arange(lowest, lowest + number) - self._lowest
        width = len(self._shares)
        if not width:
            return np.ones(number)
        found = self._shares[np.clip(at, 0, width - 1)]
        return np.where(at < 0, 0.0, np.where(at >= width, 1.0, found))

    def share(self, totals: Totals) -> float:
        """Return the expected share of the win of a player with these totals."""
        return float((totals.odds * self.shares(totals.lowest, len(totals.odds))).sum())
