"""Floods, crashing and greedy sessions: they harm no other session, whose players never wait."""

import asyncio
import os
import re
import time
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from tests.host.ssh.clients import (
    HELP,
    LONGEST,
    TABLE,
    ClientSession,
    connect,
    measure_longest_wait,
    misbehave,
    playing,
    roll,
    start_session,
)
from tests.host.ssh.listener import LocalListener, listening, read_end
from tests.host.ssh.server_process import ServerProcess, children
from tests.waiting import is_running, wait_gone, wait_until
from yahtzee_tui.host.ssh import Limits

pytestmark = pytest.mark.slow  # `.ci/run all` leaves it the machine to itself

MOUSE = b"".join(b"\x1b[<35;%d;%dM" % (1 + at % 80, 1 + at % 24) for at in range(1000))
FLOODS = {
    "keys": b"1" * 4096,
    "arrows": b"\x1b[A" * 1000,
    "mouse": MOUSE,
    "paste": b"\x1b[200~" + b"x" * 60_000,
    "halves": b"\x1b[" * 2000,
}
GROWTH = 20 << 20
"""Bytes by which the server's memory may grow meanwhile."""


def memory(process: int) -> int:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return 1024 * int(re.findall(r"^Pss: +(\d+)", text, re.MULTILINE)[0])


async def flood(session: ClientSession, data: bytes, seconds: float) -> None:
    """Send the same again and again as fast as it is taken."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end and not session.is_over:
        if session.channel.get_write_buffer_size() < 1 << 20:
            session.press(data)
        await asyncio.sleep(0.001)


async def test_what_is_sent_too_fast_waits(server: ServerProcess) -> None:
    before = memory(server.pid)
    async with playing(server, "bob") as bystander:
        await roll(bystander)
        for kind, data in FLOODS.items():
            async with playing(server, "eve") as session:
                await roll(session)
                flooding = asyncio.create_task(flood(session, data, 1.5))
                longest = await measure_longest_wait(bystander, 1.5)
                await flooding
                assert memory(server.pid) - before < GROWTH, kind
                session.channel.abort()
            assert longest < LONGEST, kind


async def test_a_client_that_takes_nothing_stops_its_own_game(server: ServerProcess) -> None:
    before = memory(server.pid)
    async with playing(server, "bob") as bystander, connect(server, "eve") as connection:
        session = await start_session(connection, size=(300, 120), window=1 << 30)
        await session.wait_for(TABLE)
        await roll(bystander)
        # Nothing is read any more, while every key and every size asks for a new picture.
        connection._transport.pause_reading()  # asyncssh has no way of its own to do it
        for step in range(600):
            session.press(b"1")
            session.channel.change_terminal_size(300 - step % 2, 120)
            if step % 20 == 0:
                await asyncio.sleep(0.05)
        assert await measure_longest_wait(bystander, 2.0) < LONGEST
        assert memory(server.pid) - before < GROWTH
        connection.abort()


async def test_variables_without_end_end_the_connection(server: ServerProcess) -> None:
    before = memory(server.pid)
    sent = {f"LC_{number}": "x" * 1000 for number in range(3000)}
    with pytest.raises((asyncssh.Error, OSError)):
        async with connect(server, "eve") as connection:
            await start_session(connection, env=sent)
    dropped = await asyncio.to_thread(server.wait_for, "dropped")
    assert dropped["why"] == "budget"
    assert memory(server.pid) - before < GROWTH


async def test_questions_without_end_end_the_connection(server: ServerProcess) -> None:
    async with playing(server, "bob") as bystander:
        await roll(bystander)
        async with playing(server, "eve") as session:
            for number in range(20_000):
                session.channel.change_terminal_size(20 + number % 200, 24)
                if number % 500 == 0:
                    await asyncio.sleep(0.01)
            await session.wait_for(lambda: session.is_over)
        assert await measure_longest_wait(bystander, 0.5) < LONGEST


NETWORKS = 256


async def hold_login(listener: LocalListener, address: str) -> None:
    """Connect again and again, and never log in.

    An attacker runs in the loop of the server: it waits where that is late, as on a busy machine
    nothing else would be done there.
    """
    loop = asyncio.get_running_loop()
    while True:
        with suppress(OSError), await listener.open(address) as connection:
            await loop.sock_sendall(connection, b"SSH-2.0-x\r\n")
            await read_end(connection)
        next_time = loop.time() + 0.2
        await asyncio.sleep(0.2)
        await asyncio.sleep(10 * (loop.time() - next_time))


async def test_a_known_key_gets_in_while_256_networks_attack() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with listening(Limits(), {key.get_fingerprint()}) as listener:
        attackers = [
            asyncio.create_task(hold_login(listener, f"127.1.{number}.1"))
            for number in range(NETWORKS)
            for _ in range(3)
        ]
        await wait_until(lambda: len(listener.dropped()) >= NETWORKS)
        assert listener.limiter.count("logins") == Limits().logins
        began, tries = time.monotonic(), 0
        while True:
            tries += 1
            try:
                async with connect(listener, keys=[key], local_addr=("127.2.1.1", 0)):
                    break
            except (asyncssh.Error, OSError):
                await asyncio.sleep(0.5)
        took = time.monotonic() - began
        for task in attackers:
            task.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)
        # Else some would never be closed.
        await wait_until(lambda: not listener.limiter.count("connections"))
    assert took < 5, f"{tries} tries"


def packet(length: int) -> bytes:
    return length.to_bytes(4) + b"\x0a\x14" + b"\x00" * 64


async def test_nonsense_ends_the_connection(server: ServerProcess) -> None:
    for said in (
        b"SSH-2.0-x\r\n" + packet(0x7FFFFFFF),
        b"SSH-2.0-x\r\n" + packet(1 << 20),
        b"SSH-2.0-x\r\n" + packet(0) * 10,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x00" * 300_000,
        b"SSH-2.0-\x1b]0;x\x07\xff\r\n",
        b"SSH-1.5-x\r\n",
        b"x" * 100_000,
        b"\n" * 100_000,
        *(b"SSH-2.0-x\r\n" + os.urandom(5000) for _ in range(20)),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(said)
        try:
            while await reader.read(4096):
                pass
        except ConnectionError:
            pass
        finally:
            writer.close()
    async with connect(server):
        pass
    assert len(children(server.pid)) == 1
    assert all(line.isascii() and line.isprintable() for line in server.log.read_text().split("\n"))


UNEXPECTEDLY = b"Sorry, the game crashed"
MODES_OFF = {1049, 1000, 1002, 1003, 1004, 1006, 1015, 2004}
"""Modes of the terminal that a game sets, and that no game may leave behind."""


async def test_a_game_that_falls_over_ends_alone(server: ServerProcess) -> None:
    """Its player reads one sentence on a terminal put right; the log says why."""
    async with playing(server, "bob") as bystander:
        await roll(bystander)
        for action in ("crash", "hoard", "leave"):
            async with playing(server, action) as session:
                session.press(HELP)
                longest = await measure_longest_wait(bystander, 1.5)
                await session.wait_over()
            assert longest < LONGEST, action
            assert not bystander.is_over
            assert (session.code, UNEXPECTEDLY in session.seen) == (1, True), action
            modes = {
                int(mode): sign == b"h"
                for mode, sign in re.findall(rb"\x1b\[\?(\d+)([hl])", session.seen)
            }
            assert modes[25] is modes[7] is True
            assert not any(modes.get(mode) for mode in MODES_OFF)
            assert b"\x1b]22;default\x07" in session.seen[-600:]
            for word in (b"Traceback", b"deliberate", b"Error"):
                assert word not in session.seen
    text = server.log.read_text()
    assert "deliberate" in text
    assert "whispered" not in text
    assert "\x1b" not in text
    assert all(line.startswith("{") and line.isascii() for line in text.splitlines())


async def test_a_game_that_hears_nothing_is_ended_by_force(server: ServerProcess) -> None:
    async with playing(server, "bob") as bystander:
        async with playing(server, "spin") as session:
            process = server.events("session-start")[-1]["process"]
            await roll(bystander)
            await misbehave(server, session)
            longest = await measure_longest_wait(bystander, 1.0)
        assert is_running(process)
        server.move_clock(3)  # the grace of the server
        await asyncio.to_thread(wait_gone, process)
        assert not bystander.is_over
    assert longest < LONGEST
