"""Whose address it is: limits are counted by network, since one person may have many addresses."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PREFIX = 64


def plain_address(text: str) -> str:
    """Return an address without its zone, and IPv4 as such even where it is written as IPv6.

    Raises:
        ValueError: If it is no address.
    """
    return str(_address(text))


def network_of(text: str) -> str:
    """Return the network that an address is counted for: itself, or the /64 of an IPv6 address.

    Raises:
        ValueError: If it is no address.
    """
    address = _address(text)
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _PREFIX), strict=False))


def is_among(text: str, networks: Iterable[str]) -> bool:
    """Return whether an address belongs to one of some networks.

    Raises:
        ValueError: If it is no address.
    """
    address = _address(text)
    return any(address in ip_network(network) for network in networks)


def _address(text: str) -> IPv4Address | IPv6Address:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
