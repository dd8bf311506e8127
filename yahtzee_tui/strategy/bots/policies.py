"""How the bots decide: by the dice alone, by an evaluator, or for the chance of winning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold, Score
from yahtzee_tui.strategy.bots.bot import check_dice, list_best
from yahtzee_tui.strategy.solver.evaluators import Optimal
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.turn_values import TurnValues
from yahtzee_tui.strategy.winprob import EXACT_BOXES, Forecaster

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.solver.batch import Evaluator
    from yahtzee_tui.strategy.solver.states import StateSpace
    from yahtzee_tui.strategy.solver.value_table import ValueTable
    from yahtzee_tui.strategy.winprob import WinTurn

# What the patterns pay that take all dice, in most games.
_CONTENT = 25


class BeginnerBot:
    """Keeps the most dice of one face, the higher of equals, and scores the most points.

    It is content before the last roll with what a pattern of all dice pays.
    """

    def __init__(self, rank: str) -> None:
        self.id = rank

    def choose(self, game: Game) -> Hold | Score:
        check_dice(game)
        allowed = [found for found in game.potentials if found.refusal is None]
        best = max(allowed, key=lambda found: found.points + found.bonus)
        alike = _most_alike(game.faces)
        is_content = best.points + best.bonus >= _CONTENT or len(alike) == len(game.faces)
        if is_content or not game.rolls_left:
            return Score(best.box.id)
        return Hold(place_hold(alike, game.faces, game.held))

    def evaluator(self, open_boxes: int) -> None:
        """Return nothing: it values the dice on the table only."""


class EvaluatorBot:
    """Holds and scores what is worth most by its evaluator."""

    def __init__(self, rank: str, space: StateSpace, evaluator: Evaluator) -> None:
        self.id = rank
        self._space, self._evaluator = space, evaluator
        self._turn: TurnValues | None = None

    def choose(self, game: Game) -> Hold | Score:
        check_dice(game)
        turn, evaluator = self._turn, self._evaluator
        if turn is None or turn.card != game.card:
            values = evaluator.afterstate_values
            turn = self._turn = TurnValues.of_card(self._space, game.card, values)
        return list_best(turn, game, min(game.rolls_left, evaluator.rolls_ahead))[0]

    def evaluator(self, open_boxes: int) -> Evaluator:  # noqa: ARG002 - it is always the same
        return self._evaluator


class ChampionBot:
    """Plays like best play for points, and in the last boxes for the chance of winning."""

    def __init__(self, rank: str, table: ValueTable) -> None:
        self.id = rank
        self._table = table
        self._evaluator = Optimal(table)
        self._forecaster = Forecaster(table)
        self._turn: tuple[tuple[Card, ...], int, WinTurn] | None = None

    def choose(self, game: Game) -> Hold | Score:
        check_dice(game)
        points = self._table.turn(game.card)
        if len(game.cards) == 1 or len(game.card.open) > EXACT_BOXES:
            return list_best(points, game, game.rolls_left)[0]
        best = list_best(self._win_turn(game).turn, game, game.rolls_left)

        def worth(choice: Hold | Score) -> float | None:
            if isinstance(choice, Hold):
                hold = tuple(game.faces[position] for position in choice.positions)
                return points.of_hold(hold, game.faces, game.rolls_left)
            return points.of_posting(choice.box, game.faces)

        # Where the win is certain or lost, or hangs on something else, points are better than none.
        return max(best, key=lambda choice: worth(choice) or 0)

    def evaluator(self, open_boxes: int) -> Evaluator | None:
        """Return best play, and none in the last boxes, where the other cards count as well."""
        return None if open_boxes <= EXACT_BOXES else self._evaluator

    def _win_turn(self, game: Game) -> WinTurn:
        known = self._turn
        if known is None or known[0] != game.cards or known[1] != game.seat:
            known = self._turn = (game.cards, game.seat, self._forecaster.turn(game))
        return known[2]


def _most_alike(faces: Faces) -> Faces:
    face = max(faces, key=lambda face: (faces.count(face), face))
    return (face,) * faces.count(face)
