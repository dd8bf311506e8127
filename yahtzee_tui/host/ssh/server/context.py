"""The state that all connections of a server share, and what it knows of each client."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.ssh.figures import Histogram

if TYPE_CHECKING:
    from collections.abc import Mapping

    import asyncssh

    from yahtzee_tui.host.ssh.config import ServerSettings
    from yahtzee_tui.host.ssh.server.audit_log import AuditLog
    from yahtzee_tui.host.ssh.server.clients import RateLimiter
    from yahtzee_tui.host.ssh.server.fork_client import ForkServerClient


_STARTS = max(1, (os.cpu_count() or 1) // 2)
"""So many sessions start at a time: it is work that players at a table would wait for."""


@dataclass
class ServerContext:
    """The parts of one server."""

    settings: ServerSettings  # those that count now, perhaps read again since the start
    rate_limiter: RateLimiter  # counts of connections and sessions
    audit_log: AuditLog  # the log
    fork_server: ForkServerClient  # the connection to the fork server
    # The options of the connections from now on.
    options: asyncssh.SSHServerConnectionOptions | None = None
    sessions: set[Any] = field(default_factory=set)  # the active ones, each an `SshSession`
    started: float = field(default_factory=time.time)  # in seconds since 1970
    # The times from the last input of a session to its next output.
    key_times: Histogram = field(default_factory=Histogram)
    # What the listener reported last, nothing while its database doesn't answer; and when.
    listener_figures: Mapping[str, Any] = field(default_factory=dict)
    listener_heard: float = 0.0
    # The server's own key: it signs records, and a client that has it may ask for `CHECK`.
    host_key: asyncssh.SSHKey | None = None
    # Held until a first screen.
    starts: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_STARTS))
    is_accepting: bool = False  # whether connections are accepted; not while the server drains
    is_closing: bool = False  # whether new sessions are refused because the server shuts down

    def log_drop(self, why: str, address: str) -> None:
        """Log why a client's connection is closed."""
        self.audit_log.write("dropped", why=why, address=address)
