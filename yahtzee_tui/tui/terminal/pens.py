"""How a cell of a terminal is drawn: attributes and colours, and the way from one to another."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_ATTRIBUTES = frozenset("12345789")
_WEIGHT, _SLANT = frozenset("12"), frozenset("3")
_LONG = {"5": 3, "2": 5}
"""How many numbers a colour takes that begins with 38 or 48, by the second of them."""


class Pen(NamedTuple):
    """What a cell is drawn with, in the numbers that terminals know.

    Attributes:
        attributes: Bold, underlined, and so on.
        ink: The colour of the letter, empty for the terminal's own.
        ground: The colour behind it, empty for the terminal's own.
    """

    attributes: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""

    @property
    def numbers(self) -> tuple[str, ...]:
        """All that chooses it after a reset."""
        return (*sorted(self.attributes), *filter(None, (self.ink, self.ground)))


PLAIN = Pen()
"""What a terminal draws with that was told nothing."""


@lru_cache(1024)
def read_pen(numbers: str) -> Pen | None:
    """Return the pen that a sequence chooses after a reset.

    Args:
        numbers: What stands in the sequence, such as `1;38;2;232;239;233`.

    Returns:
        None for a sequence that isn't known here.
    """
    attributes, ink, ground = set(), "", ""
    parts = numbers.split(";")
    while parts:
        first = parts[0]
        size = _LONG.get("".join(parts[1:2]), 0) if first in ("38", "48") else 1
        if not size or len(parts) < size:
            return None
        code, parts = ";".join(parts[:size]), parts[size:]
        kind = first[:-1]
        if first in _ATTRIBUTES:
            attributes.add(first)
        elif kind in ("3", "9"):
            ink = "" if first == "39" else code
        elif kind in ("4", "10"):
            ground = "" if first == "49" else code
        else:
            return None
    return _one(Pen(frozenset(attributes), ink, ground))


@lru_cache(1024)
def blank(pen: Pen) -> Pen:
    """Return the simplest pen that draws a cell without a letter as this one does."""
    return _one(Pen(ground=pen.ground)) if pen.attributes <= _WEIGHT | _SLANT else pen


@lru_cache(4096)
def change(before: Pen, after: Pen) -> str:
    """Return the shortest sequence that takes another pen, nothing if it is the same."""
    if after == before:
        return ""
    if after == PLAIN:
        return "\x1b[m"
    whole = ";".join(("0", *after.numbers))
    dropped = before.attributes - after.attributes
    if dropped - _WEIGHT or (dropped and after.attributes & _WEIGHT):
        return f"\x1b[{whole}m"
    numbers = ["22"] if dropped else []
    numbers += sorted(after.attributes - before.attributes)
    if after.ink != before.ink:
        numbers.append(after.ink or "39")
    if after.ground != before.ground:
        numbers.append(after.ground or "49")
    return f"\x1b[{min(';'.join(numbers), whole, key=len)}m"


@lru_cache(1024)
def _one(pen: Pen) -> Pen:
    """Return the same object for equal pens, which makes comparing rows of them quick."""
    return pen
