"""Messages to players who are away: who wants which, and which were sent."""

from __future__ import annotations

import secrets
import time
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, exc, func, insert, select, update

from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.lobby.presences import PRESENCE_SECONDS
from yahtzee_tui.host.lobby.schema import NOTIFICATIONS, PRESENCES, SEATS, SENT, TABLES, VISITORS
from yahtzee_tui.store.events import Events
from yahtzee_tui.store.schema import ENTRIES, RESULTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.table.judged import JudgedEvent

PAUSE_SECONDS, MOST_A_DAY = 15 * 60.0, 10
"""At most one message to an account in so many seconds, and so many in 24 hours."""

_DAY_SECONDS = 86_400.0
_KEPT_SECONDS = 30 * _DAY_SECONDS


class Occasion(Enum):
    """What a player may be told of."""

    TURN = "turn"  # it is their turn at a table without a time limit
    STARTS = "starts"  # an event has started
    CLOSES = "closes"  # an event closes within a day, and they have not played all its games
    RESULTS = "results"  # an event is over in which they have played


class Wishes(NamedTuple):
    """What an account wants to be told."""

    occasions: frozenset[Occasion]
    topic: str  # a secret word that names the account to the receiver
    was_refused: bool = False  # whether the receiver refused the last message, which ended it


class Due(NamedTuple):
    """A message that is due to a player."""

    who: str  # the id of the account
    name: str
    topic: str
    language: str  # the code of the language of the terminal where it was asked for
    occasion: Occasion
    key: str  # identifies what happened, so that it is told once
    subject: str  # the code of the table, or the name of the event


class Notifications:
    """The wishes of all accounts. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, who: str) -> Wishes:
        """Return what an account wants to be told; at first nothing, by a topic drawn now."""
        query = select(NOTIFICATIONS).where(NOTIFICATIONS.c.who == who)
        for row in self._database.fetch(query):
            wanted = frozenset(each for each in Occasion if each.value in row.occasions.split(","))
            return Wishes(wanted, row.topic, bool(row.was_refused))
        return Wishes(frozenset(), secrets.token_urlsafe(9))

    def choose(self, who: str, topic: str, occasions: Collection[Occasion], language: str) -> None:
        """Tell an account of these occasions from now on."""
        row = {
            "who": who,
            "topic": topic,
            "occasions": ",".join(each.value for each in occasions),
            "language": language,
            "since": time.time(),
            "was_refused": 0,
        }
        with self._database.writing() as connection:
            connection.execute(delete(NOTIFICATIONS).where(NOTIFICATIONS.c.who == who))
            connection.execute(insert(NOTIFICATIONS).values(row))

    def stop(self, who: str) -> None:
        """Tell an account nothing any more, as the receiver has refused a message."""
        row = {"occasions": "", "was_refused": 1}
        theirs = update(NOTIFICATIONS).where(NOTIFICATIONS.c.who == who)
        self._database.execute(theirs.values(row))

    def claim(self) -> list[Due]:
        """Return the messages that are due, each to one program only, which then sends it."""
        events = Events(self._database)
        every, now = events.list_all(), events.now()
        with self._database.reading() as connection:
            found = [*_find_turns(connection), *_find_events(connection, every, now)]
            keys = select(SENT.c.who, SENT.c.key).where(SENT.c.key.in_({due.key for due in found}))
            sent = set(map(tuple, connection.execute(keys))) if found else set()
        return [due for due in found if (due.who, due.key) not in sent and self._take(due)]

    def _take(self, due: Due) -> bool:
        """Write that a message is sent; return whether it may be, by this program."""
        now = time.time()
        ours = (SENT.c.who == due.who, SENT.c.at > now - _DAY_SECONDS)
        lately = select(func.count(), func.max(SENT.c.at)).where(*ours)
        with self._database.writing() as connection:
            count, last = connection.execute(lately).one()
            if count >= MOST_A_DAY or now - (last or 0) < PAUSE_SECONDS:
                return False
            try:
                with connection.begin_nested():
                    row = {"who": due.who, "key": due.key, "at": now}
                    connection.execute(insert(SENT).values(row))
            except exc.IntegrityError:  # another program has
                return False
            connection.execute(delete(SENT).where(SENT.c.at < now - _KEPT_SECONDS))
        return True


_ABSENT = NOTIFICATIONS.c.who.not_in(
    select(PRESENCES.c.who).where(PRESENCES.c.seen > bindparam("alive"))
)


def _find_turns(connection: Connection) -> Iterator[Due]:
    """Find whose turn it is, of those who are away and want to be told."""
    now, asked = time.time(), NOTIFICATIONS.c
    turns = (
        select(
            asked.who, SEATS.c.name, asked.topic, asked.language, TABLES.c.code,
            TABLES.c.id, TABLES.c.turn_since,
        )
        .join(SEATS, SEATS.c.who == asked.who)
        .join(TABLES, (TABLES.c.id == SEATS.c.table) & (TABLES.c.turn == SEATS.c.place))
        .where(
            asked.occasions.contains(Occasion.TURN.value),
            _ABSENT,
            TABLES.c.stage == TableStatus.PLAYING.value,
            TABLES.c.seconds == 0,
            SEATS.c.is_gone == 0,
            TABLES.c.turn_since > asked.since,
            TABLES.c.turn_since > now - _DAY_SECONDS,
        )
    )  # fmt: skip
    found = connection.execute(turns, {"alive": now - PRESENCE_SECONDS})
    for who, name, topic, language, code, table, since in found:
        key = f"turn {table} {since:.3f}"
        yield Due(who, name, topic, language, Occasion.TURN, key, code)


def _find_events(
    connection: Connection, events: Iterable[JudgedEvent], now: float
) -> Iterator[Due]:
    """Find what has happened in events, for those who are away and want to be told."""
    asked = NOTIFICATIONS.c
    accounts = select(asked.who, VISITORS.c.name, asked.topic, asked.language, asked.occasions)
    wanting = accounts.join(VISITORS, VISITORS.c.who == asked.who).where(
        asked.occasions != "", asked.occasions != Occasion.TURN.value, _ABSENT
    )
    rows = connection.execute(wanting, {"alive": time.time() - PRESENCE_SECONDS}).all()
    count = select(ENTRIES.c.who, func.count(RESULTS.c.game)).group_by(ENTRIES.c.who)
    counted = count.outerjoin(RESULTS, RESULTS.c.game == ENTRIES.c.game)
    for event in events if rows else ():
        of_event = counted.where(ENTRIES.c.contest == event.id)
        finished: dict[str, int] = dict(connection.execute(of_event).all())
        for who, name, topic, language, occasions in rows:
            is_so = {
                Occasion.STARTS: event.opens <= now < min(event.closes, event.opens + _DAY_SECONDS),
                Occasion.CLOSES: event.opens <= now < event.closes < now + _DAY_SECONDS
                and finished.get(who, 0) < event.games,
                Occasion.RESULTS: event.closes <= now < event.closes + _DAY_SECONDS
                and who in finished,
            }
            for occasion, happens in is_so.items():
                if happens and occasion.value in occasions.split(","):
                    key = f"{occasion.value} {event.id}"
                    yield Due(who, name, topic, language, occasion, key, event.name)
