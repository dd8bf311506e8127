"""The name under which somebody logs in: a suggestion, and anything at all."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^\w .'-]+")
_LONGEST = 20


def clean_login(login: str) -> str:
    """Return what can be suggested as a name; nothing where hardly anything is left of it.

    An allow-list: letters, digits, and a few signs that names are written with. Whether it is the
    name of a player is for the game to say, which knows how wide names may be.
    """
    cleaned = " ".join(_OTHER.sub("", login[:200]).split())[:_LONGEST].strip(" .'-_")
    return cleaned if any(map(str.isalpha, cleaned)) else ""
