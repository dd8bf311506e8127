"""An SSH server under load: memory, first paint and key latency by number of sessions.

SSH clients on this machine press a key a second each, and share its processors with the server;
their own processor time is told apart. Where both together use all processors, the latencies are no
verdict on the server.

Run `python -m tests.benchmarks.load [--sessions 1 20 100 200] [--seconds 20]`. A key holds or
releases a die, which is saved; with `--moves` it moves the cursor, which isn't. `--attacks` shows
the latency of one session while another attacks, and how late a sleeping process wakes up, which is
the lower bound on a machine that other processes use.

To let Linux merge equal pages of sessions write 1 into `/sys/kernel/mm/ksm/run` before, and 2000
into `pages_to_scan` there to have it done in 40 s.

`--bursts 5` lets all sessions press a key in the same moment, five times, and counts the actions
that weren't saved.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.stalls import Stalls
from tests.ssh.clients import HELP, ROLLED, TABLE, ClientSession, connect, start_session
from tests.ssh.server_process import MISBEHAVING, ServerProcess, children

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncssh

MEMORY_TARGET = 15.5
"""Megabytes a session."""

KEY_TARGET = 0.021
"""Seconds from a key to its frame: 95th percentile with 100 sessions."""

ATTACK_TARGET = 0.060
"""Longest latency of another session, in seconds, while one attacks."""

HOLD, MOVE = b"1", b"\x1b[B"
"""Keys: one whose action is saved, and one that only changes the screen."""

BURST = b" 1 1 "
"""Keys of the bursts, one after the other: each rolls, or holds a die, and is saved."""

_MEGABYTE = 1 << 20
_SILENCE = 1.0
_BURST_SECONDS = 30.0
"""After which an action that isn't saved counts as lost: twice as long as a write may wait."""


class Player(NamedTuple):
    connection: asyncssh.SSHClientConnection
    session: ClientSession


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


def memory(process: int) -> int:
    """Return the bytes of memory (PSS) of a process; 0 if it has ended."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return 1024 * int(re.findall(r"^Pss: +(\d+)", text, re.MULTILINE)[0])


def memory_of_games(server: ServerProcess) -> int:
    return sum(map(memory, (server.parent, *children(server.parent))))


def processor(server: ServerProcess) -> float:
    """Return the seconds of CPU time that the server and its present sessions have used."""
    ticks = 0
    for process in (server.pid, server.parent, *children(server.parent)):
        about = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(about[11]) + int(about[12])
    return ticks / 100


async def connect_player(server: ServerProcess, login: str) -> tuple[Player, float]:
    """Connect a client; return it, and the seconds from its request to the first screen."""
    connection = await connect(server, login)
    began = time.perf_counter()
    session = await start_session(connection)
    await session.wait_for(TABLE, patience=60)
    return Player(connection, session), time.perf_counter() - began


async def press(session: ClientSession, key: bytes) -> float:
    """Press a key; return the seconds until the session sends anything."""
    began, at = time.perf_counter(), len(session.seen)
    session.press(key)
    await session.wait_for(lambda: len(session.seen) > at)
    return time.perf_counter() - began


async def play(session: ClientSession, key: bytes, seconds: float, load: Load) -> None:
    end = time.perf_counter() + seconds
    await asyncio.sleep(random.random())
    while time.perf_counter() < end:
        at = len(session.seen)
        load.keys.append(await press(session, key))
        await asyncio.sleep(random.uniform(0.7, 1.3))
        load.sizes.append(len(session.seen) - at)
        del session.seen[:]


async def measure(server: ServerProcess, sessions: int, seconds: float, key: bytes = HOLD) -> Load:
    """Run sessions for some seconds."""
    before = memory_of_games(server)
    load = Load(sessions, [], [], [], 0, 0, 0, 0, 0, [])
    players: list[Player] = []
    for number in range(sessions):
        player, took = await connect_player(server, f"p{number}")
        players.append(player)
        load.paints.append(took)
    for player in players:
        player.session.press(b" ")
    for player in players:
        await player.session.wait_for(ROLLED, patience=60)
    await asyncio.sleep(_SILENCE)
    used, clients, began = processor(server), time.process_time(), time.perf_counter()
    playing = [play(player.session, key, seconds, load) for player in players]
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if outcome is not None:
            load.troubles.append(repr(outcome)[:80])
    took, used = time.perf_counter() - began, processor(server) - used
    clients = (time.process_time() - clients) / took
    each = (memory_of_games(server) - before) / sessions
    server_memory = memory(server.pid)
    for player in players:
        player.connection.abort()
    await asyncio.gather(*(player.connection.wait_closed() for player in players))
    await asyncio.sleep(2 * _SILENCE)
    return load._replace(
        memory=each, server=server_memory, busy=used / took, clients=clients,
        key_cost=used / len(load.keys),
    )  # fmt: skip


async def burst(server: ServerProcess, sessions: int, bursts: int) -> list[tuple[float, int]]:
    """Let all sessions act at once, some times.

    Returns the seconds until all actions were saved, and how many weren't, of each time.
    """
    players = [(await connect_player(server, f"p{number}"))[0] for number in range(sessions)]
    found = []
    for at in range(bursts):
        await asyncio.sleep(_SILENCE)
        before, began = count_events(server), time.perf_counter()
        for player in players:
            player.session.press(BURST[at % len(BURST) :][:1])
        while time.perf_counter() < began + _BURST_SECONDS:
            await asyncio.sleep(_SILENCE / 10)
            after = count_events(server)
            saved = sum(after[game] > before.get(game, 0) for game in after)
            if saved == sessions:
                break
        found.append((time.perf_counter() - began, sessions - saved))
    for player in players:
        player.connection.abort()
    await asyncio.gather(*(player.connection.wait_closed() for player in players))
    return found


def count_events(server: ServerProcess) -> dict[str, int]:
    """Return the number of lines of each saved game's record."""
    file = server.state / "games" / "games.sqlite"
    lines = "SELECT id, length(record) - length(replace(record, char(10), '')) FROM games"
    with closing(sqlite3.connect(file, timeout=_BURST_SECONDS)) as games:
        return dict(games.execute(lines).fetchall())


def percentile(seconds: Sequence[float], part: float) -> float:
    """Return a percentile; `part` is from 0 to 1."""
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))]


def format_load(load: Load) -> str:
    return (
        f"{load.sessions:>8}"
        f"{load.memory / _MEGABYTE:>10.1f} MB"
        f"{load.server / _MEGABYTE:>8.0f} MB"
        f"{median(load.paints) * 1000:>10.0f}{percentile(load.paints, 0.95) * 1000:>7.0f} ms"
        f"{median(load.keys) * 1000:>9.1f}{percentile(load.keys, 0.95) * 1000:>7.1f}"
        f"{percentile(load.keys, 0.99) * 1000:>7.1f} ms"
        f"{median(load.sizes):>8.0f}"
        f"{load.key_cost * 1000:>8.1f} ms{load.busy:>8.2f}{load.clients:>9.2f}"
        f"   {'; '.join(load.troubles[:3]) or 'nothing'}"
    )


HEAD = (
    "sessions  memory each   server  first screen       key: median, 95 %, 99 %   bytes"
    "    a key   server  clients   broke"
)

ATTACKS: dict[str, tuple[str, bytes]] = {
    "nothing": ("ann", b""),
    "keys": ("ann", b"1" * 4096),
    "mouse": ("ann", b"".join(b"\x1b[<35;%d;9M" % (1 + at % 80) for at in range(500))),
    "paste": ("ann", b"\x1b[200~" + b"x" * 60_000),
    "spin": ("spin", HELP),
    "hoard": ("hoard", HELP),
    "crash": ("crash", HELP),
}
"""Login name and input of an attacker, by attack; the input is repeated without a pause."""


async def attack(server: ServerProcess, name: str, seconds: float) -> list[float]:
    """Return the latency of each key of one session while another attacks."""
    login, data = ATTACKS[name]
    (bystander, _), (attacker, _) = (
        await connect_player(server, "p0"),
        await connect_player(server, login),
    )
    await press(bystander.session, b" ")
    attacker.session.press(b" ")
    await asyncio.sleep(_SILENCE)
    times, end = [], time.perf_counter() + seconds
    attacker.session.press(data)
    flooding = asyncio.create_task(flood(attacker.session, data, seconds))
    while time.perf_counter() < end:
        times.append(await press(bystander.session, b"1"))
        await asyncio.sleep(0.1)
    await flooding
    for player in (bystander, attacker):
        player.connection.abort()
        await player.connection.wait_closed()
    return times


async def flood(session: ClientSession, data: bytes, seconds: float) -> None:
    """Send input again and again without a pause."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not session.is_over and data:
        if session.channel.get_write_buffer_size() < _MEGABYTE:
            session.press(data)
        # The attacking client shares its processor with the other one.
        await asyncio.sleep(0.01)


async def run(options: argparse.Namespace) -> None:
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        server = ServerProcess(Path(folder), worker=MISBEHAVING, sessions=1000, logins=1000)
        gc.collect()
        gc.freeze()
        with server:
            if options.attacks:
                print("attack      others wait: median, most   who sleeps wakes late: most")
                for name in ATTACKS:
                    with Stalls() as stalls:
                        times = await attack(server, name, options.seconds)
                    print(
                        f"{name:<12}{median(times) * 1000:15.1f}{max(times) * 1000:8.1f} ms"
                        f"{stalls.longest * 1000:24.1f} ms"
                    )
                print(f"target: others wait at most {ATTACK_TARGET * 1000:.0f} ms")
                return
            if options.bursts:
                for sessions in options.sessions:
                    for seconds, unsaved in await burst(server, sessions, options.bursts):
                        print(f"{sessions} at once: {seconds:.1f} s, {unsaved} unsaved", flush=True)
                return
            print(HEAD)
            for sessions in options.sessions:
                key = MOVE if options.moves else HOLD
                print(
                    format_load(await measure(server, sessions, options.seconds, key)), flush=True
                )
            print(f"targets: {MEMORY_TARGET} MB each, 95 % {KEY_TARGET * 1000:.0f} ms with 100")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", nargs="+", type=int, default=[1, 20, 100, 200])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--attacks", action="store_true")
    parser.add_argument("--bursts", type=int, default=0)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
