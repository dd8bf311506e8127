"""The state that all connections of a server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import Limits
    from yahtzee_tui.ssh.server.audit_log import AuditLog
    from yahtzee_tui.ssh.server.exit_reasons import ExitReason
    from yahtzee_tui.ssh.server.fork_client import ForkServerClient
    from yahtzee_tui.ssh.server.rate_limit import RateLimiter


class ActiveSession(Protocol):
    """A session as the server sees it when it shuts down."""

    def stop(self, reason: ExitReason) -> None:
        """End the session."""


@dataclass
class ServerContext:
    """The parts of one server."""

    limits: Limits  # the server's limits
    rate_limiter: RateLimiter  # counts of connections and sessions
    audit_log: AuditLog  # the log
    fork_server: ForkServerClient  # the connection to the fork server
    sessions: set[ActiveSession] = field(default_factory=set)  # the active sessions
    is_closing: bool = False  # whether new sessions are refused because the server shuts down
