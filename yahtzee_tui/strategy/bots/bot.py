"""What a computer player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from yahtzee_tui.dice import Throw
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.strategy.solver.batch import EQUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Faces, Game, Positions
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
        """Return what the player to move does once the dice were rolled.

        Returns:
            The dice to hold, after which all others are to be rolled, or the box to score in.

        Raises:
            NotNow: If there are no dice on the table.
        """

    def outlook(self, open_boxes: int) -> Evaluator | None:
        """Return all that the player goes by with so many boxes open.

        None is for players that go by more than their own card and dice.
        """


def check_dice(game: Game) -> None:
    """Make sure that there are dice to decide about.

    Raises:
        NotNow: If there are none.
    """
    if refusal := game.legal_actions.no_dice():
        raise refusal


def choose_best(turn: TurnValues, game: Game, rolls_left: int) -> Hold | Score:
    """Return what is worth most: see `list_best`."""
    return list_best(turn, game, rolls_left)[0]


def list_best(turn: TurnValues, game: Game, rolls_left: int) -> Sequence[Hold | Score]:
    """Return all that is worth most, within what counts as equal.

    Args:
        turn: The values of the turn.
        game: The position.
        rolls_left: How many rolls to look ahead.

    Returns:
        Boxes in the order of the card, then holds, those of fewest dice first.
    """
    faces = tuple(sorted(game.faces))
    boxes = [(found.box.id, value) for found, value in turn.postings(faces)]
    holds = [hold for hold in turn.holds(faces, rolls_left) if len(hold[0]) < len(faces)]
    least = max(value for _, value in (*boxes, *holds)) - EQUAL
    scores = [Score(box) for box, value in boxes if value >= least]
    keeps = [
        Hold(place_hold(hold, game.faces, game.held)) for hold, value in holds if value >= least
    ]
    return [*scores, *keeps]


def place_hold(hold: Faces, faces: Faces, held: Positions) -> Positions:
    """Return which dice to hold, as many of those held now as possible, else from the left."""
    wanted, chosen = list(hold), []
    for position in (*held, *(at for at in range(len(faces)) if at not in held)):
        if faces[position] in wanted:
            wanted.remove(faces[position])
            chosen.append(position)
    return tuple(sorted(chosen))


def play_solo(player: Bot, game: Game, dice: Dice) -> Game:
    """Return a game played to its end.

    Args:
        player: Who plays every seat.
        game: The position to begin with.
        dice: What they play with.
    """
    ruleset = game.ruleset
    while not game.is_over:
        if game.roll:
            decision = player.choose(game)
            game = game.play(decision)
            if not isinstance(decision, Hold):
                continue
        throw = Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides)
        game = game.play(Roll(), dice.roll(throw))
    return game
