"""Players that go by what they think is to come, of which the better ones think more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Hold, Score
from yahtzee_tui.strategy.bots.bot import check_dice, choose_best, list_best, place_hold
from yahtzee_tui.strategy.solver.batch import States
from yahtzee_tui.strategy.solver.evaluators import Optimal
from yahtzee_tui.strategy.solver.turn_values import TurnValues
from yahtzee_tui.strategy.winprob import EXACT_BOXES, Forecaster

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.solver.batch import Evaluator
    from yahtzee_tui.strategy.solver.states import StateSpace
    from yahtzee_tui.strategy.solver.value_table import ValueTable
    from yahtzee_tui.strategy.winprob import WinTurn


class EvaluatorBot:
    """Holds and scores what is worth most by its outlook.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str, space: StateSpace, outlook: Evaluator) -> None:
        """Take a seat at a game.

        Args:
            rank: The id of its rank.
            space: The states of the rule set.
            outlook: What it thinks is to come.
        """
        self.id = rank
        self._space, self._outlook = space, outlook
        self._turn: TurnValues | None = None

    def choose(self, game: Game) -> Hold | Score:
        """Return what is worth most; see `Bot`."""
        check_dice(game)
        turn = self._turn
        if turn is None or turn.card != game.card:
            turn = self._turn = self._plan(game.card)
        return choose_best(turn, game, min(game.rolls_left, self._outlook.rolls_ahead))

    def outlook(self, open_boxes: int) -> Evaluator:  # noqa: ARG002 - it is always the same
        """Return what it goes by."""
        return self._outlook

    def _plan(self, card: Card) -> TurnValues:
        return evaluate_turn(self._space, card, self._outlook)


def evaluate_turn(space: StateSpace, card: Card, outlook: Evaluator) -> TurnValues:
    """Return the values of a turn by some outlook."""
    row, column = space.locate(card)
    futures = outlook.futures(States(np.array([row]), np.array([column])))[:, 0]
    chart = space.scoring.chart(space.lower_cards[row] | space.upper_cards[column])
    allowed = chart.points > -np.inf
    postings = np.where(allowed, chart.points + futures[chart.entries], -np.inf)
    if space.lower.states[row][1]:
        postings += space.scoring.bonus
    return TurnValues(card, postings)


# What the patterns pay that take all dice, in most games.
_CONTENT = 25


class BeginnerBot:
    """Keeps the most dice of one face, the higher of equals, and scores the most points.

    It is content before the last roll with what a pattern of all dice pays.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str) -> None:
        """Take a seat at any game."""
        self.id = rank

    def choose(self, game: Game) -> Hold | Score:
        """Return what these dice look like; see `Bot`."""
        check_dice(game)
        allowed = [found for found in game.potentials if found.refusal is None]
        best = max(allowed, key=lambda found: found.points + found.bonus)
        alike = _most_alike(game.faces)
        is_content = best.points + best.bonus >= _CONTENT or len(alike) == len(game.faces)
        if is_content or not game.rolls_left:
            return Score(best.box.id)
        return Hold(place_hold(alike, game.faces, game.held))

    def outlook(self, open_boxes: int) -> None:
        """Return nothing, as it doesn't think of what is to come."""


def _most_alike(faces: Faces) -> Faces:
    face = max(faces, key=lambda face: (faces.count(face), face))
    return (face,) * faces.count(face)


class ChampionBot:
    """Plays like best play for points, and in the last boxes for the chance of winning.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str, table: ValueTable) -> None:
        """Take a seat at a game.

        Args:
            rank: The id of its rank.
            table: Best play for points.
        """
        self.id = rank
        self._table = table
        self._outlook = Optimal(table)
        self._forecaster = Forecaster(table)
        self._turn: tuple[tuple[Card, ...], int, WinTurn] | None = None

    def choose(self, game: Game) -> Hold | Score:
        """Return what wins most often, or brings most points; see `Bot`."""
        check_dice(game)
        points = self._table.turn(game.card)
        if len(game.cards) == 1 or len(game.card.open) > EXACT_BOXES:
            return choose_best(points, game, game.rolls_left)
        best = list_best(self._win_turn(game).turn, game, game.rolls_left)

        def worth(choice: Hold | Score) -> float | None:
            if isinstance(choice, Hold):
                hold = tuple(game.faces[position] for position in choice.positions)
                return points.of_hold(hold, game.faces, game.rolls_left)
            return points.of_posting(choice.box, game.faces)

        # Where the win is certain or lost, or hangs on something else, points are better than none.
        return max(best, key=lambda choice: worth(choice) or 0)

    def outlook(self, open_boxes: int) -> Evaluator | None:
        """Return best play, and none in the last boxes, where the other cards count as well."""
        return None if open_boxes <= EXACT_BOXES else self._outlook

    def _win_turn(self, game: Game) -> WinTurn:
        known = self._turn
        if known is None or known[0] != game.cards or known[1] != game.seat:
            known = self._turn = (game.cards, game.seat, self._forecaster.turn(game))
        return known[2]
