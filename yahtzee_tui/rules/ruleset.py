"""A rule set as frozen data: its boxes, bonuses, joker policy and the shape of a turn.

Nothing in the program asks which rule set it is playing; it asks this data. A new game joins by
being described (see `registry.py`), not by a new branch somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import NamedTuple

from yahtzee_tui.rules.patterns import Counts, Faces, Matching, Pattern, Points, count_faces
from yahtzee_tui.rules.refusal import Malformed
from yahtzee_tui.text import quote


class Section(Enum):
    """The part of the card a box stands in."""

    UPPER = "upper"
    LOWER = "lower"


class Order(Enum):
    """In which order a player must fill the boxes."""

    ANY = "any"
    DOWN = "down"
    UP = "up"


class Box(NamedTuple):
    """One box of the card.

    Attributes:
        id: Its stable name in saves and on the command line, such as `full_house`.
        name: Its name on the card, as this game writes it.
        short: The same in at most 11 characters, for narrow screens.
        code: A code to type, such as `B3`.
        section: Where it stands.
        pattern: What the dice must show.
        points: What it then pays.
        wants: What the dice must show, in words.
        example: Dice that show it.
    """

    id: str
    name: str
    short: str
    code: str
    section: Section
    pattern: Pattern
    points: Points
    wants: str
    example: Faces

    def score(self, counts: Counts) -> int:
        """Return what the plain dice score here, without any joker."""
        return self.points.paid(self.pattern, counts)


class UpperBonus(NamedTuple):
    """Points for a good upper section.

    Attributes:
        tiers: Pairs (upper total needed, points paid), lowest first; the highest reached is paid.
    """

    tiers: tuple[tuple[int, int], ...]

    def paid(self, upper_total: int) -> int:
        """Return the bonus that an upper total earns."""
        return max((points for needed, points in self.tiers if upper_total >= needed), default=0)


class RepeatBonus(NamedTuple):
    """Points for every further roll of a box that already holds its full score: +100 a Yahtzee.

    Attributes:
        box: The box that arms the bonus.
        holds: What the box must hold.
        points: What each further one pays, on top of the box it is scored in.
    """

    box: str
    holds: int
    points: int


class Joker(NamedTuple):
    """What a further Yahtzee may do once the Yahtzee box is filled, with points or a zero.

    Once the matching upper box is filled as well, it scores in the lower section as if the dice
    showed every pattern there.

    Attributes:
        box: The Yahtzee box.
        forced: The matching upper box must be filled first, then lower boxes; upper ones last.
        upper_total: An open upper box of another face scores the total of the dice.
    """

    box: str
    forced: bool = False
    upper_total: bool = False


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game. Two rule sets are equal only if they are the same object.

    Attributes:
        id: Its stable name in saves and on the command line.
        name: Its name on the screen.
        summary: What sets it apart, in one line.
        boxes: The boxes in the order of the card, the upper section first.
        highest_total: The highest grand total that can occur.
        upper_bonus: Points for a good upper section, if any.
        repeat_bonus: Points for further Yahtzees, if any.
        joker: What a further Yahtzee may do, if anything.
        order: In which order the boxes are filled.
        dice: Number of dice.
        sides: Number of faces of a die.
        rolls: Most rolls in a turn.
        shows_codes: Whether players call the boxes by their codes, so that the card shows them.
    """

    id: str
    name: str
    summary: str
    boxes: tuple[Box, ...]
    highest_total: int
    upper_bonus: UpperBonus | None = None
    repeat_bonus: RepeatBonus | None = None
    joker: Joker | None = None
    order: Order = Order.ANY
    dice: int = 5
    sides: int = 6
    rolls: int = 3
    shows_codes: bool = False

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each box on the card, by its id, from 0."""
        return {box.id: place for place, box in enumerate(self.boxes)}

    @cached_property
    def upper(self) -> tuple[Box, ...]:
        """The boxes of the upper section."""
        return tuple(box for box in self.boxes if box.section is Section.UPPER)

    @cached_property
    def lower(self) -> tuple[Box, ...]:
        """The boxes of the lower section."""
        return tuple(box for box in self.boxes if box.section is Section.LOWER)

    @cached_property
    def matching(self) -> dict[int, Box]:
        """The upper box of each face."""
        return {box.pattern.face: box for box in self.upper if isinstance(box.pattern, Matching)}

    def place(self, box: str) -> int:
        """Return the place of a box on the card, from 0.

        Raises:
            Malformed: If this game has no such box.
        """
        place = self.places.get(box)
        if place is None:
            raise Malformed("unknown_box", f"{self.name} has no box {quote(box)}.")
        return place

    def box(self, box: str) -> Box:
        """Return the box with this id.

        Raises:
            Malformed: If this game has no such box.
        """
        return self.boxes[self.place(box)]

    def check_faces(self, faces: Faces) -> None:
        """Make sure that these are the faces of one roll of this game.

        Raises:
            Malformed: If their number or one of them is wrong.
        """
        if len(faces) != self.dice:
            raise Malformed("bad_dice", f"A roll shows {self.dice} dice, not {len(faces)}.")
        for face in faces:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise Malformed("bad_face", f"A die shows 1 to {self.sides}, not {face!r}.")

    def points(self, faces: Faces) -> tuple[int, ...]:
        """Return what the plain dice would score in every box, in the order of the card."""
        return _points(self, tuple(sorted(faces)))

    def shows(self, box: str, faces: Faces) -> bool:
        """Return whether the dice show a box's pattern."""
        return self.box(box).pattern.matched(count_faces(faces, self.sides)) is not None


@cache
def _points(ruleset: Ruleset, faces: Faces) -> tuple[int, ...]:
    # At most 252 rows for five dice: a look-up is several times faster than counting again.
    counts = count_faces(faces, ruleset.sides)
    return tuple(box.score(counts) for box in ruleset.boxes)
