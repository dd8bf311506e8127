"""The servers that use a database: which run, which of them drain, and what players are told."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import case, delete, insert, or_, select, update

from yahtzee_tui.host.lobby.schema import HOSTS, NOTICES
from yahtzee_tui.rules import Malformed, check_line
from yahtzee_tui.store.errors import StoreProblem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database

SERVER_SECONDS = 30.0
"""Seconds after its last heartbeat for which a server counts as running."""

WIDEST_NOTICE = 100  # columns of a terminal that a notice may take
NOTICE_SECONDS = 86_400.0  # for which players can read it
_KEPT_SECONDS = 86_400.0  # for which rows of killed servers are kept


class Server(NamedTuple):
    """A running server."""

    id: str  # drawn when it started
    name: str  # of its machine
    process: int
    version: str  # of this program
    public_name: str  # under which players reach it, empty if it has none
    key: str  # the fingerprint of its host key
    started: float  # in seconds since 1970
    seen: float  # its last heartbeat, in seconds since 1970
    drain_until: float | None  # when its last sessions end, None if it doesn't drain
    drain_text: str  # what players are told about that besides
    figures: Mapping[str, Any]  # its figures by name

    @property
    def address(self) -> str:
        """What servers have in common that players reach by the same address."""
        return self.public_name or self.name


class Notice(NamedTuple):
    """What the host has told all players."""

    id: int  # a later one has a higher number
    text: str
    said: float  # in seconds since 1970


class ServerOrders(NamedTuple):
    """What a server finds in the database with its heartbeat."""

    drain_until: float | None  # when its last sessions end, None if it doesn't drain
    drain_text: str
    is_replaced: bool  # whether a newer server has its address
    notices: Sequence[Notice]  # those since the last heartbeat


class Servers:
    """The servers that use a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_running(self) -> list[Server]:
        """Return the servers that run, the first that started first."""
        with self._database.reading() as connection:
            return _read_running(connection)

    def drain(self, host: str, until: float, text: str = "") -> float:
        """Order a server to end its last sessions at a time, if it isn't to do so sooner.

        Returns the time that counts, in seconds since 1970.
        """
        row, text = HOSTS.c.id == host, text and check_text(text)
        with self._database.writing() as connection:
            connection.execute(update(HOSTS).where(row).values(_drained(until, text)))
            return connection.scalar(select(HOSTS.c.drain_until).where(row)) or until

    def say(self, text: str) -> None:
        """Tell all players one line; raises `StoreProblem` for one that is refused."""
        row = {"text": check_text(text), "said": time.time()}
        with self._database.writing() as connection:
            connection.execute(insert(NOTICES).values(row))
            old = NOTICES.c.said < time.time() - NOTICE_SECONDS
            connection.execute(delete(NOTICES).where(old))

    def read_notices(self, newest: int = 0) -> list[Notice]:
        """Return what players are told since notice number `newest`, of the last day at most."""
        with self._database.reading() as connection:
            return _read_notices(connection, newest)

    def leave(self, host: str) -> None:
        """Remove a server that ends."""
        self._database.execute(delete(HOSTS).where(HOSTS.c.id == host))


def write_heartbeat(
    connection: Connection,
    identity: Mapping[str, Any],
    figures: Mapping[str, Any] | None,
    drain: tuple[float, str] | None,
    newest: int,
) -> ServerOrders:
    """Write that a server runs, and return what concerns it.

    `identity` has the columns that stay as they are, as do empty `figures`; `drain` is what the
    server knows already, `newest` the number of the newest notice that it has told.
    """
    now, row = time.time(), HOSTS.c.id == identity["id"]
    values: dict[str, Any] = {"seen": now} | ({"figures": json.dumps(figures)} if figures else {})
    values |= {} if drain is None else _drained(*drain)
    if not connection.execute(update(HOSTS).where(row).values(values)).rowcount:
        connection.execute(delete(HOSTS).where(HOSTS.c.seen < now - _KEPT_SECONDS))
        until, text = drain or (None, "")
        new = {**identity, **values, "drain_until": until, "drain_text": text}
        connection.execute(insert(HOSTS).values(new))
    hosts = _read_running(connection)
    own = next(host for host in hosts if host.id == identity["id"])
    is_replaced = any(
        host.address == own.address and host.started > own.started and host.drain_until is None
        for host in hosts
    )
    notices = _read_notices(connection, newest)
    return ServerOrders(own.drain_until, own.drain_text, is_replaced, notices)


def _read_notices(connection: Connection, newest: int) -> list[Notice]:
    is_new = NOTICES.c.id > newest, NOTICES.c.said > time.time() - NOTICE_SECONDS
    query = select(NOTICES.c.id, NOTICES.c.text, NOTICES.c.said).where(*is_new)
    return [Notice._make(row) for row in connection.execute(query.order_by(NOTICES.c.id))]


def _drained(until: float, text: str) -> dict[str, Any]:
    """Return the values of a row by which a server drains, the sooner the better."""
    is_sooner = or_(HOSTS.c.drain_until.is_(None), HOSTS.c.drain_until > until)
    columns = {"drain_until": until, "drain_text": text}
    return {name: case((is_sooner, value), else_=HOSTS.c[name]) for name, value in columns.items()}


def _read_running(connection: Connection) -> list[Server]:
    running = select(*(HOSTS.c[name] for name in Server._fields)).where(
        HOSTS.c.seen > time.time() - SERVER_SECONDS
    )
    rows = connection.execute(running.order_by(HOSTS.c.started, HOSTS.c.id))
    return [Server._make(row)._replace(figures=json.loads(row.figures)) for row in rows]


def check_text(text: str, widest: int = WIDEST_NOTICE) -> str:
    """Return a line for others in the form that is stored; raises `StoreProblem`."""
    try:
        return check_line(text, "message", widest)
    except Malformed as refusal:
        raise StoreProblem(refusal.sentence) from None
