"""One SSH connection: it authenticates the client and opens at most one session.

asyncssh refuses by itself all that isn't named here: forwarding of ports, sockets and agents, X11.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.server.session import SshSession

if TYPE_CHECKING:
    from yahtzee_tui.ssh.server.context import Client, ServerContext

_SESSION_SECONDS = 15
_MAX_LOGIN = 64
_CONNECTION = "connection"


class Connection(asyncssh.SSHServer):
    """Answers the requests of one client."""

    def __init__(self, context: ServerContext, client: Client) -> None:
        self.has_logged_in = False  # whether authentication is complete
        self._context, self._client = context, client
        self._session: SshSession | None = None
        self._is_paused = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the bytes that the client sends, and pause the session while it takes none."""
        self._connection = conn
        receive, budget = conn.data_received, self._client.budget

        def data_received(data: bytes, datatype: int | None = None) -> None:
            budget.received += len(data)
            if budget.is_spent:
                self._context.audit_log.write("dropped", why="budget", address=self._client.address)
                conn.abort()
            else:
                receive(data, datatype)

        # asyncssh has no limit for what it receives, nor for what waits to be sent.
        conn.data_received = data_received  # type: ignore[method-assign]
        conn.pause_writing = self._pause  # type: ignore[method-assign]
        conn.resume_writing = self._resume  # type: ignore[method-assign]

    def begin_auth(self, username: str) -> bool:
        """Require authentication: a client that is let in without any never offers its key."""
        self._client.login = username[:_MAX_LOGIN]
        return True

    def auth_completed(self) -> None:
        """Start the time in which the client has to open a session."""
        self.has_logged_in = True
        self._context.rate_limiter.remove_login(self._client.network)
        asyncio.get_running_loop().call_later(_SESSION_SECONDS, self._abort_without_session)

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return self._client.accept_key(key)

    def kbdint_auth_supported(self) -> bool:
        """Let clients without a key in by a keyboard-interactive login without questions."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        return True

    def session_requested(self) -> SshSession | bool:
        """Return the session, or False for any further one."""
        if self._session is not None:
            return False
        self._session = SshSession(self._context, self._client)
        if self._is_paused:
            self._session.pause(_CONNECTION)
        return self._session

    def _pause(self) -> None:
        self._is_paused = True
        if self._session is not None:
            self._session.pause(_CONNECTION)

    def _resume(self) -> None:
        self._is_paused = False
        if self._session is not None:
            self._session.resume(_CONNECTION)

    def _abort_without_session(self) -> None:
        if self._session is None or not self._session.has_started:
            self._connection.abort()
