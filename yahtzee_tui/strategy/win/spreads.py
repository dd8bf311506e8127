"""How far final scores lie from what is expected, by how many boxes are open; measured, not exact.

A player's expected final score walks through a game without drift, so the spread with some boxes
open is that of the final score about what was expected then, over many games.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.abreast import Abreast

if TYPE_CHECKING:
    from yahtzee_tui.strategy.crowd import Outlook
    from yahtzee_tui.strategy.table import Table

_GAMES = 1000
_KEY = 1956  # any number will do, but always the same one


def measure_spreads(table: Table, outlook: Outlook) -> list[float]:
    """Return the standard deviation of the final score with no box open, with one, and so on.

    Args:
        table: Best play.
        outlook: The same as an outlook.
    """
    ruleset, every = table.ruleset, np.arange(_GAMES)
    shape = (len(ruleset.boxes), _GAMES, ruleset.rolls, ruleset.dice)
    raw = np.random.Philox(key=_KEY).random_raw(prod(shape))
    games = Abreast(table.space, (), np.zeros((_GAMES, 1), np.intp))
    expected = [np.full(_GAMES, table.expected)]
    for faces in (raw % ruleset.sides + 1).astype(np.intp).reshape(shape):
        games.decide_together(outlook, every, 0, faces)
        to_come = table.values[games.rows[:, 0], games.columns[:, 0]]
        expected.append(games.written[:, 0] + to_come)
    final = expected[-1]
    return [float(np.sqrt(np.mean((final - each) ** 2))) for each in reversed(expected)]
