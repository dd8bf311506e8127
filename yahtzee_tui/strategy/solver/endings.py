"""How turns of best play end: the odds of every box and points, for many cards at once.

The number of the best keep, or of the best ending, is in the low bits of the value that the turn
widget compares, so the maximum brings the decision along. That costs at most 1e-10 points.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.turn_recursion import TurnWidget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray, Keeps
    from yahtzee_tui.strategy.solver.payoffs import Payoffs, RollOptions
    from yahtzee_tui.strategy.solver.states import StateSpace

_NEVER = -1e6
"""The value after filling a filled box: infinity has no bits to spare."""


class TrackingWidget(TurnWidget):
    """A turn widget that keeps the decisions. Values that differ by less than 1e-10 are equal.

    Attributes:
        decisions: By how many rolls are left, for every roll the number of the best keep, or with
            none left of the best ending: (252, cards) each.
        at_once: The best ending of every first roll, (252, cards), where those may pay more than
            later rolls; else None.
    """

    decisions: list[IntArray]
    at_once: IntArray | None

    def __init__(self, keeps: Keeps, width: int) -> None:
        super().__init__(keeps, width)
        # A keep's rank among equals: scoring at once comes first, then the keep that bots prefer.
        held = sorted(keeps.keeps[: keeps.first_roll], key=lambda keep: (len(keep), keep))
        rolls = range(keeps.first_roll, len(keeps.keeps))
        self._by_rank = np.array([*(keeps.numbers[keep] for keep in reversed(held)), *rolls])
        self._ranks = np.argsort(self._by_rank)[:, None]
        # Fresh memory for each call would cost half as much again.
        self._odds_memory = np.empty((2 * len(keeps.keeps) + len(keeps.rolls)) * width)

    def resize(self, cards: int) -> None:
        super().resize(cards)
        self.decisions, self.at_once = [], None

    def keep_best(self) -> None:
        bits = self._sheet.view(np.int64)
        bits &= ~self._mask
        bits |= self._ranks
        super().keep_best()
        self.decisions.append(self._by_rank[bits[self.keeps.first_roll :] & self._mask])

    def end(self, start: FloatArray | None = None) -> FloatArray:
        """Return the odds of each ending, and then of each with a bonus on top: (endings, cards).

        `start` are the odds of the rolls on the table, (252, cards) or (252, 1); those of a fresh
        roll of all dice unless given.
        """
        keeps, (rolls, cards) = self.keeps, self.rolls.shape
        memory = self._odds_memory[: (2 * len(keeps.keeps) + rolls) * cards].reshape(-1, cards)
        mass, spare, odds = np.split(memory, (len(keeps.keeps), 2 * len(keeps.keeps)))
        odds[:] = keeps.roll_odds[:, None] if start is None else start
        column = np.arange(cards)
        ended = np.zeros((2 * self._endings, cards))
        if self.at_once is not None:
            scored = self.decisions[-1] == np.arange(keeps.first_roll, len(keeps.keeps))[:, None]
            np.add.at(ended, (self.at_once[scored], np.nonzero(scored)[1]), odds[scored])
            odds[scored] = 0
        for decisions in self.decisions[:0:-1]:
            mass.fill(0)
            np.add.at(mass.reshape(-1), (decisions * cards + column).reshape(-1), odds.reshape(-1))
            for first, fewer in self._sweep.fewer:
                if first in keeps.first_of_size:
                    before = keeps.first_of_size[keeps.first_of_size.index(first) - 1]
                    mass[before:first] /= keeps.sides
                for some in fewer:
                    more = spare[: len(some)]
                    mass.take(some, axis=0, out=more, mode="clip")
                    mass[first : first + len(some)] += more
            odds[:] = mass[keeps.first_roll :]
        keys = self.decisions[0] * cards + column
        np.add.at(ended.reshape(-1), keys.reshape(-1), odds.reshape(-1))
        return ended

    def _number(self, options: RollOptions, zeros: FloatArray, others: FloatArray) -> None:
        self._endings = len(options.endings.points)
        self._mask = (1 << (max(len(self._by_rank), self._endings) - 1).bit_length()) - 1
        first = 0
        for values in (zeros, others):
            bits = values.view(np.int64)
            bits &= ~self._mask
            bits |= options.endings.numbers[first : first + len(values), None]
            first += len(values)

    def _add_bonus(self, payoffs: Payoffs, armed: BoolArray) -> None:
        ended = self.rolls.view(np.int64) & self._mask
        paying = np.flatnonzero(payoffs.bonus[: len(self.rolls)])
        ended[paying] += self._endings * armed
        if self.decisions:
            self.at_once = ended
        else:
            self.decisions.append(ended)
        super()._add_bonus(payoffs, armed)


class Ending(NamedTuple):
    """How some of the turns end: by one transition, with points and a bonus on top."""

    transition: int
    points: FloatArray  # (endings,)
    bonus: FloatArray  # (endings,)
    which: IntArray  # the numbers of the cards that may end so
    odds: FloatArray  # (cards, endings)


def list_endings(
    space: StateSpace,
    values: FloatArray,
    states: IntArray,
    widget: TrackingWidget,
    start: FloatArray | None = None,
    rolls_left: int | None = None,
) -> Iterator[Ending]:
    """Yield how turns from some states end with best play, at most as many as the widget takes.

    Every state has a box open; in a forced order all have the same boxes filled. For `start` and
    `rolls_left`, the rolls that may follow, see `TrackingWidget.end`.
    """
    payoffs, like = space.payoffs, space.like(states)
    # A value of zero would be a number below the normal ones, which are slow.
    after = np.fmax(space.afterstate_values(values, states), _NEVER) + 1
    widget.resize(len(states))
    most = payoffs.ruleset.rolls - 1
    left = most if rolls_left is None else rolls_left
    widget.play_turn(payoffs, after, like, space.armed(states), left)
    ended = widget.end(start)
    endings = payoffs.options(int(like[0])).endings
    edges = np.flatnonzero(np.diff(endings.transitions, prepend=-1, append=-1)).tolist()
    for first, last in pairwise(edges):
        some = slice(first, last)
        points, more = endings.points[some], np.zeros(last - first)
        odds = ended[: len(endings.points)][some]
        topped = ended[len(endings.points) :][some]
        if topped.any():
            odds, points = np.concatenate((odds, topped)), np.tile(points, 2)
            more = np.concatenate((more, more + payoffs.bonus.max()))
        which = np.flatnonzero(odds.any(axis=0))
        if len(which):
            yield Ending(int(endings.transitions[first]), points, more, which, odds[:, which].T)
