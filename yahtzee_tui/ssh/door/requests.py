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
