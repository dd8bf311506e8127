"""From the values of a turn to what a player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold, Score
from yahtzee_tui.strategy.postings import EQUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Faces, Game, Positions
    from yahtzee_tui.strategy.turn import Turn


def check_dice(game: Game) -> None:
    """Make sure that there are dice to decide about.

    Raises:
        NotNow: If there are none.
    """
    if refusal := game.legal_actions.no_dice():
        raise refusal


def choose_best(turn: Turn, game: Game, rolls_left: int) -> Hold | Score:
    """Return what is worth most: see `list_best`."""
    return list_best(turn, game, rolls_left)[0]


def list_best(turn: Turn, game: Game, rolls_left: int) -> Sequence[Hold | Score]:
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
