"""The limits and the PROXY protocol: they hold, and what is given back can be used again."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from gettext import NullTranslations
from typing import TYPE_CHECKING

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel

from tests.ssh.clients import HELP, TABLE, connect, playing, roll, start_session
from tests.ssh.listener import listening, read_end
from tests.ssh.server_process import MISBEHAVING, WITHOUT_GAME, ServerProcess
from tests.ssh.test_parts import PROXY_HEADERS
from tests.terminal.program import PATIENCE
from yahtzee_tui.ssh import Limits
from yahtzee_tui.ssh.server import connection as connection_module
from yahtzee_tui.ssh.server import server as server_module
from yahtzee_tui.ssh.server import ssh_session
from yahtzee_tui.ssh.server.exit_reasons import EXIT_MESSAGES, REFUSALS, ExitReason
from yahtzee_tui.ssh.server.health_check import check_server
from yahtzee_tui.text import format_error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOSTS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Where clients come from; each counts as a network of its own."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    limits = {
        "sessions": 3, "network_sessions": 2, "network_connections": 4,
        "logins": 4, "login_seconds": 4, "memory_megabytes": 400,
    }  # fmt: skip
    folder = tmp_path_factory.mktemp("strict")
    with ServerProcess(folder, worker=MISBEHAVING, **limits) as server:
        yield server


async def refused_session(server: ServerProcess, host: str) -> str:
    """Return why a session is refused to somebody who has connected."""
    async with connect(server, local_addr=(host, 0)) as connection:
        session = await start_session(connection)
        await session.wait_over()
    assert session.code == 1
    return session.seen.decode().strip()


async def test_sessions_are_limited_in_all_and_for_each_network(strict: ServerProcess) -> None:
    first, second, third = HOSTS
    async with playing(strict, address=first), playing(strict, address=first):
        assert await refused_session(strict, first) == REFUSALS["sessions"]
        async with playing(strict, address=second):
            assert await refused_session(strict, third) == REFUSALS["full"]
            full = await asyncio.to_thread(check_server, "127.0.0.1", strict.port)
            assert (full.healthy, full.sentence) == (
                True, "The server answered: The server is full. Try again later.",
            )  # fmt: skip
    strict.wait_for("session-end", count=3)
    async with playing(strict, "tell", address=first) as session:
        session.press(HELP)
        told = await asyncio.to_thread(strict.read_report)
        assert told["limits"]["RLIMIT_AS"] == [400 << 20] * 2


class Marked(NullTranslations):
    """A catalog in which a sentence has its language before it."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def gettext(self, message: str) -> str:
        return f"{self._code}: {message}"


async def test_a_refusal_is_in_the_language_of_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_session, "read_catalog", Marked)
    async with listening(Limits()) as listener:
        for command, sent, wanted in (
            ("ls", {"LANG": "pt_BR.UTF-8"}, f"pt: {REFUSALS['request']}\n"),
            ("ls", {}, f"en: {REFUSALS['request']}\n"),
            ("ls --json", {"LANG": "pt_BR"}, format_error(REFUSALS["request"], "request")),
        ):
            async with connect(listener) as connection:
                assert (await connection.run(command, env=sent)).stderr == wanted


async def test_the_check_sees_whether_people_can_play(server: ServerProcess) -> None:
    well = await asyncio.to_thread(check_server, "127.0.0.1", server.port)
    assert well.healthy, well.sentence
    assert well.sentence.startswith("OK: players can connect")
    gone = await asyncio.to_thread(check_server, "127.0.0.1", 1)
    assert not gone.healthy
    assert gone.sentence.startswith("The server can't be reached")


async def test_connections_and_logins_are_limited(strict: ServerProcess) -> None:
    first, second, third = HOSTS
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(connect(strict, local_addr=(first, 0)))
        with pytest.raises((asyncssh.Error, OSError)):
            await connect(strict, local_addr=(first, 0))
        assert strict.wait_for("dropped")["why"] == "network_connections"
        async with connect(strict, local_addr=(second, 0)):
            pass
    held = [
        await asyncio.open_connection("127.0.0.1", strict.port, local_addr=(third, 0))
        for _ in range(4)
    ]
    # A new client takes the place of the one that has said nothing for the longest time. It comes
    # from a network of its own, as the server may still count those that have just left the others.
    async with connect(strict, local_addr=("127.0.0.5", 0)):
        crowded = await asyncio.to_thread(strict.wait_for, "dropped", count=2)
    assert (crowded["why"], crowded["address"]) == ("crowded", third)
    for reader, writer in held:  # a client that logs in slowly is disconnected
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 12)
        writer.close()
    async with playing(strict, address=second):
        pass


def let_version_timers_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the loop's clock forward by the time in which a client has to send its version."""
    ahead = connection_module._VERSION_SECONDS
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: time.monotonic() + ahead)


async def test_a_client_that_sends_no_version_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE), listening(Limits()) as listener:
        with await listener.open() as silent, await listener.open() as slow:
            await loop.sock_recv(silent, 100)
            await loop.sock_sendall(slow, b"SSH-2.0-x\r\n")
            answer = b""
            while b"curve25519" not in answer:  # what it answers once it knows the version
                data = await loop.sock_recv(slow, 4096)
                assert data
                answer += data
            let_version_timers_end(monkeypatch)
            await read_end(silent)
            assert listener.dropped() == ["silent"]
            assert listener.limiter.count("logins") == 1


async def test_clients_that_vanish_before_the_login_are_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE), listening(Limits(network_logins=1)) as listener:
        for said in (b"", b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\n" + b"x" * 100):
            with await listener.open() as vanishing:
                await loop.sock_recv(vanishing, 100)
                assert listener.limiter.count("logins") == 1
                await loop.sock_sendall(vanishing, said)
            while listener.limiter.count("connections") or listener.limiter.count("logins"):
                await asyncio.sleep(0.01)
        let_version_timers_end(monkeypatch)
        await asyncio.sleep(0.01)
        assert listener.dropped() == [], "they closed the connection themselves"


async def test_a_proxy_header_without_end_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    async with (
        asyncio.timeout(PATIENCE),
        listening(Limits(), proxies=("127.0.0.0/8",)) as listener,
    ):
        for header, seconds, text in (
            (b"PROXY TCP4 192.0.2.7", 0.1, ""),
            (b"PROXY TCP4 " + b"1" * 9999, PATIENCE, "long"),
        ):
            monkeypatch.setattr(server_module, "_HEADER_SECONDS", seconds)
            listener.lines.clear()
            with await listener.open() as connection:
                await loop.sock_sendall(connection, header)
                assert await read_end(connection) == b""
            assert listener.dropped() == ["proxy"]
            assert text in listener.lines[0]["text"]


@pytest.mark.exhaustive
async def test_no_connection_stays_that_does_not_play(server: ServerProcess) -> None:
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
        await start_session(refused, "no such command")
        session = await start_session(done)
        await session.wait_for(TABLE)
        session.channel.close()
        for each in (refused, done, idle, undecided):
            await asyncio.wait_for(each.wait_closed(), PATIENCE)
        await roll(player)


@pytest.mark.exhaustive
async def test_a_player_without_input_is_disconnected(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, worker=MISBEHAVING, idle_seconds=5) as server:
        async with playing(server, "watcher") as watcher, playing(server, "ann") as session:
            for _ in range(4):
                await asyncio.sleep(1.3)
                await roll(session)
                session.press(b"u")
            assert not session.is_over
            await session.wait_over()
            assert session.seen.endswith(EXIT_MESSAGES[ExitReason.IDLE].encode() + b"\r\n")
            assert b"\x1b[?1049l" in session.seen
            assert session.code == 1
            # A spectator has nothing to press.
            await asyncio.sleep(1)
            assert not watcher.is_over


async def greet(server: ServerProcess, header: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(header + b"SSH-2.0-x\r\n")
        return await asyncio.wait_for(reader.read(100), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.slow
async def test_a_load_balancer_in_the_settings_is_believed(tmp_path: Path) -> None:
    limits = {"network_burst": 3, "network_rate": 1, "login_seconds": 2}
    settings = limits | {"proxies": ["127.0.0.0/8"]}
    with ServerProcess(tmp_path, worker=WITHOUT_GAME, **settings) as server:
        for header, address in PROXY_HEADERS.items():
            answer = await greet(server, header)
            assert answer.startswith(b"SSH-2.0-yahtzee") is (address is not None)
        # Each network has an allowance of its own, and this one's is used up.
        assert await greet(server, next(iter(PROXY_HEADERS))) == b""
        assert server.wait_for("dropped")["address"] == "192.0.2.7"
        assert await greet(server, b"") == b""


@pytest.mark.slow
async def test_nobody_else_is_believed(server: ServerProcess) -> None:
    answer = await greet(server, next(iter(PROXY_HEADERS)))
    assert answer.startswith(b"SSH-2.0-yahtzee")
    assert not [line for line in server.log.read_text().splitlines() if "192.0.2.7" in line]
