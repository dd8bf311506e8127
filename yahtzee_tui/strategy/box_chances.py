"""The chance of each box with the held dice or the best holds: facts about the dice, no advice."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.solver.keeps import find_keeps, has_few_rolls
from yahtzee_tui.strategy.solver.turn_recursion import TurnWidget

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces, Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray


@lru_cache(256)
def find_chances(
    ruleset: Ruleset, faces: Faces, rolls_left: int, held: Faces = ()
) -> dict[str, float]:
    """Return for each lower box, by its id, how probable dice are that show it at the end.

    The player is taken to hold dice for that box alone, in the next roll those that are `held`, if
    they are neither none nor all. Boxes that all dice show are left out, and all boxes of games
    with very many different rolls.
    """
    if not has_few_rolls(ruleset):
        return {}
    boxes, chart = _chart(ruleset)
    keeps = find_keeps(ruleset.dice, ruleset.sides)
    widget = TurnWidget(keeps, len(boxes))
    widget.rolls[:] = chart
    row = None
    for left in range(rolls_left):
        widget.add_die()
        if left == rolls_left - 1 and 0 < len(held) < len(faces):
            row = widget.holds[keeps.numbers[tuple(sorted(held))]]
            break
        widget.keep_best()
    if row is None:
        row = widget.rolls[keeps.roll_number(faces)]
    return dict(zip(boxes, map(float, row), strict=True))


@lru_cache(8)
def _chart(ruleset: Ruleset) -> tuple[tuple[str, ...], FloatArray]:
    """Return the boxes, and which of them each roll shows: (252, boxes)."""
    rolls = find_keeps(ruleset.dice, ruleset.sides).rolls
    shown = {box.id: [ruleset.shows(box.id, roll) for roll in rolls] for box in ruleset.lower}
    boxes = tuple(box for box, column in shown.items() if not all(column))
    return boxes, np.array([shown[box] for box in boxes], dtype=float).T
