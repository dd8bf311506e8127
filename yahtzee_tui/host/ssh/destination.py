"""Where a server is reached: the arguments of ssh in the lines that invite to a table."""

from __future__ import annotations

from yahtzee_tui.host.ssh.config import split_public_name
from yahtzee_tui.host.ssh.server.rate_limit import parse_address

_UNKNOWN = "HOST"
_SSH_PORT = 22


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
