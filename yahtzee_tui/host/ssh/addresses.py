"""Addresses: of clients, of a listening socket, and of the server in invitations to a table."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from yahtzee_tui.translation import N_, _

_UNKNOWN = "HOST"
_SSH_PORT = 22
MAX_PORT = 65535
_PUBLIC_NAME = re.compile(
    r"(?P<host>(?:[A-Za-z0-9_][\w.-]*@)?(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[(?P<ipv6>[0-9a-fA-F:.]+)\]))"
    r"(?::(?P<port>[0-9]{1,5}))?",
    re.ASCII,
)
_ADDRESS = re.compile(r"([0-9.]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})", re.ASCII)


def format_destination(
    public_name: str, address: str, port: int, client: str, user: str = ""
) -> str:
    """Return the arguments with which ssh reaches the server, such as `-p 2222 play.example.org`.

    `public_name` comes first. Without one it is the `address` that this client is connected to, if
    others probably reach it, too, else `HOST`. `user` is the login name that the server needs.
    """
    host, public_port = split_public_name(public_name)
    host = host or _find_host(address, client)
    if user and "@" not in host:
        host = f"{user}@{host}"
    port = public_port or port
    return host if port == _SSH_PORT else f"-p {port} {host}"


def _find_host(address: str, client: str) -> str:
    """Return an address of the server, unless it is behind a gateway or of one machine only."""
    try:
        server, player = parse_address(address), parse_address(client)
    except ValueError:
        return _UNKNOWN
    is_local = server.is_loopback or server.is_link_local
    return _UNKNOWN if is_local or server.is_private != player.is_private else str(server)


def split_public_name(text: str) -> tuple[str, int | None]:
    """Return host and port of `NAME`, `NAME:PORT` or `USER@NAME`; an IPv6 address has brackets.

    Without text both are empty. Raises `ValueError` for any other text, since players paste the
    name into a shell.
    """
    if not text:
        return "", None
    found = _PUBLIC_NAME.fullmatch(text)
    if found is None:
        raise ValueError(_("the public name {name} is not NAME or NAME:PORT", name=repr(text)))
    if found["ipv6"]:
        ip_address(found["ipv6"])
    port = int(found["port"]) if found["port"] else None
    if port is not None and not 0 < port <= MAX_PORT:
        sentence = N_("the port of a public name must be 1 to {most}, not {port}")
        raise ValueError(_(sentence, most=MAX_PORT, port=port))
    return found["host"].replace("[", "").replace("]", ""), port


def split_address(text: str) -> tuple[str, int]:
    """Return address and port of `ADDRESS:PORT`; raises `ValueError` for anything else."""
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found[2]) > MAX_PORT:
        raise ValueError(text)
    return str(ip_address(found[1].strip("[]"))), int(found[2])


def parse_address(text: str) -> IPv4Address | IPv6Address:
    """Return an address without its zone or IPv4 mapping; raises `ValueError` if it is none."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
