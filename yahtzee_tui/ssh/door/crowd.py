"""Who is here, counted: whether one more may come in."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.ssh.limits import Limits

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
