"""Evaluators that need no value table, which is one too; see `batch.Evaluator`."""

from __future__ import annotations

from math import erf
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.solver.turn_recursion import TurnWidget

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace

# Found by trying, at the official rules: `python -m tests.benchmarks.mark`.
_GIVEN_UP, _SPREAD = 0.9, 0.5


class Myopic:
    """Counts only the points of this turn."""

    def __init__(self, space: StateSpace, rolls_ahead: int) -> None:
        self._space = space
        self.rolls_ahead = rolls_ahead

    def afterstate_values(self, states: IntArray) -> FloatArray:
        return np.where(self._space.is_open(states), 0.0, -np.inf)


class Heuristic:
    """Weighs points against what an open box usually brings, and at best the upper bonus.

    A box is worth what some turns bring that are played for it alone, if the best of them counts;
    filling it gives that up. Where the upper bonus is minded, each point in the upper section
    counts as its share of it on top, while it is neither certain nor out of reach.
    """

    def __init__(
        self, space: StateSpace, tries: int, rolls_ahead: int, *, bonus: bool = False
    ) -> None:
        """Work out what the boxes are worth, which takes a few hundredths of a second.

        `tries` is how many turns a box is tried for; `bonus`, whether to mind the upper bonus.
        """
        self._space, self.rolls_ahead = space, rolls_ahead
        share = _bonus_of_a_point(space.payoffs.ruleset) if bonus else 0.0
        places = np.array([each.place for each in space.payoffs.transitions])
        upper = np.array([each.upper for each in space.payoffs.transitions])
        plain, minding = self._worth(0, tries), self._worth(share, tries)
        self._plain = -plain[places]
        self._minding = share * upper - minding[places]
        self._is_bonus_open, self._bonus_to_come = _weigh_bonuses(space, plain)

    def afterstate_values(self, states: IntArray) -> FloatArray:
        open_bonus = self._is_bonus_open[self._space.columns(states)]
        values = np.where(open_bonus, self._minding[:, None], self._plain[:, None])
        return np.where(self._space.is_open(states), values, -np.inf)

    def _worth(self, share: float, tries: int) -> FloatArray:
        """Return what each box is worth if upper points count for so much more: (boxes,).

        In each of some turns for the box alone, a score may be taken or tried to beat.
        """
        payoffs = self._space.payoffs
        points = payoffs.chart(0).points[:, : len(payoffs.keeps.rolls)].copy()
        points[list(payoffs.upper)] *= 1 + share
        worth, widget = np.zeros(len(points)), TurnWidget(payoffs.keeps, len(points))
        for _ in range(tries):
            np.maximum(points.T, worth, out=widget.rolls)
            for _ in range(payoffs.ruleset.rolls - 1):
                widget.add_die()
                widget.keep_best()
            worth = widget.expected()
        # In a forced order nothing can be weighed.
        return np.where(np.isneginf(points).any(axis=1), 0, worth)


class ScoreHeuristic(Heuristic):
    """Decides where to score, not what to hold.

    A box is worth nearly what two turns for it bring, and the upper bonus what it pays times its
    chance, as if the sum of the open upper boxes were normally distributed.
    """

    def __init__(self, space: StateSpace) -> None:
        super().__init__(space, tries=2, rolls_ahead=1)

    def afterstate_values(self, states: IntArray) -> FloatArray:
        bonus = self._bonus_to_come[self._space.columns(self._space.afterstates(states))]
        values = bonus + _GIVEN_UP * self._plain[:, None]
        return np.where(self._space.is_open(states), values, -np.inf)


def _weigh_bonuses(space: StateSpace, worth: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Return whether more than one upper bonus can still come of each upper state, and the mean.

    One more state, of a filled box that was filled again, has none.
    """
    payoffs, bonus = space.payoffs, space.payoffs.ruleset.upper_bonus
    is_open, mean = np.zeros(space.upper.size + 1, bool), np.zeros(space.upper.size + 1)
    if bonus is None:
        return is_open, mean
    needed, paid = np.array(bonus.tiers).T
    most = {each.place: 0 for each in payoffs.transitions}
    for each in payoffs.transitions:
        most[each.place] = max(most[each.place], each.upper)
    for filled, numbers in enumerate(space.upper.numbers):
        still = [place for at, place in enumerate(payoffs.upper) if not filled >> at & 1]
        spread = _SPREAD * np.hypot.reduce(worth[still]) or 0.1
        for total, number in numbers.items():
            missing = needed - total
            is_open[number] = ((missing > 0) & (missing <= sum(map(most.__getitem__, still)))).any()
            over = (worth[still].sum() + 0.5 - missing) / spread
            mean[number] = np.diff(paid, prepend=0) @ [(1 + erf(each)) / 2 for each in over]
    return is_open, mean


def _bonus_of_a_point(ruleset: Ruleset) -> float:
    """Return how much of the upper bonus an upper point is, if it is earned."""
    bonus = ruleset.upper_bonus
    return max((paid / needed for needed, paid in bonus.tiers), default=0) if bonus else 0
