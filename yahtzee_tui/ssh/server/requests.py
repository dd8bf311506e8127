"""What somebody may ask for instead of a shell: to join a table or to watch one, and no more."""

from __future__ import annotations

import re

_REQUEST = re.compile(r"(join|watch) ([A-Za-z]{3,12}-[0-9]{2,6})", re.ASCII)

REFUSED = 'Nothing runs here but the game; add "join CODE" or "watch CODE" for a table, or nothing.'
"""What is said to those who ask for anything else."""


def parse_request(command: str) -> tuple[str, ...] | None:
    """Return what a command asks for, such as `("join", "KESTREL-42")`; None for anything else."""
    found = _REQUEST.fullmatch(command)
    return (found[1], found[2].upper()) if found else None


_OTHER = re.compile(r"[^\w .'-]+")
_LONGEST = 20


def clean_login(login: str) -> str:
    """Return what can be suggested as a name; nothing where hardly anything is left of it.

    An allow-list: letters, digits, and a few signs that names are written with. Whether it is the
    name of a player is for the game to say, which knows how wide names may be.
    """
    cleaned = " ".join(_OTHER.sub("", login[:200]).split())[:_LONGEST].strip(" .'-_")
    return cleaned if any(map(str.isalpha, cleaned)) else ""
