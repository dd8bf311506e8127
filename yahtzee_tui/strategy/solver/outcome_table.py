"""What is kept of the points to come with best play: their distribution, and what each box brings.

Of the distribution the characteristic function is kept, E exp(2 pi i k X / period) at the lowest
frequencies k. It obeys the backward recursion exactly, as gaining points multiplies it by a number.
Of games with few states all frequencies are kept, so that nothing is missing. Of the others those
left out are nearly zero while many boxes are open, except where all that is open pays in lumps.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.solver.endings import TrackingWidget, list_endings
from yahtzee_tui.strategy.solver.payoffs import Cancelled
from yahtzee_tui.strategy.solver.states import layers
from yahtzee_tui.strategy.solver.turn_recursion import WIDTH, TurnWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from yahtzee_tui.strategy.solver.endings import Ending
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.payoffs import Payoffs
    from yahtzee_tui.strategy.solver.states import StateSpace

Waves: TypeAlias = npt.NDArray[np.complexfloating]

# The lowest frequencies count most and are kept as 16 bits, the others as 8.
_FINE = 16
# So many numbers are worked out for all states together: 80 frequencies of the official rules.
_MOST_WAVES = 25_200_000
# Where so many states allow fewer, a period has at least so many, but for long periods.
_WIDEST, _ENOUGH = 9, 128
# At most so many bytes are kept of a rule set, and states with fewer boxes open only if they fit.
_MOST_BYTES = 36_000_000
_FEWEST_OPEN = 7
# Where frequencies are left out, states are worked out on demand with mostly so many boxes open.
_MOST_EXACT = 9
# How probable it may be at most that a player who plays for nothing else gets more bonuses for
# further Yahtzees than a period has room for: where frequencies are left out, and else. By far
# fewer games have a total beyond the period.
_RARELY, _HARDLY_EVER = 0.03, 1e-5


# A table that doubled its frequencies has at most so many numbers of all states: some 500 MB.
_MOST_DOUBLED = 4 * _MOST_WAVES
# More points than any game has.
_FAR = 1e9


class ToCome(NamedTuple):
    """What is to come from some states.

    Attributes:
        waves: The characteristic function of the points at frequencies from 1: (states, ...).
        means: The expected points by box, in the order of the card, then those of the upper bonus
            and of the bonuses for further Yahtzees: (states, boxes + 2).
        squares: The expected square of the points, zero of states that are kept: (states,).
        ends: The fewest and the most points that can come: (states, 2).
    """

    waves: Waves
    means: npt.NDArray[np.floating]
    squares: npt.NDArray[np.floating]
    ends: npt.NDArray[np.integer]

    def take(self, at: IntArray) -> ToCome:
        return ToCome(self.waves[at], self.means[at], self.squares[at], self.ends[at])


class OutcomeLayout(NamedTuple):
    """Which frequencies of which states of a rule set are kept.

    Attributes:
        period: Points are told apart modulo this number, which is more than almost any total.
        frequencies: How many are kept of each state, at most half of the period.
        exact_period: The period of states that are worked out on demand, at all frequencies.
        open_boxes: How many boxes are open in each state, -1 where none is: the shape of the space.
        kept: Which states are kept: those with many boxes open.
    """

    period: int
    frequencies: int
    exact_period: int
    open_boxes: npt.NDArray[np.int8]
    kept: BoolArray

    @property
    def is_whole(self) -> bool:
        """Whether no frequency is left out."""
        return 2 * self.frequencies == self.period

    @property
    def fine(self) -> int:
        """How many frequencies are kept as 16 bits."""
        return self.frequencies if self.is_whole else _FINE

    @classmethod
    @lru_cache(4)
    def of(cls, space: StateSpace, doublings: int = 0) -> OutcomeLayout:
        """Return the layout for a rule set, with more frequencies where the first are too few."""
        payoffs, cells = space.payoffs, space.lower.size * space.upper.size
        period = exact_period = _find_period(payoffs, _HARDLY_EVER)
        frequencies = period // 2
        if cells * frequencies > _MOST_WAVES and len(payoffs.ruleset.boxes) >= _FEWEST_OPEN:
            period = _find_period(payoffs, _RARELY)
            exact_period = _find_period(payoffs, _RARELY, _MOST_EXACT)
            if payoffs.bonus.any():  # room for more of them
                period = _round_up(5 * period // 4)
            least = min(-(-period // _WIDEST), _ENOUGH)
            frequencies = min(period // 2, max(least, _MOST_WAVES // cells))
        open_boxes = np.full(space.shape, -1, np.int8)
        filled = space.lower_filled[:, None] + space.upper_filled
        open_boxes[:-1, :-1] = len(payoffs.ruleset.boxes) - filled
        first = cls(period, frequencies, exact_period, open_boxes, open_boxes < 0)
        size = sum(prod(shape[1:]) * kind.itemsize for shape, kind in _state_shapes(space, first))
        kept = open_boxes >= _FEWEST_OPEN
        for least in range(_FEWEST_OPEN, int(open_boxes.max()) + 1):
            kept = open_boxes >= least
            if np.count_nonzero(kept) * size <= _MOST_BYTES:
                break
        frequencies = min(frequencies << doublings, period // 2)
        if 2 * frequencies == exact_period < period:
            frequencies += 1  # as many as are worked out on demand would be taken for those
        return first._replace(kept=kept, frequencies=frequencies)

    @classmethod
    def every(cls, space: StateSpace) -> Iterator[OutcomeLayout]:
        """Yield the layouts from the fewest frequencies to all, or to as many as can be."""
        cells, doublings = space.lower.size * space.upper.size, 0
        while True:
            layout = cls.of(space, doublings)
            yield layout
            if layout.is_whole or 2 * cells * layout.frequencies > _MOST_DOUBLED:
                return
            doublings += 1


def _find_period(payoffs: Payoffs, rarely: float, boxes: int | None = None) -> int:
    """Return a period with room for the points of so many boxes or all."""
    turns = len(payoffs.ruleset.boxes) if boxes is None else boxes
    widget = TurnWidget(payoffs.keeps, 1)
    widget.rolls[:, 0] = payoffs.bonus[: len(widget.rolls)] > 0
    for _ in range(payoffs.ruleset.rolls - 1):
        widget.add_die()
        widget.keep_best()
    chance, others, bonuses = float(widget.expected()[0]), turns - 1, 0
    more = 1 - (1 - chance) ** others  # the chance of more bonuses than counted
    while more > rarely and bonuses < others:
        bonuses += 1
        ways = comb(others, bonuses)
        more -= ways * chance**bonuses * (1 - chance) ** (others - bonuses)
    return _round_up(int(payoffs.most_points(boxes, bonuses)) + 1)


def _round_up(number: int) -> int:
    """Return the next even number whose factors are 2, 3 and 5, for which transforms are quick."""
    rounded = number + number % 2
    while True:
        rest = rounded
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return rounded
        rounded += 2


def _state_shapes(
    space: StateSpace, layout: OutcomeLayout
) -> list[tuple[tuple[int, ...], np.dtype[Any]]]:
    """Return the shape and type of each array that has a row for every kept state."""
    states, more = int(np.count_nonzero(layout.kept)), len(space.payoffs.ruleset.boxes) + 2
    return [
        ((states, layout.fine, 2), np.dtype(np.int16)),
        ((states, layout.frequencies - layout.fine, 2), np.dtype(np.int8)),
        ((states, more), np.dtype(np.int16)),
        ((states, 2), np.dtype(np.uint16)),
    ]


class OutcomeTable(NamedTuple):
    """The outcomes of the states that are kept, in integers; the arrays are kept in a file.

    A layer has as many boxes filled in each section; its unit is the greatest value by the greatest
    integer.
    """

    units: npt.NDArray[np.float32]  # of waves, then of means: (lower, upper, ...)
    fine: npt.NDArray[np.int16]  # the lowest frequencies: (states, fine, 2)
    coarse: npt.NDArray[np.int8]  # the others: (states, frequencies - fine, 2)
    means: npt.NDArray[np.int16]  # (states, boxes + 2)
    ends: npt.NDArray[np.uint16]  # (states, 2)
    start: npt.NDArray[np.complex128]  # the waves of the empty card: (frequencies,)
    totals: npt.NDArray[np.float64]  # standard deviation, least and most of the final score: (3,)

    @classmethod
    def shapes(
        cls, space: StateSpace, layout: OutcomeLayout
    ) -> list[tuple[tuple[int, ...], np.dtype[Any]]]:
        """Return the shape and type of each array, in order."""
        more = len(space.payoffs.ruleset.boxes) + 2
        sections = len(space.payoffs.lower) + 1, len(space.payoffs.upper) + 1
        return [
            ((*sections, layout.frequencies + more), np.dtype(np.float32)),
            *_state_shapes(space, layout),
            ((layout.frequencies,), np.dtype(np.complex128)),
            ((3,), np.dtype(np.float64)),
        ]

    def put(
        self, layer: tuple[int, int], slots: IntArray, parts: Callable[[], Iterable[ToCome]]
    ) -> None:
        """Keep the outcomes of all states of a layer, which come in parts, twice."""
        units = self.units[layer]
        for found in parts():
            most = np.abs(_split(found.waves)).max(axis=(0, 2))
            np.maximum(units, np.concatenate((most, found.means.max(axis=0))), out=units)
        fine = self.fine.shape[1]
        frequencies = self.coarse.shape[1] + fine
        units[:fine] /= 32767
        units[fine:frequencies] /= 127
        units[frequencies:] /= 32767
        units[units == 0] = 1  # of what is nothing, or too little to be kept
        first = 0
        for found in parts():
            at = slots[first : first + len(found.waves)]
            first += len(at)
            numbers = _split(found.waves) / units[:frequencies, None]
            np.rint(numbers, out=numbers)
            self.fine[at], self.coarse[at] = numbers[:, :fine], numbers[:, fine:]
            self.means[at] = np.rint(found.means / units[frequencies:])
            self.ends[at] = found.ends

    def get(self, lower: IntArray, upper: IntArray, slots: IntArray) -> ToCome:
        """Return the outcomes of some states, with so many boxes filled in each section."""
        units = self.units[lower, upper]
        parts = np.concatenate((self.fine[slots], self.coarse[slots]), axis=1, dtype=np.float32)
        frequencies = parts.shape[1]
        parts *= units[:, :frequencies, None]
        waves = parts.view(np.complex64)[..., 0]
        means = self.means[slots] * units[:, frequencies:]
        return ToCome(waves, means, np.zeros(len(slots)), self.ends[slots].astype(np.intp))


def _split(waves: Waves) -> npt.NDArray[np.floating]:
    """Return the real and the imaginary parts: (states, frequencies, 2)."""
    return waves.view(waves.real.dtype).reshape(*waves.shape, 2)


def solve_outcomes(
    space: StateSpace,
    values: FloatArray,
    layout: OutcomeLayout,
    progress: Callable[[float], object],
    cancelled: Callable[[], bool],
) -> OutcomeTable:
    """Return the outcomes of all states that are kept, from the values of all states.

    `progress` and `cancelled` are called as by `solve_values`, which raises `Cancelled` as well.
    """
    table = OutcomeTable(*(np.zeros(*each) for each in OutcomeTable.shapes(space, layout)))
    dtype = np.complex128 if layout.is_whole else np.complex64
    steps = BackwardSteps(space, layout.period, layout.frequencies, dtype)
    slots = np.cumsum(layout.kept.ravel()) - 1
    needed = _NeededStates(space)
    full = np.flatnonzero(layout.open_boxes.ravel() == 0)
    needed.put(full, steps.of_full(values.take(full)))
    widget = TrackingWidget(space.payoffs.keeps, WIDTH)
    total, done = sum(map(len, layers(space))), 0
    for layer in layers(space):
        blocks = np.split(layer, range(WIDTH, len(layer), WIDTH))
        for states in blocks:
            if cancelled():
                raise Cancelled
            endings = list_endings(space, values, states, widget)
            needed.put(states, steps.back_up(states, endings, needed.find))
            done += len(states)
            progress(done / total)
        if layout.kept.take(layer[0]):
            lower, upper = space.filled(layer[:1])
            table.put(
                (int(lower[0]), int(upper[0])), slots[layer], partial(map, needed.get, blocks)
            )
    start = np.array([space.index(Card.empty(space.payoffs.ruleset))])
    found = needed.get(start)
    table.start[:] = found.waves[0]
    table.totals[:1] = np.sqrt(np.maximum(0, found.squares - values.take(start) ** 2))
    table.totals[1:] = found.ends[0]
    return table


class _NeededStates:
    """What is to come from the states that others need, until one lower box more is open."""

    def __init__(self, space: StateSpace) -> None:
        self._space, self._width = space, space.shape[1]
        self._rank = np.zeros(space.lower.size, np.intp)  # among those with as many boxes filled
        for filled in range(len(space.payoffs.lower) + 1):
            rows = np.flatnonzero(space.lower_filled == filled)
            self._rank[rows] = np.arange(len(rows))
        self._held: dict[int, ToCome] = {}  # by the number of filled boxes of the lower section

    def put(self, states: IntArray, found: ToCome) -> None:
        filled, at = self._find(states)
        if filled not in self._held:
            self._held.pop(filled + 2, None)
            cells = int(np.count_nonzero(self._space.lower_filled == filled)) * self._width
            self._held[filled] = ToCome(
                *(np.zeros((cells, *part.shape[1:]), part.dtype) for part in found)
            )
        for whole, part in zip(self._held[filled], found, strict=True):
            whole[at] = part

    def find(self, states: IntArray) -> tuple[ToCome, IntArray]:
        """Return what is to come from many states, and the places of some of them."""
        filled, at = self._find(states)
        return self._held[filled], at

    def get(self, states: IntArray) -> ToCome:
        found, at = self.find(states)
        return found.take(at)

    def _find(self, states: IntArray) -> tuple[int, IntArray]:
        """Return how many lower boxes are filled, in all alike, and the places of the states."""
        rows, columns = np.divmod(states, self._width)
        return int(self._space.lower_filled[rows[0]]), self._rank[rows] * self._width + columns


class BackwardSteps:
    """Steps back through the recursion, at some frequencies."""

    def __init__(self, space: StateSpace, period: int, frequencies: int, dtype: type) -> None:
        self._space, self._boxes = space, len(space.payoffs.ruleset.boxes)
        self._omega = 2j * np.pi / period * np.arange(1, frequencies + 1)
        self._dtype = dtype
        self._gains = self._turn(np.arange(space.payoffs.most_gained + 1))

    def of_full(self, bonuses: FloatArray) -> ToCome:
        """Return what is to come with all boxes filled: the upper bonus."""
        waves = self._turn(bonuses)
        means = np.zeros((len(bonuses), self._boxes + 2), waves.real.dtype)
        means[:, self._boxes] = bonuses
        ends = np.stack((bonuses, bonuses), axis=1).astype(np.intp)
        return ToCome(waves, means, (bonuses**2).astype(means.dtype), ends)

    def back_up(
        self,
        states: IntArray,
        endings: Iterable[Ending],
        find: Callable[[IntArray], tuple[ToCome, IntArray]],
    ) -> ToCome:
        """Return what is to come from some states, by how turns end and what comes after those.

        `find` returns what is to come from many states, and the places of those it is asked for.
        """
        waves: Waves = np.zeros((len(states), len(self._omega)), self._dtype)
        means = np.zeros((len(states), self._boxes + 2), waves.real.dtype)
        squares = np.zeros(len(states), means.dtype)
        least, most = np.full(len(states), _FAR), np.full(len(states), -_FAR)
        part_memory, memory = np.empty((2, *waves.shape), self._dtype)
        for ending in endings:
            transition, which = ending.transition, ending.which
            whole, at = find(self._space.after(states[which], transition))
            part, found = part_memory[: len(which)], memory[: len(which)]
            odds = ending.odds.astype(means.dtype)
            gained = ending.points + ending.bonus
            gains = self._gains[gained.astype(np.intp)]
            np.matmul(odds, gains.view(means.dtype), out=part.view(means.dtype))
            whole.waves.take(at, axis=0, out=found, mode="clip")
            part *= found
            waves.take(which, axis=0, out=found, mode="clip")
            found += part
            waves[which] = found
            chance, means_after = odds.sum(axis=1), whole.means[at]
            squares[which] += odds @ gained**2 + chance * whole.squares[at]
            squares[which] += 2 * (odds @ gained) * means_after.sum(axis=1)
            is_possible, ends_after = ending.odds > 0, whole.ends[at]
            fewest = np.where(is_possible, gained, _FAR).min(axis=1) + ends_after[:, 0]
            greatest = np.where(is_possible, gained, -_FAR).max(axis=1) + ends_after[:, 1]
            least[which] = np.minimum(least[which], fewest)
            most[which] = np.maximum(most[which], greatest)
            brought = chance[:, None] * means_after
            brought[:, self._space.payoffs.transitions[transition].place] += odds @ ending.points
            brought[:, -1] += odds @ ending.bonus
            means[which] += brought
        ends = np.stack((least, most), axis=1).astype(np.intp)
        return ToCome(waves, means, squares, ends)

    def _turn(self, points: FloatArray | IntArray) -> Waves:
        """Return what gaining so many points multiplies the characteristic function by."""
        return np.exp(points[:, None] * self._omega).astype(self._dtype)
