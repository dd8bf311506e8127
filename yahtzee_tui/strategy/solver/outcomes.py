"""The points to come from any state with best play: kept, or worked out when they are asked for.

With many boxes open they are read from an `OutcomeTable`, which leaves high frequencies out. With
few open, all frequencies are worked out for the states that best play leads to.
"""

from __future__ import annotations

from math import prod
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from yahtzee_tui.strategy.solver.endings import TrackingWidget, list_endings
from yahtzee_tui.strategy.solver.outcome_table import BackwardSteps, OutcomeLayout, ToCome

if TYPE_CHECKING:
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.outcome_table import OutcomeTable
    from yahtzee_tui.strategy.solver.states import StateSpace

# So many states are worked out on demand at once: no call takes more than some milliseconds.
_AT_ONCE = 256
# Odds below this come from rounding only.
_ROUNDING = 1e-13
# So many states worked out on demand are remembered: 41 MB.
_MOST_REMEMBERED = 10_000


class Odds(NamedTuple):
    """The distributions of the points to come from some states."""

    lowest: int  # below zero where the frequencies left out need room
    odds: FloatArray  # of each number of points from the lowest: (states, points)


class Spread(NamedTuple):
    """The final scores of best play."""

    deviation: float  # the standard deviation
    lowest: int
    odds: FloatArray  # of each total from the lowest; see `Outcomes.odds`

    def at_least(self, total: int) -> float:
        """Return the chance of a final score of at least so much."""
        found = float(self.odds[max(0, total - self.lowest) :].sum())
        return min(max(0.0, found), 1.0)  # the frequencies left out may add or take a little

    def open_levels(self, least: float) -> list[int]:
        """Return the multiples of 50 whose chance is at least `least`, and at most 1 - `least`."""
        levels = range(0, self.lowest + len(self.odds), 50)
        return [each for each in levels if least <= self.at_least(each) <= 1 - least]

    def percentile(self, percent: float) -> int:
        """Return the lowest total that so many percent of the games don't exceed."""
        return self.lowest + int(np.searchsorted(self.odds.cumsum(), percent / 100))


class Outcomes:
    """What is to come from any state: from the table, else worked out and remembered.

    Attributes:
        table: Those that are kept; None until `load_outcomes`, and only few boxes may be open then.
        most_remembered: How many states that were worked out are remembered, of at most 5 kB each.
    """

    def __init__(self, space: StateSpace, values: FloatArray) -> None:
        self.table: OutcomeTable | None = None
        self._lock = RLock()
        self._space, self._values = space, values
        self.layout = layout = OutcomeLayout.of(space)
        self._slots = np.cumsum(self.layout.kept.ravel(), dtype=np.int32) - np.int32(1)
        self.most_remembered = _MOST_REMEMBERED
        period, self._exact = layout.exact_period, layout.exact_period // 2
        self._steps = BackwardSteps(space, period, self._exact, np.complex128)
        self._kept_steps = BackwardSteps(space, layout.period, layout.frequencies, np.complex128)
        self._known = _KnownStates(space, self._exact)

    def of(self, states: IntArray, exact_to: int = 0) -> ToCome:
        """Return what is to come from some states with the same number of boxes open.

        With at most `exact_to` boxes open all frequencies are worked out even if some are kept.
        """
        open_boxes = int(self._space.open_boxes(states[:1])[0])
        if self.layout.kept.take(states[0]) and open_boxes > exact_to:
            if self.table is None:
                raise RuntimeError("The outcomes of states with many boxes open were not loaded.")
            return self.table.get(*self._space.filled(states), self._slots[states])
        with self._lock:
            if len(self._known) > self.most_remembered:
                self._known.clear()
            self._work_out(np.unique(states))
            found, at = self._known.find(states)
            return found.take(at)

    def of_turn(self, state: int, start: FloatArray, rolls_left: int, exact_to: int = 0) -> ToCome:
        """Return what is to come from a turn, from odds of the dice now on the table: (252, 1)."""
        states, widget = np.array([state]), TrackingWidget(self._space.payoffs.keeps, 1)
        listed = list(list_endings(self._space, self._values, states, widget, start, rolls_left))
        after = self.of(
            np.concatenate([self._space.after(states, each.transition) for each in listed]),
            exact_to,
        )
        steps = self._steps if self._is_exact(after) else self._kept_steps
        after = after._replace(waves=after.waves.astype(np.complex128, copy=False))
        each_after = iter(np.arange(len(listed))[:, None])
        return steps.back_up(states, listed, lambda _: (after, next(each_after)))

    def odds(self, found: ToCome) -> Odds:
        """Return the odds of the points to come.

        Where frequencies are left out, some odds are below zero by a little.
        """
        spectrum = np.empty((len(found.waves), found.waves.shape[1] + 1), np.complex128)
        spectrum[:, 0], spectrum[:, 1:] = 1, found.waves.conj()
        if self._is_exact(found):
            odds: FloatArray = np.fft.irfft(spectrum, self.layout.exact_period, axis=1)
            odds[odds < _ROUNDING] = 0
            return Odds(0, odds)
        padding = self.layout.period // 8
        # As if so many more points came.
        spectrum *= np.exp(-2j * np.pi * padding / self.layout.period * np.arange(len(spectrum[0])))
        return Odds(-padding, np.fft.irfft(spectrum, self.layout.period, axis=1))

    def forget(self) -> None:
        """Forget what was worked out."""
        self._known.clear()

    def _is_exact(self, found: ToCome) -> bool:
        return bool(found.waves.shape[1] == self._exact)

    def is_kept(self, states: IntArray) -> bool:
        """Return whether some of the states are kept, so that frequencies are left out."""
        return bool(self.layout.kept.take(states).any())

    def can_find(self, states: IntArray) -> bool:
        """Return whether the table is loaded, or so few boxes are open that it goes without."""
        return self.table is not None or not self.is_kept(states)

    @property
    def spread(self) -> Spread:
        """The final scores of a game; the table must be loaded."""
        assert self.table is not None
        start = ToCome(self.table.start[None], np.empty((1, 0)), np.empty(0))
        lowest, (odds,) = self.odds(start)
        return Spread(float(self.table.deviation[0]), lowest, odds)

    def _work_out(self, wanted: IntArray) -> None:
        """Work out what isn't known yet of some states: forwards to full cards, and back."""
        layers, widget = [], TrackingWidget(self._space.payoffs.keeps, _AT_ONCE)
        open_boxes = int(self._space.open_boxes(wanted[:1])[0])
        while len(new := self._known.find_new(wanted)) and open_boxes:
            found = []
            for states in np.split(new, range(_AT_ONCE, len(new), _AT_ONCE)):
                endings = list(list_endings(self._space, self._values, states, widget))
                found.append((states, endings))
            layers.append(found)
            reached = [
                self._space.after(states[each.which], each.transition)
                for states, endings in found
                for each in endings
            ]
            open_boxes, wanted = open_boxes - 1, np.unique(np.concatenate(reached))
        if len(new):
            self._known.add(new, self._steps.of_full(self._values.take(new)))
        for found in reversed(layers):
            for states, endings in found:
                self._known.add(states, self._steps.back_up(states, endings, self._known.find))


class _KnownStates:
    """What is to come from some states, which grows."""

    def __init__(self, space: StateSpace, frequencies: int) -> None:
        boxes, rows = len(space.payoffs.ruleset.boxes), _MOST_REMEMBERED
        self._places = np.full(prod(space.shape), -1)
        self._found = ToCome(
            # Memory that isn't used yet costs nothing.
            np.empty((rows, frequencies), np.complex128),
            np.empty((rows, boxes + 2)),
            np.empty(rows),
        )
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def clear(self) -> None:
        self._places.fill(-1)
        self._size = 0

    def find_new(self, states: IntArray) -> IntArray:
        return states[self._places[states] < 0]

    def find(self, states: IntArray) -> tuple[ToCome, IntArray]:
        return self._found, self._places[states]

    def add(self, states: IntArray, found: ToCome) -> None:
        end = self._size + len(states)
        if end > len(self._found.squares):
            self._found = ToCome(*(_grow(whole[: self._size], 2 * end) for whole in self._found))
        for whole, part in zip(self._found, found, strict=True):
            whole[self._size : end] = part
        self._places[states] = np.arange(self._size, end)
        self._size = end


def _grow(array: npt.NDArray[Any], rows: int) -> npt.NDArray[Any]:
    """Return an array with more rows."""
    grown = np.empty((rows, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
