"""The points still to come from a card: how likely each sum is with best play by expected score.

Exact, for cards with few boxes open: the states that best play leads to are found turn by turn,
and then gone through backwards. That takes a few hundredths of a second with four boxes open.
"""

from __future__ import annotations

from itertools import pairwise
from math import erf, prod, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.batch import Scorer, States, TurnPolicies, every_roll
from yahtzee_tui.strategy.solver.keeps import (
    FIRST_ROLL,
    KEEPS,
    FloatArray,
    IntArray,
    keep_odds,
    roll_odds,
)
from yahtzee_tui.strategy.solver.simulate import BatchGames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.strategy.solver.batch import Evaluator
    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.value_table import ValueTable


# At most 30 MB; whoever plays a game needs a tenth of it.
_MOST_REMEMBERED = 10_000
# So many at once fit into a processor's cache.
_MOST_AT_ONCE = 128


class Ends(NamedTuple):
    """How the turns from some cards end: each ending once, those of one card together.

    Attributes:
        odds: The probability.
        gained: The points, a Yahtzee bonus among them.
        rows: The state after it; see `StateSpace`.
        columns: The same of the upper section.
        firsts: Where the endings of each card begin, and at last how many there are.
    """

    odds: FloatArray
    gained: IntArray
    rows: IntArray
    columns: IntArray
    firsts: IntArray


class PointsToGo:
    """The odds of the points still to come, remembered for every state they were asked for."""

    def __init__(self, table: ValueTable, outlook: Evaluator) -> None:
        """Begin without any.

        Args:
            table: Best play.
            outlook: The same as an outlook.
        """
        self._table, self._outlook, self._space = table, outlook, table.space
        self._scorer = Scorer(self._space)
        self._known: dict[tuple[int, int], FloatArray] = {}
        lower = np.array([boxes.bit_count() for boxes, _ in self._space.lower.states])
        upper = np.zeros(self._space.upper.size, np.intp)
        for boxes, (start, stop) in enumerate(self._space.upper.spans):
            upper[start:stop] = boxes.bit_count()
        boxes = len(table.ruleset.boxes)
        self._open = boxes - lower[:, None] - upper

    def open_boxes(self, row: int, column: int) -> int:
        """Return how many boxes are open in a state."""
        return int(self._open[row, column])

    def of(self, states: Iterable[tuple[int, int]]) -> list[FloatArray]:
        """Return the odds for each state: those of 0 points to come, of 1, and so on."""
        wanted = list(states)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.clear()
        self._find(wanted)
        return [self._known[state] for state in wanted]

    def of_turn(self, row: int, column: int, rolls: FloatArray, rolls_left: int) -> FloatArray:
        """Return the odds in the midst of a turn: those of 0 points to come, of 1, and so on.

        Args:
            row: The state before the turn; see `StateSpace`.
            column: The same of the upper section.
            rolls: How likely each roll lies on the table: (252,).
            rolls_left: How many rolls are left after it.
        """
        states = States(np.array([row]), np.array([column]))
        ends = self._ends(states, rolls[:, None], rolls_left)
        self._find(zip(ends.rows.tolist(), ends.columns.tolist(), strict=True))
        return self._sum_up(ends, 0, len(ends.odds))

    def _find(self, wanted: Iterable[tuple[int, int]]) -> None:
        """Work out what isn't known yet."""
        waves: dict[int, set[tuple[int, int]]] = {}
        for state in wanted:
            if state not in self._known:
                waves.setdefault(self.open_boxes(*state), set()).add(state)
        found: list[tuple[list[tuple[int, int]], Ends]] = []
        for boxes in range(max(waves, default=0), 0, -1):
            for some in self._batches(waves.get(boxes, set())):
                ends = self._ends(some, np.repeat(roll_odds()[:, None], len(some.rows), axis=1))
                found.append((list(zip(*map(np.ndarray.tolist, some), strict=True)), ends))
                after = set(zip(ends.rows.tolist(), ends.columns.tolist(), strict=True))
                waves.setdefault(boxes - 1, set()).update(after - self._known.keys())
        for row, column in waves.get(0, ()):
            bonus = int(self._table.values[row, column])
            self._known[row, column] = np.eye(1, bonus + 1, bonus)[0]
        for batch, ends in reversed(found):
            for state, (first, last) in zip(batch, pairwise(ends.firsts.tolist()), strict=True):
                self._known[state] = self._sum_up(ends, first, last)

    def _batches(self, states: set[tuple[int, int]]) -> Iterable[States]:
        if not states:
            return
        rows, columns = np.array(sorted(states)).T
        distinct, _ = self._scorer.distinct(States(rows, columns))
        for first in range(0, len(rows), _MOST_AT_ONCE):
            yield distinct.some(np.arange(first, min(first + _MOST_AT_ONCE, len(rows))))

    def _ends(self, states: States, start: FloatArray, rolls_left: int | None = None) -> Ends:
        """Return how turns end, from some odds of what is on the table: (252, cards)."""
        plans, cards = TurnPolicies(self._scorer, self._outlook, states), len(states.rows)
        rolls, which = every_roll(cards)
        left = self._table.ruleset.rolls - 1 if rolls_left is None else rolls_left
        odds = _roll_on(plans, start, left)
        postings = plans.postings(rolls.ravel(), which.ravel())
        at = postings.best, np.arange(odds.size)
        entries = postings.entries[at]
        gained = (postings.points[at] + postings.bonus).astype(np.intp)
        most = gained.max() + 1
        keys = (which.ravel() * (entries.max() + 1) + entries) * most + gained
        some = np.flatnonzero(odds.ravel())
        keys, firsts, same = np.unique(keys[some], return_index=True, return_inverse=True)
        ends = some[firsts]
        card = which.ravel()[ends]
        after = states.some(card).after(self._space, entries[ends])
        return Ends(
            np.bincount(same, odds.ravel()[some]).astype(np.float64),
            gained[ends],
            after.rows,
            after.columns,
            np.searchsorted(card, np.arange(cards + 1)),
        )

    def _sum_up(self, ends: Ends, first: int, last: int) -> FloatArray:
        """Return the odds of the points from some endings and of what comes after them."""
        after = [
            (odds, gained, self._known[row, column])
            for odds, gained, row, column in zip(
                *(part[first:last].tolist() for part in ends[:4]), strict=True
            )
        ]
        found = np.zeros(max(gained + len(known) for _, gained, known in after))
        for odds, gained, known in after:
            found[gained : gained + len(known)] += odds * known
        return found


def _roll_on(plans: TurnPolicies, odds: FloatArray, rolls_left: int) -> FloatArray:
    """Return the odds of the last rolls of turns, from those of earlier ones: (252, cards)."""
    cards = odds.shape[1]
    rolls, which = every_roll(cards)
    for left in range(rolls_left, 0, -1):
        keeps = plans.keeps(rolls, left, which)
        weights = np.bincount((keeps * cards + which).ravel(), odds.ravel(), len(KEEPS) * cards)
        weights = weights.reshape(len(KEEPS), cards)
        # Not a matrix product: the library behind that has threads of its own.
        rolled = np.einsum("kr,kc->rc", keep_odds(), weights[:FIRST_ROLL])
        odds = weights[FIRST_ROLL:] + rolled
    return odds


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


def normal(mean: float, spread: float) -> Totals:
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


class WinShare:
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


_GAMES = 1000
_KEY = 1956  # any number will do, but always the same one


def measure_spreads(table: ValueTable, outlook: Evaluator) -> list[float]:
    """Return the standard deviation of the final score with no box open, with one, and so on.

    Args:
        table: Best play.
        outlook: The same as an outlook.
    """
    ruleset, every = table.ruleset, np.arange(_GAMES)
    shape = (len(ruleset.boxes), _GAMES, ruleset.rolls, ruleset.dice)
    raw = np.random.Philox(key=_KEY).random_raw(prod(shape))
    games = BatchGames(table.space, (), np.zeros((_GAMES, 1), np.intp))
    expected = [np.full(_GAMES, table.expected)]
    for faces in (raw % ruleset.sides + 1).astype(np.intp).reshape(shape):
        games.decide_together(outlook, every, 0, faces)
        to_come = table.values[games.rows[:, 0], games.columns[:, 0]]
        expected.append(games.written[:, 0] + to_come)
    final = expected[-1]
    return [float(np.sqrt(np.mean((final - each) ** 2))) for each in reversed(expected)]
