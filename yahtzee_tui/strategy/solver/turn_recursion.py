"""The turn widget: the values within a turn, backwards from its last roll, for many cards at once.

Rows are keeps and columns are cards. A keep is worth the mean over the six faces of one more die; a
roll is worth the best of the keeps within it. Both go from one size of keep to the next, some 50
numpy calls for a reroll, so one card takes a tenth of a millisecond; and with as many columns as a
processor's cache holds, a card takes 2 µs. Other threads can run meanwhile.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.payoffs import JOKER_CASES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray, Keeps
    from yahtzee_tui.strategy.solver.payoffs import Payoffs, RollOptions

WIDTH = 512
"""So many columns at once are quickest: the sheet of 462 rows has 2 MB, and with more it leaves the
processor's cache."""


# So many rows at once: six times as many are in use while a die is added, and more would leave the
# processor's cache.
_MOST_ROWS = 32


class Sweep(NamedTuple):
    """In which order the rows of a sheet, which are keeps, are worked out, in runs of rows.

    Attributes:
        growing: The rows of each run, from one die fewer than all to none, to which a die is added.
        fewer: From size 1, the first row of each run and the rows of the keeps with one die fewer:
            the first of every keep, the second of the first keeps, which have two, and so on.
    """

    growing: list[slice]
    fewer: list[tuple[int, list[IntArray]]]

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, keeps: Keeps) -> Sweep:
        shrunk, sizes = keeps.shrunk, range(keeps.dice + 1)
        runs = [_runs(*keeps.first_of_size[size : size + 2]) for size in sizes]
        fewer = [
            (
                rows.start,
                [
                    np.array([some[at] for some in shrunk[rows] if at < len(some)])
                    for at in range(len(shrunk[rows.start]))
                ],
            )
            for rows in chain.from_iterable(runs[1:])
        ]
        return cls([*chain.from_iterable(runs[-2::-1])], fewer)


def _runs(first: int, end: int) -> list[slice]:
    """Return some rows in runs of at most `_MOST_ROWS`."""
    return [slice(at, min(at + _MOST_ROWS, end)) for at in range(first, end, _MOST_ROWS)]


class TurnWidget:
    """The values of every keep and roll, for a number of cards.

    Attributes:
        rolls: The value of every roll with the rolls left so far: (252, cards) of five dice.
        holds: Between `add_die` and `keep_best` the value of every keep of fewer than all dice,
            the others being rolled: (210, cards).
    """

    def __init__(self, keeps: Keeps, width: int) -> None:
        """Reserve memory for batches of at most `width` cards: fresh memory costs page faults."""
        self.keeps, self._sweep = keeps, Sweep.of(keeps)
        self._width = width
        self._reserve(keeps.sides * _MOST_ROWS)
        self.resize(width)

    def resize(self, cards: int) -> None:
        """Begin a batch, of at most `width` cards, with values not yet set."""
        used = self._memory[: len(self._memory) // self._width * cards].reshape(-1, cards)
        keeps, sides = len(self.keeps.keeps), self.keeps.sides
        self._sheet, self._spare = used[:keeps], used[keeps:]
        self._more = self._spare[: sides * _MOST_ROWS].reshape(-1, sides, cards)
        first_roll = self.keeps.first_roll
        self.holds, self.rolls = self._sheet[:first_roll], self._sheet[first_roll:]

    def play_turn(
        self,
        payoffs: Payoffs,
        afterstates: FloatArray,
        cards: IntArray,
        armed: BoolArray,
        rolls_left: int,
    ) -> None:
        """Give every roll its value with so many rolls left; for the arguments see `score`.

        With -1 it is the value of what is scored on the first roll.
        """
        most = payoffs.ruleset.rolls - 1
        first = payoffs.first if rolls_left < 0 or not most else 0
        self.score(payoffs, afterstates, cards, armed, first)
        for left in range(1, rolls_left + 1):
            self.add_die()
            if payoffs.first and left == most:
                self.score(payoffs, afterstates, cards, armed, payoffs.first)
            self.keep_best()

    def score(
        self,
        payoffs: Payoffs,
        afterstates: FloatArray,
        cards: IntArray,
        armed: BoolArray,
        first: int = 0,
    ) -> None:
        """Give every roll the value of its best posting: the last roll of a turn.

        Args:
            payoffs: The points of the rule set.
            afterstates: The value after each transition: (transitions, cards).
            cards: For each column a card that scores like it, as `Payoffs.chart` takes it; in a
                forced order all the same.
            armed: Whether the bonus for further Yahtzees is armed: (cards,).
            first: `Payoffs.first` if this is the first roll of the turn, else 0.
        """
        options = payoffs.options(int(cards[0]))
        sizes = [1 + len(options.points), len(options.groups[0]), options.jokers.shape[1]]
        sizes.append(max(len(self.rolls), *sizes[1:]))
        if sum(sizes) > len(self._spare):
            self._reserve(sum(sizes))
            self.resize(len(cards))
        values, groups, jokers, spare, _ = np.split(self._spare, np.cumsum(sizes))
        zeros = afterstates[options.zeros]
        afterstates.take(options.transitions, axis=0, out=values[1:], mode="clip")
        values[1:] += options.points[:, None]
        self._number(options, zeros, values[1:])
        # Zeros are written for most rolls. A box that would pay this roll more never loses by
        # being offered the zero as well, so one row holds the best zero for all rolls.
        zeros.max(axis=0, out=values[0], initial=-np.inf)
        _take_best(values, options.groups, groups, spare)
        rolls = slice(first, first + len(self.rolls))
        _take_best(groups, options.rolls[:, rolls], self.rolls, spare)
        cases = payoffs.joker_cases(cards)
        if cases.any():
            _take_best(groups, options.jokers, jokers, spare)
            rows = cases + np.arange(len(cases))[:, None] * JOKER_CASES
            found = jokers.take(rows * len(cards) + np.arange(len(cards)))
            at = np.array([joker.roll for joker in payoffs.jokers]) - first
            some = (at >= 0) & (at < len(self.rolls))
            self.rolls[at[some]] = found[some]
        self._add_bonus(payoffs, armed)

    def add_die(self) -> None:
        """Give every keep the mean over the keeps that one more die makes of it."""
        grown, share = self.keeps.grown, 1 / self.keeps.sides
        for rows in self._sweep.growing:
            mean, more = self._sheet[rows], self._more[: rows.stop - rows.start]
            self._sheet.take(grown[rows], axis=0, out=more, mode="clip")
            np.add.reduce(more, axis=1, out=mean)
            np.multiply(mean, share, out=mean)

    def keep_best(self) -> None:
        """Give every roll, and on the way every keep, the best of the keeps within it."""
        # A roll begins with what it was worth with one roll fewer, and keeping it all stays
        # possible: that is never better than scoring, so nothing is lost nor won.
        for first, fewer in self._sweep.fewer:
            for some in fewer:
                best, spare = self._sheet[first : first + len(some)], self._spare[: len(some)]
                self._sheet.take(some, axis=0, out=spare, mode="clip")
                np.maximum(best, spare, out=best)

    def expected(self) -> FloatArray:
        """Return what a roll of all dice is worth: (cards,)."""
        # Not a matrix product: the library behind that has threads of its own.
        found: FloatArray = np.einsum("r,rc->c", self.keeps.roll_odds, self.rolls)
        return found

    def _number(self, options: RollOptions, zeros: FloatArray, others: FloatArray) -> None:
        """Do nothing with the values of the options; see `endings.TrackingWidget`."""

    def _add_bonus(self, payoffs: Payoffs, armed: BoolArray) -> None:
        if armed.any():
            paying = np.flatnonzero(payoffs.bonus[: len(self.rolls)])
            self.rolls[paying] += payoffs.bonus[paying, None] * armed

    def _reserve(self, spare: int) -> None:
        self._memory = np.empty((len(self.keeps.keeps) + spare) * self._width)


def _take_best(
    values: FloatArray, choices: Iterable[IntArray], best: FloatArray, spare: FloatArray
) -> None:
    """Write the greatest of some of the rows `values` into each row of `best`.

    `choices` has the first row to choose from for each result, the second of each that has two,
    and so on; `spare` is memory to work in, with as many rows as `best`.
    """
    first, *others = choices
    values.take(first, axis=0, out=best, mode="clip")
    for choice in others:
        more = spare[: len(choice)]
        values.take(choice, axis=0, out=more, mode="clip")
        np.maximum(best[: len(choice)], more, out=best[: len(choice)])
