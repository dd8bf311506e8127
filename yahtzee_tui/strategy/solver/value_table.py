"""The solved value of every state of a game: what a card is worth, and a turn from it."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Card, Malformed
from yahtzee_tui.strategy.solver.payoffs import Payoffs, Unsolvable
from yahtzee_tui.strategy.solver.retrograde import solve_values
from yahtzee_tui.strategy.solver.states import StateSpace
from yahtzee_tui.strategy.solver.turn_values import TurnValues

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray

# The latest turns of eight players, and no more than 2 MB.
_TURNS_REMEMBERED = 32


class ValueTable:
    """Best play by expected final score, for one player and without regard to others.

    Attributes:
        space: The states of the rule set.
        values: The expected points to come from each state, the upper bonus among them.
    """

    def __init__(self, space: StateSpace, values: FloatArray) -> None:
        self.space = space
        self.values = values
        self._turns: OrderedDict[Card, TurnValues] = OrderedDict()

    @property
    def ruleset(self) -> Ruleset:
        """The game it belongs to."""
        return self.space.scoring.ruleset

    @property
    def expected(self) -> float:
        """The expected final score of a game."""
        return self.value_of(Card.empty(self.ruleset))

    @property
    def states(self) -> int:
        """How many states were solved, full cards among them."""
        return int(np.count_nonzero(~np.isnan(self.values[:-1, :-1])))

    def value_of(self, card: Card) -> float:
        """Return the expected final score from a card, before the next turn.

        Raises:
            Unsolvable: If no game leads to such a card.
            Malformed: If the card is of another game.
        """
        value = float(self.values[self._locate(card)])
        if np.isnan(value):
            raise Unsolvable("impossible_card", "No game leads to this card.")
        return _written(card) + value

    def turn(self, card: Card) -> TurnValues:
        """Return the values of a turn from a card, remembered for the next question.

        Raises:
            Unsolvable: If no game leads to such a card.
            Malformed: If the card is full, or of another game.
        """
        found = self._turns.get(card)
        if found is None:
            found = self._turns[card] = self._work_out(card)
            while len(self._turns) > _TURNS_REMEMBERED:
                self._turns.popitem(last=False)
        return found

    def _work_out(self, card: Card) -> TurnValues:
        if card.is_full:
            raise Malformed("card_full", "Every box of this card is filled.")
        self.value_of(card)  # refuses what no game leads to
        (row, column), space = self._locate(card), self.space
        scoring = space.scoring
        futures = np.concatenate(
            (
                self.values[space.lower.after[:, row], column],
                self.values[row, space.upper.after[:, column]],
            )
        )
        filled = sum(1 << place for place, points in enumerate(card.scores) if points is not None)
        chart = scoring.chart(filled)
        # What is forbidden may lead where no game gets to, and has no number there.
        allowed = chart.points > -np.inf
        postings = np.where(allowed, chart.points + futures[chart.entries], -np.inf)
        postings += _written(card)
        if space.lower.states[row][1]:
            postings += scoring.bonus
        return TurnValues(card, postings)

    def _locate(self, card: Card) -> tuple[int, int]:
        if card.ruleset is not self.ruleset:
            raise Malformed("other_rules", f"This is no card of {self.ruleset.name}.")
        return self.space.locate(card)


def solve(
    ruleset: Ruleset,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ValueTable:
    """Work out best play of a rule set, which takes seconds; other threads can run meanwhile.

    Args:
        ruleset: Any game with five dice of six faces.
        progress: Is told now and then which part is done, up to 1.
        cancelled: Is asked every few milliseconds whether to stop.

    Raises:
        Unsolvable: If the solver can't do these rules.
        Cancelled: If `cancelled` said so.
    """
    space = StateSpace(Payoffs(ruleset))
    return ValueTable(space, solve_values(space, progress, cancelled))


def _written(card: Card) -> int:
    """Return the points on a card without the upper bonus, which is part of what is to come."""
    return card.upper_total + card.lower_total
