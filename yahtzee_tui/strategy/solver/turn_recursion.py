"""The values within a turn, backwards from its last roll: of many cards at once, and of one.

`TurnWidget` does it for many, `TurnValues` has every roll, hold and posting of one. In the widget
rows are keeps and columns are cards. A keep is worth the mean over the six faces of one more die; a
roll is worth the best of the keeps within it. Both go from one size of keep to the next, some 50
numpy calls for a reroll, so one card takes a tenth of a millisecond; and with as many columns as a
processor's cache holds, a card takes 2 µs. Other threads can run meanwhile.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import Malformed
from yahtzee_tui.strategy.solver.keeps import find_keeps
from yahtzee_tui.strategy.solver.payoffs import JOKER_CASES
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from yahtzee_tui.rules import Card, Faces, Potential
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray, Keeps
    from yahtzee_tui.strategy.solver.payoffs import Payoffs, RollOptions
    from yahtzee_tui.strategy.solver.states import StateSpace


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


EQUAL = 1e-9
"""Values that differ by less are equal, so that bots decide the same however values were summed."""

# So that what is worth the same has the same value, on every machine.
_DECIMALS = 10


class TurnValues:
    """The values of a turn, such as expected final scores or chances of winning.

    All are worked out at once, `value` being that before the first roll; the methods look them up.
    """

    def __init__(self, card: Card, postings: FloatArray) -> None:
        """Work out the values of all rolls and holds, for a card with a box open.

        `postings` has the value of every posting of every roll: (boxes, 252), or with those of
        first rolls (boxes, 504); minus infinity where the rules forbid it. Where unused rolls are
        saved it has these by the rolls left, from none to the most: (rolls, boxes, 252).
        """
        self.card = card
        self._keeps = find_keeps(card.ruleset.dice, card.ruleset.sides)
        postings = np.round(postings, _DECIMALS)
        if postings.ndim == 2 and postings.shape[1] > len(self._keeps.rolls):
            later, first = np.split(postings, 2, axis=1)
            postings = np.stack([later] * (card.ruleset.rolls - 1) + [first])
        same = postings.ndim == 2
        most = card.ruleset.rolls - 1 if same else len(postings) - 1
        # By how many rolls are left; a hold needs one.
        self._postings: list[FloatArray] = [postings] * (most + 1) if same else [*postings]
        best = [each.max(axis=0) for each in ([postings] if same else postings)]
        widget = TurnWidget(self._keeps, 1)
        widget.rolls[:, 0] = best[0]
        self._scored: list[list[float]] = [each.tolist() for each in best]
        self._rolls: list[list[float]] = [widget.rolls[:, 0].tolist()]
        self._holds: list[list[float]] = [[]]
        for left in range(1, most + 1):
            widget.add_die()
            np.round(widget.holds, _DECIMALS, out=widget.holds)
            self._holds.append(widget.holds[:, 0].tolist())
            if not same:
                widget.rolls[:, 0] = best[left]
            widget.keep_best()
            self._rolls.append(widget.rolls[:, 0].tolist())
        self.value = round(float(widget.expected()[0]), _DECIMALS)

    @classmethod
    def of_card(
        cls,
        space: StateSpace,
        card: Card,
        afterstate_values: Callable[[IntArray], FloatArray],
        written: int = 0,
    ) -> TurnValues:
        """Work out the values of a turn whose postings are worth their points and what comes after.

        `written` points, which the card has already, are added to all values. Raise `Unsolvable` if
        no game leads to such a card.
        """
        state = np.array([space.index(card)])
        afterstates = afterstate_values(state)[:, 0]
        chart = space.payoffs.chart(int(space.like(state)[0]))
        postings = posting_values(chart.points, afterstates[chart.transitions]) + written
        return cls(card, postings + space.payoffs.bonus * space.armed(state))

    def of_roll(self, faces: Faces, rolls_left: int) -> float:
        """Return the value of what the dice show, with best play from here; raise as `of_hold`."""
        self._check(faces, rolls_left)
        return self._rolls[rolls_left][self._keeps.roll_number(faces)]

    def of_hold(self, hold: Faces, faces: Faces, rolls_left: int) -> float:
        """Return the value of rolling on with some of the dice held, in any order.

        With all of them held there is nothing to roll, so that this is the value of the best box.

        Raises:
            Malformed: If these are no dice, or no such roll can be left.
        """
        self._check(faces, rolls_left)
        if len(hold) == len(faces):
            return self._best_posting(faces, rolls_left)
        if not rolls_left:
            raise Malformed("no_rolls_left", _("No rolls left, so dice can't be held."))
        number = self._keeps.numbers.get(tuple(sorted(hold)))
        if number is None or any(hold.count(face) > faces.count(face) for face in hold):
            raise Malformed("bad_hold", _("You can only keep dice you rolled."))
        return self._holds[rolls_left][number]

    def of_posting(self, box: str, faces: Faces, rolls_left: int = 0) -> float | None:
        """Return the value of a posting, None where the rules forbid it; raise as `of_hold`.

        The rolls left matter only where they are saved, or first rolls pay more.
        """
        place = self.card.ruleset.place(box)
        self.card.ruleset.check_faces(faces)
        value = float(self._postings[rolls_left][place, self._keeps.roll_number(faces)])
        return value if value > -np.inf else None

    def holds(self, faces: Faces, rolls_left: int) -> Iterator[tuple[Faces, float]]:
        """Yield every distinct hold of sorted faces and its value; none without a roll left."""
        if not rolls_left:
            return
        values = self._holds[rolls_left]
        for number in self._keeps.within(faces):
            yield self._keeps.keeps[number], values[number]
        yield faces, self._best_posting(faces, rolls_left)

    def postings(self, faces: Faces, rolls_left: int = 0) -> Iterator[tuple[Potential, float]]:
        """Yield every box that may be filled, in the order of the card, and its value."""
        values = self._postings[rolls_left][:, self._keeps.roll_number(faces)].tolist()
        places = self.card.ruleset.places
        is_first = rolls_left == self.card.ruleset.rolls - 1
        for potential in self.card.potentials(faces, is_first=is_first):
            if potential.refusal is None:
                yield potential, values[places[potential.box.id]]

    def _best_posting(self, faces: Faces, rolls_left: int) -> float:
        scored = self._scored[rolls_left if len(self._scored) > 1 else 0]
        return scored[self._keeps.roll_number(faces)]

    def _check(self, faces: Faces, rolls_left: int) -> None:
        ruleset = self.card.ruleset
        ruleset.check_faces(faces)
        if type(rolls_left) is not int or not 0 <= rolls_left < len(self._rolls):
            most = len(self._rolls) - 1
            sentence = _(
                "Rolls left must be 0 to {most}, not {given}.", most=most, given=repr(rolls_left)
            )
            raise Malformed("bad_rolls_left", sentence)


def posting_values(points: FloatArray, after: FloatArray) -> FloatArray:
    """Return points plus what comes after, minus infinity where the points are: forbidden postings.

    What comes after may be NaN there, as no game gets there.
    """
    return np.where(points > -np.inf, points + after, -np.inf)
