"""What is kept of the points to come with best play: their distribution, and what each box brings.

Of the distribution the characteristic function is kept, E exp(2 pi i k X / period) at the lowest
frequencies k. It obeys the backward recursion exactly, as gaining points multiplies it by a number;
only the frequencies left out are missing, and they are nearly zero while many boxes are open.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.solver.endings import TrackingWidget, list_endings
from yahtzee_tui.strategy.solver.retrograde import Cancelled, layers
from yahtzee_tui.strategy.solver.widget import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.strategy.solver.endings import Ending
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace

Waves: TypeAlias = npt.NDArray[np.complexfloating]

# The lowest frequencies count most and are kept as 16 bits, the others as 8.
_FINE = 8
# At most so many bytes are kept of a rule set, and states with fewer boxes open only if they fit.
_MOST_BYTES = 32_000_000
_FEWEST_OPEN = 7
# On demand states are worked out with at most so many boxes open.
_MOST_EXACT = 7


class ToCome(NamedTuple):
    """What is to come from some states.

    Attributes:
        waves: The characteristic function of the points at frequencies from 1: (states, ...).
        means: The expected points by box, in the order of the card, then those of the upper bonus
            and of the bonuses for further Yahtzees: (states, boxes + 2).
        squares: The expected square of the points, zero of states that are kept: (states,).
    """

    waves: Waves
    means: npt.NDArray[np.floating]
    squares: npt.NDArray[np.floating]

    def take(self, at: IntArray) -> ToCome:
        return ToCome(self.waves[at], self.means[at], self.squares[at])


class OutcomeLayout(NamedTuple):
    """Which frequencies of which states of a rule set are kept.

    Attributes:
        period: Points are told apart modulo this number.
        frequencies: How many are kept of each state.
        exact_period: The same of states that are worked out on demand. It has room for two bonuses
            for further Yahtzees on top of the most points; more come in 1 of 20,000 games.
        open_boxes: How many boxes are open in each state, -1 where none is: the shape of the space.
        kept: Which states are kept: those with many boxes open.
    """

    period: int
    frequencies: int
    exact_period: int
    open_boxes: IntArray
    kept: BoolArray

    @classmethod
    @lru_cache(4)
    def of(cls, space: StateSpace) -> OutcomeLayout:
        """Return the layout for a rule set: half as many where no total reaches 512."""
        period, frequencies = (1024, 64)
        if not space.payoffs.bonus.any() and space.payoffs.most_points() < 512:
            period, frequencies = 512, 32
        open_boxes = np.full(space.shape, -1)
        filled = space.lower_filled[:, None] + space.upper_filled
        open_boxes[:-1, :-1] = len(space.payoffs.ruleset.boxes) - filled
        size = 4 * _FINE + 2 * (frequencies - _FINE) + 2 * (len(space.payoffs.ruleset.boxes) + 2)
        kept = open_boxes >= _FEWEST_OPEN
        for least in range(_FEWEST_OPEN, int(open_boxes.max()) + 1):
            kept = open_boxes >= least
            if np.count_nonzero(kept) * size <= _MOST_BYTES:
                break
        most, exact_period = space.payoffs.most_points(_MOST_EXACT), 64
        while exact_period <= most and exact_period < period:
            exact_period *= 2
        return cls(period, frequencies, exact_period, open_boxes, kept)


class OutcomeTable(NamedTuple):
    """The outcomes of the states that are kept, in integers; the arrays are kept in a file.

    A layer has as many boxes filled in each section; its unit is the greatest value by the greatest
    integer.
    """

    units: npt.NDArray[np.float32]  # of waves, then of means: (lower, upper, ...)
    fine: npt.NDArray[np.int16]  # the lowest frequencies: (states, 8, 2)
    coarse: npt.NDArray[np.int8]  # the others: (states, frequencies - 8, 2)
    means: npt.NDArray[np.int16]  # (states, boxes + 2)
    start: npt.NDArray[np.complex64]  # the waves of the empty card: (frequencies,)
    deviation: npt.NDArray[np.float64]  # the standard deviation of the final score: (1,)

    @classmethod
    def shapes(cls, space: StateSpace) -> list[tuple[tuple[int, ...], np.dtype[Any]]]:
        """Return the shape and type of each array, in order."""
        layout = OutcomeLayout.of(space)
        states, more = int(np.count_nonzero(layout.kept)), len(space.payoffs.ruleset.boxes) + 2
        sections = len(space.payoffs.lower) + 1, len(space.payoffs.upper) + 1
        return [
            ((*sections, layout.frequencies + more), np.dtype(np.float32)),
            ((states, _FINE, 2), np.dtype(np.int16)),
            ((states, layout.frequencies - _FINE, 2), np.dtype(np.int8)),
            ((states, more), np.dtype(np.int16)),
            ((layout.frequencies,), np.dtype(np.complex64)),
            ((1,), np.dtype(np.float64)),
        ]

    def put(
        self, layer: tuple[int, int], slots: IntArray, parts: Callable[[], Iterable[ToCome]]
    ) -> None:
        """Keep the outcomes of all states of a layer, which come in parts, twice."""
        units = self.units[layer]
        for waves, means, _ in parts():
            most = np.abs(waves.view(np.float32).reshape(*waves.shape, 2)).max(axis=(0, 2))
            np.maximum(units, np.concatenate((most, means.max(axis=0))), out=units)
        frequencies = self.coarse.shape[1] + _FINE
        units[units == 0] = 1
        units[:_FINE] /= 32767
        units[_FINE:frequencies] /= 127
        units[frequencies:] /= 32767
        first = 0
        for waves, means, _ in parts():
            at = slots[first : first + len(waves)]
            first += len(waves)
            numbers = waves.view(np.float32).reshape(*waves.shape, 2) / units[:frequencies, None]
            np.rint(numbers, out=numbers)
            self.fine[at], self.coarse[at] = numbers[:, :_FINE], numbers[:, _FINE:]
            self.means[at] = np.rint(means / units[frequencies:])

    def get(self, lower: IntArray, upper: IntArray, slots: IntArray) -> ToCome:
        """Return the outcomes of some states, with so many boxes filled in each section."""
        units = self.units[lower, upper]
        parts = np.concatenate((self.fine[slots], self.coarse[slots]), axis=1, dtype=np.float32)
        frequencies = parts.shape[1]
        parts *= units[:, :frequencies, None]
        waves = parts.view(np.complex64)[..., 0]
        return ToCome(waves, self.means[slots] * units[:, frequencies:], np.zeros(len(slots)))


def solve_outcomes(
    space: StateSpace,
    values: FloatArray,
    progress: Callable[[float], object],
    cancelled: Callable[[], bool],
) -> OutcomeTable:
    """Return the outcomes of all states that are kept, from the values of all states.

    `progress` and `cancelled` are called as by `solve_values`, which raises `Cancelled` as well.
    """
    layout = OutcomeLayout.of(space)
    table = OutcomeTable(*(np.zeros(*each) for each in OutcomeTable.shapes(space)))
    steps = BackwardSteps(space, layout.period, layout.frequencies, np.complex64)
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
    table.deviation[:] = np.sqrt(found.squares - values.take(start) ** 2)
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
                np.zeros((cells, found.waves.shape[1]), found.waves.dtype),
                np.zeros((cells, found.means.shape[1]), found.means.dtype),
                np.zeros(cells, found.squares.dtype),
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
        return ToCome(waves, means, (bonuses**2).astype(means.dtype))

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
            brought = chance[:, None] * means_after
            brought[:, self._space.payoffs.transitions[transition].place] += odds @ ending.points
            brought[:, -1] += odds @ ending.bonus
            means[which] += brought
        return ToCome(waves, means, squares)

    def _turn(self, points: FloatArray | IntArray) -> Waves:
        """Return what gaining so many points multiplies the characteristic function by."""
        return np.exp(points[:, None] * self._omega).astype(self._dtype)
