"""Shared tables: created, found by code, listed, closed, and deleted when abandoned."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import and_, exc, func, insert, or_, select, true

from yahtzee_tui.dice import CommittedDice, derive_secret, draw_secret
from yahtzee_tui.host.lobby.bans import read_network
from yahtzee_tui.host.lobby.chat import read_messages
from yahtzee_tui.host.lobby.codes import draw_code, read_code
from yahtzee_tui.host.lobby.models import FinishedGame, TableStatus
from yahtzee_tui.host.lobby.presences import PRESENCE_SECONDS, keep_seat
from yahtzee_tui.host.lobby.queries import NOBODY, locked_table, read_table, read_tables
from yahtzee_tui.host.lobby.schema import PRESENCES, SEATS, TABLES, delete_some
from yahtzee_tui.host.lobby.seats import close_table
from yahtzee_tui.store.errors import StoreProblem, UnknownGame
from yahtzee_tui.store.games import SHARED, read_newer
from yahtzee_tui.store.saved_game import GUEST, Status
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.host.lobby.chat import Message
    from yahtzee_tui.host.lobby.models import SharedTable, TableOptions, User
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.saved_game import GameVersion, SavedGame


_MOST_TABLES, _MOST_GUEST_TABLES = 8, 2  # how many tables one host may have that aren't over
_MOST_NETWORK_TABLES = 10  # how many the guests of one network may open in an hour
_MANY_GUESTS = N_(
    "Guests from your network have opened too many tables this hour. Join one, or connect with an "
    "SSH key."
)
_HOUR, _DAY = 3600.0, 86_400.0
_TRIES, _SECRET_DIGITS, _MOST_DIGITS = 5, 5, 6


class Tables:
    """The shared tables of a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database, keep_days: int = 0) -> None:
        self._database = database
        self._keep_days = keep_days

    def create(self, options: TableOptions, host: User, address: str = "") -> str:
        """Create a table at which its host has the first seat, and return its id.

        Raises `StoreProblem` if the host, or guests at the same network as `address`, have too many
        tables already.
        """
        table = uuid4().hex[:12]
        now, secret = time.time(), draw_secret()
        row: dict[str, Any] = {
            "id": table,
            "rules": options.rules,
            "is_open": int(options.is_open),
            "seconds": options.seconds,
            "late": options.on_timeout.value,
            "bots": int(options.bots),
            "host": host.who,
            "stage": TableStatus.WAITING.value,
            "turn": -1,
            "turn_since": now,
            "changed": now,
            "network": read_network(address) if host.is_guest else None,
            "secret": secret,
            "hash": CommittedDice(derive_secret(secret)).hash.removeprefix("sha256:"),
        }
        seats = [NOBODY | {"table": table, "number": number} for number in range(options.seats)]
        seats[0] |= host._asdict()
        with self._database.writing() as connection:
            delete_old_tables(connection, self._keep_days)
            delete_old_games(connection, self._keep_days)
            _check_count(connection, host, row["network"])
            _insert_with_code(connection, row)
            connection.execute(insert(SEATS), seats)
            keep_seat(connection, table, host)
        return table

    def read(self, table: str) -> SharedTable:
        """Return a table as it is now; raises `UnknownGame`."""
        with self._database.reading() as connection:
            return read_table(connection, table)[0]

    def read_news(
        self, table: str, version: GameVersion | None, newest: int
    ) -> tuple[SharedTable, SavedGame | None, list[Message]]:
        """Return a table as it is now, and what is newer than a game and a message, all at once.

        `version` is None where there is no game, `newest` the number of a message, 0 before the
        first. The game is None if it hasn't changed; of the messages the oldest is first. Raises
        `UnknownGame`.
        """
        with self._database.reading() as connection:
            shared, last = read_table(connection, table)
            saved = None if version is None else read_newer(connection, version)
            messages = read_messages(connection, table, newest) if last > newest else []
        return shared, saved, messages

    def next_secret(self, shared: SharedTable) -> str:
        """Return the secret of the next game at a table; empty if the table has no such secret.

        It is derived from one that was drawn with the table, before any player added a word.
        """
        with self._database.reading() as connection:
            root = connection.scalar(select(TABLES.c.secret).where(TABLES.c.id == shared.id))
            last = GAMES.c.id == (shared.game or "")  # NULL would be looked for among all games
            played = connection.scalar(select(GAMES.c.secret).where(last))
        return derive_secret(root, played) if root else ""

    def find(self, code: str) -> str:
        """Return the id of the table with a code, however it was typed; raises `UnknownGame`."""
        asked = TABLES.c.code == (read_code(code) or "")
        query = select(TABLES.c.id).where(asked, TABLES.c.stage != TableStatus.CLOSED.value)
        found = self._database.scalar(query)
        if found is None:
            raise UnknownGame(_("No table has the code {code}.", code=quote(code)))
        return str(found)

    def list_for(self, who: str, most: int = 100) -> list[SharedTable]:
        """Return the tables of a user, and at most `most` open ones of others.

        Tables whose turn is the user's come first, then the rest of theirs; then those of hosts
        with a key, then those of guests: first those with a free seat, and of these the newest
        first. A finished table is listed for a day, for its players only.
        """
        sits = TABLES.c.id.in_(select(SEATS.c.table).where(SEATS.c.who == who))
        alive = PRESENCES.c.seen > time.time() - PRESENCE_SECONDS
        is_peopled = TABLES.c.id.in_(select(PRESENCES.c.table).where(alive))
        # A guest has a new id every time, and so no limit of tables.
        by_day = and_(TABLES.c.seconds == 0, ~_IS_GUESTS)
        is_listed = and_(
            _IS_ON,
            TABLES.c.is_open == 1,
            or_(is_peopled, by_day, TABLES.c.changed > time.time() - _HOUR),
        )
        is_fresh = and_(
            TABLES.c.stage == TableStatus.OVER.value, TABLES.c.changed > time.time() - _DAY
        )
        listed = select(TABLES.c.id).where(is_listed).correlate(None)
        # False before True; no crowd of guests' tables hides those of other players.
        waiting_first = (_IS_GUESTS, TABLES.c.stage.desc(), TABLES.c.changed.desc())
        is_open = TABLES.c.id.in_(listed.order_by(*waiting_first).limit(most))
        with self._database.reading() as connection:
            found = read_tables(connection, or_(is_open, and_(sits, or_(_IS_ON, is_fresh))))
        # All players of a waiting table may have been guests who left.
        listed_now = [
            each for each in found if each.status is not TableStatus.WAITING or each.has_players
        ]
        return sorted(listed_now, key=lambda table: _rank(table, who))

    def list_last_games(self, who: str, most: int) -> list[FinishedGame]:
        """Return the newest games of listed tables that are over and that `list_for` leaves out."""
        sits = TABLES.c.id.in_(select(SEATS.c.table).where(SEATS.c.who == who))
        is_over = TABLES.c.stage == TableStatus.OVER.value
        is_listed = and_(sits, TABLES.c.changed > time.time() - _DAY)
        games = select(TABLES.c.game).where(is_over, TABLES.c.is_open == 1, ~_IS_GUESTS, ~is_listed)
        newest = games.order_by(TABLES.c.changed.desc()).limit(most)
        query = select(RESULTS.c.game, RESULTS.c.rules, RESULTS.c.name, RESULTS.c.total).where(
            RESULTS.c.game.in_(newest)
        )
        order = RESULTS.c.ended.desc(), RESULTS.c.game, RESULTS.c.seat
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(*order)).all()
        return [
            FinishedGame(game, rules, tuple((row.name, row.total) for row in seats))
            for (game, rules), seats in groupby(rows, lambda row: (row.game, row.rules))
        ]

    def close(self, table: str, who: str) -> None:
        """Close a table; raises `StoreProblem` if `who` isn't its host or a game began."""
        with locked_table(self._database, table) as (connection, shared):
            if shared.status is not TableStatus.WAITING or shared.host != who:
                raise StoreProblem(_("Only the host can close a table, before the game starts."))
            close_table(connection, table)

    def close_as_server(self, code: str) -> str:
        """Close the table with a code whatever its state, and return its code in normal form.

        Raises `UnknownGame`.
        """
        table = self.find(code)
        with locked_table(self._database, table) as (connection, shared):
            close_table(connection, table)
        return shared.code


_IS_ON = TABLES.c.stage.in_([TableStatus.WAITING.value, TableStatus.PLAYING.value])
_IS_GUESTS = TABLES.c.host.startswith(GUEST)


def _check_count(connection: Connection, host: User, network: str | None) -> None:
    """Raise `StoreProblem` if a host, or the guests of a network, have opened too many tables."""
    mine = select(func.count()).where(TABLES.c.host == host.who, _IS_ON)
    most = _MOST_GUEST_TABLES if host.is_guest else _MOST_TABLES
    if (connection.scalar(mine) or 0) >= most:
        sentence = ngettext(
            "You already have {count} open table. Finish or close one.",
            "You already have {count} open tables. Finish or close one.",
            most,
        )
        raise StoreProblem(sentence)
    lately = (TABLES.c.network == network, TABLES.c.changed > time.time() - _HOUR)
    count = select(func.count()).select_from(TABLES).where(*lately)
    if network is not None and (connection.scalar(count) or 0) >= _MOST_NETWORK_TABLES:
        raise StoreProblem(_(_MANY_GUESTS))


def _rank(table: SharedTable, who: str) -> tuple[int, bool, bool]:
    is_guests = table.host.startswith(GUEST)
    is_full = table.status is not TableStatus.WAITING or not table.free
    if table.is_turn_of(who):
        return 0, False, False
    if table.seat_of(who) is not None:
        return 1, False, False
    return 2, is_guests, is_full


def _insert_with_code(connection: Connection, row: dict[str, Any]) -> None:
    """Insert a table with a free code: the more tables there are, the longer the code.

    The code of a table that isn't listed is always long, so that it can't be guessed.
    """
    for digits in range(2 if row["is_open"] else _SECRET_DIGITS, _MOST_DIGITS + 1):
        for _try in range(_TRIES):
            code = draw_code(digits)
            if connection.scalar(select(TABLES.c.id).where(TABLES.c.code == code)) is not None:
                continue
            # Another program may draw the same code at the same time.
            with suppress(exc.IntegrityError), connection.begin_nested():
                connection.execute(insert(TABLES).values(row | {"code": code}))
                return
    raise StoreProblem(_("No table codes are free. Try again later."))


_TABLE_DAYS, _GUEST_DAYS = 90, 30


def delete_old_tables(connection: Connection, keep_days: int) -> None:
    """Delete tables without presences where nothing has happened for long, and their chat.

    Their games stay in the store. Tables without a time limit stay for 90 days, or `keep_days` if
    that is less and not 0, unless a guest is their host, who has a new id every time.
    """
    now = time.time()
    is_timed = or_(TABLES.c.seconds > 0, _IS_GUESTS)
    kept = (
        (TableStatus.CLOSED, true(), _HOUR),
        (TableStatus.WAITING, _IS_GUESTS, _HOUR),
        (TableStatus.OVER, true(), 2 * _DAY),
        (TableStatus.WAITING, is_timed, _DAY),
        (TableStatus.PLAYING, is_timed, 14 * _DAY),
    )
    is_old = or_(
        *(and_(TABLES.c.stage == each.value, which, TABLES.c.changed < now - seconds)
          for each, which, seconds in kept),
        TABLES.c.changed < now - min(_TABLE_DAYS, keep_days or _TABLE_DAYS) * _DAY,
    )  # fmt: skip
    alive = (PRESENCES.c.table == TABLES.c.id, PRESENCES.c.seen > now - PRESENCE_SECONDS)
    is_peopled = select(PRESENCES.c.session).where(*alive).exists()
    delete_some(connection, TABLES.c.id, is_old, ~is_peopled)


def delete_old_games(connection: Connection, keep_days: int) -> None:
    """Delete games that remote users left unfinished `keep_days` ago; 0 for never.

    Games that guests began alone go after 30 days, since a guest without a seat can't come back to
    them. Games of shared tables go after their tables; finished games stay.
    """
    now = time.time()
    is_at_table = select(TABLES.c.id).where(TABLES.c.game == GAMES.c.id).exists()
    is_visitors = or_(GAMES.c.owner.startswith("key:"), and_(GAMES.c.owner == SHARED, ~is_at_table))
    is_guests = GAMES.c.owner.startswith("guest:")
    is_over_time = [and_(is_guests, GAMES.c.changed < now - _GUEST_DAYS * _DAY)]
    if keep_days:
        is_over_time.append(and_(is_visitors, GAMES.c.changed < now - keep_days * _DAY))
    is_left = GAMES.c.status.in_([Status.UNFINISHED.value, Status.DISCARDED.value])
    delete_some(connection, GAMES.c.id, is_left, or_(*is_over_time))
