"""What the dice must show for a box: patterns, each of which knows the dice that make it.

All are asked about counts, so the order of the dice means nothing.
"""

from typing import Any, NamedTuple, Protocol

Counts = tuple[int, ...]
"""How many dice show each face: `counts[0]` is the number of ones."""

COLORS = ("black", "red", "green")
"""The colors of pips: opposite faces share one, the lowest and the highest the first."""


def find_color(face: int, sides: int) -> str:
    """Return the color of the pips of a face, for dice of at most six sides."""
    return COLORS[min(face, sides + 1 - face) - 1]


def add_faces(counts: Counts) -> int:
    """Return the sum of all dice."""
    return sum(face * count for face, count in enumerate(counts, 1))


class Pattern(Protocol):
    """What the dice must show."""

    @property
    def size(self) -> int:
        """How many dice make the pattern; 0 if that is no fixed number."""

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of the dice that make the pattern, or None if the dice don't show it."""


class Matching(NamedTuple):
    """At least one die of a face, from 1: the boxes of the upper section."""

    face: int

    @property
    def size(self) -> int:
        return 1

    def matched(self, counts: Counts) -> int | None:
        return self.face * counts[self.face - 1] or None


class Groups(NamedTuple):
    """Groups of equal dice, each group of another face: a pair, two pairs, a full house.

    `sizes` says how many dice each group needs, largest first: `(3, 2)` is a full house. Groups may
    share a face if they are `loose`: then five equal dice are a full house as well.
    """

    sizes: tuple[int, ...]
    loose: bool = False

    @property
    def size(self) -> int:
        return sum(self.sizes)

    def matched(self, counts: Counts) -> int | None:
        """Return the highest sum that such groups have, or None if the dice don't show them."""
        if not self.sizes:
            return 0
        size, rest = self.sizes[0], Groups(self.sizes[1:], self.loose)
        best = None
        for face in range(len(counts), 0, -1):
            count = counts[face - 1]
            if count >= size:
                left = count - size if self.loose else 0
                more = rest.matched((*counts[: face - 1], left, *counts[face:]))
                if more is not None and (best is None or face * size + more > best):
                    best = face * size + more
                # By exchange no other choice sums higher than the largest group on the highest
                # face, and it can't block a smaller group, which could have had any face left.
                if not self.loose:
                    break
        return best


class Run(NamedTuple):
    """A number of faces in a row from a lowest one, or from any where `start` is None.

    `step` is the distance of two neighbors: with 2 a run is 1-3-5 or 2-4-6.
    """

    length: int
    start: int | None = None
    step: int = 1

    @property
    def size(self) -> int:
        return self.length

    @property
    def width(self) -> int:
        """How many faces it reaches over."""
        return (self.length - 1) * self.step + 1

    def matched(self, counts: Counts) -> int | None:
        highest = len(counts) - self.width + 1
        for low in range(highest, 0, -1) if self.start is None else (self.start,):
            faces = range(low, low + self.width, self.step)
            if all(counts[face - 1] for face in faces):
                return sum(faces)
        return None


class Total(NamedTuple):
    """All dice, if they add up to a total."""

    total: int

    @property
    def size(self) -> int:
        return 0

    def matched(self, counts: Counts) -> int | None:
        return self.total if add_faces(counts) == self.total else None


class Several(NamedTuple):
    """At least a number of dice, whatever they show; of use where not all are asked about."""

    dice: int

    @property
    def size(self) -> int:
        return self.dice

    def matched(self, counts: Counts) -> int | None:
        faces = [face for face, count in enumerate(counts, 1) for _ in range(count)]
        return sum(faces[-self.dice :]) if len(faces) >= self.dice else None


class Anything(NamedTuple):
    """Any dice: chance."""

    @property
    def size(self) -> int:
        return 0

    def matched(self, counts: Counts) -> int | None:
        return add_faces(counts)


class Both(NamedTuple):
    """All of some patterns, by the same dice or others; the sum is that of the first."""

    patterns: tuple[Pattern, ...]

    @property
    def size(self) -> int:
        return max(pattern.size for pattern in self.patterns)

    def matched(self, counts: Counts) -> int | None:
        sums = [pattern.matched(counts) for pattern in self.patterns]
        return None if None in sums else sums[0]


class OneColor(NamedTuple):
    """A pattern made by dice of one color alone; see `COLORS`."""

    pattern: Pattern

    @property
    def size(self) -> int:
        return self.pattern.size

    def matched(self, counts: Counts) -> int | None:
        """Return the highest sum of all colors, or None if the dice show it in none."""
        sides = len(counts)
        sums = []
        for low in range((sides + 1) // 2):
            faces = (low, sides - 1 - low)
            dice = tuple(count if at in faces else 0 for at, count in enumerate(counts))
            found = self.pattern.matched(dice)
            if found is not None:
                sums.append(found)
        return max(sums, default=None)


PATTERNS: dict[str, Any] = {
    "face": Matching,
    "groups": Groups,
    "run": Run,
    "total": Total,
    "several": Several,
    "any": Anything,
    "both": Both,
}
"""The patterns by their keys in a definition, whose values are the first fields."""


def count_added(pattern: Pattern) -> int:
    """Return how many dice `matched` adds up, 0 if that is no fixed number."""
    match pattern:
        case Matching():
            return 0
        case Both(patterns):
            return count_added(patterns[0])
        case OneColor(part):
            return count_added(part)
    return pattern.size


def highest_face(pattern: Pattern) -> int:
    """Return the highest face that a pattern can't do without, 0 if there is none."""
    match pattern:
        case Matching(face):
            return face
        case Run(_, start):
            return (start or 1) + pattern.width - 1
        case Both(patterns):
            return max(map(highest_face, patterns))
        case OneColor(part):
            return highest_face(part)
    return 0


def wants_color(pattern: Pattern) -> bool:
    """Return whether a pattern, or a part of it, is of one color."""
    if isinstance(pattern, Both):
        return any(map(wants_color, pattern.patterns))
    return isinstance(pattern, OneColor)
