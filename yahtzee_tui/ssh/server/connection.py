"""A connection: who logs in, and that they get one session of the game and nothing else.

Ports, sockets, agents and screens are forwarded for nobody: what isn't named here, asyncssh
refuses by itself.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.server.session import Session

if TYPE_CHECKING:
    from yahtzee_tui.ssh.server.client import Guest
    from yahtzee_tui.ssh.server.context import House

_SESSION_SECONDS = 15
_LONGEST_LOGIN = 64
_CONNECTION = "connection"


class Server(asyncssh.SSHServer):
    """Answers what one client asks for.

    Attributes:
        has_logged_in: Whether it has.
    """

    def __init__(self, house: House, guest: Guest) -> None:
        """Wait for the client.

        Args:
            house: The server.
            guest: Who connects.
        """
        self.has_logged_in = False
        self._house, self._guest = house, guest
        self._session: Session | None = None
        self._takes_nothing = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count what comes, and heed when nothing is taken."""
        self._connection = conn
        receive, budget = conn.data_received, self._guest.budget

        def data_received(data: bytes, datatype: int | None = None) -> None:
            budget.received(len(data))
            if budget.is_spent:
                self._house.journal.tell("dropped", why="budget", address=self._guest.address)
                conn.abort()
            else:
                receive(data, datatype)

        # asyncssh counts nothing here, and goes on writing however much is waiting to be taken.
        conn.data_received = data_received  # type: ignore[method-assign]
        conn.pause_writing = self._pause  # type: ignore[method-assign]
        conn.resume_writing = self._resume  # type: ignore[method-assign]

    def begin_auth(self, username: str) -> bool:
        """Take note of the name; and let keys be shown, which nobody does who is let in at once."""
        self._guest.identity.login = username[:_LONGEST_LOGIN]
        return True

    def auth_completed(self) -> None:
        """Wait for a session to start, but not for ever."""
        self.has_logged_in = True
        self._house.crowd.logged_in(self._guest.network)
        asyncio.get_running_loop().call_later(_SESSION_SECONDS, self._give_up)

    def public_key_auth_supported(self) -> bool:
        """Let keys say who somebody is."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key, and believe it once it has signed."""
        return self._guest.identity.offer(key)

    def kbdint_auth_supported(self) -> bool:
        """Let those in who have no key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Ask them nothing."""
        return True

    def session_requested(self) -> Session | bool:
        """Give a connection one session."""
        if self._session is not None:
            return False
        self._session = Session(self._house, self._guest)
        if self._takes_nothing:
            self._session.pause(_CONNECTION)
        return self._session

    def _pause(self) -> None:
        self._takes_nothing = True
        if self._session is not None:
            self._session.pause(_CONNECTION)

    def _resume(self) -> None:
        self._takes_nothing = False
        if self._session is not None:
            self._session.resume(_CONNECTION)

    def _give_up(self) -> None:
        if self._session is None or not self._session.has_started:
            self._connection.abort()
