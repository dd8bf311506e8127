"""A rule set as frozen data: boxes with their patterns, bonuses, joker policy, shape of a turn.

No code asks which rule set is played; it asks this data. A new game is added by describing it in
`rulesets.py`, without a new branch anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.patterns import (
    COLORS,
    Groups,
    Matching,
    add_faces,
    count_added,
    find_color,
    highest_face,
    wants_color,
)
from yahtzee_tui.text import cell_width, end_sentence, quote
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yahtzee_tui.rules.errors import Refusal
    from yahtzee_tui.rules.patterns import Counts, Pattern

MOST_DICE, MOST_SIDES, MOST_ROLLS, MOST_BOXES = 8, 9, 9, 24
"""Records and keys write a face, a position and a roll as one digit; cards show so many boxes."""

WIDEST_SHORT = 11
"""Columns of a box's short name."""

Faces = tuple[int, ...]
"""The faces of the dice by position, each from 1."""


def count_faces(faces: Faces, sides: int = 6) -> Counts:
    """Count how often each face from 1 to `sides` occurs in `faces`."""
    return tuple(map(faces.count, range(1, sides + 1)))


class Counted(Enum):
    """Which dice a box adds up."""

    NONE = "none"
    MATCHED = "matched"
    ALL = "all"


class Points(NamedTuple):
    """What a box pays when the dice show its pattern: a fixed part plus a sum of dice."""

    fixed: int = 0
    dice: Counted = Counted.NONE
    first_roll: int = 0  # what it pays more if the dice show the pattern on the first roll

    def paid(self, pattern: Pattern, counts: Counts, *, is_first: bool = False) -> int:
        """Return the points for these dice, 0 if they don't show the pattern."""
        matched = pattern.matched(counts)
        if matched is None:
            return 0
        fixed = self.fixed + self.first_roll * is_first
        if self.dice is Counted.NONE:
            return fixed
        return fixed + (matched if self.dice is Counted.MATCHED else add_faces(counts))

    def full(self, pattern: Pattern, counts: Counts, *, is_first: bool = False) -> int:
        """Return the points of a joker, whose dice count as if they showed the pattern.

        Where only the dice that make the pattern are added up, so many of the joker are: first
        those of its face, and then the highest.
        """
        fixed = self.fixed + self.first_roll * is_first
        if self.dice is Counted.NONE:
            return fixed
        if self.dice is Counted.ALL:
            return fixed + add_faces(counts)
        most = counts.index(max(counts)) + 1
        faces = [face for face, count in enumerate(counts, 1) for _ in range(count)]
        faces.sort(key=lambda face: (face == most, face), reverse=True)
        return fixed + sum(faces[: count_added(pattern) or None])


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
    """One box of the card.

    >>> box = find_ruleset("official").box("full_house")
    >>> box, box.name, box.code, box.wants
    (Box('full_house'), 'Full house', 'B3', 'Three of one number and two of another')
    """

    id: str  # its stable name in saves and on the command line, such as `full_house`
    name: str  # on the card, as this game writes it
    short: str  # the same in at most 11 columns
    code: str  # a code to type, such as `B3`
    section: Section
    pattern: Pattern
    points: Points
    wants: str  # what the dice must show, in words
    example: Faces  # dice that show it

    def __repr__(self) -> str:
        return f"Box({self.id!r})"

    def score(self, counts: Counts, *, is_first: bool = False) -> int:
        """Return what the plain dice score here, without any joker."""
        return self.points.paid(self.pattern, counts, is_first=is_first)


class Potential(NamedTuple):
    """What dice would score in a box.

    >>> card = Card.empty(find_ruleset("official"))
    >>> found = card.potential("full_house", (3, 3, 3, 4, 4))
    >>> found.points, found.refusal
    (25, None)
    """

    box: Box
    points: int  # 0 where the rules forbid it
    bonus: int = 0  # what a Yahtzee bonus would add; not part of `points`
    joker: bool = False  # whether a joker's value is paid rather than that of the plain dice
    refusal: Refusal | None = None  # why the box may not be filled, if it may not

    @property
    def worth(self) -> int:
        return self.points + self.bonus


class Reading(NamedTuple):
    """What a roll is by itself, whatever the card holds."""

    potentials: tuple[Potential, ...]  # of the plain dice in every box, in the order of the card
    shown: frozenset[str]  # the ids of the boxes whose patterns the dice show
    joker_face: int | None  # of the equal dice that make a joker, None if they are none
    is_plain: bool  # whether every card with a box open may fill it, for the plain points


class UpperBonus(NamedTuple):
    """Pairs of an upper total needed and points, lowest first; the highest reached is paid."""

    tiers: tuple[tuple[int, int], ...]

    def paid(self, upper_total: int) -> int:
        """Return the bonus that an upper total earns."""
        return max([points for needed, points in self.tiers if upper_total >= needed], default=0)

    def next_tier(self, upper_total: int) -> tuple[int, int]:
        """Return the lowest tier above an upper total, or the highest if that is reached."""
        return next((tier for tier in self.tiers if tier[0] > upper_total), self.tiers[-1])


class RepeatBonus(NamedTuple):
    """Points for every further roll of a box that already holds its full score: +100 a Yahtzee."""

    box: str  # the box that arms the bonus
    holds: int  # what the box must hold
    points: int  # what each further one pays, on top of the box it is scored in


class Joker(NamedTuple):
    """What a further Yahtzee may do once the Yahtzee box is filled, with points or a zero.

    Once the matching upper box is filled as well, it scores in the lower section as if the dice
    showed every pattern there. Its box wants one group of more than half of the dice, which has one
    face: four of five equal dice may be jokers too.
    """

    box: str
    forced: bool = False  # the matching upper box goes first, then lower boxes; upper ones last
    upper_total: bool = False  # an open upper box of another face scores the total of the dice


class RulesetFault(NamedTuple):
    """Why no game can be played by a rule set, as a sentence without a full stop."""

    message: str  # untranslated, as the faults of a box are cached
    places: Mapping[str, object]
    box: str = ""  # the id of the box that it is about

    @property
    def sentence(self) -> str:
        return _(self.message, **self.places)


class BadRuleset(Malformed):
    """No game can be played by a rule set; `faults` says why."""

    def __init__(self, ruleset_id: str, faults: tuple[RulesetFault, ...]) -> None:
        why = faults[0].sentence
        sentence = _("Rule set {rules}: {error}.", rules=quote(ruleset_id), error=why)
        super().__init__("bad_ruleset", sentence)
        self.faults = faults


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game. Two are equal if their ids are and every game goes the same by both.

    Names, codes and examples decide nothing, so they may differ. A rule set that no game can be
    played by raises `BadRuleset` when it is made.

    >>> yatzy = find_ruleset("yatzy")
    >>> yatzy, yatzy.dice, yatzy.rolls, len(yatzy.boxes), yatzy.joker
    (Ruleset('yatzy'), 5, 3, 15, None)
    """

    id: str  # its stable name in saves and on the command line
    name: str
    summary: str  # what sets it apart, in one line
    boxes: tuple[Box, ...]  # in the order of the card, the upper section first
    upper_bonus: UpperBonus | None = None
    repeat_bonus: RepeatBonus | None = None
    joker: Joker | None = None
    order: Order = Order.ANY
    dice: int = 5
    sides: int = 6
    rolls: int = 3  # most rolls in a turn, without saved ones
    saved_rolls: bool = False  # whether rolls that a turn leaves stay with the player
    shows_codes: bool = False  # whether the card shows the codes of the boxes
    version: str = ""  # of one from a definition, the beginning of its fingerprint

    def __post_init__(self) -> None:
        if faults := tuple(_find_faults(self)):
            raise BadRuleset(str(self.id), faults)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Ruleset) and self._deciding == other._deciding

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Ruleset({self.key!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Ruleset, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def key(self) -> str:
        """What saved games and results file the rule set under.

        That is its id, such as `yatzy`, and from a definition also its version, such as
        `four-rolls~3fa9c1d2`: two versions of house rules never share a list of scores.
        """
        return f"{self.id}~{self.version}" if self.version else self.id

    @cached_property
    def _deciding(self) -> tuple[object, ...]:
        # Patterns are tuples, which are equal if their fields are: their names tell them apart.
        boxes = [(b.id, b.section, repr(b.pattern), b.points) for b in self.boxes]
        bonuses = self.upper_bonus, self.repeat_bonus, self.joker
        turn = self.dice, self.sides, self.rolls, self.saved_rolls
        return self.id, tuple(boxes), bonuses, self.order, *turn

    @cached_property
    def _hash(self) -> int:
        return hash(self._deciding)

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

    @cached_property
    def pays_first_rolls(self) -> bool:
        """Whether a box pays more on the first roll of a turn."""
        return any(box.points.first_roll for box in self.boxes)

    @cached_property
    def arming(self) -> frozenset[int]:
        """What the box of the bonus for further Yahtzees may hold for it; empty without one."""
        if (bonus := self.repeat_bonus) is None:
            return frozenset()
        return frozenset({bonus.holds, bonus.holds + self.box(bonus.box).points.first_roll})

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The color of the pips of each face, from 1; () where no box asks for one."""
        if not any(wants_color(box.pattern) for box in self.boxes):
            return ()
        return tuple(find_color(face, self.sides) for face in range(1, self.sides + 1))

    def place(self, box: str) -> int:
        """Return the place of a box on the card, from 0, or raise `Malformed`."""
        place = self.places.get(box) if isinstance(box, str) else None
        if place is None:
            unknown = _("{game} has no box {box}", game=self.name, box=quote(str(box)))
            raise Malformed("unknown_box", end_sentence(unknown))
        return place

    def box(self, box: str) -> Box:
        """Return the box with this id; raise as `place` does."""
        return self.boxes[self.place(box)]

    def check_faces(self, faces: Faces) -> None:
        """Raise `Malformed` if these are not the faces of one roll of this game."""
        if not isinstance(faces, (tuple, list)):
            raise Malformed("bad_dice", _("A roll is a sequence of faces."))
        if len(faces) != self.dice:
            sentence = ngettext(
                "A roll shows {count} die, not {given}.",
                "A roll shows {count} dice, not {given}.",
                self.dice,
                given=len(faces),
            )
            raise Malformed("bad_dice", sentence)
        most = self.sides
        for face in faces:
            if type(face) is not int or not 1 <= face <= most:
                given = repr(face)
                sentence = _("A die shows 1 to {most}, not {given}.", most=most, given=given)
                raise Malformed("bad_face", sentence)

    def parse_faces(self, text: str) -> Faces:
        """Read the dice of a roll such as `3 3 3 4 4` or `33344`, or raise `Malformed`."""
        digits = "".join(text.split())
        if set(digits) - set("0123456789"):
            sentence = N_("{text} is not a set of dice. Write them as 3 3 3 4 4 or 33344.")
            raise Malformed("bad_dice", _(sentence, text=quote(text)))
        faces = tuple(map(int, digits))
        self.check_faces(faces)
        return faces

    def read(self, faces: Faces, *, is_first: bool = False) -> Reading:
        """Return what a roll is by itself; the order of the dice means nothing."""
        key = tuple(sorted(faces))
        readings = self._first_readings if is_first else self._readings
        found = readings.get(key)
        if found is None:
            counts = count_faces(key, self.sides)
            shown = {box.id for box in self.boxes if box.pattern.matched(counts) is not None}
            potentials = tuple(
                Potential(box, box.score(counts, is_first=is_first)) for box in self.boxes
            )
            is_joker = self.joker is not None and self.joker.box in shown
            face = counts.index(max(counts)) + 1 if is_joker else None
            earns = self.repeat_bonus is not None and self.repeat_bonus.box in shown
            is_plain = face is None and not earns and self.order is Order.ANY
            found = readings[key] = Reading(potentials, frozenset(shown), face, is_plain)
        return found

    @cached_property
    def _readings(self) -> dict[Faces, Reading]:
        # At most 252 rolls of five dice: a look-up is several times faster than counting again.
        return {}

    @cached_property
    def _first_readings(self) -> dict[Faces, Reading]:
        return {} if self.pays_first_rolls else self._readings

    def points(self, faces: Faces) -> tuple[int, ...]:
        """Return what the plain dice would score in every box, in the order of the card."""
        return tuple([found.points for found in self.read(faces).potentials])

    def shows(self, box: str, faces: Faces) -> bool:
        return box in self.read(faces).shown


def _find_faults(ruleset: Ruleset) -> Iterator[RulesetFault]:
    """Yield what is wrong with a rule set."""
    limits = {"dice": MOST_DICE, "sides": MOST_SIDES, "rolls": MOST_ROLLS}
    for what, most in limits.items():
        number, least = getattr(ruleset, what), 1 + (what == "sides")
        if not least <= number <= most:
            sentence = N_("{key} must be {least} to {most}, not {number}")
            yield _fault(sentence, key=what, least=least, most=most, number=number)
            return
    if not 1 <= len(ruleset.boxes) <= MOST_BOXES:
        sentence = N_("a card has 1 to {most} boxes, not {number}")
        yield _fault(sentence, most=MOST_BOXES, number=len(ruleset.boxes))
        return
    wrong = [*_find_box_faults(ruleset)]
    yield from wrong or _find_bonus_faults(ruleset)


def _fault(message: str, **places: object) -> RulesetFault:
    return RulesetFault(message, places)


def _find_box_faults(ruleset: Ruleset) -> Iterator[RulesetFault]:
    boxes = ruleset.boxes
    for what in ("id", "name", "short", "code"):
        words = [getattr(box, what) for box in boxes]
        if not all(words):
            yield _fault(N_("every box needs a {key}"), key=what)
        for twice in _find_twice(words):
            yield _fault(N_("two boxes have the {key} {word}"), key=what, word=quote(twice))
    if ruleset.saved_rolls and ruleset.pays_first_rolls:
        yield _fault(N_("{key} doesn't go with {other}"), key="first_roll", other="saved_rolls")
    for box in boxes:
        yield from _find_faults_of_box(box, ruleset.dice, ruleset.sides)
    sections = [box.section for box in boxes]
    if sections != sorted(sections, key=[*Section].index):
        yield _fault(N_("upper boxes come before lower boxes"))
    faces = [box.pattern.face for box in ruleset.upper if isinstance(box.pattern, Matching)]
    for twice in _find_twice(faces):
        yield _fault(N_("two upper boxes have the face {face}"), face=twice)


def _find_twice(values: Sequence[Any]) -> list[Any]:
    """Return the first of the values that is there twice, in a list, or none."""
    return [each for each in values if values.count(each) > 1][:1]


# The rule sets of the program share most of their boxes.
@lru_cache(256)
def _find_faults_of_box(box: Box, dice: int, sides: int) -> tuple[RulesetFault, ...]:
    faults, most = [], 2 * len(COLORS)
    if (width := cell_width(box.short)) > WIDEST_SHORT:
        sentence = N_("the short name {name} is {width} columns wide; {widest} is the most")
        widths = {"name": quote(box.short), "width": width, "widest": WIDEST_SHORT}
        faults.append(RulesetFault(sentence, widths))
    if (face := highest_face(box.pattern)) > sides:
        sentence = N_("box {box} needs the face {face}, but the dice have {sides} sides")
    elif wants_color(box.pattern) and sides > most:
        sentence = N_("box {box} is of one color, so dice can have at most {most} sides")
    elif box.pattern.size > dice:
        sentence = N_("box {box} needs {size} dice, but the game has {dice}")
    elif not box.example:
        sentence = N_("no roll of the game's dice fits box {box}")
    elif len(box.example) != dice or not {*box.example} <= {*range(1, sides + 1)}:
        sentence = N_("the example of {box} must be {dice} dice from 1 to {sides}")
    elif not box.score(count_faces(box.example, sides)):
        sentence = N_("the example of {box}, {shown}, scores nothing there")
    else:
        return tuple(faults)
    shown = " ".join(map(str, box.example))
    places = {"box": box.id, "dice": dice, "sides": sides, "most": most, "face": face}
    places |= {"size": box.pattern.size, "shown": shown}
    return (*faults, RulesetFault(sentence, places, box.id))


@lru_cache(256)
def most_paid(box: Box, dice: int, sides: int) -> int:
    """Return the most that dice score in a box without any joker."""
    if isinstance(box.pattern, Matching) and box.points.dice is Counted.MATCHED:
        return box.points.fixed + dice * box.pattern.face
    rolls = combinations_with_replacement(range(1, sides + 1), dice)
    return max(box.score(count_faces(faces, sides)) for faces in rolls)


def _find_bonus_faults(ruleset: Ruleset) -> Iterator[RulesetFault]:
    if ruleset.upper_bonus is not None:
        yield from _find_tier_faults(ruleset, ruleset.upper_bonus.tiers)
    repeat, joker = ruleset.repeat_bonus, ruleset.joker
    if repeat is not None and repeat.box not in ruleset.places:
        sentence = N_("the repeat bonus is for the box {box}, which is not on the card")
        yield _fault(sentence, box=quote(repeat.box))
    if joker is None:
        return
    if joker.box not in ruleset.places:
        sentence = N_("the joker is for the box {box}, which is not on the card")
        yield _fault(sentence, box=quote(joker.box))
        return
    match ruleset.box(joker.box).pattern:
        case Groups((size,)) if 2 * size > ruleset.dice:
            pass
        case _:
            sentence = N_("the joker needs a box for {least} or more equal dice; {box} isn't one")
            places = {"least": ruleset.dice // 2 + 1, "box": joker.box}
            yield RulesetFault(sentence, places, joker.box)
            return
    for face in range(1, ruleset.sides + 1):
        if face not in ruleset.matching:
            yield _fault(N_("the joker needs an upper box for the face {face}"), face=face)


def _find_tier_faults(
    ruleset: Ruleset, tiers: tuple[tuple[int, int], ...]
) -> Iterator[RulesetFault]:
    if not tiers:
        yield _fault(N_("the upper bonus needs a total and its points"))
        return
    for (first, less), (total, points) in pairwise(tiers):
        if first >= total or less >= points:
            sentence = N_("the upper bonus must rise, but {total} follows {before}")
            yield _fault(sentence, total=total, before=first)
    any_face = ruleset.joker is not None and ruleset.joker.upper_total
    joker = ruleset.dice * ruleset.sides if any_face else 0
    most = sum(max(joker, most_paid(box, ruleset.dice, ruleset.sides)) for box in ruleset.upper)
    if tiers[-1][0] > most:
        sentence = N_("the upper bonus needs {total}, but the upper boxes pay at most {most}")
        yield _fault(sentence, total=tiers[-1][0], most=most)
