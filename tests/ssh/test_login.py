"""Logging in: clients with a key and guests get the game, and nothing else."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import asyncssh
import pytest

from tests.ssh.clients import HELP, ROLLED, TABLE, connect, playing, start_session
from tests.terminal.program import PATIENCE

if TYPE_CHECKING:
    from tests.ssh.server_process import ServerProcess

REFUSED = "Nothing runs here but the game"


async def test_a_guest_plays(server: ServerProcess) -> None:
    async with playing(server, "ann") as session:
        assert b"\x1b[?1049h" in session.seen
        session.press(b" ")
        await session.wait_for(ROLLED)
    began = server.events("begin")[-1]
    assert (began["login"], began["key"], began["term"]) == ("ann", "", "xterm-256color")


async def test_who_leaves_is_told_goodbye(server: ServerProcess) -> None:
    async with connect(server) as connection:
        session = await start_session(connection)
        await session.wait_for(TABLE)
        session.press(b"q")
        await session.wait_over()
    assert session.code == 0
    assert session.seen.endswith(b"Goodbye.\r\n")
    assert b"\x1b[?1049l" in session.seen


@pytest.mark.parametrize(
    "command",
    [
        "id",
        "/bin/sh",
        "join",
        "join KESTREL-42; id",
        "join KESTREL-42 x",
        " join KESTREL-42",
        "JOIN KESTREL-42",
        "join KESTREL-42\n",
        "join $(id)-42",
        "join ÄÖÜ-42",
        "watch KESTREL-4²",
        "scp -t .",
        "sftp-server",
        "\x1b]0;x\x07",
        "x" * 30_000,
    ],
)
async def test_nothing_else_is_run(server: ServerProcess, command: str) -> None:
    async with connect(server) as connection:
        session = await start_session(connection, command, term=None)
        await session.wait_over()
        assert session.code == 1
        assert session.seen == b""
        said = session.complaints.decode()
        assert said.startswith(REFUSED)
        assert said.count("\n") == 1


@pytest.mark.parametrize("command", ["join KESTREL-42", "watch kestrel-42"])
async def test_a_table_can_be_asked_for(server: ServerProcess, command: str) -> None:
    async with playing(server, command=command):
        pass
    assert server.events("begin")[-1]["request"] == f"{command.split()[0]} KESTREL-42"


@pytest.mark.parametrize("command", [None, "join KESTREL-42"])
async def test_without_a_terminal_there_is_no_game(
    server: ServerProcess, command: str | None
) -> None:
    async with connect(server) as connection:
        session = await start_session(connection, command, term=None)
        await session.wait_over()
    assert session.code == 1
    assert session.complaints == b"The game needs a terminal; ssh -t gives it one.\n"


@pytest.mark.parametrize("subsystem", ["sftp", "netconf", "x" * 1000])
async def test_there_are_no_subsystems(server: ServerProcess, subsystem: str) -> None:
    async with connect(server) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await start_session(connection, subsystem=subsystem, term=None)


async def test_there_is_no_sftp_and_no_scp(server: ServerProcess, tmp_path: Any) -> None:
    async with connect(server) as connection:
        with pytest.raises(asyncssh.Error):
            await connection.start_sftp_client()
    async with connect(server) as connection:
        with suppress(asyncssh.Error):
            await asyncssh.scp((connection, "/etc/passwd"), tmp_path / "stolen")
    assert not list(tmp_path.iterdir())


async def test_nothing_is_forwarded(server: ServerProcess, tmp_path: Any) -> None:
    async with connect(server) as connection:
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
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        assert b"SSH" not in answer  # it says so itself where it comes through
        writer.close()
        socks.close()
    assert not list(tmp_path.iterdir())


async def test_neither_agent_nor_screen_are_forwarded(server: ServerProcess) -> None:
    async with connect(server, agent_forwarding=False) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await start_session(connection, x11_forwarding=True, x11_display="127.0.0.1:9")


async def test_a_connection_has_one_session(server: ServerProcess) -> None:
    async with connect(server) as connection:
        session = await start_session(connection)
        await session.wait_for(TABLE)
        with pytest.raises(asyncssh.ChannelOpenError):
            await start_session(connection)
        session.press(b" ")
        await session.wait_for(ROLLED)


@pytest.mark.parametrize(
    "old",
    [
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group16-sha512"]},
        {"mac_algs": ["hmac-sha1"], "encryption_algs": ["aes128-ctr"]},
        {"encryption_algs": ["aes128-cbc"]},
    ],
    ids=["exchange", "slow exchange", "checksum", "cipher"],
)
async def test_the_old_ways_to_speak_are_not_spoken(
    server: ServerProcess, old: dict[str, Any]
) -> None:
    # Both sides notice it, and the first one disconnects.
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await connect(server, **old)


async def test_the_environment_is_not_the_clients(server: ServerProcess) -> None:
    sent = {
        "LD_PRELOAD": "/x", "PYTHONPATH": "/tmp", "TEXTUAL": "debug", "PATH": "/tmp", "HOME": "/",
        "TERM": "server", "LANG": "en_US.UTF-8", "TEXTUAL_DRIVER": "os:system", "A\x1b[31m": "\x1b",
        "COLORTERM": "truecolor",
    }  # fmt: skip
    async with playing(server, "tell", env=sent) as session:
        session.press(HELP)
        told = await asyncio.to_thread(server.read_report)
    cache = server.state / "games" / "cache"
    assert told["environment"] == {
        "COLORTERM": "truecolor",
        "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "TERM": "xterm-256color",
        "XDG_CACHE_HOME": str(cache),
    }


async def test_a_game_is_confined(server: ServerProcess) -> None:
    async with playing(server, "tell") as session:
        session.press(HELP)
        told = await asyncio.to_thread(server.read_report)
    assert told["new_privileges"] == "1"
    assert told["nice"] == min(os.nice(0) + 5, 19)
    assert told["leads"]
    assert told["limits"]["RLIMIT_AS"] == [512 << 20] * 2
    assert told["limits"]["RLIMIT_CORE"] == [0, 0]
    assert told["limits"]["RLIMIT_NOFILE"] == [64, 64]
    assert told["limits"]["RLIMIT_FSIZE"][1] <= 1 << 36
    assert 0 < told["limits"]["RLIMIT_CPU"][0] <= 30 * 60
