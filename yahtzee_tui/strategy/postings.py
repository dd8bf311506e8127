"""What postings do to many cards side by side: what they score, and the states they lead to.

Values nearer than a billionth of a point are equal, so that a game goes the same way however they
were added up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from yahtzee_tui.strategy.rolls import FloatArray, IntArray
    from yahtzee_tui.strategy.scoring import Chart
    from yahtzee_tui.strategy.states import Space

EQUAL = 1e-9
"""Values that differ by less are equal."""


class States(NamedTuple):
    """The states of some cards; see `Space`.

    Attributes:
        rows: The states of their lower sections: (cards,).
        columns: The states of their upper sections: (cards,).
    """

    rows: IntArray
    columns: IntArray

    def some(self, which: IntArray) -> States:
        """Return the states of the cards with some numbers."""
        return States(self.rows[which], self.columns[which])

    def after(self, space: Space, entries: IntArray) -> States:
        """Return the states after one entry on each card: (cards,)."""
        first = len(space.lower.after)
        lower = entries < first
        below = space.lower.after[np.where(lower, entries, 0), self.rows]
        above = space.upper.after[np.where(lower, 0, entries - first), self.columns]
        return States(np.where(lower, below, self.rows), np.where(lower, self.columns, above))


class Postings(NamedTuple):
    """What every posting of one roll on each card does.

    Attributes:
        values: The points and what is to come, minus infinity where forbidden: (boxes, cards).
        entries: The entries: (boxes, cards).
        points: The points, minus infinity where forbidden: (boxes, cards).
        bonus: What a Yahtzee bonus adds: (cards,).
    """

    values: FloatArray
    entries: IntArray
    points: FloatArray
    bonus: FloatArray

    @property
    def best(self) -> IntArray:
        """The place of each card's best box, the first of equals: (cards,)."""
        best: IntArray = np.argmax(self.values >= self.values.max(axis=0) - EQUAL, axis=0)
        return best


class Scorer:
    """Looks up what rolls score on cards in any of the states of a rule set."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.armed = np.array([armed for _, armed in space.lower.states])
        self._lower = np.array(space.lower_cards)
        self._upper = np.array(space.upper_cards)
        self._charts: dict[int, Chart] = {}

    def alike(self, states: States) -> IntArray:
        """Return a card for each, as bits by place, that scores like it: (cards,)."""
        cards: IntArray = self._lower[states.rows] | self._upper[states.columns]
        return cards

    def distinct(self, states: States) -> tuple[States, IntArray]:
        """Return the states that occur, those that score alike side by side, and where each is."""
        width = self.space.upper.size
        numbers = states.rows * width + states.columns
        keys = self.alike(states) * (self.space.lower.size * width) + numbers
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        return states.some(first), which

    def postings(self, states: States, futures: FloatArray, rolls: IntArray) -> Postings:
        """Return what every posting does.

        Args:
            states: The states of the cards.
            futures: What is to come after each entry: (entries, cards).
            rolls: The number of the roll to post on each: (cards,).
        """
        shape = len(self.space.scoring.ruleset.boxes), len(rolls)
        points, entries = np.empty(shape), np.empty(shape, np.intp)
        alike, which = np.unique(self.alike(states), return_inverse=True)
        order = np.argsort(which, kind="stable")
        ends = np.cumsum(np.bincount(which))[:-1]
        for filled, some in zip(alike.tolist(), np.split(order, ends), strict=True):
            chart = self._chart(filled)
            points[:, some] = chart.points[:, rolls[some]]
            entries[:, some] = chart.entries[:, rolls[some]]
        after = np.take_along_axis(futures, entries, axis=0)
        # What is forbidden may lead where no game gets to, and has no number there.
        values = np.where(points > -np.inf, points + after, -np.inf)
        bonus = self.space.scoring.bonus[rolls] * self.armed[states.rows]
        return Postings(values, entries, points, bonus)

    def _chart(self, filled: int) -> Chart:
        chart = self._charts.get(filled)
        if chart is None:
            chart = self._charts[filled] = self.space.scoring.chart(filled)
        return chart
