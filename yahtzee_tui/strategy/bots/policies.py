"""Bots decide by the dice alone, by an evaluator, or for the chance of winning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from yahtzee_tui.dice import Throw
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.turn_values import EQUAL, TurnValues
from yahtzee_tui.strategy.winprob import Forecaster

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.solver.batch import Evaluator
    from yahtzee_tui.strategy.solver.states import StateSpace
    from yahtzee_tui.strategy.solver.value_table import ValueTable


class Bot(Protocol):
    """A computer player of one rule set. In the same position it always does the same.

    It may be asked in any thread, though in one at a time.
    """

    @property
    def id(self) -> str:
        """The id of its rank."""

    def choose(self, game: Game) -> Hold | Score:
        """Return the dice to hold for a reroll, or the box; raise `NotNow` without dice."""

    def evaluator(self, open_boxes: int, seats: int) -> Evaluator | None:
        """Return what decides all it does with so many boxes open, among so many players.

        None is for bots that go by more than their own card and dice.
        """


# What the patterns pay that take all dice, in most games.
_CONTENT = 25


class BeginnerBot:
    """Keeps the most dice of one face, the higher of equals, and scores the most points.

    It is content before the last roll with what a pattern of all dice pays.
    """

    def __init__(self, rank: str) -> None:
        self.id = rank

    def choose(self, game: Game) -> Hold | Score:
        _check_dice(game)
        allowed = [found for found in game.potentials if found.refusal is None]
        best = max(allowed, key=lambda found: found.points + found.bonus)
        alike = _most_alike(game.faces)
        is_content = best.points + best.bonus >= _CONTENT or len(alike) == len(game.faces)
        if is_content or not game.rolls_left:
            return Score(best.box.id)
        return Hold(place_hold(alike, game.faces, game.held))

    def evaluator(self, open_boxes: int, seats: int) -> None:
        """Return nothing: it values the dice on the table only."""


class EvaluatorBot:
    """Holds and scores what is worth most by its evaluator."""

    def __init__(self, rank: str, space: StateSpace, evaluator: Evaluator) -> None:
        self.id = rank
        self._space, self._evaluator = space, evaluator
        self._turn: TurnValues | None = None

    def choose(self, game: Game) -> Hold | Score:
        _check_dice(game)
        turn, evaluator = self._turn, self._evaluator
        if turn is None or turn.card != game.card:
            values = evaluator.afterstate_values
            turn = self._turn = TurnValues.of_card(self._space, game.card, values)
        return _list_best(turn, game, min(game.rolls_left, evaluator.rolls_ahead))[0]

    def evaluator(self, open_boxes: int, seats: int) -> Evaluator:  # noqa: ARG002 - always the same
        return self._evaluator


class _ShareBot:
    """Plays for points, and in some positions for a share of something, such as the win."""

    def __init__(self, rank: str, table: ValueTable) -> None:
        self.id = rank
        self._table = table
        self._forecaster = Forecaster(table)
        self._turn: tuple[tuple[Card, ...], int, TurnValues] | None = None

    def choose(self, game: Game) -> Hold | Score:
        _check_dice(game)
        points = self._table.turn(game.card)
        if self.evaluator(len(game.card.open), len(game.cards)) is not None:
            return _list_best(points, game, game.rolls_left)[0]
        known = self._turn
        if known is None or known[:2] != (game.cards, game.seat):
            known = self._turn = (game.cards, game.seat, self._find_shares(game))
        best = _list_best(known[2], game, game.rolls_left)

        def worth(choice: Hold | Score) -> float | None:
            if isinstance(choice, Hold):
                hold = tuple(game.faces[position] for position in choice.positions)
                return points.of_hold(hold, game.faces, game.rolls_left)
            return points.of_posting(choice.box, game.faces)

        # Where it is certain or lost, or hangs on something else, points are better than none.
        return max(best, key=lambda choice: worth(choice) or 0)

    def evaluator(self, open_boxes: int, seats: int) -> Evaluator | None:
        """Return best play for points where the bot plays so."""
        raise NotImplementedError

    def _find_shares(self, game: Game) -> TurnValues:
        raise NotImplementedError


# Playing for the win before that gains hardly more.
_LAST_BOXES = 6


class ChampionBot(_ShareBot):
    """Plays like best play for points, and in the last boxes for the chance of winning."""

    def evaluator(self, open_boxes: int, seats: int) -> Evaluator | None:
        """Return best play, and none in the last boxes, where the other cards count as well."""
        return self._table if seats == 1 or open_boxes > _LAST_BOXES else None

    def _find_shares(self, game: Game) -> TurnValues:
        return self._forecaster.turn(game)


class ChaserBot(_ShareBot):
    """Plays for a final score of at least its target, as if each turn were the last to do so."""

    def __init__(self, rank: str, table: ValueTable, target: int) -> None:
        super().__init__(rank, table)
        self._target = target

    def evaluator(self, open_boxes: int, seats: int) -> None:
        """Return nothing: the points on the card count as well."""

    def _find_shares(self, game: Game) -> TurnValues:
        return self._forecaster.turn_to_reach(game.card, self._target)


def _most_alike(faces: Faces) -> Faces:
    face = max(faces, key=lambda face: (faces.count(face), face))
    return (face,) * faces.count(face)


def play_solo(bot: Bot, game: Game, dice: Dice) -> Game:
    """Return a game played to its end by a bot at every seat."""
    ruleset = game.ruleset
    while not game.is_over:
        if game.roll:
            decision = bot.choose(game)
            game = game.play(decision)
            if not isinstance(decision, Hold):
                continue
        throw = Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides)
        game = game.play(Roll(), dice.roll(throw))
    return game


def _check_dice(game: Game) -> None:
    """Raise `NotNow` if there are no dice to decide about."""
    if refusal := game.legal_actions.no_dice():
        raise refusal


def _list_best(turn: TurnValues, game: Game, rolls_left: int) -> Sequence[Hold | Score]:
    """Return all choices of equal best value: boxes by the card's order, then holds by size."""
    faces = tuple(sorted(game.faces))
    boxes = [(found.box.id, value) for found, value in turn.postings(faces)]
    holds = [hold for hold in turn.holds(faces, rolls_left) if len(hold[0]) < len(faces)]
    least = max(value for _, value in (*boxes, *holds)) - EQUAL
    scores = [Score(box) for box, value in boxes if value >= least]
    keeps = [
        Hold(place_hold(hold, game.faces, game.held)) for hold, value in holds if value >= least
    ]
    return [*scores, *keeps]
