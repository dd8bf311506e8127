"""One SSH connection: it authenticates the client and opens at most one session.

asyncssh refuses by itself all that isn't named here: forwarding of ports, sockets and agents, X11.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.constants import MSG_IGNORE

from yahtzee_tui.host.ssh.server.ssh_session import SshSession

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.host.ssh.server.clients import Client
    from yahtzee_tui.host.ssh.server.context import ServerContext

_SESSION_SECONDS = 15
_VERSION_SECONDS = 5
_MAX_LOGIN = 64
_CONNECTION = "connection"


class Connection(asyncssh.SSHServer):
    """Answers the requests of one client."""

    def __init__(self, context: ServerContext, client: Client) -> None:
        self._context, self._client = context, client
        self._session: SshSession | None = None
        self.is_paused = False  # whether the client takes no data now

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the bytes that the client sends, and pause the session while it takes none."""
        self._connection = conn
        self._client.abort = conn.abort
        loop = asyncio.get_running_loop()
        if self._client.is_dropped:
            loop.call_soon(conn.abort)
        receive, budget = conn.data_received, self._client.budget
        timer = self._version_timer = loop.call_later(_VERSION_SECONDS, self._abort_silent)

        def data_received(data: bytes, datatype: int | None = None) -> None:
            budget.received += len(data)
            if budget.is_spent:
                self._context.log_drop("budget", self._client.address)
                conn.abort()
                return
            receive(data, datatype)
            if not timer.cancelled() and conn.get_extra_info("client_version"):
                timer.cancel()
                self._note_progress("version")

        # asyncssh has no limit for what it receives, nor for what waits to be sent.
        conn.data_received = data_received  # type: ignore[method-assign]
        conn.pause_writing = self._pause  # type: ignore[method-assign]
        conn.resume_writing = self._resume  # type: ignore[method-assign]
        conn.send_packet = partial(_send_unless_empty, conn.send_packet)  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        self._version_timer.cancel()

    def begin_auth(self, username: str) -> bool:
        """Require authentication: a client that is let in without any never offers its key."""
        self._client.login = username[:_MAX_LOGIN]
        self._note_progress("encrypted")
        return True

    def auth_completed(self) -> None:
        """Tell the client of all host keys, and start the time for it to open a session."""
        self._connection.send_server_host_keys()  # which asyncssh does only for its own listeners
        self._client.complete_login()
        self._context.rate_limiter.remove_login(self._client)
        self._note_progress("login")
        asyncio.get_running_loop().call_later(_SESSION_SECONDS, self._abort_without_session)

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        is_accepted = self._client.accept_key(key)
        if self._client.is_known:
            self._note_progress("key")
        return is_accepted

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
        if self.is_paused:
            self._session.pause(_CONNECTION)
        return self._session

    def _pause(self) -> None:
        self.is_paused = True
        if self._session is not None:
            self._session.pause(_CONNECTION)

    def _resume(self) -> None:
        self.is_paused = False
        if self._session is not None:
            self._session.resume(_CONNECTION)

    def _note_progress(self, step: str) -> None:
        self._context.rate_limiter.note_progress(self._client, step)

    def _abort_silent(self) -> None:
        self._context.log_drop("silent", self._client.address)
        self._connection.abort()

    def _abort_without_session(self) -> None:
        if self._session is None or not self._session.has_started:
            self._connection.abort()


def _send_unless_empty(send: Callable[..., None], kind: int, *parts: bytes, **options: Any) -> None:
    """Send a packet, but not the empty one that asyncssh sends before each packet.

    It protects ciphers in CBC mode (RFC 4251, 9.3.1), of which the server allows none.
    """
    if kind != MSG_IGNORE:
        send(kind, *parts, **options)
