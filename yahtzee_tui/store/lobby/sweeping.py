"""Clearing away what nobody comes back to, so that a lobby doesn't grow for ever."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, or_, select

from yahtzee_tui.store.games import SHARED
from yahtzee_tui.store.lobby.presence import PATIENCE
from yahtzee_tui.store.lobby.schema import PRESENCES, TABLES
from yahtzee_tui.store.lobby.shared import TableStatus
from yahtzee_tui.store.saved import Status
from yahtzee_tui.store.schema import GAMES

if TYPE_CHECKING:
    from sqlalchemy import Connection

_HOUR, _DAY = 3600.0, 86_400.0
_TABLE_DAYS, _GUEST_DAYS = 90, 30
_MOST = 100


def delete_old_tables(connection: Connection, keep_days: int = 0) -> None:
    """Clear away tables at which nobody is and nothing has happened for long.

    With them goes what was said there; their games stay in the store. Tables without a time for a
    turn are left for a quarter of a year, but not those of guests, who are somebody new every time.

    Args:
        connection: What is written to.
        keep_days: Days after which no table is left; 0 if nothing is said about that.
    """
    now = time.time()
    is_timed = or_(TABLES.c.seconds > 0, TABLES.c.host.startswith("guest:"))
    is_old = or_(
        and_(TABLES.c.stage == TableStatus.CLOSED.value, TABLES.c.changed < now - _HOUR),
        and_(TABLES.c.stage == TableStatus.OVER.value, TABLES.c.changed < now - 2 * _DAY),
        and_(TABLES.c.stage == TableStatus.WAITING.value, is_timed, TABLES.c.changed < now - _DAY),
        and_(
            TABLES.c.stage == TableStatus.PLAYING.value,
            is_timed,
            TABLES.c.changed < now - 14 * _DAY,
        ),
        TABLES.c.changed < now - min(_TABLE_DAYS, keep_days or _TABLE_DAYS) * _DAY,
    )
    alive = (PRESENCES.c.table == TABLES.c.id, PRESENCES.c.seen > now - PATIENCE)
    is_peopled = select(PRESENCES.c.session).where(*alive).exists()
    # Of two who sweep at once each takes what the other doesn't.
    left = select(TABLES.c.id).where(is_old, ~is_peopled).limit(_MOST)
    ids = connection.scalars(left.with_for_update(skip_locked=True)).all()
    if ids:
        connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))


def delete_old_games(connection: Connection, keep_days: int = 0) -> None:
    """Clear away games that visitors left unfinished long ago. Finished games are never touched.

    Those that guests began by themselves go after a month: who has no key, and no seat at a table
    either, can't come back to them. Games of shared tables go after their tables.

    Args:
        connection: What is written to.
        keep_days: Days after which the others go; 0 for never.
    """
    now = time.time()
    is_at_table = select(TABLES.c.id).where(TABLES.c.game == GAMES.c.id).exists()
    is_visitors = or_(GAMES.c.owner.startswith("key:"), and_(GAMES.c.owner == SHARED, ~is_at_table))
    is_guests = GAMES.c.owner.startswith("guest:")
    is_over_time = [and_(is_guests, GAMES.c.changed < now - _GUEST_DAYS * _DAY)]
    if keep_days:
        is_over_time.append(and_(is_visitors, GAMES.c.changed < now - keep_days * _DAY))
    is_left = GAMES.c.status.in_([Status.UNFINISHED.value, Status.DISCARDED.value])
    old = select(GAMES.c.id).where(is_left, or_(*is_over_time)).limit(_MOST)
    # Of two who sweep at once each takes what the other doesn't.
    left = old.with_for_update(skip_locked=True)
    ids = connection.scalars(left).all()
    if ids:
        connection.execute(delete(GAMES).where(GAMES.c.id.in_(ids)))
