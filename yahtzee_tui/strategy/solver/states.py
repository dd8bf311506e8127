"""The states of a card between turns, as far as the points to come depend on them.

A state has two halves that change independently: which lower boxes are filled and whether the bonus
for further Yahtzees is armed; and which upper boxes are filled with what upper total. Upper totals
that no dice to come can tell apart are one state, exactly: those from which the upper bonus is
certain or out of reach, and also 51 to 56 with only the sixes open, which all want two sixes. So
the official rules have 314,880 states instead of 536,448.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.payoffs import Unsolvable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yahtzee_tui.rules import Card
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.payoffs import PayoffChart, Payoffs, Transition

# 64 MB, and about half a minute.
_MOST_STATES = 8_000_000


class States(NamedTuple):
    """States by their rows (lower sections) and columns (upper sections), both of shape (n,)."""

    rows: IntArray
    columns: IntArray

    @classmethod
    def of(cls, row: int, column: int) -> States:
        return cls(np.array([row]), np.array([column]))

    def some(self, which: IntArray | slice) -> States:
        return States(self.rows[which], self.columns[which])

    def batches(self, width: int) -> Iterator[tuple[slice, States]]:
        """Yield batches of at most `width` states, each with its slice."""
        for first in range(0, len(self.rows), width):
            some = slice(first, min(first + width, len(self.rows)))
            yield some, self.some(some)

    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.rows.tolist(), self.columns.tolist(), strict=True))


class LowerStates(NamedTuple):
    """The states of the lower section; boxes are bits, in the order of the section."""

    states: tuple[tuple[int, bool], ...]  # filled boxes, and whether the bonus is armed
    numbers: dict[tuple[int, bool], int]
    after: IntArray

    @property
    def size(self) -> int:
        return len(self.states)


class UpperStates(NamedTuple):
    """The states of the upper section; boxes are bits, in the order of the section."""

    spans: tuple[tuple[int, int], ...]
    numbers: tuple[dict[int, int], ...]
    after: IntArray
    bonuses: FloatArray

    @property
    def size(self) -> int:
        return int(self.after.shape[1])


class StateSpace:
    """All states of a rule set: rows are states of the lower section, columns of the upper one.

    Attributes:
        armed: Whether the bonus for further Yahtzees is armed, by row.
        lower_filled: How many boxes of the lower section are filled, by row.
        upper_filled: How many boxes of the upper section are filled, by column.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        """Find the states.

        Raises:
            Unsolvable: If there are too many.
        """
        self.payoffs = payoffs
        self._first = sum(each.place in payoffs.lower for each in payoffs.transitions)
        self.upper = _find_upper(payoffs, payoffs.transitions[self._first :])
        self.lower = _find_lower(payoffs, payoffs.transitions[: self._first])
        if self.lower.size * self.upper.size > _MOST_STATES:
            name = payoffs.ruleset.name
            raise Unsolvable(
                "too_many_states", f"{name} is too big for best play to be worked out."
            )
        self.armed: BoolArray = np.array([armed for _, armed in self.lower.states])
        self.lower_filled = np.array([boxes.bit_count() for boxes, _ in self.lower.states])
        self.upper_filled, self._upper_cards = np.zeros((2, self.upper.size), np.intp)
        for boxes, span in enumerate(self.upper.spans):
            self.upper_filled[slice(*span)] = boxes.bit_count()
            self._upper_cards[slice(*span)] = boxes
        self._lower_cards = np.array([self._lower_card(boxes) for boxes, _ in self.lower.states])

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an array of a value for each state.

        Minus infinity in one more row and column is the value after filling a filled box.
        """
        return self.lower.size + 1, self.upper.size + 1

    def index(self, card: Card) -> tuple[int, int]:
        """Return the row and the column of a card's state.

        Raises:
            Unsolvable: If no game leads to such an upper total.
        """
        bonus = card.ruleset.repeat_bonus
        armed = bonus is not None and card[bonus.box] == bonus.holds
        filled = sum(1 << at for at, points in enumerate(card.scores) if points is not None)
        lower, upper = self.payoffs.split(filled)
        column = self.upper.numbers[upper].get(card.upper_total)
        if column is None:
            raise Unsolvable("impossible_card", "No game leads to this card.")
        return self.lower.numbers[lower, armed], column

    def open_boxes(self, row: int, column: int) -> int:
        filled = int(self.lower_filled[row] + self.upper_filled[column])
        return len(self.payoffs.ruleset.boxes) - filled

    def like(self, states: States) -> IntArray:
        """Return a card, as `Payoffs.chart` takes it, that scores like those of each state."""
        cards: IntArray = self._lower_cards[states.rows] | self._upper_cards[states.columns]
        return cards

    def chart(self, row: int, column: int) -> PayoffChart:
        """Return the payoffs on the cards of a state."""
        return self.payoffs.chart(int(self._lower_cards[row] | self._upper_cards[column]))

    def after(self, states: States, transitions: IntArray) -> States:
        """Return the states after one transition on each card."""
        lower = transitions < self._first
        below = self.lower.after[np.where(lower, transitions, 0), states.rows]
        above = self.upper.after[np.where(lower, 0, transitions - self._first), states.columns]
        return States(np.where(lower, below, states.rows), np.where(lower, states.columns, above))

    def afterstate_values(self, values: FloatArray, states: States) -> FloatArray:
        """Return the values of the states after each transition: (transitions, cards)."""
        # Numbered one row after the other, which is twice as quick as by row and column.
        width = values.shape[1]
        first, transitions = self._first, len(self.payoffs.transitions)
        numbers = np.empty((transitions, len(states.rows)), np.intp)
        below, above = numbers[:first], numbers[first:]
        self.lower.after.take(states.rows, axis=1, out=below, mode="clip")
        below *= width
        below += states.columns
        self.upper.after.take(states.columns, axis=1, out=above, mode="clip")
        above += states.rows * width
        return values.take(numbers)

    def is_open(self, states: States) -> BoolArray:
        """Return whether the box of each transition is open on each card: (transitions, cards)."""
        lower = self.lower.after[:, states.rows] < self.lower.size
        upper = self.upper.after[:, states.columns] < self.upper.size
        return np.concatenate((lower, upper))

    def distinct(self, states: States) -> tuple[States, IntArray]:
        """Return the distinct states, and the place among them of each card's state."""
        numbers = states.rows * self.upper.size + states.columns
        found, which = np.unique(numbers, return_inverse=True)
        return States(*np.divmod(found, self.upper.size)), which

    def _lower_card(self, boxes: int) -> int:
        payoffs = self.payoffs
        filled = boxes << len(payoffs.upper)
        full = boxes + 1 == 1 << len(payoffs.lower)
        joker = payoffs.ruleset.joker
        if payoffs.is_ordered or full:
            return filled
        # What jokers score depends on these two things only.
        return filled & 1 << payoffs.ruleset.place(joker.box) if joker is not None else 0


def _find_lower(payoffs: Payoffs, transitions: Sequence[Transition]) -> LowerStates:
    first, bonus = len(payoffs.upper), payoffs.ruleset.repeat_bonus
    arming = 1 << payoffs.ruleset.place(bonus.box) - first if bonus is not None else 0
    states = tuple(
        (filled, armed)
        for filled in range(1 << len(payoffs.lower))
        for armed in ((False, True) if filled & arming else (False,))
    )
    numbers = {state: number for number, state in enumerate(states)}
    after = np.full((len(transitions), len(states)), len(states), np.intp)
    for at, transition in enumerate(transitions):
        box = 1 << transition.place - first
        for number, (filled, armed) in enumerate(states):
            if not filled & box:
                after[at, number] = numbers[filled | box, armed or transition.arms]
    return LowerStates(states, numbers, after)


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
        for total in sorted(totals[filled]):
            paid = bonus.paid(total) if bonus is not None and filled == full else 0
            future = (
                paid,
                *(
                    -1 if filled & box else numbers[filled | box][total + points]
                    for box, points in steps
                ),
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
