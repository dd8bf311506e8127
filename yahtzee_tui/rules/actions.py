"""Actions, which are what a player wants, and events, which are what happened.

They are two types because chance decides between them: `Roll` has no faces, `Rolled` has them.
Positions of dice count from 0 in the program and from 1 in texts, for people and in records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yahtzee_tui.rules.builtin_rulesets import find_box, find_ruleset
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from yahtzee_tui.rules.ruleset import Faces, Ruleset

Positions = tuple[int, ...]
"""Positions of dice, from 0, ascending."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll every die that isn't held.

    >>> Game.start(find_ruleset("crag"), ("Ann",)).play(Roll(), (1, 4, 6)).faces
    (1, 4, 6)
    """

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the dice at these positions and no others.

    >>> print(Hold((0, 2)))
    hold 1 3
    >>> Hold.parse("1 3")
    Hold(positions=(0, 2))
    """

    positions: Positions

    @classmethod
    def parse(cls, text: str) -> Hold:
        """Read which dice to hold, counted from 1, such as `1 3` or `13`; `0` holds none."""
        digits = text.replace(" ", "").replace(",", "")
        if digits == "0":
            return cls(())
        return cls(tuple(sorted(read_digit(digit) - 1 for digit in digits)))

    def __str__(self) -> str:
        return f"hold {' '.join(str(at + 1) for at in self.positions) or 0}"


@dataclass(frozen=True, slots=True)
class Score:
    """Score the dice in the box with this id, which ends the turn.

    >>> Position.parse("crag .,.,.,.,.,.,.,.,.,.,.,.,. r1 556").game("Ann").check(Score("sixes"))
    Scored(box='sixes', points=6, bonus=0)
    """

    box: str

    def __str__(self) -> str:
        return f"score {self.box}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled; `faces` are those of all dice, held ones too.

    >>> Game.start(find_ruleset("crag"), ("Ann",)).play(Rolled((5, 5, 6))).roll
    1
    """

    faces: Faces

    @property
    def action(self) -> Roll:
        return Roll()


@dataclass(frozen=True, slots=True)
class Held:
    """The dice at these positions are held, and no others.

    >>> Position.parse("crag .,.,.,.,.,.,.,.,.,.,.,.,. r1 556").game("Ann").check("hold 1 2")
    Held(positions=(0, 1))
    """

    positions: Positions
    # Whether only their faces are known, from a text that doesn't say which of equal dice it was.
    by_face: bool = field(default=False, repr=False)

    @property
    def action(self) -> Hold:
        return Hold(self.positions)


@dataclass(frozen=True, slots=True)
class Scored:
    """Points were written into the box with this id, and perhaps a Yahtzee bonus earned.

    >>> print(Scored("full_house", 25), Scored("fours", 20, bonus=100), sep=", ")
    scored full_house 25, scored fours 20 +100
    """

    box: str
    points: int
    bonus: int = 0
    # Whether it replaces what was scored in this turn before, whose dice don't count any more.
    corrected: bool = field(default=False, repr=False)

    @property
    def action(self) -> Score:
        return Score(self.box)

    def __str__(self) -> str:
        bonus = f" +{self.bonus}" if self.bonus else ""
        return f"scored {self.box} {self.points}{bonus}{' corrected' * self.corrected}"


Action = Roll | Hold | Score
Event = Rolled | Held | Scored
Move = Action | Event | str
"""What `Game.play` takes; a text is read by `parse_move`."""


def parse_move(ruleset: Ruleset | str, text: str) -> Action | Rolled:
    """Read `roll`, `hold 1 3`, `hold 0`, `score full house` or `roll 5 2 3 5 1`.

    A roll with dice is an event: it has the faces of all dice, those of held ones too. A box is
    named as `find_box` knows it. Raises `Malformed` for anything else.

    >>> parse_move(find_ruleset("official"), "score fh")
    Score(box='full_house')
    """
    word, *rest = text.strip().split(" ", 1)
    match word.casefold(), "".join(rest).strip():
        case "roll", "":
            return Roll()
        case "roll", dice:
            return Rolled(find_ruleset(ruleset).parse_faces(dice))
        case "hold", positions if positions:
            return Hold.parse(positions)
        case "score", box:
            return Score(find_box(ruleset, box).id)
    sentence = _("{move} is not a move such as roll, hold 1 3 or score chance.", move=quote(text))
    raise Malformed("unknown_action", sentence)


def read_digit(text: str) -> int:
    """Read a face or position from 1 to 9, or raise `Malformed`."""
    if len(text) == 1 and text in "123456789":
        return int(text)
    raise Malformed("bad_digit", _("{text} is not a digit from 1 to 9.", text=quote(text)))


def read_points(text: str) -> int:
    """Read points, a number of at most four digits, or raise `Malformed`."""
    if text.isascii() and text.isdigit() and len(text) <= 4:
        return int(text)
    raise Malformed("bad_points", _("{text} is not a number of points.", text=quote(text)))


def replace_rolled(faces: Faces, held: Positions, fresh: list[int]) -> Faces:
    """Return the faces of all dice after those that aren't held were rolled."""
    rolled = len(faces) - len(held)
    if len(fresh) != rolled:
        sentence = ngettext(
            "This roll has {count} die, not {given}.",
            "This roll has {count} dice, not {given}.",
            rolled,
            given=len(fresh),
        )
        raise Malformed("bad_roll", sentence)
    following = iter(fresh)
    return tuple(
        face if position in held else next(following) for position, face in enumerate(faces)
    )
