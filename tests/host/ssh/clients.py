"""An SSH client made of asyncssh, which records the output and sends keys."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import asyncssh

from tests.host.ssh.server_process import ServerProcess
from tests.waiting import HANG_SECONDS

TABLE = b"TOTAL"
"""A text of the first screen, a table."""

ROLLED = b"[5]"
"""A text of the table after the first roll, below the last die: written at once, in new cells."""

HELP = b"\x1bOP"
"""What F1 sends."""

LONGEST = 1.0
"""Seconds that others wait at most, on a loaded machine too; the benchmark measures it closely."""

_SEQUENCE = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]")


class Server(Protocol):
    @property
    def port(self) -> int: ...


class Client(asyncssh.SSHClient):
    """Answers the keyboard-interactive login, which has no questions."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class ClientSession(asyncssh.SSHClientSession[bytes]):
    channel: asyncssh.SSHClientChannel[bytes]

    def __init__(self) -> None:
        self.seen = bytearray()
        self.complaints = bytearray()
        self.code: int | None = None
        self.is_over = False
        self.news = asyncio.Event()

    @property
    def text(self) -> str:
        """The end of the output without escape sequences."""
        return _SEQUENCE.sub(b" ", bytes(self.seen[-6000:])).decode("utf-8", "replace")

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        (self.seen if datatype is None else self.complaints).extend(data)
        self.news.set()

    def exit_status_received(self, status: int) -> None:
        self.code = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over = True
        self.news.set()

    def press(self, keys: bytes) -> None:
        self.channel.write(keys)

    async def wait_for(
        self, what: bytes | Callable[[], bool], patience: float = HANG_SECONDS
    ) -> None:
        """Wait until the output has some bytes, or a condition holds."""
        seen = what if callable(what) else lambda: what in self.seen
        deadline = time.perf_counter() + patience
        while not seen():
            is_lost = self.is_over or time.perf_counter() > deadline
            assert not is_lost, f"never seen: {what!r}\n{self.text}"
            self.news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 0.2)

    async def wait_over(self) -> None:
        await self.wait_for(lambda: self.is_over)


def connect(server: Server, login: str = "ann", keys: Any = None, **options: Any) -> Any:
    """Connect a client; await it, or enter it by `async with`."""
    defaults: dict[str, Any] = {
        "known_hosts": None, "username": login, "client_keys": keys, "agent_path": None,
        "config": [], "gss_host": None, "client_factory": Client,
    }  # fmt: skip
    return asyncssh.connect("127.0.0.1", server.port, **defaults | options)


async def start_session(
    connection: asyncssh.SSHClientConnection,
    command: str | None = None,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    **options: Any,
) -> ClientSession:
    session = ClientSession()
    await connection.create_session(
        lambda: session,
        command,
        term_type=term,
        term_size=size if term else (),
        encoding=None,
        **options,
    )
    return session


@asynccontextmanager
async def playing(
    server: ServerProcess,
    login: str = "ann",
    keys: Any = None,
    address: str = "127.0.0.1",
    **options: Any,
) -> AsyncIterator[ClientSession]:
    """Run a session at a table, and disconnect after the `with` block."""
    begun = len(server.events("session-start"))
    async with connect(server, login, keys, local_addr=(address, 0)) as connection:
        session = await start_session(connection, **options)
        await session.wait_for(TABLE)
        # The log is written by a thread of its own.
        await asyncio.to_thread(server.wait_for, "session-start", count=begun + 1)
        yield session
        connection.abort()
        await connection.wait_closed()


async def ask(server: Server, command: str | None = None, **options: Any) -> ClientSession:
    """Return a session that has ended by itself; `term` is that of the session."""
    own = {"term": options.pop("term")} if "term" in options else {}
    async with connect(server, **options) as connection:
        session = await start_session(connection, command, **own)
        await session.wait_over()
        return session


async def misbehave(server: ServerProcess, session: ClientSession) -> dict[str, Any]:
    """Let a session of a `MISBEHAVING` server do what its login names; return what it reports."""
    session.press(HELP)
    return await asyncio.to_thread(server.read_report)


async def tell(server: ServerProcess, login: str = "tell", **options: Any) -> dict[str, Any]:
    """Return what a session of a `MISBEHAVING` server finds about itself."""
    async with playing(server, login, **options) as session:
        return await misbehave(server, session)


async def look(server: Server, **options: Any) -> bytes:
    """Return what a client sees until it has a table, or its session is over."""
    async with connect(server, "bob", **options) as connection:
        session = await start_session(connection)
        await session.wait_for(lambda: session.is_over or TABLE in session.seen)
        return bytes(session.seen)


async def roll(session: ClientSession) -> None:
    session.press(b" ")
    await session.wait_for(ROLLED)


async def measure_longest_wait(session: ClientSession, seconds: float) -> float:
    """Press keys for some seconds; return the longest latency of one.

    Each key holds or releases a die; the dice must have been rolled.
    """
    loop = asyncio.get_running_loop()
    longest, end = 0.0, loop.time() + seconds
    while loop.time() < end:
        began, at = loop.time(), len(session.seen)
        session.press(b"1")
        await session.wait_for(lambda at=at: len(session.seen) > at)  # type: ignore[misc]
        longest = max(longest, loop.time() - began)
        await asyncio.sleep(0.1)
    return longest
