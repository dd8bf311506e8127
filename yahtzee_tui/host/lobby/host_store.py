"""The store of a host: that of the game, with the lobby and the link to the host's listener."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select, update

from yahtzee_tui.host.lobby.accounts import Accounts
from yahtzee_tui.host.lobby.bans import Bans, read_subjects
from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY, OwnSource, SqliteListener
from yahtzee_tui.host.lobby.chat import Messages
from yahtzee_tui.host.lobby.games import TableGames
from yahtzee_tui.host.lobby.notifications import Notifications
from yahtzee_tui.host.lobby.presences import KEPT_SECONDS, PRESENCE_SECONDS, Presence, PresentUser
from yahtzee_tui.host.lobby.schema import PRESENCES, TABLES, VISITORS
from yahtzee_tui.host.lobby.seats import Seats
from yahtzee_tui.host.lobby.servers import Servers, write_heartbeat
from yahtzee_tui.host.lobby.tables import Tables
from yahtzee_tui.store import Store
from yahtzee_tui.store.events import Events
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.table.config import format_moment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Select

    from yahtzee_tui.host.lobby.change_feed import ChangeFeed, DatabaseListener
    from yahtzee_tui.host.lobby.host_link import HostLink
    from yahtzee_tui.host.lobby.models import User
    from yahtzee_tui.host.lobby.servers import ServerOrders
    from yahtzee_tui.store.database import Database


class HostStore(Store):
    """Deletes unfinished games of remote users after `keep_days`, 0 for never.

    `link` leads to the process that listens for all sessions of this host.
    """

    def __init__(
        self,
        address: str,
        owner: str | None = None,
        *,
        keep_days: int = 0,
        link: HostLink | None = None,
        **options: bool,
    ) -> None:
        super().__init__(address, owner, **options)
        self._keep_days, self.link = keep_days, link

    @property
    def lobby(self) -> Lobby:
        """The lobby; raises `StoreProblem` if the database can't be opened."""
        return self.part(Lobby, self._keep_days, self.link)

    @property
    def events(self) -> Events:
        return self.part(Events, self._owner, _find_bots)

    def _open_database(self) -> Database:
        database = super()._open_database()
        if (link := self.link) is not None:
            link.saves = database.saves
            database.is_synced_elsewhere = lambda: link.seconds_alive > 0
        return database


def _find_bots(who: str) -> Select[Any]:
    """Return the query for the bots of an account."""
    return select(VISITORS.c.who).where(VISITORS.c.bot_of == who)


class HostNews(NamedTuple):
    """What the listener of a host finds with the heartbeats that it writes."""

    missing: frozenset[str]  # the sessions without a presence
    at_tables: int  # how many of the sessions are at a table
    left: frozenset[str]  # the ids of tables where a presence has ended
    banned: frozenset[str]  # the subjects of all bans; see `find_subjects`
    orders: ServerOrders


class Lobby:
    """The lobby of a database."""

    def __init__(
        self, database: Database, keep_days: int = 0, link: HostLink | None = None
    ) -> None:
        self._database = database
        self.link = link  # to the listener of this host, None without one
        self.accounts = Accounts(database)  # the names and options of users with a key
        self.tables = Tables(database, keep_days)  # the shared tables
        self.seats = Seats(database)  # their seats
        self.games = TableGames(database)  # their games
        self.messages = Messages(database)  # their chat
        self.bans = Bans(database)  # who may not play
        self.servers = Servers(database)  # the servers
        self.notifications = Notifications(database)  # messages to players who are away

    def enter(self, user: User, address: str = "") -> Presence:
        """Return a presence for a user's terminal at an address, which is not written yet."""
        return Presence(self._database, user, address)

    def list_present(self) -> list[PresentUser]:
        """Return the terminals that are present, the longest present first."""
        found = (
            select(
                PRESENCES.c.session, PRESENCES.c.who, PRESENCES.c.name, PRESENCES.c.address,
                PRESENCES.c.since, TABLES.c.code,
            )
            .outerjoin_from(PRESENCES, TABLES, PRESENCES.c.table == TABLES.c.id)
            .where(PRESENCES.c.seen > time.time() - PRESENCE_SECONDS)
            .order_by(PRESENCES.c.since)
        )  # fmt: skip
        return [PresentUser._make(row) for row in self._database.fetch(found)]

    def keep_alive(
        self,
        sessions: Sequence[str],
        identity: Mapping[str, Any],
        figures: Mapping[str, Any] | None = None,
        drain: tuple[float, str] | None = None,
        newest: int = 0,
    ) -> HostNews:
        """Write the heartbeats of a host and all its sessions, and return what concerns them.

        They count for `KEPT_SECONDS` more, in which a lost listener is replaced. See
        `write_heartbeat` for what is known of the host.
        """
        now = time.time()
        ours = PRESENCES.c.session.in_(sessions)
        # Who has left without a word since the last times.
        is_gone = PRESENCES.c.seen.between(now - 2 * PRESENCE_SECONDS, now - PRESENCE_SECONDS)
        with self._database.writing() as connection:
            written = update(PRESENCES).where(ours).values(seen=now + KEPT_SECONDS)
            found = written.returning(PRESENCES.c.session, PRESENCES.c.table)
            alive = {row.session: row.table for row in connection.execute(found)}
            left = connection.scalars(select(PRESENCES.c.table).where(is_gone).distinct()).all()
            subjects = read_subjects(connection)
            orders = write_heartbeat(connection, identity, figures, drain, newest)
        missing = frozenset(sessions) - alive.keys()
        at_tables = sum(table is not None for table in alive.values())
        return HostNews(missing, at_tables, frozenset(filter(None, left)), subjects, orders)

    def count_present(self) -> int:
        """Return how many users are present."""
        alive = PRESENCES.c.seen > time.time() - PRESENCE_SECONDS
        query = select(func.count(func.distinct(PRESENCES.c.who))).where(alive)
        return self._database.scalar(query) or 0

    def count_games(self) -> tuple[int, int]:
        """Return how many games of all users started, and how many ended, today in UTC."""
        midnight = time.time() // 86_400 * 86_400
        began = f'"began":"{format_moment(midnight)[:10]}'
        query = select(
            func.count().filter(GAMES.c.record.contains(began)),
            func.count().filter(GAMES.c.status == Status.FINISHED.value),
        ).where(GAMES.c.status.in_([each.value for each in Status]), GAMES.c.changed >= midnight)
        with self._database.reading() as connection:
            started, finished = connection.execute(query).one()
        return started, finished

    def change_feed(self, ids: frozenset[str] = WHOLE_LOBBY) -> ChangeFeed:
        """Return a feed of changes of games and tables; call it in the event loop."""
        counts = self._database.engine.dialect.name == "postgresql"
        if self.link is not None:
            return self.link.change_feed(ids, counts)
        return OwnSource(self.listen(ids), ids, counts).feed

    def listen(self, ids: frozenset[str] = frozenset()) -> DatabaseListener:
        """Return what hears of changes, first of these ids; call it in the event loop."""
        engine = self._database.engine
        if engine.dialect.name != "postgresql":
            return SqliteListener(engine, ids)
        from yahtzee_tui.host.lobby.postgres import PostgresListener  # needs psycopg

        return PostgresListener(engine, ids)
