"""Reviews of games, which services compute: stored beside results, and deleted with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, or_, select

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.store.schema import ABANDONED, GAMES, RESULTS, REVIEWS
from yahtzee_tui.store.stats.results import WITH_REVIEWS, games_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import ColumnElement, Connection

    from yahtzee_tui.store.saved_game import GameVersion


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
