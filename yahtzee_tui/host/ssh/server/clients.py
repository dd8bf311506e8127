"""The clients of a server: what is known of each, and how many may connect, play and send."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Set

    import asyncssh

    from yahtzee_tui.host.ssh.config import Limits

# How many times the limits of one network apply to the networks around an address, by prefix
# length: a home line has a /64 or 256 of them, a hosting customer a /48 or 256 IPv4 addresses.
_FACTORS = {4: {32: 1, 24: 8}, 6: {64: 1, 56: 2, 48: 4}}
_KNOWN_SHARE = 5
"""One in so many sessions and pending logins is for keys that have a name here."""

_STALL_SECONDS = 1.0
_MAX_BUCKETS = 10_000
_MINUTE = 60.0

BURST_BYTES = 512 * 1024  # bytes besides keystrokes that a connection may send at once
BYTES_PER_SECOND = 8 * 1024
"""Bytes per second besides keystrokes that a connection may send in the long run."""


_TOTAL = ""
"""What stands for all networks together."""


def networks_of(address: IPv4Address | IPv6Address) -> dict[str, int]:
    """Return the networks that limits count an address for, the smallest first.

    They are in CIDR notation, with how many times the limits of one network each may reach.
    """
    return {
        str(ip_network((address, prefix), strict=False)): factor
        for prefix, factor in _FACTORS[address.version].items()
    }


class Client:
    """What the server knows of a client."""

    def __init__(
        self, address: str, networks: Mapping[str, int], known_keys: Set[str] = frozenset()
    ) -> None:
        self.address = address
        self.networks = networks  # as `networks_of` returns them
        self.login = ""  # as the client sent it
        self.key = ""  # the fingerprint that the client proved to own; empty for a guest
        self.is_known = False  # whether its key, not yet proved before the login, has a name here
        self.budget = TrafficBudget()  # bytes that the client may still send
        self.abort: Callable[[], object] | None = None  # closes the connection, once SSH began
        self.is_dropped = False  # whether the connection was dropped to make room
        self._known_keys = known_keys

    def drop(self) -> None:
        self.is_dropped = True
        if self.abort is not None:
            self.abort()

    def complete_login(self) -> None:
        """Believe no key any more but the one that the client proved to own."""
        self.is_known = self.key in self._known_keys

    def accept_key(self, key: asyncssh.SSHKey) -> bool:
        """Accept any key, and make it the client's identity once its signature is verified.

        A client may ask whether a key would be accepted without proving that it owns it, and
        asyncssh calls `validate_public_key` for that, too. It verifies a signature with this very
        object, and only then.
        """
        verify = key.verify
        self.is_known |= key.get_fingerprint() in self._known_keys

        def verify_and_record(data: bytes, sig: bytes) -> bool:
            is_valid = verify(data, sig)
            if is_valid:
                self.key = key.get_fingerprint()
            return is_valid

        key.verify = verify_and_record  # type: ignore[method-assign]
        return True


class RateLimiter:
    """Counts connections and sessions, with a token bucket of new connections per network.

    Where no connection or login is left in total, the one that has made no progress towards a
    session for the longest time makes room for the new one. One that made some within the last
    second stays, and the new one is refused: in a flood of clients that all make progress, dropping
    those on their way would only waste the work done for them. A client from a network that made at
    most one other connection lately is never refused in that way, as those in a flood made more.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self._clock = limits, clock
        self._members: dict[str, set[Client]] = {
            "connections": set(), "logins": set(), "sessions": set(),
        }  # fmt: skip
        self._counts: Counter[tuple[str, str]] = Counter()
        # Clients without a session: the steps they have made, and when they made the last one; the
        # one that has stalled for the longest time comes first.
        self._waiting: OrderedDict[Client, tuple[frozenset[str], float]] = OrderedDict()
        # By network: the tokens left, and when that was so; least recently used first.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, client: Client) -> str:
        """Count a connection that has yet to log in, and drop another if that is needed.

        Returns `rate` or the limit that refuses the connection instead, "" if none does.
        """
        for network, factor in client.networks.items():
            if self._take_token(network, factor) < 1:
                return "rate"
        kinds = ("connections", "logins")
        for kind in kinds:
            if self._is_network_full(kind, client):
                return f"network_{kind}"
        for kind in kinds:
            if self.count(kind) >= getattr(self.limits, kind):
                dropped = self._choose_dropped(kind, is_urgent=self._is_fresh(client))
                if dropped is None:
                    return kind
                self.remove(dropped)
                dropped.drop()
        for kind in kinds:
            self._add(kind, client)
        self._waiting[client] = (frozenset(), self._clock())
        return ""

    def note_progress(self, client: Client, step: str) -> None:
        """Note a step of a client towards its session; only the first of a kind counts."""
        if client in self._waiting:
            steps, _ = self._waiting[client]
            if step not in steps:
                self._waiting[client] = (steps | {step}, self._clock())
                self._waiting.move_to_end(client)

    def remove_login(self, client: Client) -> None:
        """Count a connection as logged in."""
        self._remove("logins", client)

    def remove(self, client: Client) -> None:
        """Count a connection as closed; its session may go on for some seconds."""
        for kind in ("connections", "logins"):
            self._remove(kind, client)
        self._waiting.pop(client, None)

    def refuse_session(self, client: Client) -> str:
        """Return why the client may not start a session now, a key of `REFUSALS`; "" if it may."""
        total = self.limits.sessions
        if self.count("sessions") >= total - (0 if client.is_known else total // _KNOWN_SHARE):
            return "full"
        return "sessions" if self._is_network_full("sessions", client) else ""

    @contextmanager
    def count_session(self, client: Client) -> Iterator[None]:
        self._waiting.pop(client, None)
        self._add("sessions", client)
        try:
            yield
        finally:
            self._remove("sessions", client)

    def count(self, kind: str, network: str = _TOTAL) -> int:
        """Return the number of `connections`, `logins` or `sessions`, in total or of a network."""
        return self._counts[kind, network]

    def _is_network_full(self, kind: str, client: Client) -> bool:
        limit: int = getattr(self.limits, f"network_{kind}")
        networks = client.networks.items()
        return any(self.count(kind, each) >= limit * factor for each, factor in networks)

    def _is_fresh(self, client: Client) -> bool:
        """Return whether a client's network made at most two connections lately."""
        tokens, _ = self._buckets[next(iter(client.networks))]
        return tokens >= self.limits.network_burst - 2

    def _choose_dropped(self, kind: str, is_urgent: bool) -> Client | None:
        """Return the waiting client to drop where there are too many of a kind; None for none.

        Clients that claim a known key stay, unless they are more than their share: the public part
        of a key is no secret.
        """
        waiting = [each for each in self._waiting if each in self._members[kind]]
        known = [each for each in waiting if each.is_known]
        if len(known) * _KNOWN_SHARE <= getattr(self.limits, kind):
            waiting = [each for each in waiting if not each.is_known]
        if not waiting:
            return None
        _, since = self._waiting[waiting[0]]
        has_stalled = self._clock() - since >= _STALL_SECONDS
        return waiting[0] if has_stalled or is_urgent else None

    def _add(self, kind: str, client: Client) -> None:
        self._members[kind].add(client)
        self._counts.update((kind, network) for network in (*client.networks, _TOTAL))

    def _remove(self, kind: str, client: Client) -> None:
        if client not in self._members[kind]:
            return
        self._members[kind].remove(client)
        for network in (*client.networks, _TOTAL):
            self._counts[kind, network] -= 1
            if not self._counts[kind, network]:
                del self._counts[kind, network]  # else every network that ever connected is kept

    def _take_token(self, network: str, factor: int) -> float:
        """Take a token if there is one, and return how many there were."""
        limits, now = self.limits, self._clock()
        burst = float(limits.network_burst * factor)
        tokens, then = self._buckets.pop(network, (burst, now))
        tokens += (now - then) * limits.network_rate * factor / _MINUTE
        tokens = min(tokens, burst)
        self._buckets[network] = (tokens - (tokens >= 1), now)
        while len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return tokens


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
