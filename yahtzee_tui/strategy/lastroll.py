"""What the last roll of a turn is worth, for many cards at once: the points and what comes after.

Columns are cards, as in the lattice. Cards that stand side by side and score alike go by one card
that stands for them, as the bits of its filled boxes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from yahtzee_tui.strategy.lattice import Lattice
    from yahtzee_tui.strategy.rolls import FloatArray
    from yahtzee_tui.strategy.scoring import Chart, Joker, Scoring

    Cards: TypeAlias = Sequence[tuple[int, slice]]
    """Which columns go by which card."""


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

    def __init__(self, scoring: Scoring, width: int) -> None:
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
        self, joker: Joker, futures: FloatArray, cards: Cards, row: FloatArray
    ) -> None:
        """Give a joker's roll the value of its best box, where it is a joker."""
        spare, best = self._spare[:, : futures.shape[1]]
        charts: dict[int, tuple[Chart, list[slice]]] = {}
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

    def _list_postings(self, chart: Chart) -> list[Posting]:
        found = self._postings.get(id(chart))
        if found is None:
            found = self._postings[id(chart)] = list(_list_postings(chart))
        return found


def _list_postings(chart: Chart) -> Iterator[Posting]:
    for points, entries in zip(chart.points, chart.entries, strict=True):
        allowed = points > -np.inf
        for entry in np.unique(entries[allowed]).tolist():
            for paid in np.unique(points[allowed & (entries == entry)]).tolist():
                same = allowed & (entries == entry) & (points == paid)
                yield Posting(entry, paid, tuple(np.flatnonzero(same).tolist()))
