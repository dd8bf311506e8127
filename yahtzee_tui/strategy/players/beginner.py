"""A player who sees nothing but the dice on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold, Score
from yahtzee_tui.strategy.players.choosing import check_dice, place_hold

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces, Game

# What the patterns pay that take all dice, in most games.
_CONTENT = 25


class Beginner:
    """Keeps the most dice of one face, the higher of equals, and scores the most points.

    It is content before the last roll with what a pattern of all dice pays.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str) -> None:
        """Take a seat at any game."""
        self.id = rank

    def choose(self, game: Game) -> Hold | Score:
        """Return what these dice look like; see `Player`."""
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
