"""Actions, which are what a player wants, and events, which are what happened.

They are two types because chance decides between them: `Roll` has no faces, `Rolled` has them.
Each has a short text form, and `parse_action(str(a)) == a`, `parse_event(str(e)) == e`.

Positions of dice count from 0 in the program and from 1 in the text form, as on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.rules.ruleset import Faces

Positions = tuple[int, ...]
"""Positions of dice, from 0, ascending."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll every die that isn't held."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold these dice and no others.

    Attributes:
        positions: Their positions.
    """

    positions: Positions

    def __str__(self) -> str:
        return f"hold {_write_positions(self.positions)}"


@dataclass(frozen=True, slots=True)
class Score:
    """Score the dice in a box, which ends the turn.

    Attributes:
        box: The id of the box.
    """

    box: str

    def __str__(self) -> str:
        return f"score {self.box}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled.

    Attributes:
        faces: What all dice show now, held ones too.
    """

    faces: Faces

    @property
    def action(self) -> Roll:
        """The intent it came from."""
        return Roll()

    def __str__(self) -> str:
        return f"rolled {''.join(map(str, self.faces))}"


@dataclass(frozen=True, slots=True)
class Held:
    """These dice are held, and no others.

    Attributes:
        positions: Their positions.
    """

    positions: Positions

    @property
    def action(self) -> Hold:
        """The intent it came from."""
        return Hold(self.positions)

    def __str__(self) -> str:
        return f"held {_write_positions(self.positions)}"


@dataclass(frozen=True, slots=True)
class Scored:
    """Points were written into a box.

    Attributes:
        box: The id of the box.
        points: The points in it.
        bonus: A Yahtzee bonus earned with it.
    """

    box: str
    points: int
    bonus: int = 0

    @property
    def action(self) -> Score:
        """The intent it came from."""
        return Score(self.box)

    def __str__(self) -> str:
        return f"scored {self.box} {self.points}" + (f" +{self.bonus}" if self.bonus else "")


Action = Roll | Hold | Score
Event = Rolled | Held | Scored


def parse_action(text: str) -> Action:
    """Read an action's text form.

    Raises:
        Malformed: If it is none.
    """
    match text.split():
        case ["roll"]:
            return Roll()
        case ["hold", positions]:
            return Hold(_read_positions(positions))
        case ["score", box]:
            return Score(box)
        case _:
            raise Malformed("bad_action", f"{quote(text)} is not an action.")


def parse_event(text: str) -> Event:
    """Read an event's text form.

    Raises:
        Malformed: If it is none.
    """
    match text.split():
        case ["rolled", faces]:
            return Rolled(tuple(map(read_digit, faces)))
        case ["held", positions]:
            return Held(_read_positions(positions))
        case ["scored", box, points]:
            return Scored(box, read_points(points))
        case ["scored", box, points, bonus] if bonus.startswith("+"):
            return Scored(box, read_points(points), read_points(bonus[1:]))
        case _:
            raise Malformed("bad_event", f"{quote(text)} is not an event.")


def read_digit(text: str) -> int:
    """Read one face or position from a digit.

    Raises:
        Malformed: If it is not a digit from 1 to 9.
    """
    if len(text) == 1 and text in "123456789":
        return int(text)
    raise Malformed("bad_digit", f"{quote(text)} is not a digit from 1 to 9.")


def read_points(text: str) -> int:
    """Read points, a number of at most four digits.

    Raises:
        Malformed: If it is not one.
    """
    if text.isascii() and text.isdigit() and len(text) <= 4:
        return int(text)
    raise Malformed("bad_points", f"{quote(text)} is not a number of points.")


def _write_positions(positions: Positions) -> str:
    return ",".join(str(position + 1) for position in positions) or "-"


def _read_positions(text: str) -> Positions:
    return () if text == "-" else tuple(read_digit(part) - 1 for part in text.split(","))
