"""Distributions of final totals, and the share of the win that each total has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.strategy.solver.keeps import FloatArray


class Totals(NamedTuple):
    """The odds of the final totals that a player may come to, from the lowest total on."""

    lowest: int
    odds: FloatArray

    @property
    def end(self) -> int:
        return self.lowest + len(self.odds)


class Worth(Protocol):
    """What final totals are worth, from 0 to 1."""

    def shares(self, lowest: int, number: int) -> FloatArray:
        """Return what each of a number of totals from the lowest is worth."""


class WinShare:
    """What each total wins against some opponents: the game, or one's part of a shared win."""

    def __init__(self, opponents: Sequence[Totals]) -> None:
        """Work out the share of the win with every total; the opponents' totals are independent."""
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
        """Return the share of the win with `number` totals from the lowest."""
        at = np.arange(lowest, lowest + number) - self._lowest
        width = len(self._shares)
        if not width:
            return np.ones(number)
        found = self._shares[np.clip(at, 0, width - 1)]
        return np.where(at < 0, 0.0, np.where(at >= width, 1.0, found))

    def share(self, totals: Totals) -> float:
        """Return the expected share of the win of a player with these totals."""
        return float((totals.odds * self.shares(totals.lowest, len(totals.odds))).sum())


class AtLeast:
    """A total to reach: that much or more is worth 1, less is worth nothing."""

    def __init__(self, target: int) -> None:
        self.target = target

    def shares(self, lowest: int, number: int) -> FloatArray:
        return (np.arange(lowest, lowest + number) >= self.target).astype(np.float64)
