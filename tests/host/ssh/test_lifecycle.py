"""Start and end of the server and its sessions: host key, messages, processes left, and bans."""

from __future__ import annotations

import asyncio
import os
import pwd
import signal
import socket
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import asyncssh
import pytest
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHConnection
from asyncssh.eddsa import _Ed25519Key

from tests.host.ssh.clients import (
    TABLE,
    ask,
    connect,
    look,
    misbehave,
    playing,
    roll,
    start_session,
    tell,
)
from tests.host.ssh.server_process import MISBEHAVING, ServerProcess, kill
from tests.rules.conformance import check_sentence
from tests.terminal.program import ROOT
from tests.waiting import is_running, wait_gone
from yahtzee_tui.host.ssh import ServerSettings
from yahtzee_tui.host.ssh.config import ServerError, is_denied
from yahtzee_tui.host.ssh.server import hook_check
from yahtzee_tui.host.ssh.server.connection_options import check_version
from yahtzee_tui.host.ssh.server.host_key import FILE, load_host_key
from yahtzee_tui.host.ssh.server.server import open_sockets
from yahtzee_tui.host.ssh.server.session_end import EXIT_MESSAGES, REFUSALS, ExitReason
from yahtzee_tui.host.ssh.server.state_dir import prepare_state_dir
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.host.ssh.openssh import GameDatabase

CLOSING = EXIT_MESSAGES[ExitReason.CLOSING].encode() + b"\r\n"


def saved_rolls(server: ServerProcess) -> list[tuple[str, bool]]:
    """Return of every unfinished game its player, and whether the dice have been rolled."""
    store = Store(str(server.state / "games" / "games.sqlite"))
    try:
        games = [saved.load()[1].game for saved in store.games.by_status(Status.UNFINISHED)]
        return [(game.player, bool(game.faces)) for game in games]
    finally:
        store.close()


@pytest.mark.exhaustive
async def test_a_server_that_is_told_to_end(tmp_path: Path) -> None:
    """It says so to players, saves their games, and kills what ends by no signal."""
    with ServerProcess(tmp_path, worker=MISBEHAVING, grace_seconds=1) as server:
        async with (
            playing(server, "ann") as session,
            playing(server, "bob") as other,
            playing(server, "spin") as deaf,
        ):
            await roll(session)
            await misbehave(server, deaf)
            processes = [begun["process"] for begun in server.events("session-start")]
            processes.append(server.parent)
            server.send(signal.SIGTERM)
            for each in (session, other, deaf):
                await each.wait_over()
                assert b"\x1b[?1049l" in each.seen
            assert session.seen.endswith(CLOSING)
            assert other.seen.endswith(CLOSING)
            assert await asyncio.to_thread(server.wait) == 0
            for process in processes:
                wait_gone(process)
        assert saved_rolls(server) == [("ann", True)]
        assert [event["sessions"] for event in server.events("closing")] == [3]


@pytest.mark.slow
async def test_a_dropped_connection_ends_the_game_and_saves_it(server: ServerProcess) -> None:
    async with playing(server, "dropped") as session:
        await roll(session)
        process = server.events("session-start")[-1]["process"]
    await asyncio.to_thread(wait_gone, process)
    assert ("dropped", True) in saved_rolls(server)


@pytest.mark.slow
async def test_a_new_server_takes_the_port_and_when_killed_it_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    with ServerProcess(tmp_path, worker=MISBEHAVING) as old:
        async with playing(old, "ann") as ann:
            old.send(signal.SIGUSR1)
            await asyncio.to_thread(old.wait_for, "draining")
            new = await asyncio.to_thread(
                lambda: ServerProcess(tmp_path / "new", worker=MISBEHAVING, port=old.port)
            )
            with new:
                await roll(ann)
                async with playing(new, "bob") as bob, playing(new, "spin") as deaf:
                    assert [len(each.events("session-start")) for each in (old, new)] == [1, 2]
                    ann.press(b"\x03")
                    await ann.wait_over()
                    assert await asyncio.to_thread(old.wait) == 0
                    await roll(bob)
                    await misbehave(new, deaf)
                    processes = [begun["process"] for begun in new.events("session-start")]
                    processes.append(new.parent)
                    kill(new.pid)
                    await bob.wait_over()
                    for process in processes:
                        await asyncio.to_thread(wait_gone, process)
        assert saved_rolls(new) == [("bob", True)]
        assert load_host_key(new.state).get_fingerprint() == new.events("open")[-1]["key"]


async def test_what_is_printed_reaches_nobody(server: ServerProcess) -> None:
    async with playing(server, "call_out") as session:
        await misbehave(server, session)
        session.press(b"q")
        await session.wait_over()
    assert session.code == 0
    assert b"printed" not in session.seen
    assert b"complained" not in session.seen


@pytest.mark.slow
async def test_games_outlive_the_process_that_forks_them(server: ServerProcess) -> None:
    """Newcomers get another; and an orphan that hears nothing is ended as well."""
    async with playing(server, "ann") as session:
        async with playing(server, "spin") as deaf:
            process = server.events("session-start")[-1]["process"]
            await misbehave(server, deaf)
            before = server.parent
            kill(before)
            await asyncio.to_thread(server.wait_for, "games-stopped")
            assert is_running(process)
        await roll(session)
        while TABLE not in await look(server):  # the new fork server isn't ready yet
            pass
        async with playing(server, "bob") as newcomer:
            await roll(newcomer)
            assert server.parent != before
        session.press(b"q")
        await session.wait_over()
        assert b"Sorry" not in session.seen or session.code == 1
        await asyncio.to_thread(wait_gone, process)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that another user may enter, unlike pytest's own."""
    if os.geteuid() != 0:
        pytest.skip("only root can let games run as another user")
    for path in (Path(sys.executable).resolve(), ROOT / "tests"):
        if not all(each.stat().st_mode & 0o001 for each in path.parents):
            pytest.skip("other users can't read this Python, or these tests")
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.mark.exhaustive
async def test_another_user_can_read_no_host_key(open_folder: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    with ServerProcess(open_folder, worker=MISBEHAVING, user="nobody") as server:
        told = await tell(server)
        assert told["users"] == [nobody.pw_uid, nobody.pw_uid, nobody.pw_gid, nobody.pw_gid]
        assert 0 not in told["groups"]
        assert await tell(server, "steal") == {"error": "Permission denied"}
        async with playing(server, "ann") as session:
            await roll(session)
        assert Path(f"/proc/{server.parent}/oom_score_adj").read_text() == "500\n"
        (database,) = (server.state / "games").glob("*.sqlite")
        assert database.stat().st_uid == nobody.pw_uid


CANNOT_FORK = """
import resource
from yahtzee_tui.host.ssh.worker import fork_server
from yahtzee_tui.host.ssh.worker.session_process import run_game

fork_server._register_rules = lambda _: resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
fork_server.run_fork_server(run_game)
"""
"""A program that can fork no games, once it isn't root any more."""


@pytest.mark.exhaustive
async def test_a_session_that_cannot_be_forked_is_refused(open_folder: Path) -> None:
    with ServerProcess(open_folder, worker=("-c", CANNOT_FORK), user="nobody") as server:
        before = server.parent
        for _ in range(3):
            assert REFUSALS["busy"].encode() in (await ask(server)).seen
        assert server.parent == before
        await asyncio.to_thread(server.wait_for, "refused", count=3, why="busy")
        why = await asyncio.to_thread(server.wait_for, "error")
        assert "unavailable" in why["why"]


def test_the_folders_of_a_host_are_made_also_where_its_key_is_elsewhere(tmp_path: Path) -> None:
    settings = ServerSettings(state=str(tmp_path / "deep" / "state"), host_key=str(tmp_path))
    for _ in range(2):
        folder = Path(prepare_state_dir(settings, None).database).parent
        assert [each.stat().st_mode & 0o777 for each in (folder, folder.parent)] == [0o700] * 2


def test_a_server_that_starts_refuses_connections() -> None:
    for host in ("127.0.0.1", ""):
        (bound,) = open_sockets(host, 0)
        with bound, pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", bound.getsockname()[1]))


def test_the_host_key_is_made_once_and_kept_while_it_is_secret(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "state"
    key = load_host_key(folder)
    file = folder / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert load_host_key(folder).get_fingerprint() == key.get_fingerprint()
    assert [*folder.iterdir()] == [file]
    for mode in (0o644, 0o640, 0o604, 0o620):
        file.chmod(mode)
        with pytest.raises(ServerError, match="is no longer secret") as refusal:
            load_host_key(folder)
        check_sentence(refusal.value.sentence)
    file.write_text("none")
    file.chmod(0o600)
    with pytest.raises(ServerError, match="it is not a key"):
        load_host_key(folder)
    assert file.read_text() == "none"


async def test_clients_see_the_key_that_the_log_names(server: ServerProcess) -> None:
    async with connect(server) as connection:
        key = connection.get_server_host_key()
    assert key.get_fingerprint() == server.wait_for("open")["key"]


def test_an_old_asyncssh_is_refused() -> None:
    for version in ("2.24.0", "2.14.2", "1.99.9", "2.24", "rubbish", ""):
        with pytest.raises(ServerError, match=r"needs asyncssh 2\.24\.1 or newer"):
            check_version(version)
    for version in ("2.24.1", "2.25.0", "3.0.0", "10.0.0", asyncssh.__version__):
        check_version(version)


HOOKS = {
    "key.verify": (_Ed25519Key, "verify"),
    "connection.data_received": (SSHConnection, "data_received"),
    "connection.pause_writing": (SSHConnection, "pause_writing"),
    "connection.resume_writing": (SSHConnection, "resume_writing"),
    "channel._process_env_request": (SSHServerChannel, "_process_env_request"),
}
"""What the server replaces in the objects of asyncssh."""


class NotReplaceable:
    """A method that an object keeps, whatever is assigned to its name."""

    def __init__(self, method: Any) -> None:
        self.method = method

    def __get__(self, instance: object, kind: type) -> Any:
        return self.method.__get__(instance, kind)

    def __set__(self, instance: object, value: object) -> None:
        pass


async def test_hooks_that_asyncssh_ignores_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    await hook_check.check_hooks()
    for hook, (kind, name) in HOOKS.items():
        with monkeypatch.context() as patch:
            if name == "resume_writing":
                patch.setattr(hook_check, "_RESUME_SECONDS", 0.1)
            patch.setattr(kind, name, NotReplaceable(getattr(kind, name)))
            with pytest.raises(ServerError, match=f"relies on {hook}, which asyncssh"):
                await hook_check.check_hooks()


KEY = f"SHA256:{'A' * 43}"


@pytest.mark.slow
async def test_sessions_end_and_banned_keys_are_refused(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    name, bans = "Walter", database.lobby.bans
    subject = f"key:{key.get_fingerprint()}"
    database.lobby.accounts.bind(subject, name)
    async with connect(game_server, "x", [key]) as connection:
        session = await start_session(connection)
        await session.wait_for(b"SOLO")
        (user,) = (each for each in database.lobby.list_present() if each.name == name)
        assert user.address == "127.0.0.1"
        bans.end(user.session)
        await session.wait_over()
        assert "The host of this server ended your session" in session.text
    await asyncio.to_thread(game_server.wait_for, "session-end", why="ended")
    second, accounts = asyncssh.generate_private_key("ssh-ed25519"), database.lobby.accounts
    accounts.add_key(f"key:{second.get_fingerprint()}", accounts.draw_word(subject))
    bans.ban(subject, 3600)
    for command, keys in ((None, key), (None, second), ("plain", key), ("daily", key)):
        session = await ask(game_server, command, login="x", keys=[keys])
        assert session.seen == b"The host of this server banned you.\r\n", "and nothing is asked"
    assert b'"code": "banned"' in (await ask(game_server, "bot", login="x", keys=[key])).seen
    await asyncio.to_thread(game_server.wait_for, "session-end", why="banned")
    bans.lift(subject)


def test_whom_a_deny_list_names() -> None:
    deny = (KEY, "10.0.0.0/8", "2001:db8::/32")
    assert is_denied(deny, KEY, "192.0.2.1")
    assert is_denied(deny, "", "10.1.2.3")
    assert is_denied(deny, "", "2001:db8::1")
    assert not is_denied(deny, "", "192.0.2.1")
    assert not is_denied(deny, KEY.swapcase(), "2001:db9::1")
