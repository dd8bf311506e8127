"""Whole games side by side, for simulations: every seat's turn in all games at once.

Players that go by an outlook decide for all games together; the others are asked game by game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Card, Game, Hold
from yahtzee_tui.strategy.solver.batch import Scorer, States, TurnPolicies, throw
from yahtzee_tui.strategy.solver.keeps import KEEP_NUMBERS, ROLLS, IntArray, roll_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Faces
    from yahtzee_tui.strategy.bots.bot import Bot
    from yahtzee_tui.strategy.solver.batch import Evaluator, Postings
    from yahtzee_tui.strategy.solver.states import StateSpace

_OPEN = -1


class BatchGames:
    """Games side by side, from the first roll to the last.

    Attributes:
        rows: The states of the cards' lower sections; see `StateSpace`: (games, seats).
        columns: The states of their upper sections: (games, seats).
    """

    def __init__(self, space: StateSpace, players: Sequence[Bot], sitting: IntArray) -> None:
        """Lay out empty cards.

        Args:
            space: The states of the rule set.
            players: The players.
            sitting: Which of them sits where, (games, seats); seat 0 begins.
        """
        self._space, self._players, self._sitting = space, players, sitting
        self._scorer = Scorer(space)
        ruleset = self._ruleset = space.scoring.ruleset
        row, column = space.locate(Card.empty(ruleset))
        self.rows = np.full(sitting.shape, row)
        self.columns = np.full(sitting.shape, column)
        self._scores = np.full((*sitting.shape, len(ruleset.boxes)), _OPEN)
        self._repeats = np.zeros(sitting.shape, np.intp)
        self._names = tuple(f"Seat {seat + 1}" for seat in range(sitting.shape[1]))

    @property
    def totals(self) -> IntArray:
        """The grand totals of games that are over: (games, seats)."""
        return self.written + self.upper_bonus

    @property
    def upper_bonus(self) -> IntArray:
        """The upper bonuses of games that are over: (games, seats)."""
        upper = self._space.upper
        bonuses: IntArray = upper.bonuses[self.columns - upper.spans[-1][0]].astype(np.intp)
        return bonuses

    @property
    def repeat_bonus(self) -> IntArray:
        """The bonuses for further Yahtzees so far: (games, seats)."""
        bonus = self._ruleset.repeat_bonus
        return self._repeats * (bonus.points if bonus is not None else 0)

    @property
    def boxes(self) -> IntArray:
        """The points in every box, in the order of the card, 0 if open: (games, seats, boxes)."""
        return np.maximum(self._scores, 0)

    @property
    def written(self) -> IntArray:
        """The points on the cards without the upper bonus: (games, seats)."""
        boxes: IntArray = self.boxes.sum(axis=-1)
        return boxes + self.repeat_bonus

    def play(self, faces: IntArray) -> None:
        """Play all games to their end.

        Args:
            faces: The dice of each throw: (games, seats, rounds, rolls, 5).
        """
        for turn in range(faces.shape[2]):
            for seat in range(faces.shape[1]):
                for number, player in enumerate(self._players):
                    games = np.flatnonzero(self._sitting[:, seat] == number)
                    if len(games):
                        self._take_turn(player, games, seat, turn, faces[games, seat, turn])

    def _take_turn(
        self, player: Bot, games: IntArray, seat: int, turn: int, faces: IntArray
    ) -> None:
        outlook = player.outlook(len(self._ruleset.boxes) - turn)
        if outlook is not None:
            self.decide_together(outlook, games, seat, faces)
            return
        for game, throws in zip(games.tolist(), faces, strict=True):
            self._decide_alone(player, game, seat, turn, throws)

    def decide_together(
        self, outlook: Evaluator, games: IntArray, seat: int, faces: IntArray
    ) -> None:
        """Take one turn by an outlook, at the same seat of some games.

        Args:
            outlook: What the player goes by.
            games: The numbers of the games.
            seat: The seat.
            faces: The dice of each throw: (games, rolls, 5).
        """
        states = States(self.rows[games, seat], self.columns[games, seat])
        distinct, which = self._scorer.distinct(states)
        plans = TurnPolicies(self._scorer, outlook, distinct)
        rolls = throw(np.zeros(len(games), np.intp), faces[:, 0])
        for roll in range(1, faces.shape[1]):
            keeps = plans.keeps(rolls, faces.shape[1] - roll, which)
            rolls = throw(keeps, faces[:, roll])
        postings = plans.postings(rolls, which)
        self._write(states, games, seat, postings, postings.best)

    def _decide_alone(self, player: Bot, game: int, seat: int, turn: int, throws: IntArray) -> None:
        position = self.position(game, seat, turn)
        keep, left = 0, len(throws)
        while True:
            left -= 1
            number = int(throw(np.array([keep]), throws[-left - 1][None])[0])
            position = _with_dice(position, ROLLS[number])
            choice = player.choose(position)
            if not isinstance(choice, Hold):
                break
            keep = KEEP_NUMBERS[tuple(position.faces[at] for at in choice.positions)]
        games = np.array([game])
        states = States(self.rows[games, seat], self.columns[games, seat])
        # What is to come doesn't matter any more, only the points of the box that was chosen.
        futures = np.zeros((len(self._space.scoring.entries), 1))
        postings = self._scorer.postings(states, futures, np.array([roll_number(position.faces)]))
        self._write(states, games, seat, postings, np.array([self._ruleset.place(choice.box)]))

    def position(self, game: int, seat: int, turn: int) -> Game:
        """Return one of the games, before a turn."""
        cards = tuple(
            Card(
                self._ruleset,
                tuple(None if points == _OPEN else points for points in scores),
                repeats,
            )
            for scores, repeats in zip(
                self._scores[game].tolist(), self._repeats[game].tolist(), strict=True
            )
        )
        return Game(self._ruleset, self._names, 0, cards, turns=turn * len(cards) + seat)

    def _write(
        self, states: States, games: IntArray, seat: int, postings: Postings, places: IntArray
    ) -> None:
        at = places, np.arange(len(games))
        self._scores[games, seat, places] = postings.points[at].astype(np.intp)
        self._repeats[games, seat] += postings.bonus > 0
        after = states.after(self._space, postings.entries[at])
        self.rows[games, seat], self.columns[games, seat] = after


def _with_dice(game: Game, faces: Faces) -> Game:
    """Return a position after the next roll, with no dice held."""
    return Game(
        game.ruleset, game.players, game.first, game.cards, game.turns, game.roll + 1, faces
    )
