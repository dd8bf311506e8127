"""The limits and the PROXY protocol: they hold, and what is given back can be used again."""

import asyncio
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel

from tests.host.ssh.clients import ClientSession, ask, connect, start_session
from tests.host.ssh.listener import LocalListener, listening, listening_for_players, read_end
from tests.host.ssh.server_process import ServerProcess
from tests.moved_clock import MovedClock
from tests.waiting import wait_until
from yahtzee_tui.host.ssh import Limits
from yahtzee_tui.host.ssh.server.health_check import check_server
from yahtzee_tui.host.ssh.server.session_end import EXIT_MESSAGES, REFUSALS, ExitReason
from yahtzee_tui.text import format_error

HOSTS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Where clients come from; each counts as a network of its own."""

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V4 = socket.inet_aton("192.0.2.7") + socket.inet_aton("10.0.0.1") + b"\x30\x39\x00\x16"
V6 = socket.inet_pton(socket.AF_INET6, "2001:db8::7") * 2 + b"\x30\x39\x00\x16"
PROXY_HEADERS = {
    b"PROXY TCP4 192.0.2.7 10.0.0.1 12345 22\r\n": "192.0.2.7",
    b"PROXY TCP6 2001:db8::7 2001:db8::1 12345 22\r\n": "2001:db8::7",
    SIGNATURE + b"\x21\x11\x00\x0c" + V4: "192.0.2.7",
    SIGNATURE + b"\x21\x21\x00\x24" + V6: "2001:db8::7",
    SIGNATURE + b"\x21\x11\x00\x0f" + V4 + b"\x04\x00\x00": "192.0.2.7",
}
HEALTH_CHECKS = (b"PROXY UNKNOWN\r\n", SIGNATURE + b"\x20\x00\x00\x00")
NO_PROXY_HEADERS = (
    b"SSH-2.0-OpenSSH_9.9\r\n",
    b"PROXY TCP4 192.0.2.7\r\n",
    b"PROXY TCP4 " + b"1" * 200,
    SIGNATURE + b"\x21\x11\xff\xff" + V4,
    SIGNATURE + b"\x21\x31\x00\x0c" + V4,
    SIGNATURE + b"\x21\x11\x00\x04" + V4[:4],
    b"PROXY",
    b"",
)


async def begin(
    stack: AsyncExitStack, listener: LocalListener, host: str, login: str = "ann"
) -> ClientSession:
    connection = await stack.enter_async_context(connect(listener, login, local_addr=(host, 0)))
    session = await start_session(connection)
    await session.wait_for(b"begun")
    return session


async def refuse(listener: LocalListener, host: str) -> str:
    """Return why a session is refused to somebody who has connected."""
    session = await ask(listener, local_addr=(host, 0))
    assert session.code == 1
    return session.seen.decode().strip()


@pytest.mark.slow
async def test_sessions_are_limited_in_all_and_for_each_network(tmp_path: Path) -> None:
    first, second, third = HOSTS
    async with listening_for_players(tmp_path, Limits(sessions=3, network_sessions=2)) as listener:
        async with AsyncExitStack() as stack:
            for _ in range(2):
                await begin(stack, listener, first)
            assert await refuse(listener, first) == REFUSALS["sessions"]
            await begin(stack, listener, second)
            assert await refuse(listener, third) == REFUSALS["full"]
            full = await asyncio.to_thread(check_server, "127.0.0.1", listener.port)
            assert full.healthy
            assert full.sentence == "The server answered: The server is full. Try again later."
        await wait_until(lambda: listener.limiter.count("sessions") == 0)
        async with AsyncExitStack() as stack:
            await begin(stack, listener, first)


async def test_a_refusal_is_in_the_language_of_the_client_or_in_json() -> None:
    why = "Only the game runs here: ssh -t -p {port} HOST\nTo join a friend's table: "
    translated = "Aqui só roda o jogo: ssh -t -p {port} HOST\nPara a mesa de um amigo: "
    async with listening(Limits()) as listener:
        for command, sent, wanted in (
            ("ls", {"LANG": "pt_BR.UTF-8"}, translated.format(port=listener.port)),
            ("ls", {}, why.format(port=listener.port)),
            ("ls --json", {"LANG": "pt_BR"}, format_error(REFUSALS["json"], "json")),
            ("scores --json", {}, format_error(REFUSALS["json"], "json")),
        ):
            async with connect(listener) as connection:
                said = str((await connection.run(command, env=sent)).stderr)
                assert said.startswith(wanted)
                assert said.count("\n") == (1 if "json" in command else 3)


async def test_the_check_sees_whether_people_can_play(server: ServerProcess) -> None:
    well = await asyncio.to_thread(check_server, "127.0.0.1", server.port)
    assert well.healthy, well.sentence
    assert well.sentence.startswith("OK: players can connect")
    gone = await asyncio.to_thread(check_server, "127.0.0.1", 1)
    assert not gone.healthy
    assert gone.sentence.startswith("The server can't be reached")


async def test_connections_and_logins_are_limited(clock: MovedClock) -> None:
    first, second, third = HOSTS
    limits = Limits(network_connections=4, logins=4, network_logins=4, login_seconds=400)
    async with listening(limits) as listener:
        async with AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(connect(listener, local_addr=(first, 0)))
            with pytest.raises((asyncssh.Error, OSError)):
                await connect(listener, local_addr=(first, 0))
            assert listener.dropped() == ["network_connections"]
            async with connect(listener, local_addr=(second, 0)):
                pass
        held = []
        for _ in range(4):
            held.append(await listener.open(third))
            await asyncio.get_running_loop().sock_sendall(held[-1], b"SSH-2.0-x\r\n")
        await wait_until(lambda: listener.limiter.count("logins") == 4)
        clock.ahead += 2
        # A new client takes the place of the one that has made no progress for the longest time.
        async with connect(listener, local_addr=(second, 0)):
            await wait_until(lambda: len(listener.dropped()) > 1)
            assert (listener.lines[-1]["why"], listener.lines[-1]["address"]) == ("crowded", third)
        assert listener.limiter.count("logins") == 3
        await clock.move(limits.login_seconds)
        for each in held:  # a client that logs in slowly is disconnected
            await read_end(each)
            each.close()
        await wait_until(lambda: listener.limiter.count("logins") == 0)


async def test_a_client_that_sends_no_version_is_disconnected(clock: MovedClock) -> None:
    loop = asyncio.get_running_loop()
    async with listening(Limits()) as listener:
        with await listener.open() as silent, await listener.open() as slow:
            await loop.sock_recv(silent, 100)
            await loop.sock_sendall(slow, b"SSH-2.0-x\r\n")
            answer = b""
            while b"curve25519" not in answer:  # what it answers once it knows the version
                answer += await loop.sock_recv(slow, 4096)
            await clock.move(5)
            await read_end(silent)
            assert listener.dropped() == ["silent"]
            assert listener.limiter.count("logins") == 1


async def test_clients_that_vanish_before_the_login_are_not_counted(clock: MovedClock) -> None:
    loop = asyncio.get_running_loop()
    async with listening(Limits(network_logins=1)) as listener:
        for said in (b"", b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\n" + b"x" * 100):
            with await listener.open() as vanishing:
                await loop.sock_recv(vanishing, 100)
                assert listener.limiter.count("logins") == 1
                await loop.sock_sendall(vanishing, said)
            await wait_until(lambda: not listener.limiter.count("connections"))
            assert not listener.limiter.count("logins")
        await clock.move(5)
        assert listener.dropped() == [], "they closed the connection themselves"


@pytest.mark.slow
async def test_no_connection_stays_that_does_not_play(tmp_path: Path, clock: MovedClock) -> None:
    limits = Limits(network_rate=100_000)
    async with listening_for_players(tmp_path, limits) as listener, AsyncExitStack() as stack:
        player = await begin(stack, listener, HOSTS[0])
        idle, undecided, refused, done = [
            await stack.enter_async_context(connect(listener)) for _ in range(4)
        ]
        channel = SSHClientChannel(
            undecided, asyncio.get_running_loop(), "strict", None, "strict", 1 << 16, 1 << 15
        )
        await channel._open(b"session")  # and never a word of what it is for
        await start_session(refused, "no such command")
        session = await start_session(done)
        await session.wait_for(b"begun")
        session.channel.close()
        await wait_until(lambda: listener.limiter.count("connections") == 3)
        await clock.move(15)
        await idle.wait_closed()
        await wait_until(lambda: listener.limiter.count("connections") == 1)
        player.press(b"x")
        await player.wait_for(b"x")


async def test_a_player_without_input_is_disconnected(tmp_path: Path, clock: MovedClock) -> None:
    async with (
        listening_for_players(tmp_path, Limits(idle_seconds=1000)) as listener,
        AsyncExitStack() as stack,
    ):
        ann = await begin(stack, listener, HOSTS[0])
        watcher = await begin(stack, listener, HOSTS[1], "watcher")
        for _ in range(3):
            await clock.move(600)
            ann.press(b"\x1b[C")
            await ann.wait_for(lambda: ann.seen.count(b"[C") > 0)
            ann.seen.clear()
        await clock.pass_until(lambda: ann.is_over, 300)
        assert ann.seen.endswith(EXIT_MESSAGES[ExitReason.IDLE].encode() + b"\r\n")
        assert b"\x1b[?1049l" in ann.seen
        assert ann.code == 1
        assert not watcher.is_over, "a spectator has nothing to press"


async def greet(listener: LocalListener, header: bytes) -> bytes:
    """Send a header and the end of the input; return all that the server answers."""
    with await listener.open() as connection:
        await asyncio.get_running_loop().sock_sendall(connection, header)
        connection.shutdown(socket.SHUT_WR)
        return await read_end(connection)


async def test_the_address_that_a_load_balancer_names_is_believed() -> None:
    limits = Limits(network_burst=3, network_rate=1)
    async with listening(limits, proxies=("127.0.0.0/8",)) as listener:
        for header in PROXY_HEADERS:
            assert (await greet(listener, header)).startswith(b"SSH-2.0-yahtzee")
        await wait_until(lambda: listener.limiter.count("connections") == 0)
        # Each network has an allowance of its own, and those of the first are used up.
        assert await greet(listener, next(iter(PROXY_HEADERS))) == b""
        assert (listener.lines[-1]["why"], listener.lines[-1]["address"]) == ("rate", "192.0.2.7")
        assert {line["address"] for line in listener.lines} == set(PROXY_HEADERS.values())
        for header in HEALTH_CHECKS:
            assert await greet(listener, header) == b""
        listener.lines.clear()
        for header in NO_PROXY_HEADERS:
            assert await greet(listener, header) == b""
        assert listener.dropped() == ["proxy"] * len(NO_PROXY_HEADERS)
    async with listening(Limits()) as listener:
        for header in PROXY_HEADERS:
            assert (await greet(listener, header)).startswith(b"SSH-2.0-yahtzee")
        assert "192.0.2.7" not in str(listener.lines), "nobody else is believed"


async def test_a_proxy_header_without_end_ends_the_connection(clock: MovedClock) -> None:
    loop = asyncio.get_running_loop()
    async with listening(Limits(), proxies=("127.0.0.0/8",)) as listener:
        with await listener.open() as connection:
            await loop.sock_sendall(connection, b"PROXY TCP4 192.0.2.7")
            await clock.pass_until(listener.dropped, 1)
            assert await read_end(connection) == b""
        assert listener.dropped() == ["proxy"]
