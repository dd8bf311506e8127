"""High scores, players and their statistics, read from the results of finished games."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import case, delete, func, insert, select

from yahtzee_tui.rules import REAL_DICE, RULESETS, place_among
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.schema import RESETS, RESULTS
from yahtzee_tui.store.stats import stored_reviews
from yahtzee_tui.store.stats.fairness import count_faces, keep_rolled
from yahtzee_tui.store.stats.ladder import find_unrated, read_rated
from yahtzee_tui.store.stats.results import HAS_REAL_DICE, IS_SHOWN, games_of, read_people
from yahtzee_tui.store.stats.statistics import read_statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.stats.fairness import Fairness
    from yahtzee_tui.store.stats.ladder import RatedGame
    from yahtzee_tui.store.stats.results import Person
    from yahtzee_tui.store.stats.statistics import Statistics


_GAMES = func.count().label("games")
_STEP = 500  # games of older versions that are counted together


class HighScore(NamedTuple):
    """One line of a scoreboard."""

    place: int  # from 1; equal totals share the better place
    name: str  # the player's name as it was written in that game
    total: int  # the grand total
    ended: float  # when the game ended, in seconds since 1970
    game: str  # the game's id


class Scoreboard(NamedTuple):
    """The high scores of a rule set."""

    rules: str  # its id
    since: float | None  # when it was reset, in seconds since 1970; None if it never was
    lines: tuple[HighScore, ...]  # the best results since then, of equal ones the older first


class RankedTotal(NamedTuple):
    """A total among a player's other games of a rule set."""

    place: int  # from 1; equal totals share the better place
    games: int  # how many games these are, with this one
    best: int | None  # the best of the others, None without others
    average: float = 0.0  # that of the others


class Scores:
    """The results of a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count_games(self) -> dict[str, int]:
        """Return the number of finished games in the best scores by the id of their rule set."""
        a_seat_each = select(RESULTS.c.rules, _GAMES).where(RESULTS.c.seat == 0, ~HAS_REAL_DICE)
        rows = self._database.fetch(a_seat_each.group_by(RESULTS.c.rules))
        return {row.rules: row.games for row in rows}

    def scoreboards(self, rules: str | None = None) -> list[Scoreboard]:
        """Return the boards of all rule sets with finished games, known ones first; or of one."""
        games = self.count_games()
        played = [each for each in dict.fromkeys((*RULESETS, *games)) if each in games]
        return [self.scoreboard(each) for each in played if rules in (None, each)]

    def scoreboard(self, rules: str, most: int = 10) -> Scoreboard:
        """Return the best results of a rule set, at most `most` of them."""
        columns = (RESULTS.c[name] for name in ("name", "total", "ended", "game"))
        people = (RESULTS.c.rules == rules, RESULTS.c.computer == "", IS_SHOWN)
        query = select(*columns).where(*people)
        best_first = (RESULTS.c.total.desc(), RESULTS.c.ended, RESULTS.c.game, RESULTS.c.seat)
        with self._database.reading() as connection:
            since = _read_reset(connection, rules)
            if since is not None:
                query = query.where(RESULTS.c.ended > since)
            rows = connection.execute(query.order_by(*best_first).limit(most)).all()
        totals = [row.total for row in rows]
        return Scoreboard(
            rules, since, tuple(HighScore(place_among(row.total, totals), *row) for row in rows)
        )

    def reset(self, rules: str) -> float | None:
        """Reset the high scores of a rule set; return the time of the previous reset, if any."""
        with self._database.writing() as connection:
            before = _read_reset(connection, rules)
            _write_reset(connection, rules, time.time())
        return before

    def undo_reset(self, rules: str, before: float | None) -> None:
        """Undo a reset; `before` is what `reset` returned."""
        with self._database.writing() as connection:
            _write_reset(connection, rules, before)

    def people(self) -> list[Person]:
        """Return the players who have finished a game, the last to play first."""
        with self._database.reading() as connection:
            return [*read_people(connection).values()]

    def games_of(self, player: str) -> dict[str, int]:
        """Return how many games a player finished by what they are filed under, most first."""
        query = select(RESULTS.c.rules, _GAMES).where(RESULTS.c.player == player)
        most_first = query.group_by(RESULTS.c.rules).order_by(_GAMES.desc(), RESULTS.c.rules)
        return {row.rules: row.games for row in self._database.fetch(most_first)}

    def statistics(self, player: str, rules: str | None = None) -> Statistics | None:
        """Return a player's statistics by one rule set or by all (None); None without a game.

        If a player has games of one rule set only, all are the same as that one. Games with real
        dice are among all only if a player has no others.
        """
        if rules is None:
            played = self.games_of(player)
            others = [each for each in played if not each.endswith(REAL_DICE)] or [*played][:1]
            rules = others[0] if len(others) == 1 else None
        with self._database.reading() as connection:
            return read_statistics(connection, player, rules)

    def fairness(
        self, player: str, rules: str | None = None, report: Callable[[float], object] = abs
    ) -> Fairness | None:
        """Return the faces that a player rolled; None without a game.

        Games of older versions are counted once: `report` is called with the share that is done.
        """
        mine = select(RESULTS.c.game).where(*games_of(player, rules))
        games = [row.game for row in self._database.fetch(mine.where(RESULTS.c.rolled.is_(None)))]
        with suppress(StoreProblem):  # as in a file that can't be written
            for at in range(0, len(games), _STEP):
                with self._database.writing(syncs=False) as connection:
                    keep_rolled(connection, games[at : at + _STEP])
                report(min(1.0, (at + _STEP) / len(games)))
        with self._database.reading() as connection:
            return count_faces(connection, player, rules)

    def rank_total(self, player: str, rules: str, total: int, game: str | None) -> RankedTotal:
        """Rank a total among a player's finished games of a rule set other than `game`."""
        better = func.sum(case((RESULTS.c.total > total, 1), else_=0))
        query = select(
            func.count(), better, func.max(RESULTS.c.total), func.avg(RESULTS.c.total)
        ).where(
            RESULTS.c.player == player, RESULTS.c.rules == rules, RESULTS.c.game != (game or "")
        )
        with self._database.reading() as connection:
            others, above, best, average = connection.execute(query).one()
        return RankedTotal(1 + int(above or 0), 1 + others, best, float(average or 0))

    def summary(self, player: str, rules: str) -> tuple[int, int, float] | None:
        """Return how many games a player has of a rule set, the best total and the mean, if any."""
        columns = func.count(), func.max(RESULTS.c.total), func.avg(RESULTS.c.total)
        with self._database.reading() as connection:
            found = connection.execute(select(*columns).where(*games_of(player, rules))).one()
        return (found[0], found[1], float(found[2])) if found[0] else None

    def find_practice_games(self, player: str, rules: str, most: int) -> list[str]:
        """Return the ids of a player's newest games, without those reviewed as hardly losing."""
        with self._database.reading() as connection:
            return stored_reviews.find_practice_games(connection, player, rules, most)

    def find_unreviewed(self, player: str, rules: str | None = None) -> list[str]:
        """Return the ids that `reviews.find_unreviewed` finds."""
        with self._database.reading() as connection:
            return stored_reviews.find_unreviewed(connection, player, rules)

    def rated_games(self, rules: str) -> list[RatedGame]:
        """Return the rated games of a rule set that are reviewed, the newest first."""
        with self._database.reading() as connection:
            return read_rated(connection, rules)

    def find_unrated(self, rules: str) -> list[str]:
        """Return the ids of the rated games of a rule set to be reviewed."""
        with self._database.reading() as connection:
            return find_unrated(connection, rules)

    def save_reviews(self, reviews: Iterable[stored_reviews.SavedReview]) -> None:
        with self._database.writing() as connection:
            stored_reviews.write_reviews(connection, reviews)


def _read_reset(connection: Connection, rules: str) -> float | None:
    return connection.scalar(select(RESETS.c.since).where(RESETS.c.rules == rules))


def _write_reset(connection: Connection, rules: str, since: float | None) -> None:
    connection.execute(delete(RESETS).where(RESETS.c.rules == rules))
    if since is not None:
        connection.execute(insert(RESETS).values(rules=rules, since=since))
