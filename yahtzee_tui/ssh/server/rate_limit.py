"""Rate limits: connections and sessions in total and per network, and bytes per connection."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.ssh.config import Limits

_NETWORK_PREFIX = 64
_MAX_BUCKETS = 10_000
_MINUTE = 60.0

BURST_BYTES = 512 * 1024  # bytes besides keystrokes that a connection may send at once
BYTES_PER_SECOND = 8 * 1024
"""Bytes per second besides keystrokes that a connection may send in the long run."""


def parse_address(text: str) -> IPv4Address | IPv6Address:
    """Return an address without its zone or IPv4 mapping; raises `ValueError` if it is none."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def network_of(address: IPv4Address | IPv6Address) -> str:
    """Return the network that limits count an address for: itself, or an IPv6 address's /64."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _NETWORK_PREFIX), strict=False))


class RateLimiter:
    """Counts connections and sessions, with a token bucket of new connections per network."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.logins: Counter[str] = Counter()  # connections that haven't logged in, by network
        self.connections: Counter[str] = Counter()  # connections by network
        self.sessions: Counter[str] = Counter()  # sessions by network
        self._limits, self._clock = limits, clock
        # By network: the tokens left, and when that was so; least recently used first.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def refuse_connection(self, network: str) -> str:
        """Take a token; return `rate` or the limit that refuses the network, "" if none does."""
        limits = self._limits
        if not self._take_token(network):
            return "rate"
        reached = {
            "connections": self.connections.total() >= limits.connections,
            "logins": self.logins.total() >= limits.logins,
            "network_connections": self.connections[network] >= limits.network_connections,
            "network_logins": self.logins[network] >= limits.network_logins,
        }
        return next((limit for limit, is_reached in reached.items() if is_reached), "")

    def refuse_session(self, network: str) -> str:
        """Return why the network may not start a session now, a key of `REFUSALS`; "" if it may."""
        limits = self._limits
        if self.sessions.total() >= limits.sessions:
            return "full"
        if self.sessions[network] >= limits.network_sessions:
            return "sessions"
        return ""

    def add_connection(self, network: str) -> None:
        """Count a connection that has yet to log in."""
        self.connections[network] += 1
        self.logins[network] += 1

    def remove_login(self, network: str) -> None:
        """Count a connection as logged in, or as closed before that."""
        _decrement(self.logins, network)

    def remove_connection(self, network: str) -> None:
        """Count a connection as closed; `remove_login` is called for it, too."""
        _decrement(self.connections, network)

    @contextmanager
    def count_session(self, network: str) -> Iterator[None]:
        self.sessions[network] += 1
        try:
            yield
        finally:
            _decrement(self.sessions, network)

    def _take_token(self, network: str) -> bool:
        limits, now = self._limits, self._clock()
        tokens, then = self._buckets.pop(network, (float(limits.network_burst), now))
        tokens += (now - then) * limits.network_rate / _MINUTE
        tokens = min(tokens, float(limits.network_burst))
        is_allowed = tokens >= 1
        self._buckets[network] = (tokens - is_allowed, now)
        while len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return is_allowed


def _decrement(counter: Counter[str], network: str) -> None:
    counter[network] -= 1
    if not counter[network]:
        del counter[network]  # else the counter would keep every network that ever connected


class TrafficBudget:
    """Limits the bytes that a connection sends besides keystrokes.

    asyncssh keeps every environment variable that a client sends before its session starts,
    without a limit, and answers every request. Keystrokes are held back by flow control instead.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._started = clock, clock()
        self.received = 0  # bytes from the client
        self.typed = 0  # those of them that were keystrokes

    @property
    def is_spent(self) -> bool:
        allowed = BURST_BYTES + BYTES_PER_SECOND * (self._clock() - self._started)
        return self.received - self.typed > allowed
