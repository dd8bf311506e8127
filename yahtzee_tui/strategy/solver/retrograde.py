"""Retrograde analysis: the value of every state, worked out backwards from the full card.

The value of a state is the expected points to come with best play, the upper bonus among them. The
method is that of Verhoeff (Optimal Solitaire Yahtzee Strategies, 1999) and Glenn (An Optimal
Strategy for Yahtzee, 2006), here with many states of a layer side by side in one turn widget.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.solver.turn_recursion import WIDTH, TurnWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace


class Cancelled(Exception):
    """The caller asked to stop solving."""


def solve_values(
    space: StateSpace,
    progress: Callable[[float], object] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> FloatArray:
    """Return the value of every state, in the shape of the space; NaN where no forced order leads.

    `progress` is called now and then with the part that is done, up to 1. Raise `Cancelled` once
    `cancelled`, which is called every few milliseconds, returns true.
    """
    values = np.full(space.shape, np.nan)
    values[-1] = values[:, -1] = -np.inf
    full = space.lower_filled == len(space.payoffs.lower)
    values[:-1][full, slice(*space.upper.spans[-1])] = space.upper.bonuses
    widget = TurnWidget(space.payoffs.keeps, WIDTH)
    # Listed twice: all layers at once would take more memory than the values.
    total, done = sum(map(len, layers(space))), 0
    for layer in layers(space):
        for states in np.split(layer, range(WIDTH, len(layer), WIDTH)):
            if cancelled():
                raise Cancelled
            widget.resize(len(states))
            after = space.afterstate_values(values, states)
            like, armed = space.like(states), space.armed(states)
            widget.play_turn(space.payoffs, after, like, armed, space.payoffs.ruleset.rolls - 1)
            values.put(states, widget.expected())
            done += len(states)
            progress(done / total)
    return values


def layers(space: StateSpace) -> Iterator[IntArray]:
    """Yield the states in layers that depend on earlier layers only, all but those of full cards.

    A layer has as many filled boxes in each section, or in a forced order the same ones.
    """
    if space.payoffs.is_ordered:
        for filled in list(space.payoffs.order())[1:]:
            lower, upper = space.payoffs.split(filled)
            rows = [row for row, (boxes, _) in enumerate(space.lower.states) if boxes == lower]
            yield space.grid(np.array(rows), np.arange(*space.upper.spans[upper]))
        return
    sections = len(space.payoffs.lower), len(space.payoffs.upper)
    for low, up in product(*(range(boxes, -1, -1) for boxes in sections)):
        if (low, up) != sections:
            rows, columns = space.lower_filled == low, space.upper_filled == up
            yield space.grid(np.flatnonzero(rows), np.flatnonzero(columns))
