"""Reviews of games, which services compute: stored beside results, and deleted with them."""

from __future__ import annotations

from math import fsum, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, or_, select

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.store.schema import ABANDONED, GAMES, RESULTS, REVIEWS
from yahtzee_tui.store.stats.models import NotableGame, Reviewed, Trend
from yahtzee_tui.store.stats.results import WITH_REVIEWS, games_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

    from yahtzee_tui.store.saved_game import GameVersion
    from yahtzee_tui.store.stats.results import Results


class SeatReview(NamedTuple):
    """The review of one seat of a game."""

    luck: float  # what the dice gave, in points
    skill: float  # what decisions cost, in points: zero at best, else less
    # The share of decisions that cost nothing noticeable, None if there were none.
    accuracy: float | None


class LeftGame(NamedTuple):
    """A game that was left unfinished, of one player."""

    name: str
    rules: str  # the key of the rule set
    share: float  # the share of its turns that were played, from 0 to 1


class SavedReview(NamedTuple):
    """The review of a game, to be saved."""

    version: GameVersion  # the game, and its version that was read
    # The review of each seat; empty for a game that can't be reviewed, so that it isn't tried
    # again.
    seats: Mapping[int, SeatReview]
    left: LeftGame | None = None  # None for a finished game


def find_unreviewed(connection: Connection, player: str, rules: str | None) -> list[str]:
    """Return the ids of a player's finished games without a review, the newest first.

    They are grouped by rule set, without rule sets that only a newer version of the program has.
    """
    query = select(RESULTS.c.game).select_from(WITH_REVIEWS).where(*_unreviewed(player, rules))
    newest_first = (RESULTS.c.rules, RESULTS.c.ended.desc(), RESULTS.c.game.desc())
    return [*connection.scalars(query.order_by(*newest_first))]


_LOSES = REVIEWS.c.skill < -1.0
"""Whether decisions cost more than a point in all."""


def find_practice_games(connection: Connection, player: str, rules: str, most: int) -> list[str]:
    """Return the ids of a person's newest games, without those whose decisions cost nearly nothing.

    A game without a review is among them.
    """
    query = select(RESULTS.c.game).select_from(WITH_REVIEWS).where(*games_of(player, rules))
    wanted = RESULTS.c.computer == "", or_(REVIEWS.c.skill.is_(None), _LOSES)
    newest_first = RESULTS.c.ended.desc(), RESULTS.c.game.desc()
    return [*connection.scalars(query.where(*wanted).order_by(*newest_first).limit(most))]


def count_unreviewed(connection: Connection, player: str, rules: str | None) -> int:
    """Return the number of games that `find_unreviewed` returns."""
    query = select(func.count()).select_from(WITH_REVIEWS).where(*_unreviewed(player, rules))
    return connection.scalar(query) or 0


def write_reviews(connection: Connection, reviews: Iterable[SavedReview]) -> None:
    """Save reviews, except of games that were written since they were read."""
    rows: list[dict[str, Any]] = []
    reviews = sorted(reviews, key=lambda each: each.version)
    # Of two programs that review the same games, one waits for the other.
    ours = select(GAMES.c.id).where(GAMES.c.id.in_([each.version.game for each in reviews]))
    connection.execute(ours.order_by(GAMES.c.id).with_for_update()).all()
    for version, seats, left in reviews:
        if left is not None and seats:
            row = {"game": version.game, "player": left.name.casefold(), **left._asdict()}
            connection.execute(delete(ABANDONED).where(ABANDONED.c.game == version.game))
            connection.execute(insert(ABANDONED).values(row | {"skill": seats[0].skill}))
        unchanged = (GAMES.c.id == version.game, GAMES.c.version == version.number)
        query = select(RESULTS.c.seat).join(GAMES).where(*unchanged)
        rows += [
            {"game": version.game, "seat": seat}
            | (seats[seat]._asdict() if seat in seats else dict.fromkeys(SeatReview._fields))
            for seat in connection.scalars(query)
        ]
    if rows:
        # Another program may have saved reviews of these games meanwhile.
        games = {row["game"] for row in rows}
        connection.execute(delete(REVIEWS).where(REVIEWS.c.game.in_(games)))
        connection.execute(insert(REVIEWS), rows)


def _unreviewed(player: str, rules: str | None) -> Iterable[ColumnElement[bool]]:
    yield from games_of(player, rules)
    yield REVIEWS.c.game.is_(None)
    yield RESULTS.c.rules.in_(RULESETS)


RECENT = 10  # how many games count as recent; before them there must be as many
_DEVIATIONS = 2
"""How many standard errors two means must be apart: chance does that once in twenty times."""


def summarise_reviews(
    connection: Connection, player: str, rules: str | None, results: Results
) -> Reviewed | None:
    """Return a summary of a player's reviews, None if no game is reviewed."""
    lucks = [luck for luck in results.lucks if luck is not None]
    skills = [skill for skill in results.skills if skill is not None]
    if not lucks:
        return None
    accuracies = [accuracy for accuracy in results.accuracies if accuracy is not None]
    known = [at for at, luck in enumerate(results.lucks) if luck is not None]
    luck, skill = fmean(lucks), fmean(skills)
    total = fmean(results.totals[at] for at in known)

    def find(place: int) -> NotableGame:
        at = known[place]
        one = (
            *games_of(player, rules),
            RESULTS.c.ended == results.ended[at],
            RESULTS.c.total == results.totals[at],
            REVIEWS.c.luck == lucks[place],
        )
        game = connection.scalar(select(RESULTS.c.game).join(REVIEWS).where(*one).limit(1))
        return NotableGame(
            str(game), results.ended[at], results.totals[at], lucks[place], skills[place]
        )

    return Reviewed(
        games=len(known),
        expected=total - luck - skill,
        luck=luck,
        skill=skill,
        accuracy=fmean(accuracies) if accuracies else None,
        luckiest=find(lucks.index(max(lucks))),
        best_played=find(skills.index(max(skills))),
        trend=find_trend(skills),
        skills=tuple(skills),
    )


def find_trend(skills: Sequence[float]) -> Trend | None:
    """Compare the newest games with those before, the oldest first; None if there are too few."""
    earlier, recent = skills[:-RECENT], skills[-RECENT:]
    if len(earlier) < RECENT:
        return None
    error = sqrt(_variance(recent) / len(recent) + _variance(earlier) / len(earlier))
    means = fmean(recent), fmean(earlier)
    return Trend(RECENT, *means, is_clear=abs(means[0] - means[1]) > _DEVIATIONS * error)


def _variance(numbers: Sequence[float]) -> float:
    # `statistics.variance` computes with fractions, which takes many times as long.
    mean = fmean(numbers)
    return fsum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
