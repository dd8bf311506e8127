"""Whole games side by side: a turn at one seat of many games at once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Card, Held, Rolled, Scored
from yahtzee_tui.strategy.solver.keeps import place_hold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Event
    from yahtzee_tui.strategy.solver.batch import Turns
    from yahtzee_tui.strategy.solver.keeps import IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace


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
