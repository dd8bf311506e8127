"""Bans of keys and networks, and sessions that the host of the server ends."""

from __future__ import annotations

import time
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, or_, select, union_all

from yahtzee_tui.host.lobby.schema import BANS, KEYS
from yahtzee_tui.host.lobby.servers import check_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement, Connection

    from yahtzee_tui.store.database import Database

SESSION = "session:"
_NETWORK_PREFIX = 64


END_SECONDS = 3600.0
"""For how long the order to end a session is kept; the session obeys within seconds."""


class Ban(NamedTuple):
    """A key or a network that may not play."""

    subject: str  # `key:` and a fingerprint, or a network
    since: float  # in seconds since 1970
    until: float | None  # None for ever
    name: str = ""  # of the player, as far as it is known
    reason: str = ""  # the host's note


class Bans:
    """The bans of a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ban(
        self, subject: str, seconds: float | None = None, name: str = "", reason: str = ""
    ) -> Ban:
        """Ban a key, `key:` and a fingerprint, or a network; None for ever."""
        now = time.time()
        until = None if seconds is None else now + seconds
        ban = Ban(subject, now, until, name, reason and check_text(reason))
        with self._database.writing() as connection:
            is_over = BANS.c.until < now
            connection.execute(delete(BANS).where(or_(is_over, BANS.c.subject == subject)))
            connection.execute(insert(BANS).values(ban._asdict()))
        return ban

    def lift(self, subject: str) -> bool:
        """Lift a ban; return whether there was one."""
        return bool(self._database.execute(delete(BANS).where(BANS.c.subject == subject)))

    def end(self, session: str) -> None:
        """Order a session to end."""
        self.ban(f"{SESSION}{session}", END_SECONDS)

    def list_all(self) -> list[Ban]:
        """Return the bans of keys and networks, the oldest first."""
        columns = [BANS.c[name] for name in Ban._fields]
        found = select(*columns).where(_is_on(), ~BANS.c.subject.startswith(SESSION))
        return [Ban._make(row) for row in self._database.fetch(found.order_by(BANS.c.since))]

    def find(self, users: Iterable[str], address: str, session: str = "") -> str:
        """Return why a session may not go on, as `explain_removal` does."""
        subjects = find_subjects(users, address, session)
        with self._database.reading() as connection:
            return explain_removal(subjects & read_subjects(connection, subjects))


def explain_removal(subjects: Iterable[str]) -> str:
    """Return why a session with such bans ends: `banned`, `ended`, or "" without any."""
    kinds = {each.startswith(SESSION) for each in subjects}
    return "" if not kinds else "ended" if kinds == {True} else "banned"


def read_subjects(connection: Connection, among: Iterable[str] | None = None) -> frozenset[str]:
    """Return the subjects of all bans, or those `among` some, also orders to end a session.

    Such an order is also a row for a key that its owner has taken away.
    """
    bans, ends = select(BANS.c.subject).where(_is_on()), select(KEYS.c.key)
    if among is None:
        ends = ends.where(KEYS.c.key.startswith(SESSION))
    else:
        bans = bans.where(BANS.c.subject.in_(among))
        ends = ends.where(KEYS.c.key.in_([each for each in among if each.startswith(SESSION)]))
    return frozenset(connection.scalars(union_all(bans, ends)))


def _is_on() -> ColumnElement[bool]:
    return or_(BANS.c.until.is_(None), BANS.c.until > time.time())


def read_network(address: str) -> str | None:
    """Return the network that limits count an address for; None without an address.

    It is one IPv4 address, or the /64 of an IPv6 address, which is one subscriber's.
    """
    if not address:
        return None
    found = ip_address(address)
    prefix = _NETWORK_PREFIX if found.version == 6 else found.max_prefixlen
    return str(ip_network((address, prefix), strict=False))


def find_subjects(users: Iterable[str], address: str, session: str = "") -> set[str]:
    """Return the subjects of all bans that concern a session.

    `users` are the ids of the user and of the key; `address` is an IP address or empty.
    """
    networks = [] if not address else [
        str(ip_network((address, length), strict=False))
        for length in range(ip_address(address).max_prefixlen + 1)
    ]  # fmt: skip
    return {*users, *networks, *([f"{SESSION}{session}"] if session else [])}
