"""What sessions that rest cost: statements and connections of PostgreSQL, and processor time.

Run `python -m tests.benchmarks.statements [--sessions 100] [--seconds 20] [--visitors 25]`. It
starts a server of PostgreSQL that logs every statement, and an SSH server whose sessions rest in
the lobby, alone and then while so many visitors come, look at the lobby and leave again and again.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.benchmarks.sessions import disconnect, enter_lobby, read_processor_time
from tests.postgres import Server, find_programs
from tests.ssh.server_process import ServerProcess, children

_SAMPLE_SECONDS = 0.2
_REST_SECONDS = 6.0
"""After which a session has closed its connections."""


class Cost(NamedTuple):
    """What some sessions cost."""

    connections: int  # of sessions and listener together, at most
    statements: float  # a session in ten seconds, those of visitors among them
    visits: int
    processors: float  # that the resting sessions used


async def measure(sessions: int, seconds: float, visitors: int) -> list[Cost]:
    """Return the cost of sessions that rest, alone and while visitors come and go."""
    programs = find_programs()
    assert programs is not None, "PostgreSQL isn't installed"
    with closing(Server(programs)) as database, TemporaryDirectory() as folder:
        database.ask("ALTER SYSTEM SET log_statement = 'all'")
        database.ask("SELECT pg_reload_conf()")
        address = database.make()
        with ServerProcess(Path(folder), database=address, sessions=2 * sessions + 100) as server:
            connections = [await enter_lobby(server, f"p{number}") for number in range(sessions)]
            resting = children(server.parent)
            await asyncio.sleep(_REST_SECONDS)
            log = database.folder / "log"
            costs = []
            for coming in sorted({0, visitors}):
                before, most, used = log.stat().st_size, 0, read_processor_time(*resting)
                end = time.monotonic() + seconds
                visiting = [asyncio.create_task(visit(server, end)) for _ in range(coming)]
                while time.monotonic() < end:
                    await asyncio.sleep(_SAMPLE_SECONDS)
                    most = max(most, count_connections(database))
                used = read_processor_time(*resting) - used
                visits = sum(await asyncio.gather(*visiting))
                asked = count_statements(log.read_bytes()[before:])
                costs.append(Cost(most, asked / sessions / seconds * 10, visits, used / seconds))
            await disconnect(connections)
    return costs


async def visit(server: ServerProcess, end: float) -> int:
    """Look at the lobby again and again; return how often."""
    visits = 0
    while time.monotonic() < end:
        connection = await enter_lobby(server, "visitor")
        await asyncio.sleep(random.uniform(1, 3))
        await disconnect([connection])
        visits += 1
    return visits


def count_statements(log: bytes) -> int:
    """Return how many statements a log has, but for our own questions."""
    lines = [line for line in log.splitlines() if b"pg_stat_activity" not in line]
    return sum(b" statement: " in line or b" execute " in line for line in lines)


def count_connections(database: Server) -> int:
    ((count,),) = database.ask(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'yahtzee-tui %'"
    )
    assert isinstance(count, int)
    return count


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--visitors", type=int, default=25)
    given = parser.parse_args()
    for cost in asyncio.run(measure(given.sessions, given.seconds, given.visitors)):
        print(
            f"{given.sessions} sessions rest, {cost.visits} visits: at most {cost.connections} "
            f"connections, {cost.statements:.2f} statements a session in 10 s, "
            f"{100 * cost.processors:.1f} % of a processor (targets of 100 at rest: 40 "
            "connections, 2 statements, 5 %)"
        )


if __name__ == "__main__":
    main()
