"""Many at once: the turns of a policy from many cards, and whole games side by side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from yahtzee_tui.rules import Card, Held, Rolled, Scored
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.turn_recursion import EQUAL, WIDTH, TurnWidget, posting_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Event
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace


class Evaluator(Protocol):
    """What a policy takes the states after a posting to be worth: that decides all it does."""

    @property
    def rolls_ahead(self) -> int:
        """How many rolls ahead the policy looks, at least one."""

    def afterstate_values(self, states: IntArray) -> FloatArray:
        """Return (transitions, cards) points or the like, minus infinity if the box is filled."""


class Postings(NamedTuple):
    """Every posting of one roll on each card: (boxes, cards) each, and (cards,) bonuses."""

    values: FloatArray  # points and what comes after, minus infinity where forbidden
    transitions: IntArray
    points: FloatArray  # minus infinity where forbidden
    bonus: FloatArray

    @property
    def best(self) -> IntArray:
        """The place of each card's best box, the first of equals: (cards,)."""
        return _first_best(self.values.T)


def list_postings(
    space: StateSpace, states: IntArray, afterstates: FloatArray, rolls: IntArray
) -> Postings:
    """Return what every posting of one roll, (cards,), does on each card.

    `afterstates` are the values after each transition: (transitions, cards).
    """
    shape = len(space.payoffs.ruleset.boxes), len(rolls)
    points, transitions = np.empty(shape), np.empty(shape, np.intp)
    alike, which = np.unique(space.like(states), return_inverse=True)
    order = np.argsort(which, kind="stable")
    ends = np.cumsum(np.bincount(which))[:-1]
    for filled, some in zip(alike.tolist(), np.split(order, ends), strict=True):
        chart = space.payoffs.chart(filled)
        points[:, some] = chart.points[:, rolls[some]]
        transitions[:, some] = chart.transitions[:, rolls[some]]
    values = posting_values(points, np.take_along_axis(afterstates, transitions, axis=0))
    bonus = space.payoffs.bonus[rolls] * space.armed(states)
    return Postings(values, transitions, points, bonus)


class Turns(Protocol):
    """Decides in the turns of some cards or games, which are told by their numbers.

    `Payoffs.first` is added to the numbers of first rolls.
    """

    def keeps(self, rolls: IntArray, rolls_left: int, which: IntArray) -> IntArray:
        """Return the keep of each roll; that of all dice where it is scored. At least one is left.

        `which` has the number of each roll's card or game.
        """

    def postings(self, rolls: IntArray, which: IntArray) -> Postings:
        """Return what every posting of some rolls does; `best` is what is done."""


class TurnPolicies:
    """What a policy holds and posts with every roll, in the turns from some cards."""

    def __init__(self, space: StateSpace, evaluator: Evaluator, states: IntArray) -> None:
        """Work the turns out, as many rolls ahead as the policy looks.

        Every state has a box open; in a forced order all have the same boxes filled.
        """
        self._space, self.states = space, states
        keeps = self._keeps = space.payoffs.keeps
        self._afterstates = evaluator.afterstate_values(states)
        cards = len(states)
        width = min(cards, WIDTH)
        widget = TurnWidget(keeps, width)
        rolls, at_once = len(keeps.rolls), space.payoffs.first
        self._scored = np.empty((rolls + at_once, cards))
        # The last row is for the number that fills up the keeps of a roll.
        self._holds = np.full((evaluator.rolls_ahead, keeps.first_roll + 1, cards), -np.inf)
        for first in range(0, cards, width):
            at = slice(first, first + width)
            some = states[at]
            widget.resize(len(some))
            afterstates = self._afterstates[:, at]
            like, armed = space.like(some), space.armed(some)
            widget.score(space.payoffs, afterstates, like, armed)
            self._scored[:rolls, at] = widget.rolls
            for holds in self._holds:
                widget.add_die()
                holds[: keeps.first_roll, at] = widget.holds
                widget.keep_best()
            if at_once:
                widget.score(space.payoffs, afterstates, like, armed, at_once)
                self._scored[rolls:, at] = widget.rolls

    def keeps(self, rolls: IntArray, rolls_left: int, which: IntArray) -> IntArray:
        """Return the best keep of each roll; that of all dice where scoring is better.

        `which` has the number of each roll's card, in the same shape; at least one roll is left.
        """
        holds = self._holds[min(rolls_left, len(self._holds)) - 1]
        within = self._keeps.by_roll[rolls % len(self._keeps.rolls)]
        values = holds[within, which[..., None]]
        best = values.max(axis=-1)
        chosen = np.argmax(values >= best[..., None] - EQUAL, axis=-1)
        keeps = np.take_along_axis(within, chosen[..., None], axis=-1)[..., 0]
        is_enough = self._scored[rolls, which] >= best - EQUAL
        return np.where(is_enough, self._keeps.first_roll + rolls, keeps)

    def postings(self, rolls: IntArray, which: IntArray) -> Postings:
        """Return what every posting of some rolls does, each on the card of that number."""
        return list_postings(self._space, self.states[which], self._afterstates[:, which], rolls)

    def hold_values(self, rolls: IntArray, rolls_left: int, which: IntArray) -> FloatArray:
        """Return the value of every hold in `Keeps.by_roll` of some rolls: (games, holds)."""
        within = self._keeps.by_roll[rolls % len(self._keeps.rolls)]
        values: FloatArray = self._holds[rolls_left - 1][within, which[:, None]]
        return values


class ShareTurns:
    """The turns of some games in which holds and postings are worth a share of something.

    Points decide among those of equal share. Values that differ by less than `EQUAL` are equal.
    """

    def __init__(
        self, space: StateSpace, states: IntArray, postings: FloatArray, for_points: Evaluator
    ) -> None:
        """Work the turns out, from the shares of all postings: (boxes, rolls, games).

        The evaluator looks ahead to the end of the turn.
        """
        self._keeps, self._shares = space.payoffs.keeps, postings
        distinct, self._which = np.unique(states, return_inverse=True)
        self._points = TurnPolicies(space, for_points, distinct)
        widget = TurnWidget(self._keeps, postings.shape[2])
        widget.rolls[:] = postings.max(axis=0)[: len(self._keeps.rolls)]
        self._holds = np.full(
            (for_points.rolls_ahead, self._keeps.first_roll + 1, postings.shape[2]), -np.inf
        )
        for holds in self._holds:
            widget.add_die()
            holds[: self._keeps.first_roll] = widget.holds
            widget.keep_best()

    def keeps(self, rolls: IntArray, rolls_left: int, which: IntArray) -> IntArray:
        """Return the best keep of each roll; that of all dice where scoring is better."""
        within, cards = self._keeps.by_roll[rolls % len(self._keeps.rolls)], self._which[which]
        holds = self._holds[rolls_left - 1][within, which[:, None]]
        hold_points = self._points.hold_values(rolls, rolls_left, cards)
        boxes, box_points = self._shares[:, rolls, which].T, self._points.postings(rolls, cards)
        shares = np.concatenate((boxes, holds), axis=1)
        scored = (box_points.values + box_points.bonus).T
        points = np.concatenate((scored, hold_points), axis=1)
        best = _first_best(_points_of_best(shares, points))
        keeps = np.take_along_axis(within, np.maximum(best - boxes.shape[1], 0)[:, None], axis=1)
        return np.where(best < boxes.shape[1], self._keeps.first_roll + rolls, keeps[:, 0])

    def postings(self, rolls: IntArray, which: IntArray) -> Postings:
        """Return what every posting of some rolls does; the values are points of best shares."""
        postings = self._points.postings(rolls, self._which[which])
        values = _points_of_best(self._shares[:, rolls, which].T, postings.values.T).T
        return postings._replace(values=values)


def _points_of_best(shares: FloatArray, points: FloatArray) -> FloatArray:
    """Return the points of choices whose share is best, else minus infinity: (games, choices)."""
    return np.where(shares >= shares.max(axis=1, keepdims=True) - EQUAL, points, -np.inf)


def _first_best(values: FloatArray) -> IntArray:
    """Return the place of the first of the best in each row."""
    first: IntArray = np.argmax(values >= values.max(axis=1, keepdims=True) - EQUAL, axis=1)
    return first


class BatchGames:
    """Games side by side, from empty cards to the last posting; arrays are (games, seats).

    Attributes:
        space: All states of the rule set.
        states: The states of the cards; see `StateSpace`.
        boxes: The points in every box, in the order of the card, 0 if open: (games, seats, boxes).
        events: What happened in each game, if it `records` that.
    """

    def __init__(self, space: StateSpace, games: int, seats: int, *, records: bool = False) -> None:
        self.space = space
        ruleset = self._ruleset = space.payoffs.ruleset
        shape = games, seats
        self.states = np.full(shape, space.index(Card.empty(ruleset)))
        self.boxes = np.zeros((*shape, len(ruleset.boxes)), np.intp)
        self._repeats = np.zeros(shape, np.intp)
        self.events: list[list[Event]] = [[] for _ in range(games if records else 0)]

    @property
    def totals(self) -> IntArray:
        """The grand totals of games that are over."""
        totals: IntArray = self.written + self.upper_bonus
        return totals

    @property
    def upper_bonus(self) -> IntArray:
        """The upper bonuses of games that are over."""
        upper, columns = self.space.upper, self.space.columns(self.states)
        bonuses: IntArray = upper.bonuses[columns - upper.spans[-1][0]].astype(np.intp)
        return bonuses

    @property
    def repeat_bonus(self) -> IntArray:
        """The bonuses for further Yahtzees so far."""
        bonus = self._ruleset.repeat_bonus
        return self._repeats * (bonus.points if bonus is not None else 0)

    @property
    def written(self) -> IntArray:
        """The points on the cards without the upper bonus."""
        written: IntArray = self.boxes.sum(axis=-1) + self.repeat_bonus
        return written

    def play_turn(
        self, turns: Turns, which: IntArray, games: IntArray, seat: int, faces: IntArray
    ) -> None:
        """Play one turn at the same seat of some games.

        `which` has the number of each game, or of its card, in the turns; `faces` are the dice of
        each throw: (games, rolls, 5).
        """
        keeps_of_dice = self.space.payoffs.keeps
        rolls = keeps_of_dice.roll_on(np.zeros(len(games), np.intp), faces[:, 0])
        rolls += self.space.payoffs.first
        steps = [rolls]
        for roll in range(1, faces.shape[1]):
            keeps = turns.keeps(rolls, faces.shape[1] - roll, which)
            rolls = keeps_of_dice.roll_on(keeps, faces[:, roll])
            steps += keeps, rolls
        postings = turns.postings(rolls, which)
        places, turn = postings.best, np.array(steps)
        at = places, np.arange(len(games))
        self.boxes[games, seat, places] = postings.points[at].astype(np.intp)
        self._repeats[games, seat] += postings.bonus > 0
        transitions = postings.transitions[at]
        self.states[games, seat] = self.space.after(self.states[games, seat], transitions)
        if self.events:
            points, bonus = postings.points[at].astype(int), postings.bonus.astype(int)
            for number, game in enumerate(games.tolist()):
                box = self._ruleset.boxes[places[number]].id
                scored = Scored(box, int(points[number]), int(bonus[number]))
                self.events[game] += *self._list_events(turn[:, number].tolist()), scored

    def _list_events(self, turn: list[int]) -> Iterator[Event]:
        """Yield the rolls and holds of a turn.

        `turn` has the numbers of the first roll, of what was kept, of the next roll, and so on.
        """
        keeps = self.space.payoffs.keeps
        faces = keeps.rolls[turn[0] % len(keeps.rolls)]
        yield Rolled(faces)
        for keep, roll in zip(turn[1::2], turn[2::2], strict=True):
            if keep >= keeps.first_roll:
                return
            held = place_hold(keeps.keeps[keep], faces, ())
            yield Held(held)
            fresh = Counter(keeps.rolls[roll]) - Counter(keeps.keeps[keep])
            others = fresh.elements()
            faces = tuple(faces[at] if at in held else next(others) for at in range(len(faces)))
            yield Rolled(faces)
