"""What the solver can't do, said before it begins."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import Card, Refusal, Section
from yahtzee_tui.rules.ruleset import Order
from yahtzee_tui.strategy.solver.keeps import DICE, ROLLS, SIDES, FloatArray, IntArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Faces, Ruleset


# Each box more doubles the work: two more than the 15-box games have take half a minute.
_MOST_BOXES = {Section.UPPER: 8, Section.LOWER: 11}


class Unsolvable(Refusal):
    """Best play of these rules, or with this card, can't be worked out."""


def check_solvable(ruleset: Ruleset) -> None:
    """Make sure that the solver understands a rule set.

    Raises:
        Unsolvable: If it doesn't; the sentence says why.
    """
    name = ruleset.name
    if (ruleset.dice, ruleset.sides) != (DICE, SIDES):
        raise Unsolvable(
            "other_dice",
            f"Best play is worked out for {DICE} dice of {SIDES} faces, and {name} has "
            f"{ruleset.dice} of {ruleset.sides}.",
        )
    for section, most in _MOST_BOXES.items():
        boxes = sum(box.section is section for box in ruleset.boxes)
        if boxes > most:
            raise Unsolvable(
                "too_many_boxes",
                f"Best play is worked out for at most {most} boxes in the {section.value} "
                f"section, and {name} has {boxes}.",
            )
    for special in (ruleset.joker, ruleset.repeat_bonus):
        if special is not None and ruleset.box(special.box).section is not Section.LOWER:
            raise Unsolvable(
                "upper_yahtzee",
                f"Best play needs the box of the further Yahtzees below, not where {name} has it.",
            )
    # Whoever writes a zero must not be better off than with points, nor with the bonus.
    bonus = ruleset.repeat_bonus
    odd_bonus = bonus is not None and (bonus.holds <= 0 or bonus.points < 0)
    if odd_bonus or any(box.points.fixed < 0 for box in ruleset.boxes):
        sentence = f"In {name} a zero can be worth more than points, which best play can't handle."
        raise Unsolvable("worse_than_zero", sentence)


class Transition(NamedTuple):
    """What a posting does to a card, apart from the points: these are what the future depends on.

    Attributes:
        place: The box, by its place on the card.
        upper: The points it adds to the upper total; 0 in the lower section.
        arms: Whether it arms the bonus for further Yahtzees.
    """

    place: int
    upper: int = 0
    arms: bool = False


class PayoffChart(NamedTuple):
    """What every roll would score in every box of some cards.

    Attributes:
        points: The points, minus infinity where the rules forbid the box: (boxes, 252).
        entries: The numbers of the entries that these postings are: (boxes, 252).
    """

    points: FloatArray
    entries: IntArray


class JokerRoll(NamedTuple):
    """A roll that may be a joker.

    Attributes:
        roll: The number of the roll.
        matching: The place of the upper box of its face.
    """

    roll: int
    matching: int


class Payoffs:
    """The points of a rule set. Cards are told apart by `filled`, a bit for each place.

    Attributes:
        ruleset: The rule set.
        bonus: What each roll earns on top while the bonus is armed: (252,).
        jokers: The rolls that are jokers once the joker's box is filled.
        lower: Places of the boxes of the lower section.
        upper: Places of the boxes of the upper section.
        entries: What a posting can do to a card; those of the lower section come first.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Ask the rules core for all points.

        Raises:
            Unsolvable: If the solver can't understand the rule set.
        """
        check_solvable(ruleset)
        self.ruleset = ruleset
        self.lower = _places(ruleset, Section.LOWER)
        self.upper = _places(ruleset, Section.UPPER)
        self.bonus = _ask_bonus(ruleset)
        self.jokers = tuple(_find_jokers(ruleset))
        self._all_lower = sum(1 << place for place in self.lower)
        points = {filled: _ask(ruleset, filled, rolls) for filled, rolls in self._cards().items()}
        self.entries = self._list_entries(points.values())
        numbers = {entry: number for number, entry in enumerate(self.entries)}
        self._charts = {filled: self._chart(asked, numbers) for filled, asked in points.items()}

    @property
    def is_ordered(self) -> bool:
        """Whether the boxes are filled in a forced order."""
        return self.ruleset.order is not Order.ANY

    def order(self) -> Iterator[int]:
        """Yield the cards of a forced order, from the full one back to the empty one."""
        places = range(len(self.ruleset.boxes))
        filled = (1 << len(places)) - 1
        yield filled
        for place in reversed(places) if self.ruleset.order is Order.DOWN else places:
            filled ^= 1 << place
            yield filled

    def plain(self, filled: int) -> PayoffChart:
        """Return the points of plain dice, also for boxes that are filled.

        Jokers score otherwise (see `joker`), except in a forced order, which has its own charts.
        """
        return self._charts[filled if self.is_ordered else 0]

    def joker(self, joker: JokerRoll, filled: int) -> PayoffChart | None:
        """Return the chart in which a joker's roll is to be looked up, None if it is no joker."""
        box = self.ruleset.joker
        if box is None or self.is_ordered or not filled >> self.ruleset.place(box.box) & 1:
            return None
        return self._charts[self._like(joker, filled)]

    def chart(self, filled: int) -> PayoffChart:
        """Return the points for a card, jokers included, also for boxes that are filled."""
        plain = self.plain(filled)
        found = [(joker.roll, self.joker(joker, filled)) for joker in self.jokers]
        if all(chart is None for _, chart in found):
            return plain
        points, entries = plain.points.copy(), plain.entries.copy()
        for roll, chart in found:
            if chart is not None:
                points[:, roll] = chart.points[:, roll]
                entries[:, roll] = chart.entries[:, roll]
        return PayoffChart(points, entries)

    def fingerprint(self) -> bytes:
        """Return a hash of all that best play depends on, 32 bytes."""
        ruleset = self.ruleset
        digest = sha256(repr((ruleset.rolls, ruleset.order, self.lower, self.upper)).encode())
        digest.update(repr((ruleset.upper_bonus, self.entries, self.jokers)).encode())
        for filled, chart in self._charts.items():
            digest.update(repr(filled).encode())
            digest.update(chart.points.astype("<f8").tobytes())
        digest.update(self.bonus.astype("<f8").tobytes())
        return digest.digest()

    def _cards(self) -> dict[int, Iterable[int]]:
        """Return cards that stand for all, and the rolls to ask about with each."""
        every = range(len(ROLLS))
        if self.is_ordered:
            return dict.fromkeys(list(self.order())[1:], every)
        cards: dict[int, Iterable[int]] = {0: every}
        joker = self.ruleset.joker
        if joker is not None:
            rolls = [each.roll for each in self.jokers]
            for like in (1 << self.ruleset.place(joker.box), self._all_lower):
                for each in self.jokers:
                    cards[like] = cards[like | 1 << each.matching] = rolls
        return cards

    def _like(self, joker: JokerRoll, filled: int) -> int:
        """Return the card that stands for one with the joker's box filled."""
        lower = self._all_lower
        box = self.ruleset.joker
        assert box is not None
        like = lower if filled & lower == lower else 1 << self.ruleset.place(box.box)
        return like | filled & 1 << joker.matching

    def _list_entries(self, asked: Iterable[FloatArray]) -> tuple[Transition, ...]:
        found = {
            self._entry(place, int(points))
            for table in asked
            for place in range(len(self.ruleset.boxes))
            for points in np.unique(table[place][np.isfinite(table[place])])
        }
        return tuple(sorted(found, key=lambda entry: (entry.place in self.upper, entry)))

    def _entry(self, place: int, points: int) -> Transition:
        if place in self.upper:
            return Transition(place, upper=points)
        bonus = self.ruleset.repeat_bonus
        if bonus is None or self.ruleset.place(bonus.box) != place:
            return Transition(place)
        return Transition(place, arms=points == bonus.holds)

    def _chart(self, points: FloatArray, numbers: dict[Transition, int]) -> PayoffChart:
        entries = np.zeros(points.shape, np.intp)
        for place, roll in zip(*np.nonzero(np.isfinite(points)), strict=True):
            entries[place, roll] = numbers[self._entry(int(place), int(points[place, roll]))]
        return PayoffChart(points, entries)


def _ask(ruleset: Ruleset, filled: int, rolls: Iterable[int]) -> FloatArray:
    """Return what some rolls may score on a card whose filled boxes hold zeros: (boxes, 252)."""
    places = range(len(ruleset.boxes))
    card = Card(ruleset, tuple(0 if filled >> place & 1 else None for place in places))
    points = np.full((len(places), len(ROLLS)), -np.inf)
    for roll in rolls:
        for potential in card.potentials(ROLLS[roll]):
            if potential.refusal is None:
                points[ruleset.places[potential.box.id], roll] = potential.points
    return points


def _ask_bonus(ruleset: Ruleset) -> FloatArray:
    bonus = ruleset.repeat_bonus
    if bonus is None:
        return np.zeros(len(ROLLS))
    card = Card.empty(ruleset).write(bonus.box, bonus.holds)
    return np.array([card.repeat_bonus(faces) for faces in ROLLS], np.float64)


def _find_jokers(ruleset: Ruleset) -> Iterator[JokerRoll]:
    joker = ruleset.joker
    if joker is None:
        return
    for roll, faces in enumerate(ROLLS):
        if ruleset.shows(joker.box, faces):
            yield JokerRoll(roll, _matching(ruleset, faces))


def _matching(ruleset: Ruleset, faces: Faces) -> int:
    return ruleset.place(ruleset.matching[faces[0]].id)


def _places(ruleset: Ruleset, section: Section) -> tuple[int, ...]:
    return tuple(place for place, box in enumerate(ruleset.boxes) if box.section is section)
