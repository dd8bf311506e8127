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
    """The parts of one server.

    Attributes:
        limits: The server's limits.
        rate_limiter: Counts of connections and sessions.
        audit_log: The log.
        fork_server: The connection to the fork server.
        sessions: The active sessions.
        is_closing: Whether new sessions are refused because the server shuts down.
    """

    limits: Limits
    rate_limiter: RateLimiter
    audit_log: AuditLog
    fork_server: ForkServerClient
    sessions: set[ActiveSession] = field(default_factory=set)
    is_closing: bool = False
