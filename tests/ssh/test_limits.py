"""The limits: they hold, and what is given back can be used again."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel

from tests.ssh.clients import TABLE, connect, playing, roll, start_session
from tests.ssh.server_process import MISBEHAVING, ServerProcess
from yahtzee_tui.ssh import Limits
from yahtzee_tui.ssh.server.exit_reasons import EXIT_MESSAGES, REFUSALS, ExitReason
from yahtzee_tui.ssh.server.rate_limit import RateLimiter

if TYPE_CHECKING:
    from pathlib import Path


class Clock:
    """Stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_one_network_does_not_take_all_seats(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, network_sessions=2) as server:
        async with playing(server), playing(server), connect(server) as connection:
            session = await start_session(connection)
            await session.wait_over()
            assert REFUSALS["sessions"].encode() in session.seen
            assert session.code == 1
        server.wait_for("end", count=2)
        async with playing(server):
            pass


@pytest.mark.slow
async def test_seats_are_limited_in_all(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, sessions=1) as server:
        async with playing(server), connect(server) as connection:
            session = await start_session(connection)
            await session.wait_over()
            assert REFUSALS["full"].encode() in session.seen
        server.wait_for("end")
        async with playing(server):
            pass


@pytest.mark.slow
async def test_who_logs_in_slowly_is_hung_up_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, login_seconds=1, logins=4) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(4)]
        await asyncio.sleep(0.2)
        with pytest.raises((asyncssh.Error, OSError)):
            await connect(server)
        assert server.wait_for("dropped")["why"] == "logins"
        for reader, writer in held:
            with suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), 5)
            writer.close()
        async with playing(server):
            pass


@pytest.mark.slow
async def test_one_network_does_not_take_all_connections(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, network_connections=3) as server:
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(connect(server))
            with pytest.raises((asyncssh.Error, OSError)):
                await connect(server)
            assert server.wait_for("dropped")["why"] == "network_connections"
        async with playing(server):
            pass


@pytest.mark.slow
async def test_connections_come_one_after_another(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, network_burst=3, network_rate=30) as server:
        came = []
        for _ in range(5):
            try:
                async with connect(server):
                    came.append(True)
            except (asyncssh.Error, OSError):
                came.append(False)
        assert came == [True, True, True, False, False]
        await asyncio.sleep(2.2)
        async with connect(server):
            pass


@pytest.mark.slow
async def test_no_connection_stays_that_does_not_play(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with (
            connect(server) as idle,
            connect(server) as undecided,
            connect(server) as refused,
            connect(server) as done,
            playing(server) as player,
        ):
            channel = SSHClientChannel(
                undecided, asyncio.get_running_loop(), "strict", None, "strict", 1 << 16, 1 << 15
            )
            await channel._open(b"session")  # and never a word of what it is for
            await start_session(refused, term=None)
            session = await start_session(done)
            await session.wait_for(TABLE)
            session.channel.close()
            for each, patience in ((refused, 7), (done, 7), (idle, 12), (undecided, 2)):
                await asyncio.wait_for(each.wait_closed(), patience)
            await roll(player)


async def test_who_is_away_is_sent_home(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, idle_seconds=3) as server:
        async with playing(server, "watcher") as watcher, playing(server, "ann") as session:
            for _ in range(5):
                await asyncio.sleep(0.7)
                await roll(session)
                session.press(b"u")
            assert not session.is_over
            await session.wait_over()
            assert session.seen.endswith(EXIT_MESSAGES[ExitReason.IDLE].encode() + b"\r\n")
            assert b"\x1b[?1049l" in session.seen
            assert session.code == 1
            # Who only watches has nothing to press.
            await asyncio.sleep(1)
            assert not watcher.is_over


@pytest.mark.slow
async def test_no_session_lasts_for_ever(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, session_seconds=2) as server:
        async with playing(server, "watcher") as session:
            await session.wait_over(6)
            assert EXIT_MESSAGES[ExitReason.AGE].encode() in session.seen


@pytest.mark.slow
async def test_memory_has_a_limit_that_the_settings_say(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, memory_megabytes=400) as server:
        async with playing(server, "tell") as session:
            session.press(b"\x1bOP")
            told = await asyncio.to_thread(server.read_report)
            assert told["limits"]["RLIMIT_AS"] == [400 << 20] * 2


def test_the_rate_recovers() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(network_burst=2, network_rate=60), clock)
    assert [limiter.refuse_connection("a") for _ in range(3)] == ["", "", "rate"]
    assert limiter.refuse_connection("b") == ""
    clock.now += 1.0
    assert [limiter.refuse_connection("a") for _ in range(2)] == ["", "rate"]
    clock.now += 1000.0
    assert [limiter.refuse_connection("a") for _ in range(3)] == ["", "", "rate"]


@pytest.mark.parametrize("limit", ["connections", "logins"])
def test_there_is_a_limit_in_all_and_for_each_network(limit: str) -> None:
    limiter = RateLimiter(Limits(**{limit: 5, f"network_{limit}": 3}), Clock())
    found = []
    for network in "aaaabbbbcc":
        found.append(limiter.refuse_connection(network))
        if not found[-1]:
            limiter.add_connection(network)
    assert found == [""] * 3 + [f"network_{limit}"] + [""] * 2 + [limit] * 4
    limiter.remove_login("a")
    limiter.remove_connection("a")
    assert [limiter.refuse_connection(network) for network in "abc"] == [""] * 3


def test_networks_are_forgotten() -> None:
    limiter = RateLimiter(Limits(), Clock())
    for number in range(20_000):
        network = f"10.0.{number // 256}.{number % 256}"
        assert not limiter.refuse_connection(network)
        limiter.add_connection(network)
        limiter.remove_login(network)
        with limiter.count_session(network):
            assert limiter.sessions[network] == 1
        limiter.remove_connection(network)
    assert not limiter.connections
    assert not limiter.sessions
    assert not limiter.logins
    assert len(limiter._buckets) <= 10_000
