"""Players that go by what they think is to come, of which the better ones think more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.players.choosing import check_dice, choose_best
from yahtzee_tui.strategy.postings import States
from yahtzee_tui.strategy.turn import Turn

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Game, Hold, Score
    from yahtzee_tui.strategy.crowd import Outlook
    from yahtzee_tui.strategy.states import Space


class Planner:
    """Holds and scores what is worth most by its outlook.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str, space: Space, outlook: Outlook) -> None:
        """Take a seat at a game.

        Args:
            rank: The id of its rank.
            space: The states of the rule set.
            outlook: What it thinks is to come.
        """
        self.id = rank
        self._space, self._outlook = space, outlook
        self._turn: Turn | None = None

    def choose(self, game: Game) -> Hold | Score:
        """Return what is worth most; see `Player`."""
        check_dice(game)
        turn = self._turn
        if turn is None or turn.card != game.card:
            turn = self._turn = self._plan(game.card)
        return choose_best(turn, game, min(game.rolls_left, self._outlook.rolls_ahead))

    def outlook(self, open_boxes: int) -> Outlook:  # noqa: ARG002 - it is always the same
        """Return what it goes by."""
        return self._outlook

    def _plan(self, card: Card) -> Turn:
        return plan_turn(self._space, card, self._outlook)


def plan_turn(space: Space, card: Card, outlook: Outlook) -> Turn:
    """Return the values of a turn by some outlook."""
    row, column = space.locate(card)
    futures = outlook.futures(States(np.array([row]), np.array([column])))[:, 0]
    chart = space.scoring.chart(space.lower_cards[row] | space.upper_cards[column])
    allowed = chart.points > -np.inf
    postings = np.where(allowed, chart.points + futures[chart.entries], -np.inf)
    if space.lower.states[row][1]:
        postings += space.scoring.bonus
    return Turn(card, postings)
