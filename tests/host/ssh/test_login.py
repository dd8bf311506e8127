"""Logging in: a key or a guest gets the game, for the terminal that it names, and nothing else."""

import asyncio
import os
import re
import socket
from pathlib import Path
from typing import Any

import asyncssh
import pyte
import pytest
from asyncssh import auth
from asyncssh.packet import Boolean, String

from tests.host.ssh.clients import TABLE, ask, connect, playing, roll, start_session, tell
from tests.host.ssh.server_process import ServerProcess
from yahtzee_tui.host.ssh import Limits

FULL_COLOR, FEW_COLORS = b"\x1b[38;2;", b"38;5;"


class Forged(asyncssh.SSHKeyPair):
    """Somebody else's public key, with which nothing can be signed."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        name = b"ssh-ed25519"
        super().__init__(name, name, (name,), (name,), key.public_data, b"")

    def sign(self, data: bytes) -> bytes:
        return String(b"ssh-ed25519") + String(os.urandom(64))


async def identify(server: ServerProcess, *keys: object) -> str:
    """Log in with keys, and return which one the server believes."""
    async with playing(server, "mallory", list(keys) or None):
        found: str = server.events("session-start")[-1]["key"]
        return found


async def test_a_key_identifies_and_a_guest_has_none(server: ServerProcess) -> None:
    assert await identify(server) == ""
    for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"):
        key = asyncssh.generate_private_key(kind)
        assert await identify(server, key) == key.get_fingerprint()


async def test_a_key_without_its_signature_is_not_believed(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    victim = other.convert_to_public()
    assert await identify(server, Forged(victim)) == ""
    assert await identify(server, Forged(victim), own) == own.get_fingerprint()
    certificate = own.generate_user_certificate(own, "victim", principals=["mallory"])
    assert await identify(server, (own, certificate)) in ("", own.get_fingerprint())

    kind = auth._ClientPublicKeyAuth
    sign = kind._send_signed_request

    async def ask_for_the_victim_behind(self: auth._ClientPublicKeyAuth) -> None:
        await sign(self)
        probe = (Boolean(False), String(b"ssh-ed25519"), String(victim.public_data))
        await self.send_request(*probe)

    monkeypatch.setattr(kind, "_send_signed_request", ask_for_the_victim_behind)
    assert await identify(server, own) == own.get_fingerprint()


async def test_a_guest_plays_and_leaves(server: ServerProcess) -> None:
    async with playing(server, "ann") as session:
        assert b"\x1b[?1049h" in session.seen
        assert FEW_COLORS in session.seen
        assert FULL_COLOR not in session.seen
        assert not session.seen.isascii()
        session.press(b"\x1a\x1c")  # which suspend and end nothing
        await roll(session)
        began = server.events("session-start")[-1]
        assert (began["login"], began["key"], began["term"]) == ("ann", "", "xterm-256color")
        session.press(b"\x1b[Aq")  # the first key stops the dice
        await session.wait_over()
    assert session.code == 0, session.seen
    assert session.seen.endswith(b"Goodbye.\r\n")
    assert b"\x1b[?1049l" in session.seen


async def test_nothing_else_is_run(server: ServerProcess) -> None:
    for command in ("id", "join KESTREL-42; id", "scp -t .", "\x1b]0;x\x07", "x" * 30_000):
        session = await ask(server, command, term=None)
        assert (session.code, bytes(session.seen)) == (1, b""), command
        complaint = session.complaints.decode()
        assert complaint.startswith("Only the game runs here"), command
        assert [each.split()[-2:] for each in complaint.splitlines()[1:]] == [
            ["join", "CODE"], ["watch", "CODE"]
        ]  # fmt: skip


async def test_without_a_full_screen_terminal_the_game_is_in_lines(server: ServerProcess) -> None:
    odd = ("\x1b]0;x\x07", "x" * 60, "a/../b", "-vt100", "a b")
    for term in (None, "dumb", *odd):
        for command in (None, "join KESTREL-42", "plain watch KESTREL-42"):
            if command and term in odd:
                continue
            begun = len(server.events("session-start"))
            async with connect(server) as connection:
                await start_session(connection, command, term=term)
                await asyncio.to_thread(server.wait_for, "session-start", count=begun + 1)
                connection.abort()
            wanted = (command or "").removeprefix("plain ")
            assert server.events("session-start")[-1]["request"] == f"plain {wanted}".strip()


async def test_a_connection_has_one_session_and_nothing_else(
    server: ServerProcess, tmp_path: Path
) -> None:
    for options in (
        {"subsystem": "sftp"},
        {"subsystem": "x" * 1000},
        {"x11_forwarding": True, "x11_display": "127.0.0.1:9"},
    ):
        async with connect(server) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await start_session(connection, **options)
    async with connect(server) as connection:
        session = await start_session(connection)
        await session.wait_for(TABLE)
        with pytest.raises(asyncssh.ChannelOpenError):
            await start_session(connection)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", server.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/run/anything")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "socket"), "/run/anything")
        socks = await connection.forward_socks("127.0.0.1", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", socks.get_port())
        writer.write(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + server.port.to_bytes(2))
        answer = await reader.read()
        assert b"SSH" not in answer  # it says so itself where it comes through
        writer.close()
        socks.close()
        await roll(session)
    assert not list(tmp_path.iterdir())


async def test_weak_algorithms_are_refused(server: ServerProcess) -> None:
    weak: tuple[dict[str, Any], ...] = (
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group16-sha512"]},
        {"mac_algs": ["hmac-sha1"], "encryption_algs": ["aes128-ctr"]},
        {"encryption_algs": ["aes128-cbc"]},
    )
    for algorithms in weak:
        # Both sides notice it, and the first one disconnects.
        with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
            await connect(server, **algorithms)


async def test_no_packet_is_empty(server: ServerProcess, caplog: pytest.LogCaptureFixture) -> None:
    """Empty ones before all others would protect only ciphers that are refused."""
    asyncssh.set_log_level("DEBUG")
    asyncssh.set_debug_level(3)
    try:
        async with playing(server) as session:
            await roll(session)
    finally:
        asyncssh.set_debug_level(1)
        asyncssh.set_log_level("WARNING")
    assert "Received MSG_SERVICE_ACCEPT" in caplog.text
    assert "Received MSG_IGNORE" not in caplog.text


async def test_a_session_is_confined(server: ServerProcess) -> None:
    sent = {
        "LD_PRELOAD": "/x", "PYTHONPATH": "/tmp", "TEXTUAL": "debug", "PATH": "/tmp", "HOME": "/",
        "TERM": "server", "LANG": "pt_BR.UTF-8", "TEXTUAL_DRIVER": "os:system", "A\x1b[31m": "\x1b",
        "COLORTERM": "truecolor",
    }  # fmt: skip
    told = await tell(server, env=sent)
    assert told["environment"] == {
        "COLORTERM": "truecolor",
        "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "LC_MESSAGES": "pt",
        "PATH": "/usr/bin:/bin",
        "PGAPPNAME": f"yahtzee-tui {socket.gethostname()} session",
        "TERM": "xterm-256color",
        "XDG_CACHE_HOME": str(server.state / "games" / "cache"),
    }
    assert told["new_privileges"] == "1"
    assert told["denied"] == ["fork", "program", "network", "datagrams", "local"]
    assert told["nice"] == min(os.nice(0) + 5, 19)
    assert told["leads"]
    limits = told["limits"]
    assert limits["RLIMIT_AS"] == [400 << 20] * 2
    assert limits["RLIMIT_CORE"] == [0, 0]
    assert limits["RLIMIT_NOFILE"] == [64, 64]
    assert limits["RLIMIT_FSIZE"][1] <= 1 << 36
    assert 0 < limits["RLIMIT_NPROC"][0] <= Limits().processes
    assert 0 < limits["RLIMIT_CPU"][0] <= 30 * 60
    process, word, _ = told["mark"].split(" ", 2)
    assert int(process) == server.events("session-start")[-1]["process"]
    again = await tell(server)
    assert again["mark"].split()[1] != word, "each session holds games under its own mark"


async def test_colors_and_characters_are_those_of_the_terminal(server: ServerProcess) -> None:
    async with playing(server, env={"COLORTERM": "truecolor"}) as session:
        assert FULL_COLOR in session.seen
        assert FEW_COLORS not in session.seen
    env = {"NO_COLOR": "1", "COLORTERM": "truecolor", "LC_ALL": "en_US.ISO-8859-1"}
    async with playing(server, env=env) as session:
        assert session.seen.isascii()
        styles = re.findall(rb"\x1b\[([\d;]+)m", session.seen)
    chosen = {number for style in styles for number in style.split(b";")}
    assert chosen
    assert chosen <= {b"0", b"1", b"2", b"3", b"4", b"7", b"9", b"22"}


async def test_a_size_is_bounded_and_can_change(server: ServerProcess) -> None:
    async with playing(server, size=(2**32 - 1, 2**32 - 1)):
        began = server.events("session-start")[-1]
    assert (began["columns"], began["rows"]) == (300, 120)
    async with playing(server, size=(80, 24)) as session:
        for size in ((120, 40), (10**9, 10**9), (0, 0), (1, 1), (100, 30)):
            session.channel.change_terminal_size(*size)
        await session.wait_for(b"\x1b[30;1H")

        def is_drawn() -> bool:
            screen = pyte.Screen(100, 30)
            pyte.ByteStream(screen).feed(bytes(session.seen).replace(b"\x1b[<u", b""))
            return screen.display[29].rstrip().endswith("Quit")

        session.press(b"\x1b[B")
        await session.wait_for(is_drawn)
