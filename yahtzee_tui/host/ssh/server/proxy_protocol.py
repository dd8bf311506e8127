"""The PROXY protocol, versions 1 and 2: the client's address behind a load balancer.

Only headers from the load balancers in the settings are trusted, since any client can send one.
See https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Read = Callable[[int], Awaitable[bytes]]

_V2_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
_V1_MAX_BYTES = 107
_V2_MAX_BYTES = 536
_LOCAL, _PROXIED = 0x20, 0x21
_IPV4, _IPV6 = 0x11, 0x21


async def read_address(connection: socket.socket) -> str | None:
    """Read the header from a connection, and no byte after it.

    Returns the client's address, or None for a connection of the load balancer itself. Raises
    `ValueError` if there is no valid header, and `OSError`.
    """
    loop = asyncio.get_running_loop()

    async def read(count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = await loop.sock_recv(connection, count - len(data))
            if not more:
                raise ValueError("the connection ended")
            data += more
        return data

    start = await read(len(_V2_SIGNATURE))
    if start == _V2_SIGNATURE:
        return await _read_v2(read)
    return await _read_v1(start, read)


async def _read_v1(line: bytes, read: Read) -> str | None:
    while not line.endswith(b"\r\n"):
        if len(line) >= _V1_MAX_BYTES:
            raise ValueError("the header is too long")
        line += await read(1)
    match line.decode("ascii").split():
        case ["PROXY", "UNKNOWN", *_]:
            return None
        case ["PROXY", "TCP4" | "TCP6", source, _, _, _]:
            return source
        case _:
            raise ValueError("the header is missing")


async def _read_v2(read: Read) -> str | None:
    command, family, high, low = await read(4)
    length = high << 8 | low
    if length > _V2_MAX_BYTES:
        raise ValueError("the header is too long")
    addresses = await read(length)
    if command == _LOCAL:
        return None
    if command == _PROXIED and family == _IPV4 and length >= 12:
        return socket.inet_ntop(socket.AF_INET, addresses[:4])
    if command == _PROXIED and family == _IPV6 and length >= 36:
        return socket.inet_ntop(socket.AF_INET6, addresses[:16])
    raise ValueError("the header has no address")
