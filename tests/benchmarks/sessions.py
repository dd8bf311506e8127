"""What the measurements of the SSH server share: its sessions, and what these use."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.ssh.clients import TABLE, ClientSession, connect, start_session
from tests.ssh.server_process import ServerProcess, children

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncssh

HOLD, MOVE = b"1", b"\x1b[B"
"""Keys: one whose action is saved, and one that only changes the screen."""


async def connect_player(
    server: ServerProcess, login: str
) -> tuple[asyncssh.SSHClientConnection, ClientSession, float]:
    """Connect a client, and return the seconds from its request to the first screen, too."""
    connection = await connect(server, login)
    began = time.perf_counter()
    session = await start_session(connection)
    await session.wait_for(TABLE, patience=60)
    return connection, session, time.perf_counter() - began


async def enter_lobby(server: ServerProcess, login: str) -> asyncssh.SSHClientConnection:
    """Connect a guest who accepts the suggested name."""
    connection: asyncssh.SSHClientConnection = await connect(server, login)
    session = await start_session(connection)
    await session.wait_for(b"name?", patience=60)
    session.press(b"\r")
    await session.wait_for(b"Open a table", patience=60)
    return connection


async def disconnect(connections: Sequence[asyncssh.SSHClientConnection]) -> None:
    for connection in connections:
        connection.abort()
    await asyncio.gather(*(each.wait_closed() for each in connections))


async def press(session: ClientSession, key: bytes) -> float:
    """Press a key; return the seconds until the session sends anything."""
    began, at = time.perf_counter(), len(session.seen)
    session.press(key)
    await session.wait_for(lambda: len(session.seen) > at)
    return time.perf_counter() - began


def list_games(server: ServerProcess) -> list[int]:
    """Return the process that sessions are forked from, and those of the sessions."""
    return [server.parent, *children(server.parent)]


def read_memory(*processes: int) -> int:
    """Return the bytes of memory (PSS) of some processes, without those that have ended."""
    texts = []
    for each in processes:
        with suppress(OSError):
            texts.append(Path(f"/proc/{each}/smaps_rollup").read_text())
    return sum(1024 * int(re.findall(r"(?m)^Pss: +(\d+)", text)[0]) for text in texts)


def read_processor_time(*processes: int) -> float:
    """Return the seconds of processor time that processes have used.

    Not those of `/proc/PID/stat`, which are whole ticks of 10 ms: a session uses less in a second.
    """
    tasks = (task for each in processes for task in Path(f"/proc/{each}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def percentile(seconds: Sequence[float], part: float) -> float:
    """Return a percentile; `part` is from 0 to 1."""
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))]
