"""A rule set as frozen data: boxes with their patterns, bonuses, joker policy, shape of a turn.

No code asks which rule set is played; it asks this data. A new game is added by describing it in
`rulesets.py`, without a new branch anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

_DIGITS = 9
"""The most dice and sides: records and the text form write a face and a position as one digit."""

_LONGEST_SHORT = 11

Faces = tuple[int, ...]
"""The faces of the dice by position, each from 1."""

Counts = tuple[int, ...]
"""How many dice show each face: `counts[0]` is the number of ones."""


def count_faces(faces: Faces, sides: int = 6) -> Counts:
    """Count how often each face from 1 to `sides` occurs in `faces`."""
    return tuple(map(faces.count, range(1, sides + 1)))


class Pattern(Protocol):
    """What the dice must show."""

    @property
    def size(self) -> int:
        """How many dice make the pattern."""

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

    `sizes` says how many dice each group needs, largest first: `(3, 2)` is a full house.
    """

    sizes: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.sizes)

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
    """A number of consecutive faces from a lowest one, or from any where `start` is None."""

    length: int
    start: int | None = None

    @property
    def size(self) -> int:
        return self.length

    def matched(self, counts: Counts) -> int | None:
        highest = len(counts) - self.length + 1
        for low in range(highest, 0, -1) if self.start is None else (self.start,):
            if all(counts[low - 1 : low - 1 + self.length]):
                return sum(range(low, low + self.length))
        return None


class Anything(NamedTuple):
    """Any dice: chance."""

    @property
    def size(self) -> int:
        return 0

    def matched(self, counts: Counts) -> int | None:
        return _total(counts)


class Counted(Enum):
    """Which dice a box adds up."""

    NONE = "none"
    MATCHED = "matched"
    ALL = "all"


class Points(NamedTuple):
    """What a box pays when the dice show its pattern: a fixed part plus a sum of dice."""

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

    def full(self, pattern: Pattern, counts: Counts) -> int:
        """Return the points of a joker, equal dice that count as if they showed the pattern.

        Where only the dice that make the pattern are added up, so many of the joker are.
        """
        if self.dice is Counted.NONE:
            return self.fixed
        total = _total(counts)
        matched = total // sum(counts) * pattern.size
        return self.fixed + (matched if self.dice is Counted.MATCHED else total)


def _total(counts: Counts) -> int:
    return sum(face * count for face, count in enumerate(counts, 1))


class Section(Enum):
    """The part of the card that a box belongs to."""

    UPPER = "upper"
    LOWER = "lower"


class Order(Enum):
    """In which order a player must fill the boxes."""

    ANY = "any"
    DOWN = "down"
    UP = "up"


class Box(NamedTuple):
    """One box of the card."""

    id: str  # its stable name in saves and on the command line, such as `full_house`
    name: str  # on the card, as this game writes it
    short: str  # the same in at most 11 characters, for narrow screens
    code: str  # a code to type, such as `B3`
    section: Section
    pattern: Pattern
    points: Points
    wants: str  # what the dice must show, in words
    example: Faces  # dice that show it

    def score(self, counts: Counts) -> int:
        """Return what the plain dice score here, without any joker."""
        return self.points.paid(self.pattern, counts)


class UpperBonus(NamedTuple):
    """Pairs of an upper total needed and points, lowest first; the highest reached is paid."""

    tiers: tuple[tuple[int, int], ...]

    def paid(self, upper_total: int) -> int:
        """Return the bonus that an upper total earns."""
        return max((points for needed, points in self.tiers if upper_total >= needed), default=0)


class RepeatBonus(NamedTuple):
    """Points for every further roll of a box that already holds its full score: +100 a Yahtzee."""

    box: str  # the box that arms the bonus
    holds: int  # what the box must hold
    points: int  # what each further one pays, on top of the box it is scored in


class Joker(NamedTuple):
    """What a further Yahtzee may do once the Yahtzee box is filled, with points or a zero.

    Once the matching upper box is filled as well, it scores in the lower section as if the dice
    showed every pattern there.
    """

    box: str
    forced: bool = False  # the matching upper box goes first, then lower boxes; upper ones last
    upper_total: bool = False  # an open upper box of another face scores the total of the dice


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game. Two rule sets are equal only if they are the same object.

    One that no game can be played by raises `Malformed` when it is made, with its first fault.
    """

    id: str  # its stable name in saves and on the command line
    name: str
    summary: str  # what sets it apart, in one line
    boxes: tuple[Box, ...]  # in the order of the card, the upper section first
    highest_total: int  # the highest grand total that can occur
    upper_bonus: UpperBonus | None = None
    repeat_bonus: RepeatBonus | None = None
    joker: Joker | None = None
    order: Order = Order.ANY
    dice: int = 5
    sides: int = 6
    rolls: int = 3  # most rolls in a turn
    shows_codes: bool = False  # whether the card shows the codes of the boxes

    def __post_init__(self) -> None:
        for fault in _find_faults(self):
            raise Malformed("bad_ruleset", f"The rule set {quote(str(self.id))} {fault}.")

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each box on the card, by its id, from 0."""
        return {box.id: place for place, box in enumerate(self.boxes)}

    @cached_property
    def upper(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.section is Section.UPPER)

    @cached_property
    def lower(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.section is Section.LOWER)

    @cached_property
    def matching(self) -> dict[int, Box]:
        """The upper box of each face."""
        return {box.pattern.face: box for box in self.upper if isinstance(box.pattern, Matching)}

    def place(self, box: str) -> int:
        """Return the place of a box on the card, from 0, or raise `Malformed`."""
        place = self.places.get(box) if isinstance(box, str) else None
        if place is None:
            raise Malformed("unknown_box", f"{self.name} has no box {quote(str(box))}.")
        return place

    def box(self, box: str) -> Box:
        """Return the box with this id; raise as `place` does."""
        return self.boxes[self.place(box)]

    def check_faces(self, faces: Faces) -> None:
        """Raise `Malformed` if these are not the faces of one roll of this game."""
        if not isinstance(faces, tuple | list):
            raise Malformed("bad_dice", "A roll is a sequence of faces.")
        if len(faces) != self.dice:
            raise Malformed("bad_dice", f"A roll shows {self.dice} dice, not {len(faces)}.")
        for face in faces:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise Malformed("bad_face", f"A die shows 1 to {self.sides}, not {face!r}.")

    def points(self, faces: Faces) -> tuple[int, ...]:
        """Return what the plain dice would score in every box, in the order of the card."""
        return _points(self, tuple(sorted(faces)))

    def shows(self, box: str, faces: Faces) -> bool:
        return self.box(box).pattern.matched(count_faces(faces, self.sides)) is not None


def _find_faults(ruleset: Ruleset) -> Iterator[str]:
    """Yield what is wrong with a rule set, as the end of a sentence that begins with its name."""
    if not (1 <= ruleset.dice <= _DIGITS and 2 <= ruleset.sides <= _DIGITS and ruleset.rolls >= 1):
        yield f"needs 1 to {_DIGITS} dice with 2 to {_DIGITS} sides, and at least one roll a turn"
    else:
        yield from _find_box_faults(ruleset)
        yield from _find_bonus_faults(ruleset)


def _find_box_faults(ruleset: Ruleset) -> Iterator[str]:
    boxes, sides = ruleset.boxes, {*range(1, ruleset.sides + 1)}
    if not boxes:
        yield "has no boxes"
    for what in ("id", "name", "short", "code"):
        words = [getattr(box, what) for box in boxes]
        if not all(words) or len({*words}) < len(words):
            yield f"needs a {what} for each box, and no two boxes with the same one"
    for box in boxes:
        if len(box.short) > _LONGEST_SHORT:
            yield f"calls a box {quote(box.short)}, which is longer than {_LONGEST_SHORT} letters"
        if len(box.example) != ruleset.dice or not {*box.example} <= sides:
            yield f"has an example for {box.name} that isn't a roll of its dice"
    sections = [box.section for box in boxes]
    if sections != sorted(sections, key=[*Section].index):
        yield "has an upper box after a lower one"
    faces = [box.pattern.face for box in ruleset.upper if isinstance(box.pattern, Matching)]
    if len({*faces}) < len(faces) or not {*faces} <= sides:
        yield "has two upper boxes for one face, or one for a face that its dice don't have"


def _find_bonus_faults(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.upper_bonus is not None:
        tiers = ruleset.upper_bonus.tiers
        if not tiers or any(a >= b for pair in pairwise(tiers) for a, b in zip(*pair, strict=True)):
            yield "doesn't list what its upper bonus pays from the lowest total to the highest"
    repeat, joker = ruleset.repeat_bonus, ruleset.joker
    if repeat is not None and repeat.box not in ruleset.places:
        yield f"has a bonus for the box {quote(repeat.box)}, which it doesn't have"
    if joker is not None and joker.box not in ruleset.places:
        yield f"has a joker for the box {quote(joker.box)}, which it doesn't have"
    elif joker is not None:
        faces = range(1, ruleset.sides + 1)
        equal = all(ruleset.shows(joker.box, (face,) * ruleset.dice) for face in faces)
        if not equal or ruleset.matching.keys() != {*faces}:
            yield "has a joker, but no upper box for each face or no box for equal dice"


@cache
def _points(ruleset: Ruleset, faces: Faces) -> tuple[int, ...]:
    # At most 252 rolls of five dice: a look-up is several times faster than counting again.
    counts = count_faces(faces, ruleset.sides)
    return tuple(box.score(counts) for box in ruleset.boxes)
