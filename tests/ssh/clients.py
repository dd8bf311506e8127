"""Somebody who comes by SSH, made of asyncssh: sees bytes, presses keys, waits for what comes."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import asyncssh

from tests.terminal.program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tests.ssh.served import Served

TABLE = b"GRAND TOTAL"
"""What stands on the first screen, which is a table."""

ROLLED = b"Roll 1 of 3"
"""What stands there once the dice were rolled, which space does."""

HELP = b"\x1bOP"
"""What F1 sends."""


_SEQUENCE = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]")


class Client(asyncssh.SSHClient):
    """Answers the question that isn't asked."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class Visit(asyncssh.SSHClientSession[bytes]):
    """A session with the game.

    Attributes:
        seen: All that was drawn.
        complaints: What came as standard error.
        code: The exit code once it is over.
        is_over: Whether it is.
    """

    channel: asyncssh.SSHClientChannel[bytes]

    def __init__(self) -> None:
        self.seen = bytearray()
        self.complaints = bytearray()
        self.code: int | None = None
        self.is_over = False
        self._news = asyncio.Event()

    @property
    def text(self) -> str:
        """What was drawn at last, without colours and places."""
        return _SEQUENCE.sub(b" ", bytes(self.seen[-6000:])).decode("utf-8", "replace")

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        (self.seen if datatype is None else self.complaints).extend(data)
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.code = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over = True
        self._news.set()

    def press(self, keys: bytes) -> None:
        """Send keys."""
        self.channel.write(keys)

    async def wait_for(self, what: bytes | Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until something was drawn, or something else is so.

        Raises:
            AssertionError: If that doesn't come about; it shows what was drawn at last.
        """
        seen = what if callable(what) else lambda: what in self.seen
        deadline = asyncio.get_running_loop().time() + patience
        while not seen():
            left = deadline - asyncio.get_running_loop().time()
            assert left > 0, f"never seen: {what!r}\n{self.text}"
            assert not self.is_over or seen(), f"over: {self.text}"
            try:
                await asyncio.wait_for(self._news.wait(), min(left, 0.2))
            except TimeoutError:
                continue
            self._news.clear()

    async def wait_next(self, what: bytes, patience: float = PATIENCE) -> float:
        """Wait until something is drawn from now on; return the seconds that took."""
        loop = asyncio.get_running_loop()
        begin, at = loop.time(), len(self.seen)
        await self.wait_for(lambda: what in self.seen[at:], patience)
        return loop.time() - begin

    async def wait_over(self, patience: float = PATIENCE) -> None:
        """Wait for the end.

        Raises:
            AssertionError: If it goes on.
        """
        await self.wait_for(lambda: self.is_over, patience)


def connect(server: Served, login: str = "ann", keys: Any = None, **options: Any) -> Any:
    """Connect as somebody; to be awaited, or entered by `async with`."""
    return asyncssh.connect(
        "127.0.0.1",
        server.port,
        known_hosts=None,
        username=login,
        client_keys=keys,
        agent_path=None,
        config=[],
        gss_host=None,
        client_factory=Client,
        **options,
    )


async def sit_down(
    connection: asyncssh.SSHClientConnection,
    command: str | None = None,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    **options: Any,
) -> Visit:
    """Begin a session, and wait for nothing."""
    visit = Visit()
    await connection.create_session(
        lambda: visit,
        command,
        term_type=term,
        term_size=size if term else (),
        encoding=None,
        **options,
    )
    return visit


@asynccontextmanager
async def visiting(
    server: Served, login: str = "ann", keys: Any = None, **options: Any
) -> AsyncIterator[Visit]:
    """Sit down at a table, and be gone after the `with` block."""
    async with connect(server, login, keys) as connection:
        visit = await sit_down(connection, **options)
        await visit.wait_for(TABLE)
        yield visit
        connection.abort()
        await connection.wait_closed()


async def roll(visit: Visit) -> None:
    """Roll the dice for the first time."""
    visit.press(b" ")
    await visit.wait_for(ROLLED)


async def watch_out(visit: Visit, seconds: float) -> float:
    """Return the longest that a key took to show anything, pressing one after another meanwhile.

    The dice have been rolled; one of them is held and let go.
    """
    loop = asyncio.get_running_loop()
    longest, end = 0.0, loop.time() + seconds
    while loop.time() < end:
        began, at = loop.time(), len(visit.seen)
        visit.press(b"1")
        await visit.wait_for(lambda at=at: len(visit.seen) > at)  # type: ignore[misc]
        longest = max(longest, loop.time() - began)
        await asyncio.sleep(0.1)
    return longest
