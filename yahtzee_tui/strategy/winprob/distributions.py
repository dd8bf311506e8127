"""Distributions of the points to go and of final totals, and what each total wins.

The odds of the points to go are worked out over the states that best play leads to, exactly; with
four boxes open that takes a few hundredths of a second.
"""

from __future__ import annotations

from itertools import pairwise
from math import erf, prod, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.batch import TurnPolicies, every_roll
from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray, roll_odds
from yahtzee_tui.strategy.solver.simulate import BatchGames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.strategy.solver.value_table import ValueTable

# At most 30 MB; a game needs a tenth of it.
_MOST_REMEMBERED = 10_000
# So many at once fit into a processor's cache.
_MOST_AT_ONCE = 128
# So many spreads to each side hold all but two parts in a thousand million.
_SPREADS = 6
_GAMES = 1000
_KEY = 1956  # any number will do, but always the same one


class TurnEndings(NamedTuple):
    """How the turns from some cards end: each ending once, those of one card together."""

    odds: FloatArray
    gained: IntArray  # the points, a Yahtzee bonus among them
    states: IntArray  # after it
    firsts: IntArray  # where the endings of each card begin, and at last how many there are


class PointsToGo:
    """The odds of the points still to come, remembered for every state asked for."""

    def __init__(self, table: ValueTable) -> None:
        self._table, self._space = table, table.space
        self._known: dict[int, FloatArray] = {}

    def of(self, states: Iterable[int]) -> list[FloatArray]:
        """Return the odds for each state: those of 0 points to come, of 1, and so on."""
        wanted = list(states)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.clear()
        self._find(wanted)
        return [self._known[state] for state in wanted]

    def of_turn(self, state: int, rolls: FloatArray, rolls_left: int) -> FloatArray:
        """Return the odds of the points to come from odds of the dice now on the table: (252,)."""
        ends = self._end_turns(np.array([state]), rolls[:, None], rolls_left)
        self._find(ends.states.tolist())
        return self._sum_up(ends, 0, len(ends.odds))

    def _find(self, wanted: Iterable[int]) -> None:
        """Work out what isn't known yet."""
        layers: dict[int, set[int]] = {}
        for state in set(wanted) - self._known.keys():
            layers.setdefault(self._space.open_boxes(state), set()).add(state)
        rolls = self._table.ruleset.rolls - 1
        found: list[tuple[list[int], TurnEndings]] = []
        for boxes in range(max(layers, default=0), 0, -1):
            if not (layer := sorted(layers.get(boxes, ()))):
                continue
            for first in range(0, len(layer), _MOST_AT_ONCE):
                states = layer[first : first + _MOST_AT_ONCE]
                start = np.repeat(roll_odds()[:, None], len(states), axis=1)
                ends = self._end_turns(np.array(states), start, rolls)
                found.append((states, ends))
                after = set(ends.states.tolist())
                layers.setdefault(boxes - 1, set()).update(after - self._known.keys())
        for state in layers.get(0, ()):
            bonus = int(self._table.values.take(state))
            self._known[state] = np.eye(1, bonus + 1, bonus)[0]
        for states, ends in reversed(found):
            spans = pairwise(ends.firsts.tolist())
            for state, (first, last) in zip(states, spans, strict=True):
                self._known[state] = self._sum_up(ends, first, last)

    def _end_turns(self, states: IntArray, start: FloatArray, rolls_left: int) -> TurnEndings:
        """Return how turns end, from some odds of what is on the table: (252, cards)."""
        policies = TurnPolicies(self._space, self._table, states)
        rolls, which = (each.ravel() for each in every_roll(len(states)))
        odds = policies.last_rolls(start, rolls_left).ravel()
        postings = policies.postings(rolls, which)
        at = postings.best, np.arange(odds.size)
        transitions = postings.transitions[at]
        gained = (postings.points[at] + postings.bonus).astype(np.intp)
        keys = (which * (transitions.max() + 1) + transitions) * (gained.max() + 1) + gained
        some = np.flatnonzero(odds)
        _, firsts, same = np.unique(keys[some], return_index=True, return_inverse=True)
        ends = some[firsts]
        return TurnEndings(
            np.bincount(same, odds[some]).astype(np.float64),
            gained[ends],
            self._space.after(states[which[ends]], transitions[ends]),
            np.searchsorted(which[ends], np.arange(len(states) + 1)),
        )

    def _sum_up(self, ends: TurnEndings, first: int, last: int) -> FloatArray:
        """Return the odds of the points from some endings and of what comes after them."""
        some = slice(first, last)
        after = [self._known[state] for state in ends.states[some].tolist()]
        odds, gained = ends.odds[some].tolist(), ends.gained[some].tolist()
        found = np.zeros(max(map(sum, zip(gained, map(len, after), strict=True))))
        for chance, points, known in zip(odds, gained, after, strict=True):
            found[points : points + len(known)] += chance * known
        return found


class Totals(NamedTuple):
    """The odds of the final totals that a player may come to, from the lowest total on."""

    lowest: int
    odds: FloatArray

    @property
    def end(self) -> int:
        return self.lowest + len(self.odds)


def normal(mean: float, spread: float) -> Totals:
    """Return normally distributed totals; mean and standard deviation are in points."""
    if spread <= 0:
        return Totals(round(mean), np.ones(1))
    lowest, highest = round(mean - _SPREADS * spread), round(mean + _SPREADS * spread)
    edges = [(edge - 0.5 - mean) / spread / sqrt(2) for edge in range(lowest, highest + 2)]
    odds = np.diff([erf(edge) for edge in edges]) / 2
    return Totals(lowest, odds / odds.sum())


def measure_spreads(table: ValueTable) -> list[float]:
    """Return the standard deviation of the final score with no box open, with one, and so on.

    The expected final score walks through a game without drift, so this is the spread of the final
    score about what was expected then, over 1,000 games with always the same dice.
    """
    ruleset, every = table.ruleset, np.arange(_GAMES)
    shape = (len(ruleset.boxes), _GAMES, ruleset.rolls, ruleset.dice)
    raw = np.random.Philox(key=_KEY).random_raw(prod(shape))
    games = BatchGames(table.space, _GAMES, 1)
    expected = [np.full(_GAMES, table.expected)]
    for faces in (raw % ruleset.sides + 1).astype(np.intp).reshape(shape):
        games.play_turn(table, every, 0, faces)
        to_come = table.values.take(games.states[:, 0])
        expected.append(games.written[:, 0] + to_come)
    final = expected[-1]
    return [float(np.sqrt(np.mean((final - each) ** 2))) for each in reversed(expected)]


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
