"""The check at start that asyncssh calls what this server replaces in its objects.

It plays a login and a session over a connection to itself, against the asyncssh that is installed.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
from typing import TYPE_CHECKING, NoReturn, cast

import asyncssh
from asyncssh.packet import String

from yahtzee_tui.host.ssh.config import ServerError, ServerSettings
from yahtzee_tui.host.ssh.server.audit_log import AuditLog
from yahtzee_tui.host.ssh.server.clients import Client, RateLimiter
from yahtzee_tui.host.ssh.server.connection import Connection
from yahtzee_tui.host.ssh.server.connection_options import OWN_CLIENT, make_connection_options
from yahtzee_tui.host.ssh.server.context import ServerContext
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.host.ssh.server.fork_client import ForkServerClient

# Translators: "a login (…)", or a name in the source text, such as key.verify
_MISSING = N_(
    "The server relies on {part}, which asyncssh {version} doesn't provide. Install the version "
    "that the extra server requires."
)
_TIMEOUT = 60
_RESUME_SECONDS = 15
_KEY = "ssh-ed25519"
_BUFFER = 1 << 16
_FLOOD_PACKETS = 64
"""Packets of 30 kB, more than such buffers hold."""


class _StolenKey(asyncssh.SSHKeyPair):
    """A public key without its private key."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        name = _KEY.encode()
        super().__init__(name, name, (name,), (name,), key.public_data, b"")

    def sign(self, data: bytes) -> bytes:
        return String(_KEY) + String(bytes(64))


class _NoGames:
    """Takes the place of the fork server, and starts no session."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    async def start_session(self, *_: object) -> NoReturn:
        await self.is_over.wait()
        raise ServerError("The check is over.")


async def check_hooks() -> None:
    """Raise `ServerError` with the first hook that the installed asyncssh doesn't call."""
    try:
        async with asyncio.timeout(_TIMEOUT):
            missing = await _find_missing_hook()
    except (asyncssh.Error, OSError, AttributeError, TypeError) as error:
        missing = _("a login ({error})", error=error)
    if missing:
        raise ServerError(_(_MISSING, part=missing, version=asyncssh.__version__))


async def _find_missing_hook() -> str:
    """Return the first hook that isn't called; "" if all are."""
    games, settings, log = _NoGames(), ServerSettings(), AuditLog(io.StringIO(), 0)
    limiter = RateLimiter(settings.limits)
    context = ServerContext(settings, limiter, log, cast("ForkServerClient", games))
    client = Client("", {})
    connection = Connection(context, client)
    options = make_connection_options([asyncssh.generate_private_key(_KEY)], settings.limits)
    own, stolen = (asyncssh.generate_private_key(_KEY) for _ in range(2))
    with _socket_pair() as (near, far):
        server, user = await asyncio.gather(
            asyncssh.run_server(
                near, config=[], options=options, server_factory=lambda: connection
            ),
            asyncssh.run_client(
                far, known_hosts=None, client_keys=[_StolenKey(stolen), own], **OWN_CLIENT
            ),
        )
        try:
            if client.key != own.get_fingerprint():
                return "key.verify"
            if not client.budget.received:
                return "connection.data_received"
            if missing := await _find_missing_flow_control(server, connection):
                return missing
            if await _accepts_variable(user):
                return "channel._process_env_request"
            return ""
        finally:
            games.is_over.set()
            for each in (user, server):
                each.abort()
                await each.wait_closed()
            while context.sessions:
                await asyncio.sleep(0)


async def _find_missing_flow_control(
    server: asyncssh.SSHServerConnection, connection: Connection
) -> str:
    """Send so much at once that the client can't have read it, and wait until it has."""
    for _packet in range(_FLOOD_PACKETS):
        server.send_debug("x" * 30_000)
    if not connection.is_paused:
        return "connection.pause_writing"
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_RESUME_SECONDS):
            while connection.is_paused:
                await asyncio.sleep(0.001)
    return "connection.resume_writing" if connection.is_paused else ""


async def _accepts_variable(user: asyncssh.SSHClientConnection) -> bool:
    """Return whether an environment variable is accepted after the session's start."""
    channel, _ = await user.create_session(
        asyncssh.SSHClientSession, term_type="xterm", encoding=None
    )
    return bool(await channel._make_request(b"env", String("LANG"), String("C")))


@contextlib.contextmanager
def _socket_pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    # Not `socketpair`: asyncssh needs a client's address.
    with socket.create_server(("127.0.0.1", 0)) as listening:
        far = socket.create_connection(listening.getsockname())
        near, _ = listening.accept()
    with near, far:
        for each, buffer in ((near, socket.SO_SNDBUF), (far, socket.SO_RCVBUF)):
            each.setsockopt(socket.SOL_SOCKET, buffer, _BUFFER)
            each.setblocking(False)
        yield near, far
