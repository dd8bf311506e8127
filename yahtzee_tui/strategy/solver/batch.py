"""Many cards side by side: a turn of one player in thousands of games at once.

What a player thinks is to come after each posting decides all that it does in a turn, so here a
player is no more than that; see `Evaluator`.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from yahtzee_tui.strategy.solver.keeps import (
    DICE,
    FIRST_ROLL,
    GROWN,
    KEEPS,
    ROLLS,
    FloatArray,
    IntArray,
    keep_odds,
    keeps_within,
    rerolls,
)
from yahtzee_tui.strategy.solver.widget import LastRoll, Lattice

if TYPE_CHECKING:
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.payoffs import PayoffChart
    from yahtzee_tui.strategy.solver.states import StateSpace


# From here on a lattice is quicker.
_FEW = 40


class Evaluator(Protocol):
    """What a player thinks is to come."""

    @property
    def rolls_ahead(self) -> int:
        """How many rolls ahead the player looks, at least one."""

    def futures(self, states: States) -> FloatArray:
        """Return what is to come after each entry, minus infinity where its box is filled.

        Returns:
            Points, or what is as good as points: (entries, cards).
        """


class TurnPolicies:
    """The best holds with every roll, in the turns from some cards.

    Attributes:
        states: The states of the cards.
        futures: What is to come after each entry: (entries, cards).
    """

    def __init__(self, scorer: Scorer, outlook: Evaluator, states: States) -> None:
        """Work the turns out, as many rolls ahead as the outlook goes.

        Args:
            scorer: The points of the rule set.
            outlook: What the player thinks is to come.
            states: Distinct states, with a box open, in the order of `Scorer.distinct`; in a
                forced order all with the same boxes filled.
        """
        self._scorer = scorer
        self.states, self.futures = states, outlook.futures(states)
        cards = len(states.rows)
        lattice = _FewCards(cards) if cards <= _FEW else Lattice(np.empty((len(KEEPS), cards)))
        if isinstance(lattice, Lattice):
            alike, armed = _runs(scorer.alike(states)), scorer.armed[states.rows]
            last = LastRoll(scorer.space.scoring, cards)
            last.score(lattice, self.futures, alike, armed)
        else:
            rolls, which = every_roll(cards)
            postings = self.postings(rolls.ravel(), which.ravel())
            best = postings.values.max(axis=0) + postings.bonus
            lattice.sheet[FIRST_ROLL:] = best.reshape(rolls.shape)
        self._scored = lattice.sheet[FIRST_ROLL:].copy()
        self._holds: list[FloatArray] = []
        for _ in range(outlook.rolls_ahead):
            lattice.add_dice()
            holds = np.full((FIRST_ROLL + 1, cards), -np.inf)
            holds[:FIRST_ROLL] = lattice.sheet[:FIRST_ROLL]
            self._holds.append(holds)
            lattice.take_best()

    def keeps(self, rolls: IntArray, rolls_left: int, which: IntArray) -> IntArray:
        """Return the numbers of the best keeps; that of all dice says that one had better score.

        Args:
            rolls: The numbers of some rolls.
            rolls_left: How many rolls are left, at least one.
            which: The number of the card that each roll is for, in the same shape.
        """
        holds = self._holds[min(rolls_left, len(self._holds)) - 1]
        within = _keeps_within()[rolls]
        values = holds[within, which[..., None]]
        best = values.max(axis=-1)
        chosen = np.argmax(values >= best[..., None] - EQUAL, axis=-1)
        keeps = np.take_along_axis(within, chosen[..., None], axis=-1)[..., 0]
        return np.where(self._scored[rolls, which] >= best - EQUAL, FIRST_ROLL + rolls, keeps)

    def postings(self, rolls: IntArray, which: IntArray) -> Postings:
        """Return what every posting of some rolls does, each on the card of that number."""
        return self._scorer.postings(self.states.some(which), self.futures[:, which], rolls)


class _FewCards:
    """A lattice in which fewer calls do more than is needed: quicker with few columns.

    Attributes:
        sheet: The values, (462, cards).
    """

    def __init__(self, cards: int) -> None:
        self.sheet = np.zeros((len(KEEPS), cards))

    def add_dice(self) -> None:
        """Give every keep the mean over the rolls that it may become."""
        # Not a matrix product: the library behind that has threads of its own.
        self.sheet[:FIRST_ROLL] = np.einsum("kr,rc->kc", keep_odds(), self.sheet[FIRST_ROLL:])

    def take_best(self) -> None:
        """Give every roll the best of the keeps within it."""
        keeps, starts = rerolls()
        best = np.maximum.reduceat(self.sheet[keeps], starts)
        np.maximum(self.sheet[FIRST_ROLL:], best, out=self.sheet[FIRST_ROLL:])


def throw(keeps: IntArray, faces: IntArray) -> IntArray:
    """Roll the dice that aren't kept, and return the numbers of the rolls that come of it.

    Args:
        keeps: The number of the keep in each game: (games,).
        faces: Fresh dice, of which each keep takes the first ones that it has room for: (games, 5).
    """
    keeps = keeps.copy()
    for at in range(DICE):
        some = np.flatnonzero(keeps < FIRST_ROLL)
        keeps[some] = _grown()[keeps[some], faces[some, at] - 1]
    return keeps - FIRST_ROLL


def every_roll(cards: int) -> tuple[IntArray, IntArray]:
    """Return the number of each roll and of the card it is for, every one on each: (252, cards)."""
    rolls = np.repeat(np.arange(len(ROLLS))[:, None], cards, axis=1)
    return rolls, np.repeat(np.arange(cards)[None], len(ROLLS), axis=0)


def _runs(cards: IntArray) -> list[tuple[int, slice]]:
    """Return what stands side by side, and where."""
    found, end = [], 0
    for card, some in groupby(cards.tolist()):
        start, end = end, end + sum(1 for _ in some)
        found.append((card, slice(start, end)))
    return found


@cache
def _keeps_within() -> IntArray:
    """Return the keeps of fewer than all dice of every roll: (252, 31).

    A number that no such keep has, and that is worth nothing, fills up the rows.
    """
    found = [keeps_within(faces) for faces in ROLLS]
    widest = max(map(len, found))
    return np.array([[*keeps, *[FIRST_ROLL] * (widest - len(keeps))] for keeps in found])


@cache
def _grown() -> IntArray:
    return np.array(GROWN)


EQUAL = 1e-9
"""Values that differ by less are equal."""


class States(NamedTuple):
    """The states of some cards; see `StateSpace`.

    Attributes:
        rows: The states of their lower sections: (cards,).
        columns: The states of their upper sections: (cards,).
    """

    rows: IntArray
    columns: IntArray

    def some(self, which: IntArray) -> States:
        """Return the states of the cards with some numbers."""
        return States(self.rows[which], self.columns[which])

    def after(self, space: StateSpace, entries: IntArray) -> States:
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

    def __init__(self, space: StateSpace) -> None:
        self.space = space
        self.armed = np.array([armed for _, armed in space.lower.states])
        self._lower = np.array(space.lower_cards)
        self._upper = np.array(space.upper_cards)
        self._charts: dict[int, PayoffChart] = {}

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

    def _chart(self, filled: int) -> PayoffChart:
        chart = self._charts.get(filled)
        if chart is None:
            chart = self._charts[filled] = self.space.scoring.chart(filled)
        return chart
