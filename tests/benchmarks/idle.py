"""What sessions that rest in the lobby cost: their processor time, read from /proc.

Run `python -m tests.benchmarks.idle [--sessions 100] [--seconds 60] [--database URL] [--solo 0]`.
Of the sessions `--solo` many play alone and press a key a second each; their own cost is not
counted.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ssh.clients import connect, start_session
from tests.ssh.server_process import ServerProcess, children

LOBBY_TARGET = 0.05
"""Processors that 100 resting sessions may use."""


def used(processes: list[int]) -> float:
    """Return the seconds of processor time that processes have used.

    Not those of `/proc/PID/stat`, which are whole ticks of 10 ms: a session uses less in a second.
    """
    tasks = (task for each in processes for task in Path(f"/proc/{each}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


async def measure(server: ServerProcess, sessions: int, seconds: float, solo: int = 0) -> float:
    """Return the processors that sessions used for some seconds in which nobody joined a table."""
    connections = []
    for number in range(sessions + solo):
        connection = await connect(server, f"p{number}")
        session = await start_session(connection)
        await session.wait_for(b"name?", patience=60)
        session.press(b"\r")
        await session.wait_for(b"Open a table", patience=60)
        connections.append((connection, session))
    resting = children(server.parent)[:sessions]
    players = [session for _, session in connections[sessions:]]
    for player in players:
        player.press(b"n")
    await asyncio.sleep(10)
    for player in players:
        player.press(b"\r")
    before = used(resting)
    for second in range(int(seconds)):
        for player in players:
            player.press(b" " if second % 4 == 0 else b"1")
        await asyncio.sleep(1)
    spent = used(resting) - before
    for connection, _ in connections:
        connection.abort()
    await asyncio.gather(*(connection.wait_closed() for connection, _ in connections))
    return spent / seconds


async def run(options: argparse.Namespace) -> None:
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        choices = {"database": options.database} if options.database else {}
        with ServerProcess(Path(folder), sessions=1000, logins=1000, **choices) as server:
            spent = await measure(server, options.sessions, options.seconds, options.solo)
    print(f"{options.sessions} sessions: {100 * spent:.1f} % of a core (target for 100: 5 %)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--solo", type=int, default=0)
    parser.add_argument("--database", default="")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
