"""The state that all connections of a server share, and what it knows of each client."""

from __future__ import annotations

import asyncio
import os
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from yahtzee_tui.host.ssh.figures import Histogram
from yahtzee_tui.host.ssh.server.rate_limit import TrafficBudget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    import asyncssh

    from yahtzee_tui.host.ssh.config import Limits
    from yahtzee_tui.host.ssh.server.audit_log import AuditLog
    from yahtzee_tui.host.ssh.server.fork_client import ForkServerClient
    from yahtzee_tui.host.ssh.server.rate_limit import Network, RateLimiter
    from yahtzee_tui.host.ssh.server.session_end import ExitReason


_NOT_IN_NAMES = re.compile(r"[^\w .'-]+")
_MAX_NAME = 20


class ActiveSession(Protocol):
    """A session as the server sees it."""

    @property
    def is_watching(self) -> bool:
        """Whether the user only watches."""

    def stop(self, reason: ExitReason) -> None:
        """End the session."""


_STARTS = max(1, (os.cpu_count() or 1) // 2)
"""So many sessions start at a time: it is work that players at a table would wait for."""


@dataclass
class ServerContext:
    """The parts of one server."""

    limits: Limits  # the server's limits
    rate_limiter: RateLimiter  # counts of connections and sessions
    audit_log: AuditLog  # the log
    fork_server: ForkServerClient  # the connection to the fork server
    # The options of the connections from now on.
    options: asyncssh.SSHServerConnectionOptions | None = None
    sessions: set[ActiveSession] = field(default_factory=set)  # the active sessions
    started: float = field(default_factory=time.time)  # in seconds since 1970
    # The times from the last input of a session to its next output.
    key_times: Histogram = field(default_factory=Histogram)
    # What the listener reported last, nothing while its database doesn't answer; and when.
    listener_figures: Mapping[str, Any] = field(default_factory=dict)
    listener_heard: float = 0.0
    # The server's own key: it signs records, and a client that has it may ask for `CHECK`.
    host_key: asyncssh.SSHKey | None = None
    language: str = "en"  # the code of the language for clients who send none
    public_name: str = ""  # the name under which players reach the server
    deny: tuple[str, ...] = ()  # fingerprints of keys, and networks, that may not play
    answers_json: bool = False  # whether the `JSON_REQUESTS` are answered
    # Held until a first screen.
    starts: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_STARTS))
    is_accepting: bool = False  # whether connections are accepted; not while the server drains
    is_closing: bool = False  # whether new sessions are refused because the server shuts down

    def log_drop(self, why: str, address: str) -> None:
        """Log why a client's connection is closed."""
        self.audit_log.write("dropped", why=why, address=address)


class Client:
    """What the server knows of a client."""

    def __init__(
        self, address: str, networks: tuple[Network, ...], known_keys: Set[str] = frozenset()
    ) -> None:
        self.address = address
        self.networks = networks  # which limits count the client for
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


def clean_login(login: str) -> str:
    """Return a login name as a suggested player name; "" if no letter is left.

    An allow-list of letters, digits, and a few signs; the game decides whether it accepts the name.
    """
    cleaned = " ".join(_NOT_IN_NAMES.sub("", login[:200]).split())[:_MAX_NAME].strip(" .'-_")
    return cleaned if any(map(str.isalpha, cleaned)) else ""
