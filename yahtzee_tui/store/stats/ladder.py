"""Rated games: daily games and games of events, each alone with the same dice for all.

Tables don't count: who plays to win there is right to lose points by a decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, and_, literal, or_, select, text, union_all

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store.saved_game import GUEST, Status
from yahtzee_tui.store.schema import (
    ABANDONED,
    ENTRIES,
    EVENTS,
    GAMES,
    RESULTS,
    REVIEWS,
    DatabaseClock,
)
from yahtzee_tui.store.stats.results import IS_SHOWN
from yahtzee_tui.table.judged import today

if TYPE_CHECKING:
    from sqlalchemy import Connection


class RatedGame(NamedTuple):
    """One game of a player, or what was played of it."""

    player: str  # the case-folded name
    name: str
    skill: float  # what decisions cost, in points, as in `SeatReview`
    share: float  # of its turns that were played, from 0 to 1


_COUNTS = and_(GAMES.c.is_unproven == 0, ~GAMES.c.record.contains('"coached":', autoescape=True))
_KEYED = and_(ENTRIES.c.is_repeat == 0, ~ENTRIES.c.who.startswith(GUEST))
"""Entries of which the dice weren't known: a guest may come twice."""

_RATED = or_(GAMES.c.day.is_not(None), GAMES.c.id.in_(select(ENTRIES.c.game).where(_KEYED)))
_UNFINISHED = GAMES.c.status != Status.FINISHED.value


def read_rated(connection: Connection, rules: str) -> list[RatedGame]:
    """Return the rated games of a rule set that are reviewed, the newest first."""
    finished = (
        select(
            RESULTS.c.player, RESULTS.c.name, REVIEWS.c.skill,
            literal(1.0).label("share"), RESULTS.c.ended,
        )
        .join_from(RESULTS, REVIEWS)
        .join(GAMES, GAMES.c.id == RESULTS.c.game)
        .where(RESULTS.c.rules == rules, RESULTS.c.seats == 1, RESULTS.c.computer == "")
        .where(REVIEWS.c.skill.is_not(None), _RATED, _COUNTS, IS_SHOWN)
    )  # fmt: skip
    left = (
        select(
            ABANDONED.c.player, ABANDONED.c.name, ABANDONED.c.skill, ABANDONED.c.share,
            GAMES.c.changed.label("ended"),
        )
        .join(GAMES)
        .where(ABANDONED.c.rules == rules, ABANDONED.c.share > 0, _UNFINISHED, _COUNTS, _RATED)
    )  # fmt: skip
    newest_first = text("ended DESC")
    rows = connection.execute(union_all(finished, left).order_by(newest_first))
    return [RatedGame(*row[:4]) for row in rows]


def find_unrated(connection: Connection, rules: str) -> list[str]:
    """Return the ids of rated games without a review, and of those that can't be finished."""
    finished = (
        select(GAMES.c.id)
        .join(RESULTS, RESULTS.c.game == GAMES.c.id)
        .outerjoin(REVIEWS, REVIEWS.c.game == GAMES.c.id)
        .where(RESULTS.c.rules == rules, RESULTS.c.seats == 1, REVIEWS.c.game.is_(None))
        .where(_RATED, _COUNTS, IS_SHOWN)
    )
    closed = select(ENTRIES.c.game).join(EVENTS)
    closed = closed.where(EVENTS.c.rules == rules, EVENTS.c.closes <= DatabaseClock(), _KEYED)
    is_past: ColumnElement[Any] = GAMES.c.id.in_(closed.where(ENTRIES.c.game.is_not(None)))
    if rules == OFFICIAL.id:
        is_past = or_(is_past, GAMES.c.day < today())
    left = select(GAMES.c.id).where(
        is_past, _UNFINISHED, _COUNTS, GAMES.c.id.not_in(select(ABANDONED.c.game))
    )
    return [*connection.scalars(finished), *connection.scalars(left)]
