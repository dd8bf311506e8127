"""How long a seated player waits for a hold while guests come, look and leave.

Run `python -m tests.benchmarks.arrivals [--guests 25] [--seconds 20]`. The server has one processor
for itself, and the clients another, so that the clients' own work delays nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.sessions import HOLD, connect_player, disconnect, percentile, press
from tests.ssh.clients import roll
from tests.ssh.server_process import MISBEHAVING, ServerProcess

_STAY_SECONDS = (0.5, 3.0)
_PAUSE_SECONDS = 0.2


async def come_and_go(server: ServerProcess, name: str, arrivals: list[float]) -> None:
    """Connect again and again, look at the table for a while, and leave."""
    while True:
        await asyncio.sleep(random.uniform(*_STAY_SECONDS))
        with suppress(TimeoutError, OSError):
            connection, _, took = await connect_player(server, name)
            arrivals.append(took)
            await asyncio.sleep(random.uniform(*_STAY_SECONDS))
            connection.abort()


async def measure(
    server: ServerProcess, guests: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Return the seconds of the seated player's holds, and of the guests' first screens."""
    holds: list[float] = []
    arrivals: list[float] = []
    connection, session, _ = await connect_player(server, "seated")
    await roll(session)
    coming = [
        asyncio.create_task(come_and_go(server, f"g{number}", arrivals)) for number in range(guests)
    ]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        holds.append(await press(session, HOLD))
        await asyncio.sleep(_PAUSE_SECONDS)
        del session.seen[:]
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    await disconnect([connection])
    return holds, arrivals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {first})  # of the server, which inherits it
    with (
        TemporaryDirectory() as folder,
        ServerProcess(Path(folder), worker=MISBEHAVING) as server,
    ):
        os.sched_setaffinity(0, set(others) or {first})
        for guests in (0, options.guests):
            holds, arrivals = asyncio.run(measure(server, guests, options.seconds))
            print(f"{guests:3} guests: hold {_format(holds)}; first screen {_format(arrivals)}")


def _format(seconds: list[float]) -> str:
    if not seconds:
        return "–"
    p50, p95 = (1000 * percentile(seconds, part) for part in (0.5, 0.95))
    return f"p50 {p50:.0f} ms, p95 {p95:.0f} ms of {len(seconds)}"


if __name__ == "__main__":
    main()
