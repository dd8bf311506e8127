"""Whose address it is: limits are counted by network, since one person may have many addresses."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.ssh.config import Limits


_PREFIX = 64


def plain_address(text: str) -> str:
    """Return an address without its zone, and IPv4 as such even where it is written as IPv6.

    Raises:
        ValueError: If it is no address.
    """
    return str(_address(text))


def network_of(text: str) -> str:
    """Return the network that an address is counted for: itself, or the /64 of an IPv6 address.

    Raises:
        ValueError: If it is no address.
    """
    address = _address(text)
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _PREFIX), strict=False))


def is_among(text: str, networks: Iterable[str]) -> bool:
    """Return whether an address belongs to one of some networks.

    Raises:
        ValueError: If it is no address.
    """
    address = _address(text)
    return any(address in ip_network(network) for network in networks)


def _address(text: str) -> IPv4Address | IPv6Address:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


_NETWORKS_REMEMBERED = 10_000
_MINUTE = 60.0


class Crowd:
    """Counts connections and sessions, in all and by network.

    Attributes:
        logins: Connections that haven't logged in, by network.
        connections: Connections by network.
        sessions: Sessions by network.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody.

        Args:
            limits: How many may be here.
            clock: Gives the time in seconds.
        """
        self.logins: Counter[str] = Counter()
        self.connections: Counter[str] = Counter()
        self.sessions: Counter[str] = Counter()
        self._limits, self._clock = limits, clock
        # How many connections each network may make at once, and when that was so.
        self._allowances: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def why_no_connection(self, network: str) -> str:
        """Return why a network may not connect now; nothing if it may.

        Asking counts as trying.

        Returns:
            `rate`, or the name of the limit that is reached.
        """
        limits = self._limits
        if not self._spend(network):
            return "rate"
        reached = {
            "connections": self.connections.total() >= limits.connections,
            "logins": self.logins.total() >= limits.logins,
            "network_connections": self.connections[network] >= limits.network_connections,
            "network_logins": self.logins[network] >= limits.network_logins,
        }
        return next((limit for limit, is_reached in reached.items() if is_reached), "")

    def why_no_session(self, network: str) -> str:
        """Return why a network may not begin a session now, in a word; nothing if it may."""
        limits = self._limits
        if self.sessions.total() >= limits.sessions:
            return "full"
        if self.sessions[network] >= limits.network_sessions:
            return "sessions"
        return ""

    def connected(self, network: str) -> None:
        """Count a connection, which has yet to log in."""
        self.connections[network] += 1
        self.logins[network] += 1

    def logged_in(self, network: str) -> None:
        """Count a connection as logged in, or as gone before it was."""
        _take_off(self.logins, network)

    def disconnected(self, network: str) -> None:
        """Count a connection no more."""
        _take_off(self.connections, network)

    def begun(self, network: str) -> None:
        """Count a session."""
        self.sessions[network] += 1

    def ended(self, network: str) -> None:
        """Count a session no more."""
        _take_off(self.sessions, network)

    def _spend(self, network: str) -> bool:
        limits, now = self._limits, self._clock()
        allowance, then = self._allowances.pop(network, (float(limits.network_burst), now))
        allowance += (now - then) * limits.network_rate / _MINUTE
        allowance = min(allowance, float(limits.network_burst))
        may = allowance >= 1
        self._allowances[network] = (allowance - may, now)
        while len(self._allowances) > _NETWORKS_REMEMBERED:
            self._allowances.popitem(last=False)
        return may


def _take_off(counter: Counter[str], network: str) -> None:
    counter[network] -= 1
    if not counter[network]:
        del counter[network]  # else it would grow with every network that was ever here


AT_ONCE = 512 * 1024
"""Bytes that may come at once."""

PER_SECOND = 8 * 1024
"""Bytes a second that may come in the long run."""


class Budget:
    """The allowance of one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with the whole allowance.

        Args:
            clock: Gives the time in seconds.
        """
        self._clock, self._began = clock, clock()
        self._received = self._typed = 0

    def received(self, count: int) -> None:
        """Count bytes that came."""
        self._received += count

    def typed(self, count: int) -> None:
        """Count bytes among them that were typed, and so are held back in another way."""
        self._typed += count

    @property
    def is_spent(self) -> bool:
        """Whether more came than may."""
        allowed = AT_ONCE + PER_SECOND * (self._clock() - self._began)
        return self._received - self._typed > allowed
