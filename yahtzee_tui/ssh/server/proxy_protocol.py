"""Who really connects, where a load balancer stands in between: the PROXY protocol, both versions.

It is believed of nobody but the load balancers that the settings name, since anybody can write it.
See https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Read = Callable[[int], Awaitable[bytes]]

_SECOND_VERSION = b"\r\n\r\n\x00\r\nQUIT\n"
_LONGEST_LINE = 107
_LONGEST_ADDRESSES = 536
_LOCAL, _PROXIED = 0x20, 0x21
_IPV4, _IPV6 = 0x11, 0x21


async def read_address(connection: socket.socket) -> str | None:
    """Read the header from a connection, and nothing behind it.

    Returns:
        The address that the header gives, None if the load balancer speaks for itself.

    Raises:
        ValueError: If it is no such header.
        OSError: If it can't be read.
    """
    loop = asyncio.get_running_loop()

    async def read(count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = await loop.sock_recv(connection, count - len(data))
            if not more:
                raise ValueError("the connection has ended")
            data += more
        return data

    begins = await read(len(_SECOND_VERSION))
    if begins == _SECOND_VERSION:
        return await _read_second(read)
    return _parse_first(await _read_line(begins, read))


async def _read_line(begins: bytes, read: Read) -> str:
    line = begins
    while not line.endswith(b"\r\n"):
        if len(line) >= _LONGEST_LINE:
            raise ValueError("the header is too long")
        line += await read(1)
    return line.decode("ascii")


def _parse_first(line: str) -> str | None:
    match line.split():
        case ["PROXY", "UNKNOWN", *_]:
            return None
        case ["PROXY", "TCP4" | "TCP6", source, _, _, _]:
            return source
        case _:
            raise ValueError("there is no header")


async def _read_second(read: Read) -> str | None:
    command, family, high, low = await read(4)
    length = high << 8 | low
    if length > _LONGEST_ADDRESSES:
        raise ValueError("the header is too long")
    addresses = await read(length)
    if command == _LOCAL:
        return None
    if command == _PROXIED and family == _IPV4 and length >= 12:
        return socket.inet_ntop(socket.AF_INET, addresses[:4])
    if command == _PROXIED and family == _IPV6 and length >= 36:
        return socket.inet_ntop(socket.AF_INET6, addresses[:16])
    raise ValueError("the header gives no address")
