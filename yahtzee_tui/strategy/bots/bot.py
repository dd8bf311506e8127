"""What a bot is, and how it gets from the values of a turn to a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from yahtzee_tui.dice import Throw
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.turn_values import EQUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Game
    from yahtzee_tui.strategy.solver.batch import Evaluator
    from yahtzee_tui.strategy.solver.turn_values import TurnValues


class Bot(Protocol):
    """A computer player of one rule set. In the same position it always does the same.

    It may be asked in any thread, though in one at a time.
    """

    @property
    def id(self) -> str:
        """The id of its rank."""

    def choose(self, game: Game) -> Hold | Score:
        """Return the dice to hold, after which the others are rolled, or the box to score in.

        Raises:
            NotNow: If there are no dice on the table.
        """

    def evaluator(self, open_boxes: int) -> Evaluator | None:
        """Return what decides all it does with so many boxes open.

        None is for bots that go by more than their own card and dice.
        """


def check_dice(game: Game) -> None:
    """Refuse a position without dice to decide about.

    Raises:
        NotNow: If there are none.
    """
    if refusal := game.legal_actions.no_dice():
        raise refusal


def list_best(turn: TurnValues, game: Game, rolls_left: int) -> Sequence[Hold | Score]:
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
