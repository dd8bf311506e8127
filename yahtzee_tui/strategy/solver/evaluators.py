"""What the players think is to come after a posting: nothing, the usual, or exactly what is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.solver.turn_values import TurnValues

if TYPE_CHECKING:
    import numpy.typing as npt

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.batch import States
    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.states import StateSpace
    from yahtzee_tui.strategy.solver.value_table import ValueTable

    BoolArray: TypeAlias = npt.NDArray[np.bool_]


class Myopic:
    """Whoever only wants points this turn."""

    def __init__(self, space: StateSpace, rolls_ahead: int) -> None:
        """Look so many rolls ahead."""
        self._space = space
        self.rolls_ahead = rolls_ahead

    def futures(self, states: States) -> FloatArray:
        """Return nothing for each entry: (entries, cards)."""
        return np.where(is_open(self._space, states), 0.0, -np.inf)


class Heuristic:
    """Whoever weighs what an open box usually brings, and at best how far the upper bonus is.

    A box is worth what some turns bring that are played for it alone, if the best of them counts;
    filling it gives that up. Where the upper bonus is minded, each point in the upper section
    counts as its share of it on top, while it is neither certain nor out of reach.
    """

    def __init__(
        self, space: StateSpace, tries: int, rolls_ahead: int, *, bonus: bool = False
    ) -> None:
        """Work out what the boxes are worth, which takes a few hundredths of a second.

        Args:
            space: The states of the rule set.
            tries: How many turns a box is tried for.
            rolls_ahead: How many rolls ahead to look.
            bonus: Whether to mind the upper bonus.
        """
        self._space, self._tries, self.rolls_ahead = space, tries, rolls_ahead
        share = _bonus_of_a_point(space.scoring.ruleset) if bonus else 0.0
        places = np.array([entry.place for entry in space.scoring.entries])
        upper = np.array([entry.upper for entry in space.scoring.entries])
        plain, minding = self._worth(0), self._worth(share)
        self._plain = -plain[places]
        self._minding = share * upper - minding[places]
        self._is_bonus_open = _find_open_bonuses(space)

    def futures(self, states: States) -> FloatArray:
        """Return what each entry gives up, and what it does for the bonus: (entries, cards)."""
        open_bonus = self._is_bonus_open[states.columns]
        values = np.where(open_bonus, self._minding[:, None], self._plain[:, None])
        return np.where(is_open(self._space, states), values, -np.inf)

    def _worth(self, share: float) -> FloatArray:
        """Return what each box is worth if upper points count for so much more: (boxes,)."""
        scoring = self._space.scoring
        card, points = Card.empty(scoring.ruleset), scoring.plain(0).points.copy()
        points[list(scoring.upper)] *= 1 + share
        return np.array([_best_of_tries(card, each, self._tries) for each in points])


class Optimal:
    """Whoever knows best play."""

    def __init__(self, table: ValueTable) -> None:
        self._table = table
        self.rolls_ahead = table.ruleset.rolls - 1

    def futures(self, states: States) -> FloatArray:
        """Return the expected points to come after each entry: (entries, cards)."""
        values, space = self._table.values, self._table.space
        return np.concatenate(
            (
                values[space.lower.after[:, states.rows], states.columns],
                values[states.rows, space.upper.after[:, states.columns]],
            )
        )


def is_open(space: StateSpace, states: States) -> BoolArray:
    """Return whether the box of each entry is open on each card: (entries, cards)."""
    lower = space.lower.after[:, states.rows] < space.lower.size
    upper = space.upper.after[:, states.columns] < space.upper.size
    return np.concatenate((lower, upper))


def _find_open_bonuses(space: StateSpace) -> BoolArray:
    """Return whether more than one upper bonus can still come of each upper state: (states,)."""
    upper = space.upper
    lowest, highest = np.full((2, upper.size + 1), [[np.inf], [-np.inf]])
    first, _ = upper.spans[-1]
    # The states after a state have lower numbers, and those of full cards the lowest.
    for number, after in enumerate(upper.after.T):
        if (after == upper.size).all():
            lowest[number] = highest[number] = upper.bonuses[number - first]
        else:
            lowest[number], highest[number] = lowest[after].min(), highest[after].max()
    found: BoolArray = lowest[:-1] < highest[:-1]
    return found


def _bonus_of_a_point(ruleset: Ruleset) -> float:
    """Return how much of the upper bonus an upper point is, if it is earned."""
    bonus = ruleset.upper_bonus
    return max((paid / needed for needed, paid in bonus.tiers), default=0) if bonus else 0


def _best_of_tries(card: Card, points: FloatArray, tries: int) -> float:
    """Return what some turns for one box bring in, if each score may be taken or tried to beat."""
    if np.isneginf(points).any():  # a forced order, in which nothing can be weighed
        return 0.0
    worth = 0.0
    for _ in range(tries):
        worth = TurnValues(card, np.maximum(points, worth)[None, :]).value
    return worth
