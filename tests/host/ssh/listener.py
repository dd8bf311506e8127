"""The SSH server's listener, and clients of a fork server, in the test's own event loop."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence, Set
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import asyncssh

from tests.host.ssh.host_listener import make_identity
from tests.host.ssh.server_process import WITHOUT_PRELOADING
from yahtzee_tui.host.ssh import Limits, ServerSettings
from yahtzee_tui.host.ssh.protocol import WorkerSettings
from yahtzee_tui.host.ssh.server.audit_log import AuditLog
from yahtzee_tui.host.ssh.server.clients import RateLimiter
from yahtzee_tui.host.ssh.server.connection_options import make_connection_options
from yahtzee_tui.host.ssh.server.context import ServerContext
from yahtzee_tui.host.ssh.server.fork_client import ForkServerClient
from yahtzee_tui.host.ssh.server.server import Listener, open_sockets


class KeptLog(AuditLog):
    """A log whose lines are kept."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        stream: Any = SimpleNamespace(
            write=lambda line: self.lines.append(json.loads(line)), flush=lambda: None
        )
        super().__init__(stream, 10_000_000)


class LocalListener(NamedTuple):
    port: int
    limiter: RateLimiter
    lines: list[dict[str, Any]]  # of the log

    def dropped(self) -> list[str]:
        return [line["why"] for line in self.lines if line["event"] == "dropped"]

    async def open(self, address: str = "127.0.0.1") -> socket.socket:
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
async def running_client(
    folder: Path, log: AuditLog, program: str = WITHOUT_PRELOADING, **settings: Any
) -> AsyncIterator[ForkServerClient]:
    """Run a fork server without the game, and its client."""
    usual = WorkerSettings(
        str(folder / "games.sqlite"), str(folder), "", 1 << 20, 1 << 40, 60, 1, 0,
        identity=make_identity("host"),
    )  # fmt: skip
    client = ForkServerClient(usual._replace(**settings), log, ("-c", program))
    running = asyncio.create_task(client.run())
    try:
        yield client
    finally:
        await client.close()
        await running


@asynccontextmanager
async def listening(
    limits: Limits,
    known_keys: Set[str] = frozenset(),
    proxies: tuple[str, ...] = (),
    host_keys: Sequence[asyncssh.SSHKey] = (),
    port: int = 0,
    fork_server: ForkServerClient | None = None,
) -> AsyncIterator[LocalListener]:
    """Listen for clients, whose sessions are those of a fork server; without one there are none."""
    games: Any = fork_server or SimpleNamespace(known_keys=known_keys)
    log, limiter = KeptLog(), RateLimiter(limits)
    context = ServerContext(ServerSettings(limits=limits), limiter, log, games)
    context.options = make_connection_options(list(host_keys) or [_host_key()], limits)
    listener = Listener(context, proxies)
    sockets = open_sockets("127.0.0.1", port)
    listener.listen(sockets)
    try:
        yield LocalListener(sockets[0].getsockname()[1], limiter, log.lines)
    finally:
        listener.stop()
        await listener.close()


@asynccontextmanager
async def listening_for_players(folder: Path, limits: Limits) -> AsyncIterator[LocalListener]:
    """Listen for clients whose sessions say `begun`, and wait for a key."""
    async with (
        running_client(folder, KeptLog()) as client,
        listening(limits, fork_server=client) as listener,
    ):
        await client.wait_ready()
        yield listener


@cache
def _host_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")
