"""Checks of the Host and Origin headers: only this server's page may connect.

A browser lets any page connect to any address, even to a loopback address, and any domain name may
resolve to that address (DNS rebinding). So the names are checked, not the addresses.
"""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit


def is_address(word: str) -> bool:
    """Return whether a text is a numeric IP address, which needs no name resolution."""
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether only this machine can connect to a host name or address."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_known_host(host: str, public_url: str) -> bool:
    """Return whether a Host header, a name and maybe a port, names this server."""
    name = _name(f"//{host}")
    here = gethostname().casefold()
    known = ("localhost", here, f"{here}.local", _name(public_url))
    return bool(name) and (name in known or is_address(name))


def is_own_page(origin: str, host: str, public_url: str) -> bool:
    """Return whether the page that connects came from this server, by its two headers."""
    if public_url and origin.casefold() == origin_of(public_url):
        return True
    return origin.partition("://")[2].casefold() == host.casefold() != ""


def origin_of(url: str) -> str:
    """Return a URL's origin as browsers send it, or "" if it is no HTTP URL."""
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
