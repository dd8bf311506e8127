"""How much of everything there is for those who come."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """The most that the server gives: in all, to each network, and to each session.

    A network is one IPv4 address, or the /64 of an IPv6 address.

    Attributes:
        sessions: Games at a time in all.
        network_sessions: Games at a time for each network.
        connections: Connections at a time in all.
        network_connections: Connections at a time from each network.
        network_rate: New connections a minute from each network, in the long run.
        network_burst: New connections that a network may make at once.
        logins: Connections at a time in all that haven't logged in.
        network_logins: Connections at a time from each network that haven't logged in.
        login_seconds: Time to log in.
        idle_seconds: Time without a key or a click; those who only watch need none.
        session_seconds: Time that a session may last in all.
        processor_seconds: Time of a processor for each session.
        memory_megabytes: Memory for each session.
        log_kilobytes: What is written to the log in a minute, a quarter of it about refusals.
        grace_seconds: Time that a game has to end by itself once it must.
    """

    sessions: int = 100
    network_sessions: int = 5
    connections: int = 500
    network_connections: int = 10
    network_rate: int = 30
    network_burst: int = 10
    logins: int = 50
    network_logins: int = 3
    login_seconds: int = 20
    idle_seconds: int = 15 * 60
    session_seconds: int = 6 * 3600
    processor_seconds: int = 30 * 60
    memory_megabytes: int = 512
    log_kilobytes: int = 512
    grace_seconds: int = 5


LARGEST = 1_000_000
"""The largest number that a limit can be; the smallest is 1."""
