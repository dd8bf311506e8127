"""A listener of the SSH server in the test's own event loop, without a fork server."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import asynccontextmanager, suppress
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import asyncssh

from yahtzee_tui.ssh.server.algorithms import make_connection_options
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.ssh.server.context import ServerContext
from yahtzee_tui.ssh.server.rate_limit import RateLimiter
from yahtzee_tui.ssh.server.server import Listener, open_sockets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Set

    from yahtzee_tui.ssh import Limits


class LocalListener(NamedTuple):
    """A listener that clients can log in to; it has no games."""

    port: int
    limiter: RateLimiter
    lines: list[dict[str, Any]]  # of the log

    def dropped(self) -> list[str]:
        """Return why connections were closed."""
        return [line["why"] for line in self.lines if line["event"] == "dropped"]

    async def open(self, address: str = "127.0.0.1") -> socket.socket:
        """Open a connection without any SSH."""
        opened = socket.socket()
        try:
            opened.setblocking(False)
            opened.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(opened, ("127.0.0.1", self.port))
        except BaseException:
            opened.close()
            raise
        return opened


async def read_end(connection: socket.socket) -> bytes:
    """Read all that the server sends until it closes the connection."""
    loop, received = asyncio.get_running_loop(), b""
    with suppress(ConnectionError):
        while data := await loop.sock_recv(connection, 4096):
            received += data
    return received


@asynccontextmanager
async def listening(
    limits: Limits, known_keys: Set[str] = frozenset(), proxies: tuple[str, ...] = ()
) -> AsyncIterator[LocalListener]:
    lines: list[dict[str, Any]] = []
    stream: Any = SimpleNamespace(
        write=lambda line: lines.append(json.loads(line)), flush=lambda: None
    )
    fork_server: Any = SimpleNamespace(known_keys=known_keys)
    limiter = RateLimiter(limits)
    context = ServerContext(limits, limiter, AuditLog(stream, 10_000_000), fork_server)
    context.options = await make_connection_options([_host_key()], limits)
    listener = Listener(context, proxies)
    sockets = open_sockets("127.0.0.1", 0)
    listener.listen(sockets)
    try:
        yield LocalListener(sockets[0].getsockname()[1], limiter, lines)
    finally:
        listener.stop()
        await listener.close()


@cache
def _host_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")
