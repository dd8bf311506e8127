"""The states of a card between turns, as far as the points to come depend on them.

A state has two independent halves: the filled lower boxes and whether the bonus for further
Yahtzees is armed; and the filled upper boxes and their total. Upper totals that no dice to come
can tell apart are one state: those from which the upper bonus is certain or out of reach, and
also 51 to 56 with only the sixes open, which all want two sixes. So the official rules have
314,880 states instead of 536,448.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.payoffs import Payoffs, Unsolvable
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.rules import Card, Ruleset
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.payoffs import Transition

# 64 MB, and about half a minute.
_MOST_STATES = 8_000_000


class LowerStates(NamedTuple):
    """The states of the lower section; boxes are bits, in the order of the section.

    In a forced order only those that the order leads to are states.
    """

    states: tuple[tuple[int, bool], ...]  # filled boxes, and whether the bonus is armed
    numbers: dict[tuple[int, bool], int]  # of each
    after: IntArray  # (transitions, states); one past the last where the box can't be filled

    @property
    def size(self) -> int:
        return len(self.states)


class UpperStates(NamedTuple):
    """The states of the upper section; boxes are bits, in the order of the section."""

    spans: tuple[tuple[int, int], ...]  # first and one past the last state, by filled boxes
    numbers: tuple[dict[int, int], ...]  # by filled boxes, of the state of each upper total
    after: IntArray  # (transitions, states); one past the last where the box is filled
    bonuses: FloatArray  # of each state with every box filled

    @property
    def size(self) -> int:
        return int(self.after.shape[1])


class StateSpace:
    """All states of a rule set, numbered by rows (lower sections) and columns (upper sections).

    A state is its number in a flat array of the `shape` of the space.

    Attributes:
        lower_filled: How many boxes of the lower section are filled, by row.
        upper_filled: How many boxes of the upper section are filled, by column.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.payoffs = payoffs
        self._first = sum(each.place in payoffs.lower for each in payoffs.transitions)
        self.upper = _find_upper(payoffs, payoffs.transitions[self._first :])
        self.lower = _find_lower(payoffs, payoffs.transitions[: self._first])
        self._width = self.upper.size + 1
        self._armed: BoolArray = np.array([armed for _, armed in self.lower.states])
        self.lower_filled = np.array([boxes.bit_count() for boxes, _ in self.lower.states])
        self._lower_cards = np.array([self._lower_card(boxes) for boxes, _ in self.lower.states])
        self._upper_cards = np.zeros(self.upper.size, np.intp)
        for boxes, span in enumerate(self.upper.spans):
            self._upper_cards[slice(*span)] = boxes
        self.upper_filled = np.array([boxes.bit_count() for boxes in self._upper_cards.tolist()])

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an array of a value for each state.

        Minus infinity in one more row and column is the value after filling a filled box.
        """
        return self.lower.size + 1, self._width

    def grid(self, rows: IntArray, columns: IntArray) -> IntArray:
        """Return the states in all of some rows and columns, row by row."""
        return (rows[:, None] * self._width + columns).ravel()

    def columns(self, states: IntArray) -> IntArray:
        """Return the states of the upper section."""
        return states % self._width

    def index(self, card: Card) -> int:
        """Return a card's state, or raise `Unsolvable` if no game leads to its upper total."""
        bonus = card.ruleset.repeat_bonus
        armed = bonus is not None and card[bonus.box] in card.ruleset.arming
        filled = sum(1 << at for at, points in enumerate(card.scores) if points is not None)
        lower, upper = self.payoffs.split(filled)
        row = self.lower.numbers.get((lower, armed))
        column = self.upper.numbers[upper].get(card.upper_total)
        if row is None or column is None:
            raise Unsolvable("impossible_card", _("This card can't occur in a game."))
        return row * self._width + column

    def open_boxes(self, states: IntArray) -> IntArray:
        """Return how many boxes are open in each state."""
        lower, upper = self.filled(states)
        open_boxes: IntArray = len(self.payoffs.ruleset.boxes) - lower - upper
        return open_boxes

    def filled(self, states: IntArray) -> tuple[IntArray, IntArray]:
        """Return how many boxes are filled in each section in each state."""
        rows, columns = np.divmod(states, self._width)
        return self.lower_filled[rows], self.upper_filled[columns]

    def armed(self, states: IntArray) -> BoolArray:
        """Return whether the bonus for further Yahtzees is armed in each state."""
        return self._armed[states // self._width]

    def like(self, states: IntArray) -> IntArray:
        """Return a card, as `Payoffs.chart` takes it, that scores like those of each state."""
        rows, columns = np.divmod(states, self._width)
        cards: IntArray = self._lower_cards[rows] | self._upper_cards[columns]
        return cards

    def after(self, states: IntArray, transitions: IntArray | int) -> IntArray:
        """Return the states after one transition on each card, or after the same on all."""
        rows, columns = np.divmod(states, self._width)
        if isinstance(transitions, int):
            if transitions < self._first:
                rows = self.lower.after[transitions].take(rows)
            else:
                columns = self.upper.after[transitions - self._first].take(columns)
            return rows * self._width + columns
        rows, columns, numbers = map(np.array, np.broadcast_arrays(rows, columns, transitions))
        below = numbers < self._first
        above = ~below
        rows[below] = self.lower.after[numbers[below], rows[below]]
        columns[above] = self.upper.after[numbers[above] - self._first, columns[above]]
        return rows * self._width + columns

    def afterstate_values(self, values: FloatArray, states: IntArray) -> FloatArray:
        """Return the values of the states after each transition: (transitions, cards)."""
        return values.take(self.afterstates(states))

    def afterstates(self, states: IntArray) -> IntArray:
        """Return the states after each transition: (transitions, cards)."""
        rows, columns = np.divmod(states, self._width)
        numbers = np.empty((len(self.payoffs.transitions), len(states)), np.intp)
        below, above = numbers[: self._first], numbers[self._first :]
        self.lower.after.take(rows, axis=1, out=below, mode="clip")
        below *= self._width
        below += columns
        self.upper.after.take(columns, axis=1, out=above, mode="clip")
        above += rows * self._width
        return numbers

    def is_open(self, states: IntArray) -> BoolArray:
        """Return whether the box of each transition is open on each card: (transitions, cards)."""
        rows, columns = np.divmod(states, self._width)
        lower = self.lower.after[:, rows] < self.lower.size
        upper = self.upper.after[:, columns] < self.upper.size
        return np.concatenate((lower, upper))

    def _lower_card(self, boxes: int) -> int:
        payoffs = self.payoffs
        filled = boxes << len(payoffs.upper)
        full = boxes + 1 == 1 << len(payoffs.lower)
        joker = payoffs.ruleset.joker
        if payoffs.is_ordered or full:
            return filled
        # What jokers score depends on these two things only.
        return filled & 1 << payoffs.ruleset.place(joker.box) if joker is not None else 0


def check_size(space: StateSpace, most: int | None = None) -> None:
    """Raise `Unsolvable` if there are too many states for a value table, or rolls are saved.

    With `most` so many states are not too many.
    """
    ruleset = space.payoffs.ruleset
    if ruleset.saved_rolls:
        sentence = _(
            "Saved rolls make {game} too large to calculate best play exactly.", game=ruleset.name
        )
        raise Unsolvable("saved_rolls", sentence)
    if space.lower.size * space.upper.size > (most or _MOST_STATES):
        sentence = _("{game} is too large to calculate best play for.", game=ruleset.name)
        raise Unsolvable("too_many_states", sentence)


def _find_lower(payoffs: Payoffs, transitions: Sequence[Transition]) -> LowerStates:
    first, bonus = len(payoffs.upper), payoffs.ruleset.repeat_bonus
    arming = 1 << payoffs.ruleset.place(bonus.box) - first if bonus is not None else 0
    every: Iterable[int] = range(1 << len(payoffs.lower))
    if payoffs.is_ordered:
        every = sorted({payoffs.split(card)[0] for card in payoffs.order()})
    states = tuple(
        (filled, armed)
        for filled in every
        for armed in ((False, True) if filled & arming else (False,))
    )
    numbers = {state: number for number, state in enumerate(states)}
    after = np.full((len(transitions), len(states)), len(states), np.intp)
    for at, transition in enumerate(transitions):
        box = 1 << transition.place - first
        for number, (filled, armed) in enumerate(states):
            then = filled | box, armed or transition.arms
            if not filled & box and then in numbers:
                after[at, number] = numbers[then]
    return LowerStates(states, numbers, after)


def find_space(ruleset: Ruleset) -> StateSpace:
    """Return the states of a rule set, or raise `Unsolvable`.

    Those of the latest two are remembered: it takes long, and value tables and bots need the same
    ones, of some 10 MB.
    """
    with _FINDING:  # threads that begin at once would find them twice
        return _find_space(ruleset)


@lru_cache(maxsize=2)
def _find_space(ruleset: Ruleset) -> StateSpace:
    return StateSpace(Payoffs(ruleset))


_FINDING = Lock()


def _find_upper(payoffs: Payoffs, transitions: Sequence[Transition]) -> UpperStates:
    bonus = payoffs.ruleset.upper_bonus
    steps = [(1 << each.place, each.upper) for each in transitions]
    full = (1 << len(payoffs.upper)) - 1
    totals = _reachable_totals(full, steps)
    numbers: list[dict[int, int]] = [{} for _ in totals]
    after: list[tuple[int, ...]] = []
    bonuses: list[float] = []
    spans = [(0, 0)] * len(totals)
    # Backwards, so that what comes after a total is numbered before it.
    for filled in reversed(range(full + 1)):
        found: dict[tuple[int, ...], int] = {}
        first = len(after)
        then = [(None if filled & box else numbers[filled | box], points) for box, points in steps]
        for total in sorted(totals[filled]):
            paid = bonus.paid(total) if bonus is not None and filled == full else 0
            future = (
                paid,
                *[-1 if states is None else states[total + points] for states, points in then],
            )
            if future not in found:
                found[future] = first + len(found)
                after.append(future[1:])
                bonuses += [paid] if filled == full else []
            numbers[filled][total] = found[future]
        spans[filled] = (first, len(after))
    table = np.array(after, np.intp).reshape(len(after), len(steps)).T
    table[table < 0] = len(after)
    return UpperStates(tuple(spans), tuple(numbers), np.ascontiguousarray(table), np.array(bonuses))


def _reachable_totals(full: int, steps: Sequence[tuple[int, int]]) -> list[set[int]]:
    """Return the upper totals that can occur, by filled boxes."""
    totals: list[set[int]] = [{0}]
    for filled in range(1, full + 1):
        lowest = filled & -filled
        before = totals[filled ^ lowest]
        totals.append(
            {total + points for total in before for box, points in steps if box == lowest}
        )
    return totals


def layers(space: StateSpace) -> Iterator[IntArray]:
    """Yield the states in layers that depend on earlier layers only, all but those of full cards.

    A layer has as many filled boxes in each section, or in a forced order the same ones.
    """
    if space.payoffs.is_ordered:
        for filled in list(space.payoffs.order())[1:]:
            lower, upper = space.payoffs.split(filled)
            rows = [row for row, (boxes, _) in enumerate(space.lower.states) if boxes == lower]
            yield space.grid(np.array(rows), np.arange(*space.upper.spans[upper]))
        return
    sections = len(space.payoffs.lower), len(space.payoffs.upper)
    for low, up in product(*(range(boxes, -1, -1) for boxes in sections)):
        if (low, up) != sections:
            rows, columns = space.lower_filled == low, space.upper_filled == up
            yield space.grid(np.flatnonzero(rows), np.flatnonzero(columns))
