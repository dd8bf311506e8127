"""Zeros by choice: what is given up by writing one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Potential


def count_worth(potential: Potential) -> int:
    """Return all the points that a box would bring now."""
    return potential.points + potential.bonus


def count_given_up(game: Game, box: str) -> int:
    """Return how many points the best box would bring if this one brings none, 0 if it does.

    Raises:
        Refusal: If there is no such box, or there are no dice.
    """
    if count_worth(game.potential(box)):
        return 0
    return max((count_worth(p) for p in game.potentials if p.refusal is None), default=0)
