"""An SSH server under load: memory, first paint and key latency by number of sessions.

SSH clients on this machine press a key a second each, and share its processors with the server;
their own processor time is told apart. Where both together use all processors, the latencies are no
verdict on the server.

Run `python -m tests.host.benchmarks.load [--sessions 1 20 100 200] [--seconds 20]`. A key holds or
releases a die, which is saved. How long others wait while one session attacks is measured by
`tests/host/ssh/test_floods.py`. With `--guests 25` so many come, look and leave all the time; the
server has one processor for itself then.

To let Linux merge equal pages of sessions write 1 into `/sys/kernel/mm/ksm/run` before, and 2000
into `pages_to_scan` there to have it done in 40 s.
"""

import argparse
import asyncio
import gc
import os
import random
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import asyncssh

from tests.host.ssh.clients import ROLLED, TABLE, ClientSession, connect, start_session
from tests.host.ssh.server_process import MISBEHAVING, ServerProcess, children

MEMORY_TARGET = 15.5
"""Megabytes a session."""

KEY_TARGET = 0.021
"""Seconds from a key to its frame: 95th percentile with 100 sessions."""

_MEGABYTE = 1 << 20
_SILENCE = 1.0
_STAY_SECONDS = (0.5, 3.0)


class Load(NamedTuple):
    """What was measured; times in seconds, memory (PSS) in bytes."""

    sessions: int
    paints: list[float]  # from the request of a session to the whole first screen
    keys: list[float]  # from a key to its frame
    sizes: list[int]  # bytes of the output for a key
    memory: float  # a session
    server: int
    busy: float  # processors that the server and its sessions used
    clients: float  # processors that the clients used
    key_cost: float  # processor time of the server and its sessions for a key
    troubles: list[str]


async def connect_player(
    server: ServerProcess, login: str
) -> tuple[asyncssh.SSHClientConnection, ClientSession, float]:
    """Connect a client, and return the seconds from its request to the first screen, too."""
    connection = await connect(server, login)
    began = time.perf_counter()
    session = await start_session(connection)
    await session.wait_for(TABLE, patience=60)
    return connection, session, time.perf_counter() - began


async def disconnect(connections: Sequence[asyncssh.SSHClientConnection]) -> None:
    for connection in connections:
        connection.abort()
    await asyncio.gather(*(each.wait_closed() for each in connections))


async def press(session: ClientSession) -> float:
    """Hold a die, which is saved; return the seconds until the session sends anything."""
    began, at = time.perf_counter(), len(session.seen)
    session.press(b"1")
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


async def play(session: ClientSession, seconds: float, load: Load) -> None:
    end = time.perf_counter() + seconds
    await asyncio.sleep(random.random())
    while time.perf_counter() < end:
        at = len(session.seen)
        load.keys.append(await press(session))
        await asyncio.sleep(random.uniform(0.7, 1.3))
        load.sizes.append(len(session.seen) - at)
        del session.seen[:]


async def come_and_go(server: ServerProcess, name: str, load: Load) -> None:
    """Connect again and again, look at the table for a while, and leave."""
    while True:
        await asyncio.sleep(random.uniform(*_STAY_SECONDS))
        with suppress(TimeoutError, OSError):
            connection, _, took = await connect_player(server, name)
            load.paints.append(took)
            await asyncio.sleep(random.uniform(*_STAY_SECONDS))
            connection.abort()


async def measure(server: ServerProcess, sessions: int, seconds: float, guests: int) -> Load:
    """Run sessions for some seconds."""
    before = read_memory(*list_games(server))
    load = Load(sessions, [], [], [], 0, 0, 0, 0, 0, [])
    players = [await connect_player(server, f"p{number}") for number in range(sessions)]
    load.paints.extend(took for _, _, took in players)
    for _, session, _ in players:
        session.press(b" ")
    for _, session, _ in players:
        await session.wait_for(ROLLED, patience=60)
    await asyncio.sleep(_SILENCE)
    used, clients = read_processor_time(server.pid, *list_games(server)), time.process_time()
    began = time.perf_counter()
    coming = [asyncio.ensure_future(come_and_go(server, f"g{at}", load)) for at in range(guests)]
    playing = [play(session, seconds, load) for _, session, _ in players]
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if outcome is not None:
            load.troubles.append(repr(outcome)[:80])
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    took = time.perf_counter() - began
    used = read_processor_time(server.pid, *list_games(server)) - used
    clients = (time.process_time() - clients) / took
    each = (read_memory(*list_games(server)) - before) / sessions
    await disconnect([connection for connection, _, _ in players])
    await asyncio.sleep(2 * _SILENCE)
    return load._replace(
        memory=each, server=read_memory(server.pid), busy=used / took, clients=clients,
        key_cost=used / len(load.keys),
    )  # fmt: skip


def format_load(load: Load) -> str:
    keys = [1000 * percentile(load.keys, part) for part in (0.95, 0.99)]
    return (
        f"{load.sessions:>8}"
        f"{load.memory / _MEGABYTE:>10.1f} MB{load.server / _MEGABYTE:>8.0f} MB"
        f"{median(load.paints) * 1000:>10.0f}{percentile(load.paints, 0.95) * 1000:>7.0f} ms"
        f"{median(load.keys) * 1000:>9.1f}{keys[0]:>7.1f}{keys[1]:>7.1f} ms"
        f"{median(load.sizes):>8.0f}"
        f"{load.key_cost * 1000:>8.1f} ms{load.busy:>8.2f}{load.clients:>9.2f}"
        f"   {'; '.join(load.troubles[:3]) or 'nothing'}"
    )


HEAD = (
    "sessions  memory each   server  first screen       key: median, 95 %, 99 %   bytes"
    "    a key   server  clients   broke"
)


async def run(options: argparse.Namespace) -> None:
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        server = ServerProcess(Path(folder), worker=MISBEHAVING, sessions=1000, logins=1000)
        gc.collect()
        gc.freeze()
        first, *others = sorted(os.sched_getaffinity(0))
        if options.guests:
            os.sched_setaffinity(0, {first})  # of the server, which inherits it
        with server:
            if options.guests:
                os.sched_setaffinity(0, set(others) or {first})
            print(HEAD)
            for sessions in options.sessions:
                load = await measure(server, sessions, options.seconds, options.guests)
                print(format_load(load), flush=True)
            print(f"targets: {MEMORY_TARGET} MB each, 95 % {KEY_TARGET * 1000:.0f} ms with 100")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", nargs="+", type=int, default=[1, 20, 100, 200])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--guests", type=int, default=0)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
