"""What sessions that rest ask of PostgreSQL, and how many connections they have.

Run `python -m tests.benchmarks.statements [--sessions 100] [--seconds 20]`. It starts a server of
PostgreSQL that logs every statement, and an SSH server whose sessions rest in the lobby.
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.postgres import Server, find_programs
from tests.ssh.clients import connect, start_session
from tests.ssh.server_process import ServerProcess

_REST_SECONDS = 6.0
"""After which a session has closed its connections."""


class Cost(NamedTuple):
    """What some sessions cost while nobody acts."""

    connections: int  # of sessions and listener together
    statements: float  # a session in ten seconds


async def measure(sessions: int, seconds: float) -> Cost:
    """Return the cost of sessions that have rested until their connections are closed."""
    programs = find_programs()
    assert programs is not None, "PostgreSQL isn't installed"
    with closing(Server(programs)) as database, TemporaryDirectory() as folder:
        database.ask("ALTER SYSTEM SET log_statement = 'all'")
        database.ask("SELECT pg_reload_conf()")
        address = database.make()
        with ServerProcess(Path(folder), database=address, sessions=2 * sessions + 100) as server:
            connections = []
            for number in range(sessions):
                connections.append(await connect(server, f"p{number}"))
                session = await start_session(connections[-1])
                await session.wait_for(b"name?", patience=60)
                session.press(b"\r")
                await session.wait_for(b"Open a table", patience=60)
            await asyncio.sleep(_REST_SECONDS)
            log = database.folder / "log"
            before = log.stat().st_size
            await asyncio.sleep(seconds)
            lines = log.read_bytes()[before:].splitlines()
            asked = sum(b" statement: " in line or b" execute " in line for line in lines)
            ((count,),) = database.ask(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'yahtzee-tui %'"
            )
            for connection in connections:
                connection.close()
    assert isinstance(count, int)
    return Cost(count, asked / sessions / seconds * 10)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    cost = asyncio.run(measure(given.sessions, given.seconds))
    print(
        f"{given.sessions} sessions: {cost.connections} connections, {cost.statements:.2f} "
        "statements a session in 10 s (targets: 40 connections, 2 statements)"
    )


if __name__ == "__main__":
    main()
