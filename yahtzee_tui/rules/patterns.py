"""What dice must show for a box, and what a box then pays, both as plain data."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

Faces = tuple[int, ...]
"""The faces of the dice by position, each from 1."""

Counts = tuple[int, ...]
"""How many dice show each face: `counts[0]` is the number of ones."""


def count_faces(faces: Faces, sides: int = 6) -> Counts:
    """Count how often each face from 1 to `sides` occurs in `faces`."""
    return tuple(map(faces.count, range(1, sides + 1)))


class Pattern(Protocol):
    """What the dice must show."""

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of the dice that make the pattern, or None if the dice don't show it."""


class Matching(NamedTuple):
    """At least one die of a face: the boxes of the upper section.

    Attributes:
        face: The face, from 1.
    """

    face: int

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of the dice with this face, or None if there are none."""
        return self.face * counts[self.face - 1] or None


class Groups(NamedTuple):
    """Groups of equal dice, each group of another face: a pair, two pairs, a full house.

    Attributes:
        sizes: How many dice each group needs, largest first: `(3, 2)` is a full house.
    """

    sizes: tuple[int, ...]

    def matched(self, counts: Counts) -> int | None:
        """Return the highest sum that such groups have, or None if the dice don't show them."""
        # Largest group on the highest face: by exchange no other choice sums higher, and
        # it can't block a smaller group, which could have had any face that is left.
        free = list(range(len(counts), 0, -1))
        total = 0
        for size in self.sizes:
            for face in free:
                if counts[face - 1] >= size:
                    free.remove(face)
                    total += face * size
                    break
            else:
                return None
        return total


class Run(NamedTuple):
    """Consecutive faces.

    Attributes:
        length: How many faces in a row.
        start: The lowest face, or None where any will do.
    """

    length: int
    start: int | None = None

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of the highest such run, or None if the dice don't show one."""
        highest = len(counts) - self.length + 1
        for low in range(highest, 0, -1) if self.start is None else (self.start,):
            if all(counts[low - 1 : low - 1 + self.length]):
                return sum(range(low, low + self.length))
        return None


class Anything(NamedTuple):
    """Any dice at all: chance."""

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of all dice."""
        return _total(counts)


class Counted(Enum):
    """Which dice a box adds up."""

    NONE = "none"
    MATCHED = "matched"
    ALL = "all"


class Points(NamedTuple):
    """What a box pays when the dice show its pattern: a fixed part plus a sum of dice.

    Attributes:
        fixed: Points that don't depend on the dice.
        dice: The dice whose faces are added.
    """

    fixed: int = 0
    dice: Counted = Counted.NONE

    def paid(self, pattern: Pattern, counts: Counts) -> int:
        """Return the points for these dice, 0 if they don't show the pattern."""
        matched = pattern.matched(counts)
        if matched is None:
            return 0
        if self.dice is Counted.NONE:
            return self.fixed
        return self.fixed + (matched if self.dice is Counted.MATCHED else _total(counts))

    def full(self, counts: Counts) -> int:
        """Return the points of a joker, which counts as if the dice showed the pattern."""
        return self.fixed + (0 if self.dice is Counted.NONE else _total(counts))


def _total(counts: Counts) -> int:
    return sum(face * count for face, count in enumerate(counts, 1))
