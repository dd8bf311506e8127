"""Exact best play: the value of every state, worked out backwards from the full card.

The value of a state is the expected points still to come with best play, the upper bonus among
them. The method is that of Verhoeff (Optimal Solitaire Yahtzee Strategies, 1999) and Glenn (An
Optimal Strategy for Yahtzee, 2006), here with the states of a wave side by side in sheets of a few
thousand columns, which is what a processor's cache holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.lastroll import LastRoll
from yahtzee_tui.strategy.lattice import Lattice
from yahtzee_tui.strategy.rolls import KEEPS, FloatArray
from yahtzee_tui.strategy.waves import count_states, pack, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yahtzee_tui.strategy.states import Space
    from yahtzee_tui.strategy.waves import Block

_WIDTH = 3072


class Cancelled(Exception):
    """Somebody wanted the solving to stop."""


def solve_values(
    space: Space,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> FloatArray:
    """Return the value of every state, in the shape of the space.

    States that no forced order leads to are left without a number.

    Args:
        space: The states of a rule set.
        progress: Is told now and then which part is done, up to 1.
        cancelled: Is asked every few milliseconds whether to stop.

    Raises:
        Cancelled: If that said so.
    """
    solver = _Solver(space)
    waves = list(plan(space))
    total, done = count_states(waves), 0
    for blocks in waves:
        for sheet in pack(blocks, solver.width):
            if cancelled is not None and cancelled():
                raise Cancelled
            done += solver.solve(sheet)
            if progress is not None:
                progress(done / total)
    return solver.values


class _Solver:
    """Solves sheets of states one after the other.

    Attributes:
        values: What has been solved so far.
        width: How many states a sheet holds.
    """

    def __init__(self, space: Space) -> None:
        self.width = max(_WIDTH, *(stop - start for start, stop in space.upper.spans))
        self._space = space
        self._lower_entries = len(space.lower.after)
        self._last_roll = LastRoll(space.scoring, self.width)
        self._armed = np.array([armed for _, armed in space.lower.states])
        self._sheet = np.empty((len(KEEPS), self.width))
        self._futures = np.empty((len(space.scoring.entries), self.width))
        self.values = np.full(space.shape, np.nan)
        self.values[-1] = self.values[:, -1] = -np.inf
        full = max(boxes for boxes, _ in space.lower.states)
        start, stop = space.upper.spans[-1]
        for row, (boxes, _) in enumerate(space.lower.states):
            if boxes == full:
                self.values[row, start:stop] = space.upper.bonuses

    def solve(self, blocks: Sequence[Block]) -> int:
        """Solve some blocks of one wave; return how many states they have."""
        size = sum(block.size for block in blocks)
        futures = self._futures[:, :size]
        for block, columns in _side_by_side(blocks):
            self._look_up(block, futures[:, columns])
        lattice = Lattice(self._sheet[:, :size])
        cards = [(block.filled, columns) for block, columns in _side_by_side(blocks)]
        armed = np.concatenate([np.repeat(self._armed[b.rows], b.width) for b in blocks])
        self._last_roll.score(lattice, futures, cards, armed)
        for _ in range(self._space.scoring.ruleset.rolls - 1):
            lattice.reroll()
        expected = lattice.expected()
        for block, columns in _side_by_side(blocks):
            found = expected[columns].reshape(len(block.rows), block.width)
            self.values[block.rows, block.start : block.stop] = found
        return size

    def _look_up(self, block: Block, futures: FloatArray) -> None:
        """Put what comes after each entry into the columns of a block: (entries, states)."""
        lower, upper = self._space.lower, self._space.upper
        rows, span = block.rows, slice(block.start, block.stop)
        first = self._lower_entries
        shape = (-1, block.size)
        futures[:first] = self.values[lower.after[:, rows], span].reshape(shape)
        after = upper.after[:, None, span]
        futures[first:] = self.values[rows[None, :, None], after].reshape(shape)


def _side_by_side(blocks: Sequence[Block]) -> Iterator[tuple[Block, slice]]:
    """Yield each block and the columns of a sheet that it takes."""
    end = 0
    for block in blocks:
        start, end = end, end + block.size
        yield block, slice(start, end)
