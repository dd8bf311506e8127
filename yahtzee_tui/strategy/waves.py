"""In which order the states are solved: waves of equally many filled boxes, from the full card."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.states import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.strategy.rolls import IntArray
    from yahtzee_tui.strategy.states import Space


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


def plan(space: Space) -> Iterator[list[Block]]:
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


def _plan_order(space: Space) -> Iterator[list[Block]]:
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
