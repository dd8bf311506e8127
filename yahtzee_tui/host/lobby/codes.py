"""The codes of shared tables, and the secret words of guests and of further keys."""

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
    """Return a guest's secret word, such as `HERON-48210377`: too many to be guessed."""
    return draw_code(_WORD_DIGITS)


def read_code(text: str) -> str | None:
    """Return a code or word that was typed in its normal form; None if it can't be one."""
    found = _CODE.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None


def read_word(text: str) -> str | None:
    """Return a guest's word that was typed, in normal form; None for a table's code or a name."""
    code = read_code(text)
    is_word = code is not None and len(code.partition("-")[2]) == _WORD_DIGITS
    return code if is_word else None


def split_word(text: str) -> tuple[str | None, str]:
    """Return a word that was typed, as `read_word` does, and the name of a bot behind it."""
    typed = text.split()
    for at in (1, 2):  # it may have a blank in place of its hyphen
        if (word := read_word(" ".join(typed[:at]))) is not None:
            return word, " ".join(typed[at:])
    return None, ""
