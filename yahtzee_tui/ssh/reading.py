"""Reading the server's settings: what makes no sense is named, and the default stands in for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings import SettingsProblem
from yahtzee_tui.ssh.limits import LARGEST, Limits
from yahtzee_tui.ssh.settings import ServerSettings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LIMITS, _PROXIES = "limits", "proxies"
_LARGEST_PORT = 65535
_MOST_DAYS = 36_500


def read_server_settings(path: Path) -> tuple[ServerSettings, list[str]]:
    """Return what a file says, and a sentence for everything wrong with it.

    A file that isn't there sets nothing, and nothing is wrong with that.
    """
    from yahtzee_tui.settings.files import parse, read_text

    try:
        text = read_text(path)
        found = parse(path, text) if text is not None else {}
    except SettingsProblem as problem:
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

    from yahtzee_tui.settings.words import quote

    if not isinstance(word, list):
        raise _wrong(_PROXIES, word, "a list")
    networks = []
    for each in word:
        try:
            networks.append(str(ip_network(each if isinstance(each, str) else "")))
        except ValueError:
            raise ValueError(f"{quote(each)} among the {_PROXIES} is no network") from None
    return tuple(networks)


def _number(name: str, word: object, least: int, most: int) -> int:
    # A bool is an int to Python, but no number to people.
    if not isinstance(word, int) or isinstance(word, bool) or not least <= word <= most:
        raise _wrong(name, word, f"a number from {least} to {most}")
    return word


def _wrong(name: str, word: object, allowed: str) -> ValueError:
    from yahtzee_tui.settings.words import quote

    return ValueError(f"{name} can't be {quote(word)}, only {allowed}")


def _unknown(kind: str, name: str, known: Iterable[str]) -> ValueError:
    from difflib import get_close_matches

    from yahtzee_tui.settings.words import quote

    close = get_close_matches(name[:40].casefold(), list(known), n=1)
    hint = f"; the nearest is {close[0]}" if close else ""
    return ValueError(f"there is no {kind} {quote(name)}{hint}")
