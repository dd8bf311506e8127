"""A server under load: memory, the first screen and keys, by the number of people who play.

Real SSH clients on this machine press a key a second each. What is left over of two processors
after the clients is what the server has.

Run `python -m tests.benchmarks.load [--sessions 1 20 100 200] [--seconds 20]`. A key holds a die or
lets it go, which is saved; with `--moves` it moves the mark, which isn't. With `--attacks` one sees
how long others wait while one attacks, and how late a process wakes that only sleeps: nobody can be
quicker on a machine that others use too.

Which of their pages sessions can share Linux finds out while they play, if it is let: write 1
into `/sys/kernel/mm/ksm/run` before, and 2000 into `pages_to_scan` there to have it done in 40 s.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import re
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.stalls import Stalls
from tests.ssh.clients import HELP, ROLLED, TABLE, Visit, connect, sit_down
from tests.ssh.served import MISBEHAVING, Served, children

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncssh

MEMORY_TARGET = 15.5
"""Megabytes that a session may take."""

KEY_TARGET = 0.021
"""Seconds from a key to its picture for 95 of 100 keys, with 100 sessions."""

ATTACK_TARGET = 0.060
"""Seconds that others wait at most while one attacks."""

HOLD, MOVE = b"1", b"\x1b[B"
"""Keys that people press: one whose action is saved, and one that only changes the screen."""

_MEGABYTE = 1 << 20
_SILENCE = 1.0


class Player(NamedTuple):
    """Somebody who plays: their connection and what they see."""

    connection: asyncssh.SSHClientConnection
    visit: Visit


class Load(NamedTuple):
    """What was measured with so many sessions.

    Attributes:
        sessions: How many.
        paints: Seconds from asking for a session to the whole first screen.
        keys: Seconds from a key to its picture.
        sizes: Bytes that a key was answered with.
        memory: Bytes of memory for each session, what is shared divided up.
        door: Bytes of memory of the door.
        busy: What part of one processor the server used.
        troubles: What went wrong.
    """

    sessions: int
    paints: list[float]
    keys: list[float]
    sizes: list[int]
    memory: float
    door: int
    busy: float
    troubles: list[str]


def memory(process: int) -> int:
    """Return the bytes of memory of a process, what is shared divided up; 0 if it has ended."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return 1024 * int(re.findall(r"^Pss: +(\d+)", text, re.MULTILINE)[0])


def memory_of_games(server: Served) -> int:
    """Return the bytes of memory of all games and of the process that forks them."""
    return sum(map(memory, (server.parent, *children(server.parent))))


def processor(server: Served) -> float:
    """Return the seconds of a processor that the server and the games that run have used."""
    ticks = 0
    for process in (server.pid, server.parent, *children(server.parent)):
        about = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(about[11]) + int(about[12])
    return ticks / 100


async def come(server: Served, number: int) -> tuple[Player, float]:
    """Let somebody come; return them, and the seconds from their question to the first screen."""
    connection = await connect(server, f"p{number}")
    began = time.perf_counter()
    visit = await sit_down(connection)
    await visit.wait_for(TABLE, patience=60)
    return Player(connection, visit), time.perf_counter() - began


async def press(visit: Visit, key: bytes) -> float:
    """Press a key; return the seconds until anything was drawn.

    Raises:
        AssertionError: If nothing is.
    """
    began, at = time.perf_counter(), len(visit.seen)
    visit.press(key)
    await visit.wait_for(lambda: len(visit.seen) > at)
    return time.perf_counter() - began


async def play(visit: Visit, key: bytes, seconds: float, load: Load) -> None:
    """Press a key about once a second."""
    end = time.perf_counter() + seconds
    await asyncio.sleep(random.random())
    while time.perf_counter() < end:
        at = len(visit.seen)
        load.keys.append(await press(visit, key))
        await asyncio.sleep(random.uniform(0.7, 1.3))
        load.sizes.append(len(visit.seen) - at)
        del visit.seen[:]


async def measure(server: Served, sessions: int, seconds: float, key: bytes = HOLD) -> Load:
    """Let so many play for so long."""
    before = memory_of_games(server)
    load = Load(sessions, [], [], [], 0, 0, 0, [])
    players: list[Player] = []
    for number in range(sessions):
        player, took = await come(server, number)
        players.append(player)
        load.paints.append(took)
    for player in players:
        player.visit.press(b" ")
    for player in players:
        await player.visit.wait_for(ROLLED, patience=60)
    await asyncio.sleep(_SILENCE)
    used, began = processor(server), time.perf_counter()
    playing = [play(player.visit, key, seconds, load) for player in players]
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if outcome is not None:
            load.troubles.append(repr(outcome)[:80])
    busy = (processor(server) - used) / (time.perf_counter() - began)
    each = (memory_of_games(server) - before) / sessions
    door = memory(server.pid)
    for player in players:
        player.connection.abort()
    await asyncio.gather(*(player.connection.wait_closed() for player in players))
    await asyncio.sleep(2 * _SILENCE)
    return load._replace(memory=each, door=door, busy=busy)


def share(seconds: Sequence[float], part: float) -> float:
    """Return the time that this part of all times doesn't exceed."""
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))]


def tell(load: Load) -> str:
    """Return a line with what was measured."""
    return (
        f"{load.sessions:>8}"
        f"{load.memory / _MEGABYTE:>10.1f} MB"
        f"{load.door / _MEGABYTE:>8.0f} MB"
        f"{median(load.paints) * 1000:>10.0f}{share(load.paints, 0.95) * 1000:>7.0f} ms"
        f"{median(load.keys) * 1000:>9.1f}{share(load.keys, 0.95) * 1000:>7.1f}"
        f"{share(load.keys, 0.99) * 1000:>7.1f} ms"
        f"{median(load.sizes):>8.0f}"
        f"{load.busy:>8.2f}"
        f"   {'; '.join(load.troubles[:3]) or 'nothing'}"
    )


HEAD = (
    "sessions  memory each     door  first screen       key: median, 95 %, 99 %   bytes"
    "  processors   broke"
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
"""Who attacks, and what they send as fast as it is taken."""


async def attack(server: Served, name: str, seconds: float) -> list[float]:
    """Return how long somebody waited for each key while another attacked."""
    login, data = ATTACKS[name]
    (bystander, _), (attacker, _) = await come(server, 0), await come_as(server, login)
    await press(bystander.visit, b" ")
    attacker.visit.press(b" ")
    await asyncio.sleep(_SILENCE)
    times, end = [], time.perf_counter() + seconds
    attacker.visit.press(data)
    flooding = asyncio.create_task(flood(attacker.visit, data, seconds))
    while time.perf_counter() < end:
        times.append(await press(bystander.visit, b"1"))
        await asyncio.sleep(0.1)
    await flooding
    for player in (bystander, attacker):
        player.connection.abort()
        await player.connection.wait_closed()
    return times


async def come_as(server: Served, login: str) -> tuple[Player, float]:
    """Let somebody come under a name."""
    connection = await connect(server, login)
    began = time.perf_counter()
    visit = await sit_down(connection)
    await visit.wait_for(TABLE)
    return Player(connection, visit), time.perf_counter() - began


async def flood(visit: Visit, data: bytes, seconds: float) -> None:
    """Send the same again and again as fast as it is taken."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not visit.is_over and data:
        if visit.channel.get_write_buffer_size() < _MEGABYTE:
            visit.press(data)
        # Not at once: the clients share their processor with whom they attack.
        await asyncio.sleep(0.01)


async def run(options: argparse.Namespace) -> None:
    """Measure, and print."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        server = Served(Path(folder), worker=MISBEHAVING, sessions=1000, logins=1000)
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
            print(HEAD)
            for sessions in options.sessions:
                key = MOVE if options.moves else HOLD
                print(tell(await measure(server, sessions, options.seconds, key)), flush=True)
            print(f"targets: {MEMORY_TARGET} MB each, 95 % {KEY_TARGET * 1000:.0f} ms with 100")


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", nargs="+", type=int, default=[1, 20, 100, 200])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--attacks", action="store_true")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
