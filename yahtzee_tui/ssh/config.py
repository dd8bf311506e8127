"""How much of everything there is for those who come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.settings import SettingsError
from yahtzee_tui.text import suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


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


PORT = 2222
"""The port where players knock if nothing else is said."""


class ServerSettings(NamedTuple):
    """How one server is run.

    Attributes:
        host: The address that it listens on; nothing for all of the machine's.
        port: The port that it listens on; 0 for any that is free.
        database: Where the games are, as a SQLAlchemy URL or the path of a SQLite file; nothing
            for a file of its own among what the server keeps.
        state: The folder of what the server keeps: the host key, and a folder for the games.
        user: The user of this machine as whom games run; nothing for the server's own.
        proxies: The networks of load balancers, whose PROXY protocol is believed.
        keep_days: Days after which an unfinished game is cleared away with which nobody went on;
            0 for never. What finished games amount to is always kept.
        limits: How much of everything there is.
    """

    host: str = ""
    port: int = PORT
    database: str = ""
    state: str = ""
    user: str = ""
    proxies: tuple[str, ...] = ()
    keep_days: int = 180
    limits: Limits = Limits()


_LIMITS, _PROXIES = "limits", "proxies"
_LARGEST_PORT = 65535
_MOST_DAYS = 36_500


def read_server_settings(path: Path) -> tuple[ServerSettings, list[str]]:
    """Return what a file says, and a sentence for everything wrong with it.

    A file that isn't there sets nothing, and nothing is wrong with that.
    """
    from yahtzee_tui.settings.toml_file import parse_toml, read_text

    try:
        text = read_text(path)
        found = parse_toml(path, text) if text is not None else {}
    except SettingsError as problem:
        return ServerSettings(), [f"{problem.sentence} The defaults hold."]
    values: dict[str, Any] = {}
    faults: list[str] = []
    for key, word in found.items():
        try:
            values[key] = _read_limits(word, faults) if key == _LIMITS else _read(key, word)
        except ValueError as fault:
            faults.append(str(fault))
    return ServerSettings(**values), [f"{path.name}: {fault}." for fault in faults]


def read_limit(name: str, word: object) -> int:
    """Return the number for a limit.

    Raises:
        ValueError: If there is no such limit, or it can't be that; the text says so.
    """
    if name not in Limits._fields:
        raise _unknown("limit", name, Limits._fields)
    return _number(name, word, 1, LARGEST)


def read_port(word: object) -> int:
    """Return the number of a port.

    Raises:
        ValueError: If it can't be one; the text says so.
    """
    return _number("port", word, 0, _LARGEST_PORT)


def _read(key: str, word: object) -> object:
    if key not in ServerSettings._fields:
        raise _unknown("setting", key, ServerSettings._fields)
    if key == "port":
        return read_port(word)
    if key == "keep_days":
        return _number(key, word, 0, _MOST_DAYS)
    if key == _PROXIES:
        return _read_proxies(word)
    if not isinstance(word, str):
        raise _wrong(key, word, "a text")
    return word


def _read_limits(word: object, faults: list[str]) -> Limits:
    if not isinstance(word, dict):
        raise _wrong(_LIMITS, word, "a table")
    limits: dict[str, int] = {}
    for name, number in word.items():
        try:
            limits[name] = read_limit(name, number)
        except ValueError as fault:
            faults.append(str(fault))
    return Limits(**limits)


def _read_proxies(word: object) -> tuple[str, ...]:
    from ipaddress import ip_network

    from yahtzee_tui.settings.toml_file import describe_value

    if not isinstance(word, list):
        raise _wrong(_PROXIES, word, "a list")
    networks = []
    for each in word:
        try:
            networks.append(str(ip_network(each if isinstance(each, str) else "")))
        except ValueError:
            raise ValueError(f"{describe_value(each)} among the {_PROXIES} is no network") from None
    return tuple(networks)


def _number(name: str, word: object, least: int, most: int) -> int:
    # A bool is an int to Python, but no number to people.
    if not isinstance(word, int) or isinstance(word, bool) or not least <= word <= most:
        raise _wrong(name, word, f"a number from {least} to {most}")
    return word


def _wrong(name: str, word: object, allowed: str) -> ValueError:
    from yahtzee_tui.settings.toml_file import describe_value

    return ValueError(f"{name} can't be {describe_value(word)}, only {allowed}")


def _unknown(kind: str, name: str, known: Iterable[str]) -> ValueError:
    from yahtzee_tui.settings.toml_file import describe_value

    return ValueError(f"there is no {kind} {describe_value(name)}{suggest_nearest(name, known)}")
