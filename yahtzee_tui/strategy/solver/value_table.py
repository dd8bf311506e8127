"""The value table: the expected points to come from every state of a rule set, and what follows.

The value of a state is the expected points to come with best play, the upper bonus among them. The
method is that of Verhoeff (Optimal Solitaire Yahtzee Strategies, 1999) and Glenn (An Optimal
Strategy for Yahtzee, 2006), here with many states of a layer side by side in one turn widget.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import Card, Malformed, find_ruleset
from yahtzee_tui.strategy.solver.outcomes import Outcomes
from yahtzee_tui.strategy.solver.payoffs import Cancelled, Payoffs, Unsolvable
from yahtzee_tui.strategy.solver.states import StateSpace, check_size, layers
from yahtzee_tui.strategy.solver.turn_recursion import WIDTH, TurnValues, TurnWidget
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray


# The latest turns of eight players, and no more than 2 MB.
_TURNS_REMEMBERED = 32
# Their values take 256 MB.
_MOST_WITHOUT_TABLE = 32_000_000


class ValueTable:
    """Best play by expected final score, for one player and without regard to others.

    Attributes:
        values: The expected points to come from each state, the upper bonus among them.
        outcomes: Their distribution, and what each box brings.

    >>> table = solve(find_ruleset("crag"))
    >>> card = Card.parse(table.ruleset, ".,.,.,.,.,.,.,.,.,.,.,.,50")
    >>> round(table.expected, 2), round(table.value_of(card), 2)
    (149.85, 161.77)
    """

    is_exact = True

    def __init__(self, space: StateSpace, values: FloatArray) -> None:
        self.space = space
        self.values = values
        self.outcomes = Outcomes(space, values)
        self.rolls_ahead = self.ruleset.rolls - 1
        self._turns: OrderedDict[Card, TurnValues] = OrderedDict()

    def __repr__(self) -> str:
        return f"ValueTable({self.ruleset.key}, {self.expected:.4f})"

    @property
    def ruleset(self) -> Ruleset:
        return self.space.payoffs.ruleset

    def translate(self, ruleset: Ruleset) -> None:
        """Give the boxes the names of an equal rule set, in the player's language."""
        self.space.payoffs.ruleset = ruleset
        self._turns.clear()

    @property
    def expected(self) -> float:
        """The expected final score of a game."""
        return self.value_of(Card.empty(self.ruleset))

    @property
    def box_averages(self) -> tuple[float, ...]:
        """What best play scores in each box on average, in the order of the card.

        Bonuses are not counted. The table of `outcomes` must be loaded.
        """
        start = np.array([self.space.index(Card.empty(self.ruleset))])
        means = self.outcomes.of(start).means[0]
        return tuple(map(float, means[: len(self.ruleset.boxes)]))

    @property
    def total_odds(self) -> tuple[float, ...]:
        """The odds of each final total of a game, from 0 on; needs the table of `outcomes`."""
        return tuple(map(float, self.outcomes.spread.odds))

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
        if card.ruleset != self.ruleset:
            sentence = _("This is not a card of {game}.", game=self.ruleset.name)
            raise Malformed("other_rules", sentence)
        value = float(self.values.take(self.space.index(card)))
        if np.isnan(value):
            raise Unsolvable("impossible_card", _("This card can't occur in a game."))
        return written_points(card) + value

    def turn(self, card: Card) -> TurnValues:
        """Return the values of a turn from a card, remembered for the next question.

        Raises:
            Unsolvable: If no game leads to such a card.
            Malformed: If the card is full, or of another game.
        """
        found = self._turns.get(card)
        if found is None:
            if card.is_full:
                raise Malformed("card_full", _("Every box on this card is filled."))
            self.value_of(card)  # refuses what no game leads to
            written, after = written_points(card), self.afterstate_values
            found = self._turns[card] = TurnValues.of_card(self.space, card, after, written)
            while len(self._turns) > _TURNS_REMEMBERED:
                self._turns.popitem(last=False)
        return found

    def afterstate_values(self, states: IntArray) -> FloatArray:
        return self.space.afterstate_values(self.values, states)


def solve(
    ruleset: Ruleset | str,
    progress: Callable[[float], object] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ValueTable:
    """Solve a rule set in some seconds, during which other threads run; see `load_value_table`.

    >>> round(solve("crag").expected, 2)
    149.85
    """
    space = StateSpace(Payoffs(find_ruleset(ruleset)))
    check_size(space)
    return ValueTable(space, solve_values(space, progress, cancelled))


class StartValue(NamedTuple):
    """What best play of a game scores on average, where there is no value table."""

    expected: float
    states: int  # how many were solved, full cards among them


def solve_start(
    ruleset: Ruleset, progress: Callable[[float], object] = lambda _: None
) -> StartValue:
    """Solve a rule set that may be too large for a value table, in minutes and some 300 MB.

    Raises:
        Unsolvable: If there are more than 32 million states, or the solver can't solve the rules.
    """
    space = StateSpace(Payoffs(ruleset))
    check_size(space, _MOST_WITHOUT_TABLE)
    values = solve_values(space, progress)
    start = float(values.take(space.index(Card.empty(ruleset))))
    return StartValue(start, int(np.count_nonzero(~np.isnan(values[:-1, :-1]))))


def written_points(card: Card) -> int:
    """Return the points on a card without the upper bonus, which belongs to the points to come."""
    return card.upper_total + card.lower_total


def solve_values(
    space: StateSpace,
    progress: Callable[[float], object] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> FloatArray:
    """Return the value of every state, in the shape of the space; NaN where no forced order leads.

    `progress` is called now and then with the part that is done, up to 1. Raise `Cancelled` once
    `cancelled`, which is called every few milliseconds, returns true.
    """
    values = np.full(space.shape, np.nan)
    values[-1] = values[:, -1] = -np.inf
    full = space.lower_filled == len(space.payoffs.lower)
    values[:-1][full, slice(*space.upper.spans[-1])] = space.upper.bonuses
    widget = TurnWidget(space.payoffs.keeps, WIDTH)
    # Listed twice: all layers at once would take more memory than the values.
    total, done = sum(map(len, layers(space))), 0
    for layer in layers(space):
        for states in np.split(layer, range(WIDTH, len(layer), WIDTH)):
            if cancelled():
                raise Cancelled
            widget.resize(len(states))
            after = space.afterstate_values(values, states)
            like, armed = space.like(states), space.armed(states)
            widget.play_turn(space.payoffs, after, like, armed, space.payoffs.ruleset.rolls - 1)
            values.put(states, widget.expected())
            done += len(states)
            progress(done / total)
    return values
