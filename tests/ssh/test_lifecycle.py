"""Start and shutdown of the server: host key, messages to players, processes left."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import asyncssh
import pytest

from tests.ssh.clients import ROLLED, Client, connect, playing, roll
from tests.ssh.server_process import MISBEHAVING, ServerProcess, kill, wait_gone
from yahtzee_tui.ssh.config import ServerError
from yahtzee_tui.ssh.server.algorithms import check_version
from yahtzee_tui.ssh.server.exit_reasons import EXIT_MESSAGES, ExitReason
from yahtzee_tui.ssh.server.health_check import check_server
from yahtzee_tui.ssh.server.host_key import FILE, load_host_key
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status

if TYPE_CHECKING:
    from pathlib import Path


def saved_rolls(server: ServerProcess) -> list[bool]:
    """Return of every unfinished game whether its dice have been rolled."""
    store = Store(str(server.state / "games" / "games.sqlite"))
    try:
        return [
            bool(saved.load()[1].game.faces) for saved in store.games.by_status(Status.UNFINISHED)
        ]
    finally:
        store.close()


async def test_a_server_that_is_told_to_end(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with playing(server, "ann") as session, playing(server, "bob") as other:
            await roll(session)
            processes = [begun["process"] for begun in server.events("begin")]
            processes.append(server.parent)
            began = time.monotonic()
            server.send(signal.SIGTERM)
            await session.wait_over()
            await other.wait_over()
            assert session.seen.endswith(EXIT_MESSAGES[ExitReason.CLOSING].encode() + b"\r\n")
            assert b"\x1b[?1049l" in session.seen
            assert await asyncio.to_thread(server.wait) == 0
            assert time.monotonic() - began < 5
            for process in processes:
                wait_gone(process, 1)
        assert saved_rolls(server) == [True]
        assert [event["sessions"] for event in server.events("closing")] == [2]


def test_no_server_opens_where_no_game_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary")
    words = ["serve", "--state", str(tmp_path), "--port", "0", "--database", f"{tmp_path}/diary"]
    done = subprocess.run(
        [sys.executable, "-m", "yahtzee_tui", *words],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Where the saved games should be stands another file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
async def test_a_new_server_takes_the_port_while_the_old_one_empties(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    with ServerProcess(tmp_path, worker=MISBEHAVING) as old:
        async with playing(old, "ann") as ann:
            old.send(signal.SIGUSR1)
            await asyncio.to_thread(old.wait_for, "emptying")
            new = await asyncio.to_thread(
                lambda: ServerProcess(tmp_path / "new", worker=MISBEHAVING, port=old.port)
            )
            with new:
                await roll(ann)
                async with playing(new, "bob") as bob:
                    await roll(bob)
                    assert len(old.events("begin")) == len(new.events("begin")) == 1
                    ann.press(b"\x03")
                    await ann.wait_over()
                    assert await asyncio.to_thread(old.wait) == 0
                    await roll(bob)


@pytest.mark.slow
async def test_a_server_with_a_deaf_game_ends_within_a_bound(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, grace_seconds=1) as server:
        async with playing(server, "spin") as session:
            process = server.events("begin")[-1]["process"]
            session.press(b"\x1bOP")
            await asyncio.sleep(0.2)
            began = time.monotonic()
            server.send(signal.SIGTERM)
            await asyncio.to_thread(server.wait)
            assert time.monotonic() - began < 6
            wait_gone(process, 1)
            await session.wait_over()
            assert b"\x1b[?1049l" in session.seen


async def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with playing(server, "ann") as session:
            await roll(session)
            processes = [server.events("begin")[-1]["process"], server.parent]
            kill(server.pid)
            await session.wait_over()
            for process in processes:
                await asyncio.to_thread(wait_gone, process)
        key = server.state / FILE
        before = key.read_bytes()
        assert saved_rolls(server) == [True]
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        assert key.read_bytes() == before
        async with playing(server, "ann") as session:
            session.press(b" ")
            await session.wait_for(ROLLED)


@pytest.mark.slow
async def test_a_dropped_connection_ends_the_game_and_saves_it(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING) as server:
        async with connect(server, "ann") as connection, playing(server, "ann") as session:
            await roll(session)
            process = server.events("begin")[-1]["process"]
            connection.abort()
        await asyncio.to_thread(wait_gone, process, 5)
        assert saved_rolls(server) == [True]


def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "state"
    key = load_host_key(folder)
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert load_host_key(folder).get_fingerprint() == key.get_fingerprint()
    assert [path.name for path in folder.iterdir()] == [FILE]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_host_key_that_others_know_is_refused(tmp_path: Path, mode: int) -> None:
    load_host_key(tmp_path)
    (tmp_path / FILE).chmod(mode)
    with pytest.raises(ServerError, match="is no secret any more") as refusal:
        load_host_key(tmp_path)
    assert refusal.value.sentence.count(".") == 1


def test_a_host_key_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("none")
    (tmp_path / FILE).chmod(0o600)
    with pytest.raises(ServerError, match="it is no key"):
        load_host_key(tmp_path)
    assert (tmp_path / FILE).read_text() == "none"


async def test_clients_see_the_key_that_the_log_names(server: ServerProcess) -> None:
    seen: list[str] = []

    class Curious(Client):
        def validate_host_public_key(
            self, host: str, addr: str, port: int, key: asyncssh.SSHKey
        ) -> bool:
            seen.append(key.get_fingerprint())
            return True

    options = {"known_hosts": ([], [], []), "client_factory": Curious}
    async with asyncssh.connect(
        "127.0.0.1", server.port, username="x", client_keys=None, agent_path=None, config=[],
        gss_host=None, **options,
    ):  # fmt: skip
        pass
    assert seen == [server.wait_for("open")["key"]]


@pytest.mark.parametrize("version", ["2.24.0", "2.14.2", "1.99.9", "2.24", "rubbish", ""])
def test_an_old_asyncssh_is_refused(version: str) -> None:
    with pytest.raises(ServerError, match=r"needs asyncssh 2\.24\.1 or newer"):
        check_version(version)


@pytest.mark.parametrize("version", ["2.24.1", "2.25.0", "3.0.0", "10.0.0", asyncssh.__version__])
def test_a_newer_asyncssh_is_welcome(version: str) -> None:
    check_version(version)


@pytest.mark.slow
async def test_the_check_sees_whether_people_can_play(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, sessions=1) as server:
        well = await asyncio.to_thread(check_server, "127.0.0.1", server.port)
        assert well.is_healthy, well.sentence
        assert well.sentence.startswith("People can play")
        server.wait_for("end")
        async with playing(server):
            full = await asyncio.to_thread(check_server, "127.0.0.1", server.port)
            assert (full.is_healthy, full.sentence) == (
                True, "The server answers: All seats are taken; please come back later.",
            )  # fmt: skip
        kill(server.pid)
        server.wait()
        gone = await asyncio.to_thread(check_server, "127.0.0.1", server.port)
        assert not gone.is_healthy
        assert gone.sentence.startswith("The server can't be reached")
