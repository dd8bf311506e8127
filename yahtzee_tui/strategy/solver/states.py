"""The states that a card can be in between two turns, as far as the points to come depend on them.

A state has two halves that change independently: which lower boxes are filled and whether the
bonus for further Yahtzees is armed; and which upper boxes are filled with what upper total. Upper
totals that no dice to come can tell apart are one state, exactly: those from which the upper bonus
is certain or out of reach, and also 51 to 56 with only the sixes open, which all want two sixes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.payoffs import Unsolvable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Card
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.payoffs import Payoffs, Transition

# 64 MB, and about half a minute.
_MOST_STATES = 8_000_000


class LowerStates(NamedTuple):
    """The states of the lower section. Boxes are bits, in the order of the section.

    Attributes:
        states: Filled boxes, and whether the bonus is armed, by the state's number.
        numbers: The number of each.
        after: The state after each entry of the section, by state; one past the last where the
            box is filled: (entries, states).
    """

    states: tuple[tuple[int, bool], ...]
    numbers: dict[tuple[int, bool], int]
    after: IntArray

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.states)


class UpperStates(NamedTuple):
    """The states of the upper section. Boxes are bits, in the order of the section.

    Attributes:
        spans: First and one past the last state, by filled boxes.
        numbers: The number of the state of each upper total, by filled boxes.
        after: The state after each entry of the section, by state; one past the last where the
            box is filled: (entries, states).
        bonuses: The upper bonus of each state with every box filled, in order.
    """

    spans: tuple[tuple[int, int], ...]
    numbers: tuple[dict[int, int], ...]
    after: IntArray
    bonuses: FloatArray

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.after.shape[1])


class StateSpace:
    """All states of a rule set: rows are states of the lower section, columns of the upper one.

    Attributes:
        scoring: The points of the rule set.
        lower: The rows.
        upper: The columns.
        lower_cards: What is filled, by place, on the lower half of a card that scores like the
            cards of each row.
        upper_cards: The same of the upper half, for each column.
    """

    def __init__(self, scoring: Payoffs) -> None:
        """Find the states.

        Raises:
            Unsolvable: If there are too many.
        """
        self.scoring = scoring
        first = sum(entry.place in scoring.lower for entry in scoring.entries)
        self.upper = _find_upper(scoring, scoring.entries[first:])
        self.lower = _find_lower(scoring, scoring.entries[:first])
        if self.lower.size * self.upper.size > _MOST_STATES:
            name = scoring.ruleset.name
            raise Unsolvable(
                "too_many_states", f"{name} is too big for best play to be worked out."
            )
        self.lower_cards = [self._lower_card(boxes) for boxes, _ in self.lower.states]
        self.upper_cards = [0] * self.upper.size
        for boxes, (start, stop) in enumerate(self.upper.spans):
            self.upper_cards[start:stop] = [join(boxes, scoring.upper)] * (stop - start)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an array of a value for each state.

        Minus infinity in one more row and column is what entering a filled box is worth.
        """
        return self.lower.size + 1, self.upper.size + 1

    def locate(self, card: Card) -> tuple[int, int]:
        """Return the row and the column of a card's state.

        Raises:
            Unsolvable: If no game leads to such an upper total.
        """
        bonus = card.ruleset.repeat_bonus
        armed = bonus is not None and card[bonus.box] == bonus.holds
        column = self.upper.numbers[_bits(card, self.scoring.upper)].get(card.upper_total)
        if column is None:
            raise Unsolvable("impossible_card", "No game leads to this card.")
        return self.lower.numbers[_bits(card, self.scoring.lower), armed], column

    def _lower_card(self, boxes: int) -> int:
        scoring = self.scoring
        filled = join(boxes, scoring.lower)
        full = boxes + 1 == 1 << len(scoring.lower)
        joker = scoring.ruleset.joker
        if scoring.is_ordered or full:
            return filled
        # What jokers score depends on these two things only.
        return filled & 1 << scoring.ruleset.place(joker.box) if joker is not None else 0


def split(filled: int, places: Sequence[int]) -> int:
    """Return which boxes at some places are filled, as bits in the order of these places."""
    return sum((filled >> place & 1) << at for at, place in enumerate(places))


def join(boxes: int, places: Sequence[int]) -> int:
    """Return the places of filled boxes as bits: what `split` took apart."""
    return sum((boxes >> at & 1) << place for at, place in enumerate(places))


def _bits(card: Card, places: Sequence[int]) -> int:
    return sum(1 << at for at, place in enumerate(places) if card.scores[place] is not None)


def _find_lower(scoring: Payoffs, entries: Sequence[Transition]) -> LowerStates:
    ruleset, places = scoring.ruleset, scoring.lower
    bonus = ruleset.repeat_bonus
    arming = 1 << places.index(ruleset.place(bonus.box)) if bonus is not None else 0
    states = tuple(
        (filled, armed)
        for filled in range(1 << len(places))
        for armed in ((False, True) if filled & arming else (False,))
    )
    numbers = {state: number for number, state in enumerate(states)}
    after = np.full((len(entries), len(states)), len(states), np.intp)
    for at, entry in enumerate(entries):
        box = 1 << places.index(entry.place)
        for number, (filled, armed) in enumerate(states):
            if not filled & box:
                after[at, number] = numbers[filled | box, armed or entry.arms]
    return LowerStates(states, numbers, after)


def _find_upper(scoring: Payoffs, entries: Sequence[Transition]) -> UpperStates:
    places, bonus = scoring.upper, scoring.ruleset.upper_bonus
    steps = [(1 << places.index(entry.place), entry.upper) for entry in entries]
    full = (1 << len(places)) - 1
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
