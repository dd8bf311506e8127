"""The rolls of a turn, backwards, for many cards at once.

Rows are keeps and columns are cards; what a keep is worth is the mean over the six faces of one
more die, and what a roll is worth is the best of the keeps within it. Both go from size to size,
1050 sums and 1260 maxima of whole rows, so that numpy does all the arithmetic and lets other
threads run meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from yahtzee_tui.strategy.solver.keeps import (
    DICE,
    FIRST_OF_SIZE,
    FIRST_ROLL,
    GROWN,
    KEEPS,
    SHRUNK,
    SIDES,
    FloatArray,
    roll_odds,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.payoffs import JokerRoll, PayoffChart, Payoffs

    Cards: TypeAlias = Sequence[tuple[int, slice]]
    """Which columns go by which card."""


class Lattice:
    """A sheet of values, a row for each keep and a column for each card.

    Attributes:
        sheet: The values, (462, cards).
        rolls: The rows of the rolls, by the number of the roll.
    """

    def __init__(self, sheet: FloatArray) -> None:
        """Lay out the rows.

        Args:
            sheet: What to work in, (462, cards); nothing in it is read before it is written.
        """
        self.sheet = sheet
        self._rows: list[FloatArray] = list(sheet)
        self.rolls = self._rows[FIRST_ROLL:]

    def fill(self, values: FloatArray) -> None:
        """Give every roll the same values: (cards,)."""
        self.sheet[FIRST_ROLL:] = values

    def reroll(self) -> None:
        """Make the values of rolls those with one more roll left."""
        self.add_dice()
        self.take_best()

    def expected(self) -> FloatArray:
        """Return what a roll of all dice is worth: (cards,)."""
        # Not a matrix product: the library behind that has threads of its own.
        found: FloatArray = np.einsum("r,rc->c", roll_odds(), self.sheet[FIRST_ROLL:])
        return found

    def add_dice(self) -> None:
        """Give every keep the mean over the rolls that it may become."""
        rows, add = self._rows, np.add
        for size in reversed(range(DICE)):
            first, end = FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]
            for row, (one, two, *others) in zip(
                rows[first:end], GROWN[first:end], strict=True
            ):  # fmt: skip
                add(rows[one], rows[two], out=row)
                for other in others:
                    add(row, rows[other], out=row)
            some = self.sheet[first:end]
            np.multiply(some, 1 / SIDES, out=some)

    def take_best(self) -> None:
        """Give every roll, and on the way every keep, the best of the keeps within it."""
        # A row of five dice holds what the roll was worth with one roll fewer, and keeping it all
        # stays possible: that is never better than scoring, so nothing is lost nor won.
        rows, maximum = self._rows, np.maximum
        for keep in range(1, len(KEEPS)):
            row = rows[keep]
            for fewer in SHRUNK[keep]:
                maximum(row, rows[fewer], out=row)


class Posting(NamedTuple):
    """Rolls that score alike in a box.

    Attributes:
        entry: The number of the entry.
        points: What they score.
        rolls: The numbers of the rolls.
    """

    entry: int
    points: float
    rolls: tuple[int, ...]


class LastRoll:
    """Scores the last roll of a turn."""

    def __init__(self, scoring: Payoffs, width: int) -> None:
        """Take notes of a rule set.

        Args:
            scoring: The points of the rule set.
            width: The most columns there will be.
        """
        self._scoring = scoring
        self._postings: dict[int, list[Posting]] = {}
        self._spare = np.empty((2, width))

    def score(
        self, lattice: Lattice, futures: FloatArray, cards: Cards, armed: npt.NDArray[np.bool_]
    ) -> None:
        """Give every roll of a lattice the value of its best box.

        Args:
            lattice: What to fill.
            futures: What comes after each entry: (entries, cards).
            cards: Which cards the columns are; in a forced order, all of one kind.
            armed: Whether the bonus for further Yahtzees is armed: (cards,).
        """
        plain = self._scoring.plain(cards[0][0])
        self._score_plain(self._list_postings(plain), futures, lattice)
        for joker in self._scoring.jokers:
            self._score_joker(joker, futures, cards, lattice.rolls[joker.roll])
        for roll in np.flatnonzero(self._scoring.bonus).tolist():
            lattice.rolls[roll] += self._scoring.bonus[roll] * armed

    def _score_plain(
        self, postings: Sequence[Posting], futures: FloatArray, lattice: Lattice
    ) -> None:
        rolls = lattice.rolls
        spare, best = self._spare[:, : futures.shape[1]]
        open_entries = np.any(futures > -np.inf, axis=1)
        # Zeros are written for most rolls. A box that would pay this roll more never loses by
        # being offered the zero as well, so all rolls can begin with the best of them.
        best.fill(-np.inf)
        for entry, points, _ in postings:
            if not points:
                np.maximum(best, futures[entry], out=best)
        lattice.fill(best)
        for entry, points, paying in postings:
            if points and open_entries[entry]:
                np.add(futures[entry], points, out=spare)
                for roll in paying:
                    np.maximum(rolls[roll], spare, out=rolls[roll])

    def _score_joker(
        self, joker: JokerRoll, futures: FloatArray, cards: Cards, row: FloatArray
    ) -> None:
        """Give a joker's roll the value of its best box, where it is a joker."""
        spare, best = self._spare[:, : futures.shape[1]]
        charts: dict[int, tuple[PayoffChart, list[slice]]] = {}
        for filled, columns in cards:
            chart = self._scoring.joker(joker, filled)
            if chart is not None:
                charts.setdefault(id(chart), (chart, []))[1].append(columns)
        for chart, spans in charts.values():
            points = chart.points[:, joker.roll]
            best.fill(-np.inf)
            for place in np.flatnonzero(points > -np.inf).tolist():
                np.add(futures[chart.entries[place, joker.roll]], points[place], out=spare)
                np.maximum(best, spare, out=best)
            for columns in spans:
                row[columns] = best[columns]

    def _list_postings(self, chart: PayoffChart) -> list[Posting]:
        found = self._postings.get(id(chart))
        if found is None:
            found = self._postings[id(chart)] = list(_list_postings(chart))
        return found


def _list_postings(chart: PayoffChart) -> Iterator[Posting]:
    for points, entries in zip(chart.points, chart.entries, strict=True):
        allowed = points > -np.inf
        for entry in np.unique(entries[allowed]).tolist():
            for paid in np.unique(points[allowed & (entries == entry)]).tolist():
                same = allowed & (entries == entry) & (points == paid)
                yield Posting(entry, paid, tuple(np.flatnonzero(same).tolist()))
