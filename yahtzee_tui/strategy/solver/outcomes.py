"""The points to come from any state with best play: kept, or worked out when they are asked for.

With many boxes open they are read from an `OutcomeTable`, which may leave high frequencies out.
With few open, all frequencies are worked out for the states that best play leads to; a table that
leaves some out is compared with those when it is made.
"""

from __future__ import annotations

import sys
from math import prod
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.solver.endings import TrackingWidget, list_endings
from yahtzee_tui.strategy.solver.outcome_table import (
    BackwardSteps,
    OutcomeLayout,
    ToCome,
    solve_outcomes,
)

if sys.platform != "win32":
    from mmap import MADV_DONTNEED

if TYPE_CHECKING:
    from collections.abc import Callable
    from mmap import mmap

    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.outcome_table import OutcomeTable
    from yahtzee_tui.strategy.solver.states import StateSpace

# So many states are worked out on demand at once: no call takes more than some milliseconds.
_AT_ONCE = 256
# Odds and chances below this come from rounding only.
_ROUNDING = 1e-13
# So many states worked out on demand are remembered: 17 MB. One card needs some 1,000.
_MOST_REMEMBERED = 4_000


class Spread(NamedTuple):
    """The final scores of best play."""

    deviation: float  # the standard deviation
    least: int
    most: int
    odds: FloatArray  # of each total from 0; see `Outcomes.odds`

    def at_least(self, total: int) -> float:
        """Return the chance of a final score of at least so much."""
        if total <= self.least:
            return 1.0
        found = float(self.odds[total:].sum())
        return min(max(0.0, found), 1.0)  # the frequencies left out may add or take a little

    def open_levels(self, least: float) -> list[int]:
        """Return the multiples of 50 whose chance is at least `least`, and at most 1 - `least`."""
        levels = range(0, len(self.odds), 50)
        return [each for each in levels if least <= self.at_least(each) <= 1 - least]

    def percentile(self, percent: float) -> int:
        """Return the lowest total that so many percent of the games don't exceed."""
        reached = self.odds.cumsum() >= percent / 100 - _ROUNDING
        return int(reached.argmax())


class Outcomes:
    """What is to come from any state: from the table, else worked out and remembered.

    Attributes:
        table: Those that are kept; None until `load_outcomes`, and only few boxes may be open then.
        file: What the table is mapped from, None if it isn't.
        most_remembered: How many states that were worked out are remembered, of at most 5 kB each.
    """

    def __init__(self, space: StateSpace, values: FloatArray) -> None:
        self.table: OutcomeTable | None = None
        self.file: mmap | None = None
        self._lock = RLock()
        self._space, self._values = space, values
        self._layout = layout = OutcomeLayout.of(space)
        self._slots = np.cumsum(layout.kept.ravel(), dtype=np.int32) - np.int32(1)
        self.most_remembered = _MOST_REMEMBERED
        self._exact = layout.exact_period // 2
        self._steps = BackwardSteps(space, layout.exact_period, self._exact, np.complex128)
        self._known = _KnownStates(space, self._exact)

    def of(self, states: IntArray) -> ToCome:
        """Return what is to come from some states with the same number of boxes open."""
        if not self.is_kept(states[:1]):
            return self.work_out(states)
        if self.table is None:
            raise RuntimeError("The outcomes of states with many boxes open were not loaded.")
        return self.table.get(*self._space.filled(states), self._slots[states])

    def work_out(self, states: IntArray, most: int | None = None) -> ToCome:
        """Return the same at all frequencies, even if some are kept.

        Raise `TooManyStates` if more than `most` states have to be worked out for that.
        """
        with self._lock:
            self._work_out(np.unique(states), most)
            found, at = self._known.find(states)
            found = found.take(at)
            if len(self._known) > self.most_remembered:
                self._known.clear()
            return found

    def of_turn(
        self,
        state: int,
        start: FloatArray,
        rolls_left: int,
        find: Callable[[IntArray], ToCome] | None = None,
    ) -> ToCome:
        """Return what is to come from a turn, from odds of the dice now on the table: (252, 1).

        `find` is `work_out` or `of`, which it is unless given.
        """
        states, widget = np.array([state]), TrackingWidget(self._space.payoffs.keeps, 1)
        listed = list(list_endings(self._space, self._values, states, widget, start, rolls_left))
        reached = [self._space.after(states, each.transition) for each in listed]
        after = (find or self.of)(np.concatenate(reached))
        steps, frequencies = self._steps, after.waves.shape[1]
        if frequencies != self._exact:
            steps = BackwardSteps(self._space, self._layout.period, frequencies, np.complex128)
        after = after._replace(waves=after.waves.astype(np.complex128, copy=False))
        each_after = iter(np.arange(len(listed))[:, None])
        return steps.back_up(states, listed, lambda _: (after, next(each_after)))

    def odds(self, found: ToCome) -> FloatArray:
        """Return the odds of each number of points to come, from 0 on: (states, points).

        Where frequencies are left out, some odds are below zero by a little. Those of points that
        can't come are 0.
        """
        return self._odds(found, found.waves.shape[1])

    def doubts(self, found: ToCome, odds: FloatArray) -> FloatArray:
        """Return how much the chance of at most so many points may err, in the shape of the odds.

        It is what the highest quarter of the frequencies that are there adds, at most within
        the distance that they can tell apart. Those left out add no more than about that.
        """
        frequencies = found.waves.shape[1]
        if self.has_all(found):
            return np.zeros_like(odds)
        added = np.abs(np.cumsum(odds - self._odds(found, 3 * frequencies // 4), axis=1))
        most, points = added.copy(), odds.shape[1]
        for distance in range(1, min(self._layout.period // (2 * frequencies), points - 1) + 1):
            np.maximum(most[:, distance:], added[:, :-distance], out=most[:, distance:])
            np.maximum(most[:, :-distance], added[:, distance:], out=most[:, :-distance])
        return most

    def forget(self) -> None:
        """Forget what was worked out."""
        self._known.clear()

    def release(self) -> None:
        """Give back the memory of what was read from the file; it is read again when needed."""
        if self.file is not None and sys.platform != "win32":
            self.file.madvise(MADV_DONTNEED)

    def has_all(self, found: ToCome) -> bool:
        """Return whether no frequency is left out."""
        return bool(found.waves.shape[1] == self._exact)

    def is_exact(self, states: IntArray) -> bool:
        """Return whether no frequency of the states is left out."""
        return self._layout.is_whole or not self.is_kept(states)

    def is_kept(self, states: IntArray) -> bool:
        """Return whether some of the states are kept."""
        return bool(self._layout.kept.take(states).any())

    def can_find(self, states: IntArray) -> bool:
        """Return whether the table is loaded, or so few boxes are open that it goes without."""
        return self.table is not None or not self.is_kept(states)

    @property
    def spread(self) -> Spread:
        """The final scores of a game; the table must be loaded."""
        assert self.table is not None
        deviation, least, most = self.table.totals.tolist()
        ends = np.array([[least, most]], np.intp)
        start = ToCome(self.table.start[None], np.empty((1, 0)), np.empty(0), ends)
        return Spread(deviation, int(least), int(most), self.odds(start)[0])

    def _odds(self, found: ToCome, frequencies: int) -> FloatArray:
        """Return the odds from the lowest frequencies of those that are there."""
        is_exact = self.has_all(found)
        period = self._layout.exact_period if is_exact else self._layout.period
        spectrum = np.empty((len(found.waves), frequencies + 1), np.complex128)
        spectrum[:, 0], spectrum[:, 1:] = 1, found.waves[:, :frequencies].conj()
        least, most = found.ends.T[:, :, None]
        odds: FloatArray = np.fft.irfft(spectrum, period, axis=1)[:, : int(most.max()) + 1]
        points = np.arange(odds.shape[1])
        odds[(points < least) | (points > most)] = 0
        if is_exact:
            odds[odds < _ROUNDING] = 0
        odds /= odds.sum(axis=1, keepdims=True)
        return odds

    def _work_out(self, wanted: IntArray, most: int | None) -> None:
        """Work out what isn't known yet of some states: forwards to full cards, and back."""
        layers, widget = [], TrackingWidget(self._space.payoffs.keeps, _AT_ONCE)
        open_boxes, states_found = int(self._space.open_boxes(wanted[:1])[0]), 0
        while len(new := self._known.find_new(wanted)) and open_boxes:
            states_found += len(new)
            if most is not None and states_found > most:
                raise TooManyStates
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


class TooManyStates(Exception):
    """Working something out exactly would take long."""


class _KnownStates:
    """What is to come from some states, which grows."""

    def __init__(self, space: StateSpace, frequencies: int) -> None:
        self._boxes, self._frequencies = len(space.payoffs.ruleset.boxes), frequencies
        self._places = np.empty(prod(space.shape), np.intp)
        self.clear()

    def __len__(self) -> int:
        return self._size

    def clear(self) -> None:
        """Forget all, and give the memory back."""
        self._places.fill(-1)
        self._size, rows = 0, _MOST_REMEMBERED
        self._found = ToCome(
            # Memory that isn't used yet costs nothing.
            np.empty((rows, self._frequencies), np.complex128),
            np.empty((rows, self._boxes + 2)),
            np.empty(rows),
            np.empty((rows, 2), np.intp),
        )

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


# A table is compared in so many games.
_COMPARED = 12
# A chance of winning may err by so much at most, and on average.
_MOST_ERROR, _MEAN_ERROR = 0.0013, 0.0002


def find_outcomes(
    space: StateSpace,
    values: FloatArray,
    progress: Callable[[float], object],
    cancelled: Callable[[], bool],
) -> OutcomeTable:
    """Return the outcomes of all states that are kept, with as many frequencies as they need.

    They are enough once the chances of winning between some states agree with those at all
    frequencies. For the arguments and errors see `solve_outcomes`.
    """
    for layout in OutcomeLayout.every(space):
        table = solve_outcomes(space, values, layout, progress, cancelled)
        if layout.is_whole:
            break
        worst, mean = find_errors(space, values, table)
        if worst <= _MOST_ERROR and mean <= _MEAN_ERROR:
            break
    return table


def find_errors(space: StateSpace, values: FloatArray, table: OutcomeTable) -> tuple[float, float]:
    """Return how much chances of winning err with the table, at most and on average.

    They are those between each two of some games of best play, all with the fewest boxes open that
    are kept: there the frequencies that are left out count most.
    """
    outcomes = Outcomes(space, values)
    outcomes.table = table
    states, written = _play_games(space, values, outcomes)
    kept, exact = outcomes.odds(outcomes.of(states)), []
    for state in states:
        exact.append(outcomes.odds(outcomes.work_out(np.array([state])))[0])
        outcomes.forget()  # all together would take much memory
    players = range(len(states))
    errors = [
        _find_share(kept[one], kept[other], lead) - _find_share(exact[one], exact[other], lead)
        for one in players
        for other in players[:one]
        for lead in (written[one] - written[other],)
    ]
    return float(np.abs(errors).max()), float(np.abs(errors).mean())


def _play_games(
    space: StateSpace, values: FloatArray, outcomes: Outcomes
) -> tuple[IntArray, IntArray]:
    """Return the states and the points of some games of best play, as late as states are kept."""
    rng, widget = np.random.default_rng(1), TrackingWidget(space.payoffs.keeps, _COMPARED)
    states = after = np.full(_COMPARED, space.index(Card.empty(space.payoffs.ruleset)))
    written, gained = np.zeros((2, _COMPARED), np.intp)
    while outcomes.is_kept(after):
        states, written = after, written + gained
        listed = list(list_endings(space, values, states, widget))
        odds = np.zeros((sum(len(each.points) for each in listed), _COMPARED))
        odds_of_each = np.split(odds, np.cumsum([len(each.points) for each in listed])[:-1])
        for ending, part in zip(listed, odds_of_each, strict=True):
            part[:, ending.which] = ending.odds.T
        drawn = (odds.cumsum(axis=0) > rng.random(_COMPARED) * odds.sum(axis=0)).argmax(axis=0)
        gained = np.concatenate([each.points + each.bonus for each in listed])[drawn].astype(
            np.intp
        )
        transitions = np.repeat(
            [each.transition for each in listed], [len(each.points) for each in listed]
        )
        after = space.after(states, transitions[drawn])
    return states, written


def _find_share(mine: FloatArray, theirs: FloatArray, lead: int) -> float:
    """Return the chance of winning with a lead against another, ties shared."""
    at = np.arange(len(mine)) + lead
    below = np.concatenate(([0.0], theirs.cumsum()))
    fewer, up_to = (below[np.clip(each, 0, len(theirs))] for each in (at, at + 1))
    return float(mine @ (fewer + up_to)) / 2


def _grow(array: npt.NDArray[Any], rows: int) -> npt.NDArray[Any]:
    """Return an array with more rows."""
    grown = np.empty((rows, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
