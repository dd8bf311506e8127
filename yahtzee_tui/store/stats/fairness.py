"""How often each face was rolled in a player's games, and whether fair dice would do that."""

from __future__ import annotations

from collections import Counter
from math import erfc, exp, gamma, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from yahtzee_tui.rules import Refusal, gather_turns
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.store.stats.results import games_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

_ROWS = 200
_SIDES = 6


class Fairness(NamedTuple):
    """The dice that a player rolled; those kept for a reroll don't count again."""

    games: int
    counts: tuple[int, ...]  # how often each face was rolled, from 1

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each face is expected."""
        return self.dice / len(self.counts)

    @property
    def chi_square(self) -> float:
        """Pearson's statistic: the squared differences from `expected`, divided by it."""
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p_value(self) -> float:
        """The chance that fair dice differ from `expected` at least as much."""
        return chi_square_tail(self.chi_square, len(self.counts) - 1)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance of a chi-square of at least `statistic` (Abramowitz and Stegun, 26.4.8)."""
    half = statistic / 2
    first, tail = (1, erfc(sqrt(half))) if degrees % 2 else (2, exp(-half))
    terms = (half ** (n / 2) / gamma(n / 2 + 1) for n in range(first, degrees, 2))
    return float(tail + exp(-half) * sum(terms))


def count_faces(connection: Connection, player: str, rules: str | None) -> Fairness | None:
    """Count the faces that a player rolled in finished games; None without any.

    Games that can't be read are left out, and those with dice of other than six faces.
    """
    query = select(GAMES.c.record, RESULTS.c.seat).join(RESULTS).where(*games_of(player, rules))
    counts: Counter[int] = Counter()
    games = 0
    for rows in connection.execute(query).partitions(_ROWS):
        for record, seat in rows:
            faces = _read_rolled(record, seat)
            games += bool(faces)
            counts.update(faces)
    return Fairness(games, tuple(counts[face] for face in range(1, _SIDES + 1))) if counts else None


def _read_rolled(text: str, seat: int) -> list[int]:
    """Return the faces that a seat rolled; empty if the record can't be read."""
    read = read_record(text)
    if read.setup is None:
        return []
    try:
        game = read.setup.start()
    except Refusal:  # rules of a newer version
        return []
    if game.ruleset.sides != _SIDES:
        return []
    return [
        face
        for turn in gather_turns(game, (line.event for line in read.lines))
        if turn.seat == seat
        for roll in turn.rolls
        for at, face in enumerate(roll.faces)
        if at not in roll.kept
    ]
