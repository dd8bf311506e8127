"""The PROXY protocol: only the load balancers in the settings are trusted."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest

from tests.ssh.server_process import MISBEHAVING, ServerProcess
from tests.terminal.program import PATIENCE
from yahtzee_tui.ssh.server.proxy_protocol import read_address

if TYPE_CHECKING:
    from pathlib import Path

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V4 = socket.inet_aton("192.0.2.7") + socket.inet_aton("10.0.0.1") + b"\x30\x39\x00\x16"
V6 = socket.inet_pton(socket.AF_INET6, "2001:db8::7") * 2 + b"\x30\x39\x00\x16"

HEADERS = {
    b"PROXY TCP4 192.0.2.7 10.0.0.1 12345 22\r\n": "192.0.2.7",
    b"PROXY TCP6 2001:db8::7 2001:db8::1 12345 22\r\n": "2001:db8::7",
    b"PROXY UNKNOWN\r\n": None,
    SIGNATURE + b"\x21\x11\x00\x0c" + V4: "192.0.2.7",
    SIGNATURE + b"\x21\x21\x00\x24" + V6: "2001:db8::7",
    SIGNATURE + b"\x21\x11\x00\x0f" + V4 + b"\x04\x00\x00": "192.0.2.7",
    SIGNATURE + b"\x20\x00\x00\x00": None,
}

NONSENSE = (
    b"SSH-2.0-OpenSSH_9.9\r\n",
    b"PROXY TCP4 192.0.2.7\r\n",
    b"PROXY TCP4 " + b"1" * 200,
    SIGNATURE + b"\x21\x11\xff\xff" + V4,
    SIGNATURE + b"\x21\x31\x00\x0c" + V4,
    SIGNATURE + b"\x21\x11\x00\x04" + V4[:4],
    b"PROXY",
    b"",
)


async def read(header: bytes) -> tuple[str | None, bytes]:
    """Return the address in a header, and what is left behind it."""
    near, far = socket.socketpair()
    near.setblocking(False)
    with near, far:
        far.sendall(header + b"SSH-2.0-x")
        far.shutdown(socket.SHUT_WR)
        address = await read_address(near)
        return address, near.recv(100)


@pytest.mark.parametrize("header", HEADERS, ids=range(len(HEADERS)))
async def test_a_header_gives_the_address(header: bytes) -> None:
    assert await read(header) == (HEADERS[header], b"SSH-2.0-x")


@pytest.mark.parametrize("header", NONSENSE, ids=range(len(NONSENSE)))
async def test_anything_else_is_refused(header: bytes) -> None:
    with pytest.raises(ValueError):
        await read(header)


async def greet(server: ServerProcess, header: bytes) -> bytes:
    """Return how a server answers to a header."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(header + b"SSH-2.0-x\r\n")
        return await asyncio.wait_for(reader.read(100), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.slow
async def test_a_load_balancer_is_believed(tmp_path: Path) -> None:
    choices = {
        "proxies": ["127.0.0.0/8"],
        "network_burst": 3,
        "network_rate": 1,
        "login_seconds": 2,
    }
    with ServerProcess(tmp_path, worker=MISBEHAVING, **choices) as server:
        for header in HEADERS:
            answer = await greet(server, header)
            assert answer.startswith(b"SSH-2.0-yahtzee") is (HEADERS[header] is not None)
        # Each network has an allowance of its own, and this one's is used up.
        assert await greet(server, next(iter(HEADERS))) == b""
        assert server.events("dropped")[-1]["address"] == "192.0.2.7"
        assert await greet(server, b"") == b""


async def test_nobody_else_is(server: ServerProcess) -> None:
    answer = await greet(server, next(iter(HEADERS)))
    assert answer.startswith(b"SSH-2.0-yahtzee")
    assert not [line for line in server.log.read_text().splitlines() if "192.0.2.7" in line]
