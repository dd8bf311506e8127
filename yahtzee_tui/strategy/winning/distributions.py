"""Distributions of final totals, and the share of the win that each total has.

Arrays have a row for each of some games side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray


class Totals(NamedTuple):
    """The odds of the final totals that a player may come to in each game."""

    lowest: IntArray  # the first total: (games,)
    odds: FloatArray  # of the totals from there on: (games, totals)


class Worth(Protocol):
    """What final totals are worth, from 0 to 1."""

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        """Return what a number of totals from the lowest of each game are worth: (games, number).

        The lowest totals are (games,).
        """


class WinShare:
    """What each total wins against some opponents: the game, or one's part of a shared win."""

    def __init__(self, opponents: Sequence[Totals]) -> None:
        """The opponents' totals are independent."""
        self._opponents = [(each, np.cumsum(each.odds, axis=1)) for each in opponents]

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        # By how many opponents have as much, the probability that no other has more.
        level = np.zeros((len(self._opponents) + 1, len(lowest), number))
        level[0] = 1
        for each, up_to in self._opponents:
            at = (lowest - each.lowest)[:, None] + np.arange(number)
            inside = np.clip(at, 0, each.odds.shape[1] - 1)
            is_inside = at == inside
            equal = np.where(is_inside, np.take_along_axis(each.odds, inside, axis=1), 0)
            below = np.where(at < 0, 0, np.take_along_axis(up_to, inside, axis=1) - equal)
            level[1:] = level[1:] * below + level[:-1] * equal
            level[0] *= below
        level /= np.arange(1, len(level) + 1)[:, None, None]
        shares: FloatArray = level.sum(axis=0)
        return shares

    def share(self, totals: Totals) -> FloatArray:
        """Return the expected share of the win of a player with these totals: (games,)."""
        shares = self.shares(totals.lowest, totals.odds.shape[1])
        found: FloatArray = (totals.odds * shares).sum(axis=1)
        return found


class AtLeast:
    """A total to reach: that much or more is worth 1, less is worth nothing."""

    def __init__(self, target: int) -> None:
        self.target = target

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        return (lowest[:, None] + np.arange(number) >= self.target).astype(np.float64)
