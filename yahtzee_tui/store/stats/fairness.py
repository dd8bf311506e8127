"""How often each face was rolled in a player's games, and whether fair dice would do that."""

from __future__ import annotations

from collections import Counter
from math import erfc, exp, gamma, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import case, select, update

from yahtzee_tui.rules import Refusal, gather_turns, knows_rolls
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.store.stats.results import ROWS, games_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from yahtzee_tui.rules import Event, Game

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


def count_rolled(game: Game, events: Iterable[Event]) -> list[str]:
    """Return for each seat how often it rolled each face, from 1, as in `4,0,2,7,1,3`.

    The position is any of the game, the events are all from its start. With dice of other than six
    faces the texts are empty, and of real dice where no turn's rolls are all known.
    """
    counts = [Counter[int]() for _ in game.players]
    for turn in gather_turns(game, events):
        for roll in turn.rolls if knows_rolls(game, turn) else ():
            fell = (face for at, face in enumerate(roll.faces) if at not in roll.kept)
            counts[turn.seat].update(fell)
    faces = range(1, _SIDES + 1) if game.ruleset.sides == _SIDES else ()
    return [",".join(str(each[face]) for face in faces) if each else "" for each in counts]


def count_faces(connection: Connection, player: str, rules: str | None) -> Fairness | None:
    """Count the faces that a player rolled in finished games; None without any.

    Games that can't be read are left out, and those with dice of other than six faces.
    """
    own = select(GAMES.c.record).where(GAMES.c.id == RESULTS.c.game).scalar_subquery()
    record = case((RESULTS.c.rolled.is_(None), own))
    query = select(RESULTS.c.rolled, record, RESULTS.c.seat).where(*games_of(player, rules))
    games, counts = 0, [0] * _SIDES
    for rows in connection.execute(query).partitions(ROWS):
        texts = [_read_rolled(*row) if rolled is None else rolled for rolled, *row in rows]
        numbers = [*map(int, ",".join(filter(None, texts)).split(","))] if any(texts) else []
        games += len(numbers) // _SIDES
        counts = [count + sum(numbers[at::_SIDES]) for at, count in enumerate(counts)]
    return Fairness(games, tuple(counts)) if games else None


def keep_rolled(connection: Connection, games: Sequence[str]) -> None:
    """Write what was rolled in games of older versions, by their ids."""
    query = select(RESULTS.c.game, RESULTS.c.seat, GAMES.c.record).join_from(RESULTS, GAMES)
    for game, seat, record in connection.execute(query.where(GAMES.c.id.in_(games))).all():
        own = update(RESULTS).where(RESULTS.c.game == game, RESULTS.c.seat == seat)
        connection.execute(own.values(rolled=_read_rolled(record, seat)))


def _read_rolled(text: str, seat: int) -> str | None:
    """Return what `count_rolled` does; None if the record can't be read."""
    read = read_record(text)
    if read.setup is None:
        return None
    try:
        game = read.setup.start()
    except Refusal:  # rules of a newer version
        return None
    return count_rolled(game, (line.event for line in read.lines))[seat]
