"""Events and the games of days: their windows by the database's clock, and one try a game."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, case, delete, exc, func, insert, literal, select, update

from yahtzee_tui.dice import draw_secret
from yahtzee_tui.rules.names import BOT_MARK, GUEST_MARK
from yahtzee_tui.store.entries import (
    EntryResult,
    EventLine,
    EventView,
    Placing,
    find_attempts,
    rank,
)
from yahtzee_tui.store.errors import StoreProblem, UnknownGame
from yahtzee_tui.store.games import Games, add_game, new_id
from yahtzee_tui.store.saved_game import GUEST
from yahtzee_tui.store.schema import ENTRIES, EVENTS, GAMES, RESULTS, REVIEWS, DatabaseClock
from yahtzee_tui.table import judged
from yahtzee_tui.table.config import format_moment
from yahtzee_tui.table.judged import JudgedEvent, daily_event, today
from yahtzee_tui.text import cell_width, fold, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Insert, Row, Select, Subquery

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.entries import DailyAttempt

MOST_GAMES = 20
SHORTEST = 600.0
"""The fewest seconds of an event: about as long as a game takes."""

IN_THE_PAST = N_("An event can't be in the past.")
_WIDEST = 30
_WEEK = 7
_SHOWN_SECONDS = 2 * 86_400.0
"""How long the lobby shows an event that is over."""

_MOST_LINES = 3
_NOT_OPEN = N_("{event} isn't open.")
_ALL_PLAYED = N_("You have played all games of {event}.")


class Events:
    """The events of a database. Every method may raise a `StoreProblem`."""

    def __init__(
        self,
        database: Database,
        owner: str | None = None,
        find_bots: Callable[[str], Select[Any]] | None = None,
    ) -> None:
        """Play the games of `owner`, None for those at the computer of the database.

        `find_bots` returns the query for the bots of a player.
        """
        self._database = database
        self._owner, self._find_bots = owner, find_bots

    def now(self) -> float:
        """Return the time by the database's clock, in seconds since 1970."""
        return float(self._database.scalar(select(DatabaseClock())))

    def create(
        self, name: str, rules: str, games: int, opens: float, closes: float,
        weekly: bool = False, bots: bool = False,
    ) -> JudgedEvent:  # fmt: skip
        """Create an event, and draw the secrets of its games; `opens` is not before now."""
        name = " ".join(name.split())
        if not name.isprintable() or not 1 <= cell_width(name) <= _WIDEST:
            raise StoreProblem(
                _("The name of an event is 1 to {most} printable characters.", most=_WIDEST)
            )
        if not 1 <= games <= MOST_GAMES:
            raise StoreProblem(_("An event has 1 to {most} games.", most=MOST_GAMES))
        now = self.now()
        if closes <= now:
            raise StoreProblem(_(IN_THE_PAST))
        if closes - opens < SHORTEST:
            least = round(SHORTEST / 60)
            raise StoreProblem(_("An event lasts at least {minutes} minutes.", minutes=least))
        opens = max(opens, now)
        if weekly and closes - opens > _WEEK * 86_400:
            raise StoreProblem(_("A weekly event lasts at most a week."))
        if any(each.closes > now and _is_named(each, name) for each in self.list_all()):
            raise StoreProblem(_("Event {name} isn't over. Choose another name.", name=quote(name)))
        event_id = new_id()
        secrets = _draw_secrets(games)
        event = JudgedEvent(
            event_id, name, rules, secrets, opens, closes, event_id, 1, weekly, bots
        )
        self._database.execute(_insert(event))
        return event

    def list_all(self) -> list[JudgedEvent]:
        """Return all events, the last to close first; a weekly one is followed by the next one."""
        query = select(EVENTS, DatabaseClock().label("now")).order_by(EVENTS.c.closes.desc())
        found = self._database.fetch(query)
        following = _find_following([*map(_event, found)], found[0].now) if found else []
        if not following:
            return [*map(_event, found)]
        for event in following:
            with suppress(StoreProblem):  # a file may be read-only
                self._database.add_missing(_insert(event))
        return [*map(_event, self._database.fetch(query))]

    def find(self, name: str) -> JudgedEvent:
        """Return an event by its id or name, an open one first; raises `UnknownGame`."""
        now = self.now()
        named = [each for each in self.list_all() if each.id == name or _is_named(each, name)]
        if not named:
            raise UnknownGame(_("No event is called {name}.", name=quote(name)))
        begun = [each for each in named if each.opens <= now]
        return begun[0] if begun else named[-1]

    def find_judged(self, name: str) -> JudgedEvent:
        """Return the event of a day, as in `2026-11-21`, or by its id or name."""
        with suppress(ValueError, OverflowError):
            return self.find_day(name)
        return self.find(name)

    def find_day(self, day: str) -> JudgedEvent:
        """Return the event of a day; on a host a secret of its own decides the dice."""
        games = Games(self._database)
        if self._owner is None:
            return daily_event(day)
        is_new = day == today()
        secret = games.day_secret(day) if is_new else dict(games.day_secrets()).get(day, "")
        return daily_event(day, secret)

    def list_alike(self, event: JudgedEvent) -> list[str]:
        """Return the ids of all events, or of all days since the first one played.

        They go back at least as far as `list_weeks`. On a host the days are those that were played:
        others can't be played any more.
        """
        if not event.is_daily:
            return [each.id for each in reversed(self.list_all())]
        played = select(GAMES.c.day).distinct().where(GAMES.c.day.is_not(None), self._whose)
        days = sorted({*(row.day for row in self._database.fetch(played)), event.id, today()})
        first = min(days[0], judged.list_weeks()[0])
        return days if self._owner else judged.list_days(first, days[-1])

    def list_shown(self) -> list[JudgedEvent]:
        """Return the open events, else one that is just over, else the next one."""
        every, now = self.list_all(), self.now()
        ended = [each for each in every if now - _SHOWN_SECONDS < each.closes <= now]
        coming = [each for each in every if each.opens > now]
        shown = [each for each in every if each.is_open(now)] or ended[:1] or coming[-1:]
        return shown[::-1][:_MOST_LINES]

    def list_lines(self, name: str) -> list[EventLine]:
        """Return the same as lines for a player."""
        return [self.line(each, name) for each in self.list_shown()]

    def line(self, event: JudgedEvent, name: str) -> EventLine:
        entries = self._entries(event)
        own = func.sum(case((entries.c.who == self.player(name), 1), else_=0))
        players = func.count(func.distinct(entries.c.who))
        query: Any = select(players.label("players"), own.label("own"))
        query = query.join_from(entries, RESULTS, RESULTS.c.game == entries.c.game)
        (row,) = self._database.fetch(query)
        return EventLine(event, self.now(), row.players, (row.own or 0) if name else None)

    def player(self, name: str) -> str:
        """Return who plays: the account, or for the owner of the database the name."""
        return self._owner or f"name:{name.casefold()}"

    @property
    def _whose(self) -> Any:
        """Whose games of a day have the same dice: of all remote users, or of the database."""
        return GAMES.c.owner.is_(None) if self._owner is None else GAMES.c.owner.is_not(None)

    def _entries(self, event: JudgedEvent) -> Subquery:
        """Return the games of an event, those of a day if they are finished."""
        if not event.is_daily:
            return select(ENTRIES).where(ENTRIES.c.contest == event.id).subquery()
        who = func.coalesce(GAMES.c.owner, literal("name:") + RESULTS.c.player)
        columns = who.label("who"), RESULTS.c.name, RESULTS.c.game, literal(1).label("number")
        query = select(*columns, literal(0).label("is_repeat")).join_from(GAMES, RESULTS)
        proven = query.where(GAMES.c.day == event.id, GAMES.c.is_unproven == 0, self._whose)
        return proven.subquery()

    def enter(self, event: JudgedEvent, name: str) -> str:
        """Return the id of the player's next game in an event: an unfinished one, or a new one."""
        who = self.player(name)
        if self._owner and name.startswith(BOT_MARK) and not event.bots:
            raise StoreProblem(
                _("{event} is for people; its host allows no bots.", event=event.name)
            )
        if event.is_daily:
            return self._enter_day(event, name)
        ours = and_(ENTRIES.c.contest == event.id, ENTRIES.c.who == who)
        begun = select(ENTRIES.c.number, ENTRIES.c.game, RESULTS.c.game.label("result"))
        begun = begun.outerjoin(RESULTS, RESULTS.c.game == ENTRIES.c.game).where(ours)
        with self._database.writing() as connection:
            if not connection.scalar(_find_open(event.id)):
                raise StoreProblem(_(_NOT_OPEN, event=event.name))
            rows = connection.execute(begun.order_by(ENTRIES.c.number)).all()
            unfinished = [row.game for row in rows if row.game and not row.result]
            if unfinished:
                return str(unfinished[0])
            numbers = {row.number for row in rows}
            free = [each for each in range(1, event.games + 1) if each not in numbers]
            if not free:
                raise StoreProblem(_(_ALL_PLAYED, event=event.name))
            key = {"contest": event.id, "number": free[0], "who": who}
            try:
                with connection.begin_nested():
                    game = self._begin(connection, event, free[0], name)
                    is_repeat = self._may_know_dice(connection, key, name)
                    row = key | {"name": name, "game": game, "is_repeat": int(is_repeat)}
                    connection.execute(insert(ENTRIES).values(row))
            except exc.IntegrityError:  # the same player has begun it elsewhere at this moment
                theirs = select(ENTRIES.c.game).where(ours, ENTRIES.c.number == free[0])
                return str(connection.scalar(theirs))
        return game

    def _enter_day(self, event: JudgedEvent, name: str) -> str:
        if (self._owner or "").startswith(GUEST):
            raise StoreProblem(_("The daily game needs an SSH key."))
        found = self.find_attempt(name, event.id)
        if not (event.is_open(self.now()) or self._may_be_late(event)):
            raise StoreProblem(_(_NOT_OPEN, event=event.name))
        if found is None:
            with self._database.writing() as connection:
                return self._begin(connection, event, 1, name)
        if found.game.is_over:
            raise StoreProblem(_(_ALL_PLAYED, event=event.name))
        return found.id

    def _may_be_late(self, event: JudgedEvent) -> bool:
        """Return whether a day is over that may still be played; the game counts nowhere.

        On a host, dice may not be rolled once the secret of their day is published.
        """
        return self._owner is None and event.is_daily and event.id < today()

    def _begin(self, connection: Connection, event: JudgedEvent, number: int, name: str) -> str:
        table = event.configure(number, name).create_table(format_moment())
        version = add_game(
            connection, table.record, table.game, self._owner, is_held=False, secret=table.secret,
            is_late=self._may_be_late(event),
        )  # fmt: skip
        return version.game

    def list_attempts(self, name: str, day: str = "", is_late: bool = False) -> list[DailyAttempt]:
        """Return a player's games of a day, or of all days, the newest first; see `of_day`."""
        return find_attempts(Games(self._database, self._owner).of_day(day, is_late), name)

    def find_attempt(self, name: str, day: str) -> DailyAttempt | None:
        """Return a player's first game of a day, which counts even if it is archived.

        Without one, it is the first that was begun after the day.
        """
        late = self.list_attempts(name, day, is_late=True) if day < today() else []
        return next(reversed([*late, *self.list_attempts(name, day)]), None)

    def find_days(self, name: str) -> dict[str, bool]:
        """Return the days whose game a player has finished, and whether that counts."""
        late = [each.day for each in self.list_attempts(name, is_late=True) if each.game.is_over]
        finished = Games(self._database, self._owner).finished_days(name.casefold())
        return dict.fromkeys(late, False) | dict.fromkeys(finished, True)

    def find_streak(self, name: str, day: str) -> int:
        """Return on how many consecutive days up to `day` a player has finished the daily game.

        Today's game doesn't end the streak while it isn't finished yet.
        """
        days = Games(self._database, self._owner).finished_days(name.casefold())
        return judged.count_streak(days, day) if day in days or day >= today() else 0

    def _may_know_dice(self, connection: Connection, entry: dict[str, Any], name: str) -> bool:
        """Return whether a guest of the same name, or a bot of the player, has begun a game before.

        No guest can have the name of an account that there is already.
        """
        theirs = and_(ENTRIES.c.contest == entry["contest"], ENTRIES.c.number == entry["number"])
        guests = select(ENTRIES.c.name).where(theirs, ENTRIES.c.who.startswith(GUEST))
        if self._find_bots is not None:
            is_bot = ENTRIES.c.who.in_(self._find_bots(entry["who"]))
            if connection.scalar(select(ENTRIES.c.who).where(theirs, is_bot).limit(1)):
                return True
        known = (fold(guest.removesuffix(GUEST_MARK)) for guest in connection.scalars(guests))
        return fold(name) in known

    def is_open(self, event_id: str) -> bool:
        """Return whether an event is open now, by the database's clock."""
        return bool(self._database.scalar(_find_open(event_id)))

    def look(self, event: JudgedEvent, name: str = "", sees_all: bool = False) -> EventView:
        """Return an event as a player may see it; see `read_table`."""
        table, who = self.read_table(event, name, sees_all), self.player(name)
        own = next((each for each in table if each.who == who), None)
        if own is None and event.is_daily and (begun := self.find_attempt(name, event.id)):
            is_over = begun.game.is_over  # one in time would be in the table
            total = begun.total if is_over else None
            result = EntryResult(begun.id, is_over, total, is_late=is_over)
            own = Placing(None, name, who, (result,))
        return EventView(self.line(event, name), table, own, self._may_be_late(event))

    def read_table(
        self, event: JudgedEvent, name: str = "", sees_all: bool = False
    ) -> list[Placing]:
        """Return the table of an event, the best first, as a player may see it.

        Until the event is over the results of a game are hidden from those who haven't finished it,
        unless `sees_all`; then nobody has a place.
        """
        coached = GAMES.c.record.contains('"coached":').label("coached")
        entries = self._entries(event)
        query = (
            select(
                entries.c.who, entries.c.name, entries.c.number, entries.c.game,
                RESULTS.c.total, REVIEWS.c.skill, coached, entries.c.is_repeat,
                DatabaseClock().label("now"),
            )
            .outerjoin_from(entries, GAMES, GAMES.c.id == entries.c.game)
            .outerjoin(RESULTS, RESULTS.c.game == entries.c.game)
            .outerjoin(REVIEWS, and_(REVIEWS.c.game == RESULTS.c.game, REVIEWS.c.seat == 0))
            .order_by(RESULTS.c.ended.desc(), entries.c.who)
        )  # fmt: skip
        rows = self._database.fetch(query)
        who, every = self.player(name), set(range(1, event.games + 1))
        is_over = bool(rows) and event.is_over(rows[0].now)
        own = {row.number for row in rows if row.who == who and row.total is not None}
        shown = every if sees_all or is_over else own
        found: dict[str, tuple[str, list[EntryResult | None]]] = {}
        for row in rows:
            is_finished, is_repeat = row.total is not None, bool(row.is_repeat)
            result = EntryResult(None, is_finished, is_repeat=is_repeat)
            if row.number in shown or row.who == who:
                result = EntryResult(
                    row.game, is_finished, row.total, row.skill, bool(row.coached), is_repeat
                )
            results = found.setdefault(row.who, (row.name, [None] * event.games))[1]
            results[row.number - 1] = result  # of two tries at a day, the first that ended
        lines = [
            Placing(None, named, each, tuple(results)) for each, (named, results) in found.items()
        ]
        if shown == every:
            return rank(lines)
        return sorted(lines, key=lambda each: (not each.competes, each.name.casefold()))

    def find_unreviewed(self, event: JudgedEvent) -> list[str]:
        """Return the ids of the finished games of an event without a review."""
        entries = self._entries(event)
        query = (
            select(entries.c.game)
            .join(RESULTS, RESULTS.c.game == entries.c.game)
            .outerjoin(REVIEWS, REVIEWS.c.game == entries.c.game)
            .where(REVIEWS.c.game.is_(None))
        )
        return [str(row.game) for row in self._database.fetch(query)]

    def delete(self, event: JudgedEvent) -> None:
        """Delete an event with those that would follow it; its games and their results stay."""
        alike = EVENTS.c.series == event.series
        later = and_(alike, EVENTS.c.number > event.number)
        with self._database.writing() as connection:
            is_unplayed = EVENTS.c.id.not_in(select(ENTRIES.c.contest))
            for which in (EVENTS.c.id == event.id, and_(later, is_unplayed)):
                deleted = select(EVENTS.c.id).where(which)
                connection.execute(delete(ENTRIES).where(ENTRIES.c.contest.in_(deleted)))
                connection.execute(delete(EVENTS).where(which))
            connection.execute(update(EVENTS).where(alike).values(is_weekly=0))


def _is_named(event: JudgedEvent, name: str) -> bool:
    return event.name.casefold() == " ".join(name.split()).casefold()


def _find_open(event_id: str) -> Any:
    is_open = and_(EVENTS.c.opens <= DatabaseClock(), EVENTS.c.closes > DatabaseClock())
    return select(EVENTS.c.id).where(EVENTS.c.id == event_id, is_open)


def _draw_secrets(games: int) -> tuple[str, ...]:
    return tuple(draw_secret() for _ in range(games))


def _find_following(events: list[JudgedEvent], now: float) -> list[JudgedEvent]:
    """Return the next event of each weekly series whose newest has opened.

    So its hashes are known before it opens. Weeks in which nobody looked are left out.
    """
    newest: dict[str, JudgedEvent] = {}
    for each in events:
        if each.series not in newest or newest[each.series].number < each.number:
            newest[each.series] = each
    found = []
    for each in newest.values():
        if not each.is_weekly or each.opens > now:
            continue
        opens, closes = each.opens, each.closes
        while opens <= each.opens or closes <= now:
            opens, closes = _add_week(opens), _add_week(closes)
        following = each._replace(id=new_id(), secrets=_draw_secrets(each.games))
        found.append(following._replace(opens=opens, closes=closes, number=each.number + 1))
    return found


def _add_week(moment: float) -> float:
    """Return the same time of the day a week later, also where the clocks change between."""
    year, month, day, hour, minute, second, *_ = time.localtime(moment)
    return time.mktime((year, month, day + _WEEK, hour, minute, second, 0, 0, -1))


def _insert(event: JudgedEvent) -> Insert:
    row = event._asdict() | {"secrets": " ".join(event.secrets)}
    flags = {"is_weekly": int(event.is_weekly), "bots": int(event.bots)}
    return insert(EVENTS).values(row | flags)


def _event(row: Row[Any]) -> JudgedEvent:
    return JudgedEvent(
        row.id, row.name, row.rules, tuple(row.secrets.split()), row.opens, row.closes,
        row.series, row.number, bool(row.is_weekly), bool(row.bots),
    )  # fmt: skip
