"""Words that one can say over the telephone: codes of tables, and what guests come back with."""

from __future__ import annotations

import re
import secrets

_BIRDS = (
    "AVOCET", "BITTERN", "BUNTING", "BUZZARD", "CONDOR", "CORMORANT", "CRANE", "CURLEW",
    "DIPPER", "DUNLIN", "EAGLE", "EGRET", "FALCON", "FINCH", "GANNET", "GODWIT", "GOSHAWK",
    "GREBE", "HARRIER", "HERON", "HOOPOE", "IBIS", "JACKDAW", "KESTREL", "KITE", "LAPWING",
    "LINNET", "MAGPIE", "MARTIN", "MERLIN", "ORIOLE", "OSPREY", "OWL", "PELICAN", "PETREL",
    "PIPIT", "PLOVER", "PUFFIN", "RAVEN", "ROBIN", "SISKIN", "SKYLARK", "SNIPE", "SPARROW",
    "STARLING", "STORK", "SWALLOW", "SWIFT", "TANAGER", "TERN", "THRUSH", "TOUCAN", "WAGTAIL",
    "WARBLER", "WAXWING", "WHEATEAR", "WHIMBREL", "WREN",
)  # fmt: skip
_WORD_DIGITS = 8
_CODE = re.compile(r"([A-Z]{3,12})[-_ ]?([0-9]{2,8})")


def draw_code(digits: int = 2) -> str:
    """Return a new code for a table, such as `KESTREL-42`; it may be taken."""
    lowest: int = 10 ** (digits - 1)
    return f"{secrets.choice(_BIRDS)}-{lowest + secrets.randbelow(9 * lowest)}"


def draw_word() -> str:
    """Return what a guest comes back with, such as `HERON-48210377`: too many to be guessed."""
    return draw_code(_WORD_DIGITS)


def read_code(text: str) -> str | None:
    """Return the code or word that somebody typed, as it is written; None if it can't be one."""
    found = _CODE.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None


def read_word(text: str) -> str | None:
    """Return the word that a guest typed, as it is written; None if it is none, but maybe a name.

    A table's code isn't one either, nor is `ann42`.
    """
    code = read_code(text)
    is_word = code is not None and len(code.partition("-")[2]) == _WORD_DIGITS
    return code if is_word else None
