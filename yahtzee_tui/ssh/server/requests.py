"""Parsing what a client asks for: the command, and the login name as a suggested player name."""

from __future__ import annotations

import re

_REQUEST = re.compile(r"(join|watch) ([A-Za-z]{3,12}-[0-9]{2,6})", re.ASCII)
_NOT_IN_NAMES = re.compile(r"[^\w .'-]+")
_MAX_NAME = 20


def parse_request(command: str) -> tuple[str, ...] | None:
    """Return a command's words, such as `("join", "KESTREL-42")`; None for any other command."""
    found = _REQUEST.fullmatch(command)
    return (found[1], found[2].upper()) if found else None


def clean_login(login: str) -> str:
    """Return a login name as a suggested player name; "" if no letter is left.

    An allow-list of letters, digits, and a few signs; the game decides whether it accepts the name.
    """
    cleaned = " ".join(_NOT_IN_NAMES.sub("", login[:200]).split())[:_MAX_NAME].strip(" .'-_")
    return cleaned if any(map(str.isalpha, cleaned)) else ""
