"""Exact best play: the value of every state, worked out backwards from the full card.

The value of a state is the expected points still to come with best play, the upper bonus among
them. The method is that of Verhoeff (Optimal Solitaire Yahtzee Strategies, 1999) and Glenn (An
Optimal Strategy for Yahtzee, 2006), here with the states of a wave side by side in sheets of a few
thousand columns, which is what a processor's cache holds.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.keeps import KEEPS, FloatArray
from yahtzee_tui.strategy.solver.states import split
from yahtzee_tui.strategy.solver.widget import LastRoll, Lattice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yahtzee_tui.strategy.solver.keeps import IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace


_WIDTH = 3072


class Cancelled(Exception):
    """Somebody wanted the solving to stop."""


def solve_values(
    space: StateSpace,
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

    def __init__(self, space: StateSpace) -> None:
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


class Block(NamedTuple):
    """States whose dice score by one chart: some rows, and the columns of some upper boxes.

    Attributes:
        filled: A card that stands for them, as the filled boxes by place.
        rows: The states of the lower section.
        start: The first state of the upper section.
        stop: One past the last.
    """

    filled: int
    rows: IntArray
    start: int
    stop: int

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.stop - self.start

    @property
    def size(self) -> int:
        """How many states it has."""
        return len(self.rows) * self.width


def plan(space: StateSpace) -> Iterator[list[Block]]:
    """Yield the states of each wave, which depend on those of earlier waves only.

    Full cards are in no wave: they are worth their upper bonus.
    """
    if space.scoring.is_ordered:
        yield from _plan_order(space)
        return
    rows: dict[tuple[int, int], list[int]] = {}
    for row, ((boxes, _), card) in enumerate(
        zip(space.lower.states, space.lower_cards, strict=True)
    ):
        rows.setdefault((boxes.bit_count(), card), []).append(row)
    spans: dict[int, list[tuple[int, int]]] = {}
    for boxes, span in enumerate(space.upper.spans):
        spans.setdefault(boxes.bit_count(), []).append(span)
    full = len(space.scoring.lower), len(space.scoring.upper)
    for low, up in product(range(full[0], -1, -1), range(full[1], -1, -1)):
        if (low, up) != full:
            yield [
                Block(card | space.upper_cards[start], np.array(some), start, stop)
                for (start, stop), ((count, card), some) in product(spans[up], rows.items())
                if count == low
            ]


def _plan_order(space: StateSpace) -> Iterator[list[Block]]:
    scoring, lower, upper = space.scoring, space.lower, space.upper
    for filled in list(scoring.order())[1:]:
        boxes = split(filled, scoring.lower)
        rows = [lower.numbers[boxes, armed] for armed in (False, True)
                if (boxes, armed) in lower.numbers]  # fmt: skip
        yield [Block(filled, np.array(rows), *upper.spans[split(filled, scoring.upper)])]


def pack(blocks: Iterable[Block], width: int) -> Iterator[list[Block]]:
    """Yield blocks, cut where needed, in sheets of at most so many states."""
    sheet: list[Block] = []
    room = width
    for block in blocks:
        rows = block.rows
        while len(rows):
            if room < block.width:
                yield sheet
                sheet, room = [], width
            fitting = room // block.width
            part, rows = block._replace(rows=rows[:fitting]), rows[fitting:]
            sheet.append(part)
            room -= part.size
    if sheet:
        yield sheet


def count_states(waves: Sequence[Sequence[Block]]) -> int:
    """Return how many states some waves have."""
    return sum(block.size for blocks in waves for block in blocks)
