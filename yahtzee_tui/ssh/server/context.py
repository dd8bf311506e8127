"""What all connections share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import Limits
    from yahtzee_tui.ssh.server.audit_log import Journal
    from yahtzee_tui.ssh.server.fork_client import Nursery
    from yahtzee_tui.ssh.server.rate_limit import Crowd
    from yahtzee_tui.ssh.server.session import Session


class House:
    """One server.

    Attributes:
        limits: How much of everything there is.
        crowd: Who is here.
        journal: What is written down.
        nursery: Begins games.
        sessions: The sessions that last.
        is_closing: Whether nobody is let in any more.
    """

    def __init__(self, limits: Limits, crowd: Crowd, journal: Journal, nursery: Nursery) -> None:
        """Open for nobody yet."""
        self.limits = limits
        self.crowd = crowd
        self.journal = journal
        self.nursery = nursery
        self.sessions: set[Session] = set()
        self.is_closing = False
