"""Crashing, hanging and greedy sessions: they end alone, and others go on."""

from __future__ import annotations

import asyncio
import os
import pwd
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.ssh.clients import (
    HELP,
    ROLLED,
    TABLE,
    ClientSession,
    connect,
    measure_longest_wait,
    playing,
    roll,
    start_session,
)
from tests.ssh.server_process import MISBEHAVING, ServerProcess, is_running, kill, wait_gone
from yahtzee_tui.ssh.server.exit_reasons import REFUSALS

UNEXPECTEDLY = b"Sorry, the game stopped unexpectedly"
RESTORED = (
    b"\x1b[?1049l",
    b"\x1b[?1006l",
    b"\x1b[?1003l",
    b"\x1b[?25h",
    b"\x1b[?7h",
    b"\x1b[?2004l",
    b"\x1b]22;default\x07",
)
CANNOT_FORK = """
import resource
from yahtzee_tui.ssh.worker.fork_server import run_fork_server
from yahtzee_tui.ssh.worker.session_process import run_game

resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
run_fork_server(run_game)
"""
"""A program that can fork no games, once it isn't root any more."""

LONGEST = 0.3
"""Seconds that others wait at most; the benchmark measures it closely."""


async def do(server: ServerProcess, deed: str) -> tuple[ClientSession, float]:
    """Let a session misbehave while another plays; return it, and the other's longest latency."""
    async with playing(server, "bob") as bystander, playing(server, deed) as session:
        await roll(bystander)
        session.press(HELP)
        longest = await measure_longest_wait(bystander, 1.5)
        assert not bystander.is_over
        await session.wait_over()
    return session, longest


@pytest.mark.parametrize("deed", ["crash", "hoard", "leave"])
async def test_a_game_that_falls_over_ends_alone(server: ServerProcess, deed: str) -> None:
    session, longest = await do(server, deed)
    assert session.code == 1
    assert UNEXPECTEDLY in session.seen
    farewell = bytes(session.seen[-600:])
    assert all(sequence in farewell for sequence in RESTORED)
    assert b"Traceback" not in session.seen
    assert b"deliberate" not in session.seen
    assert b"Error" not in session.seen
    assert longest < LONGEST


async def test_the_log_says_why_in_plain_characters(server: ServerProcess) -> None:
    await do(server, "crash")
    text = server.log.read_text()
    assert "deliberate" in text
    assert "whispered" not in text
    assert "\x1b" not in text
    assert all(line.startswith("{") and line.isascii() for line in text.splitlines())


async def test_what_is_printed_reaches_nobody(server: ServerProcess) -> None:
    async with playing(server, "call_out") as session:
        session.press(HELP)
        await asyncio.sleep(0.3)
        session.press(b"q")
        await session.wait_over()
    assert session.code == 0
    assert b"printed" not in session.seen
    assert b"complained" not in session.seen


async def test_a_game_that_hears_nothing_is_ended_by_force(server: ServerProcess) -> None:
    async with playing(server, "bob") as bystander:
        async with connect(server, "spin") as connection:
            session = await start_session(connection)
            await session.wait_for(TABLE)
            process = server.events("begin")[-1]["process"]
            await roll(bystander)
            session.press(HELP)
            longest = await measure_longest_wait(bystander, 1.0)
            connection.abort()
        took = await asyncio.to_thread(wait_gone, process)
        assert not bystander.is_over
    assert longest < LONGEST
    assert 2 < took < 6  # the grace of the server is three seconds


async def test_games_outlive_the_process_that_forks_them(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with playing(server, "ann") as session:
            before = server.parent
            kill(before)
            await asyncio.to_thread(server.wait_for, "games-stopped")
            session.press(b" ")
            await session.wait_for(ROLLED)
            # A busy machine may need longer for the new fork server than a client is made to wait.
            for _ in range(10):
                async with connect(server, "bob") as connection:
                    early = await start_session(connection)
                    while not early.is_over and TABLE not in early.seen:
                        await asyncio.sleep(0.05)
                if TABLE in early.seen:
                    break
            async with playing(server, "bob") as newcomer:
                newcomer.press(b" ")
                await newcomer.wait_for(ROLLED)
                assert server.parent != before
            session.press(b"q")
            await session.wait_for(lambda: session.is_over, 6)
            assert b"Sorry" not in session.seen or session.code == 1


async def test_every_session_holds_games_under_a_mark_of_its_own(server: ServerProcess) -> None:
    words = set()
    for _ in range(2):
        async with playing(server, "tell") as session:
            session.press(HELP)
            await asyncio.sleep(0.5)
            told = await asyncio.to_thread(server.read_report)
            process, word, _ = told["mark"].split(" ", 2)
            assert int(process) == server.events("begin")[-1]["process"]
            words.add(word)
    assert len(words) == 2


@pytest.mark.slow
async def test_an_orphan_that_hears_nothing_is_ended_as_well(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with connect(server, "spin") as connection:
            session = await start_session(connection)
            await session.wait_for(TABLE)
            process = server.events("begin")[-1]["process"]
            session.press(HELP)
            kill(server.parent)
            await asyncio.to_thread(server.wait_for, "games-stopped")
            assert is_running(process)
            connection.abort()
        await asyncio.to_thread(wait_gone, process)


@pytest.mark.slow
async def test_without_its_door_no_game_goes_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with (
            connect(server, "ann") as connection,
            connect(server, "spin") as other,
        ):
            for each in (connection, other):
                session = await start_session(each)
                await session.wait_for(TABLE)
                session.press(HELP)
            processes = [begun["process"] for begun in server.events("begin")]
            processes.append(server.parent)
            kill(server.pid)
            for process in processes:
                await asyncio.to_thread(wait_gone, process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can let games run as another user")
@pytest.mark.slow
async def test_another_user_can_read_no_host_key() -> None:
    nobody = pwd.getpwnam("nobody")
    # The folders that pytest gives are for its own user alone.
    with (
        TemporaryDirectory(prefix="yahtzee-tui-") as folder,
        ServerProcess(opened(folder), worker=MISBEHAVING, user="nobody") as server,
    ):
        async with playing(server, "tell") as session:
            session.press(HELP)
            told = await asyncio.to_thread(server.read_report)
            assert told["users"] == [nobody.pw_uid, nobody.pw_uid, nobody.pw_gid, nobody.pw_gid]
            assert 0 not in told["groups"]
        async with playing(server, "steal") as session:
            session.press(HELP)
            await asyncio.sleep(0.5)
            told = await asyncio.to_thread(server.read_report)
            assert told == {"error": "Permission denied"}
        async with playing(server, "ann") as session:
            session.press(b" ")
            await session.wait_for(ROLLED)
        assert Path(f"/proc/{server.parent}/oom_score_adj").read_text() == "500\n"
        (database,) = (server.state / "games").glob("*.sqlite")
        assert database.stat().st_uid == nobody.pw_uid


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can let games run as another user")
@pytest.mark.slow
async def test_a_session_that_cannot_be_forked_is_refused() -> None:
    with (
        TemporaryDirectory(prefix="yahtzee-tui-") as folder,
        ServerProcess(opened(folder), worker=("-c", CANNOT_FORK), user="nobody") as server,
    ):
        before = server.parent
        for _ in range(3):
            async with connect(server) as connection:
                session = await start_session(connection)
                await session.wait_over(3)
                assert REFUSALS["busy"].encode() in session.seen
        assert server.parent == before
        assert [event["why"] for event in server.events("refused")] == ["busy"] * 3
        assert "unavailable" in server.events("trouble")[-1]["why"]


def opened(folder: str) -> Path:
    """Return a folder through which everybody may pass."""
    path = Path(folder)
    path.chmod(0o711)
    return path
