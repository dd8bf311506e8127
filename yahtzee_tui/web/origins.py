"""Who may come in: pages of this server, but no other page that the same browser has open.

A browser lets any page connect to any address, also to one that only this machine can reach, and
a page may give a name of its own to that address. So the names are checked, not the addresses.
"""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit


def is_address(word: str) -> bool:
    """Return whether this is an address in numbers, to which nobody can give another name."""
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_known_host(host: str, public_url: str) -> bool:
    """Return whether somebody means this server, as far as the name that they call it by says.

    Args:
        host: The name and the port, as browsers send them.
        public_url: The address of the page as others see it, if any.
    """
    name = _name(f"//{host}")
    here = gethostname().casefold()
    known = ("localhost", here, f"{here}.local", _name(public_url))
    return bool(name) and (name in known or is_address(name))


def is_own_page(origin: str, host: str, public_url: str) -> bool:
    """Return whether the page that wants to connect came from this server.

    Args:
        origin: Where the page came from, as browsers send it; nothing if it wasn't sent.
        host: What the page calls this server, with the port.
        public_url: The address of the page as others see it, if any.
    """
    if public_url and origin.casefold() == origin_of(public_url):
        return True
    return origin.partition("://")[2].casefold() == host.casefold() != ""


def origin_of(url: str) -> str:
    """Return the part of a page's address that browsers tell, nothing if it has none."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}".casefold()


def _name(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""
