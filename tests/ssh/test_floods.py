"""Floods: a client that sends or keeps back too much harms no other session."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh
import pytest
from asyncssh.packet import String

from tests.ssh.clients import (
    TABLE,
    ClientSession,
    connect,
    measure_longest_wait,
    playing,
    roll,
    start_session,
)
from tests.ssh.server_process import children
from tests.terminal.program import PATIENCE

if TYPE_CHECKING:
    from tests.ssh.server_process import ServerProcess

LONGEST = 0.3
"""Seconds that others wait at most; the benchmark measures it closely."""

MOUSE = b"".join(b"\x1b[<35;%d;%dM" % (1 + at % 80, 1 + at % 24) for at in range(1000))
PASTE = b"\x1b[200~" + b"x" * 60_000


def memory(process: int) -> int:
    """Return how many bytes of memory a process has by itself."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return 1024 * int(re.findall(r"^Pss: +(\d+)", text, re.MULTILINE)[0])


async def flood(session: ClientSession, data: bytes, seconds: float) -> int:
    """Send the same again and again as fast as it is taken; return how many bytes were sent."""
    loop, sent = asyncio.get_running_loop(), 0
    end = loop.time() + seconds
    while loop.time() < end and not session.is_over:
        if session.channel.get_write_buffer_size() < 1 << 20:
            session.press(data)
            sent += len(data)
        await asyncio.sleep(0.001)
    return sent


@pytest.mark.parametrize(
    "data", [b"1" * 4096, b"\x1b[A" * 1000, MOUSE, PASTE, b"\x1b[" * 2000],
    ids=["keys", "arrows", "mouse", "paste", "halves"],
)  # fmt: skip
async def test_what_is_sent_too_fast_waits(server: ServerProcess, data: bytes) -> None:
    before = memory(server.pid)
    async with playing(server, "bob") as bystander, playing(server, "eve") as session:
        await roll(bystander)
        await roll(session)
        flooding = asyncio.create_task(flood(session, data, 2.0))
        longest = await measure_longest_wait(bystander, 2.0)
        await flooding
        assert memory(server.pid) - before < 20 << 20
        session.channel.abort()
    assert longest < LONGEST


@pytest.mark.slow
async def test_a_hundred_megabytes_of_keys(server: ServerProcess) -> None:
    before = memory(server.pid)
    async with playing(server, "bob") as bystander, playing(server, "eve") as session:
        await roll(bystander)
        session.press(b"1" * 100_000_000)
        assert await measure_longest_wait(bystander, 10.0) < LONGEST
        assert memory(server.pid) - before < 20 << 20
        session.channel.abort()


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
        assert memory(server.pid) - before < 20 << 20
        connection.abort()


async def test_variables_without_end_end_the_connection(server: ServerProcess) -> None:
    before = memory(server.pid)
    sent = {f"LC_{number}": "x" * 1000 for number in range(20_000)}
    with pytest.raises((asyncssh.Error, OSError)):
        async with connect(server, "eve") as connection:
            await start_session(connection, env=sent)
    dropped = await asyncio.to_thread(server.wait_for, "dropped")
    assert dropped["why"] == "budget"
    assert memory(server.pid) - before < 20 << 20


async def test_variables_that_come_too_late_are_not_kept(server: ServerProcess) -> None:
    async with connect(server, "ann") as connection:
        session = await start_session(connection, env={"LC_ALL": "C.UTF-8"})
        await session.wait_for(TABLE)
        channel: Any = session.channel
        for number in range(10):
            taken = await channel._make_request(
                b"env", String(f"LC_{number}"), String("x" * 10_000)
            )
            assert taken is False
        await roll(session)


async def test_questions_without_end_end_the_connection(server: ServerProcess) -> None:
    async with playing(server, "bob") as bystander:
        await roll(bystander)
        async with connect(server, "eve") as connection:
            session = await start_session(connection)
            await session.wait_for(TABLE)
            for number in range(40_000):
                session.channel.change_terminal_size(20 + number % 200, 24)
                if number % 500 == 0:
                    await asyncio.sleep(0.01)
            await session.wait_for(lambda: session.is_over)
        assert await measure_longest_wait(bystander, 0.5) < LONGEST


def packet(length: int) -> bytes:
    """Return the beginning of a packet that says it is so long."""
    return length.to_bytes(4) + b"\x0a\x14" + b"\x00" * 64


@pytest.mark.parametrize(
    "said",
    [
        b"SSH-2.0-x\r\n" + packet(0x7FFFFFFF),
        b"SSH-2.0-x\r\n" + packet(1 << 20),
        b"SSH-2.0-x\r\n" + packet(0) * 10,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x00" * 300_000,
        b"SSH-2.0-\x1b]0;x\x07\xff\r\n",
        b"SSH-1.5-x\r\n",
        b"x" * 100_000,
        b"\n" * 100_000,
    ],
    ids=range(9),
)
async def test_nonsense_is_hung_up_on(server: ServerProcess, said: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(said)
    try:
        while await asyncio.wait_for(reader.read(4096), PATIENCE):
            pass
    except ConnectionError:
        pass
    finally:
        writer.close()
    async with connect(server):
        pass
    assert all(line.isascii() and line.isprintable() for line in server.log.read_text().split("\n"))


async def test_random_bytes_behind_a_greeting(server: ServerProcess) -> None:
    def try_once() -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.settimeout(PATIENCE)
            connection.sendall(b"SSH-2.0-x\r\n" + os.urandom(5000))
            try:
                while connection.recv(4096):
                    pass
            except ConnectionError:
                pass

    for _ in range(20):
        await asyncio.to_thread(try_once)
    assert len(children(server.pid)) == 1
