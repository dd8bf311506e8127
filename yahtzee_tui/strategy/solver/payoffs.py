"""What every roll pays in every box, as arrays, and the transition that each posting makes.

All points are asked of the rules core. What a box pays depends on the card in a few ways only:
whether a further Yahtzee is a joker, whether the upper box of its face is filled, whether a lower
box is open; or, in a forced order, which box is due. So a few cards answer for all.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import Card, Refusal, Section
from yahtzee_tui.rules.ruleset import Order
from yahtzee_tui.strategy.solver.keeps import find_keeps, has_few_rolls
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.rules import Faces, Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray

# Each box more doubles the work.
_MOST_BOXES = {Section.UPPER: 8, Section.LOWER: 14}

# A lower section of more boxes is solved faster when its options are divided once more.
_LONG = 7

JOKER_CASES = 5
"""How many ways there are in which a joker's roll can pay: see `Payoffs.joker_cases`."""


class Unsolvable(Refusal):
    """Best play of these rules, or with this card, can't be worked out.

    >>> try:
    ...     solve(find_ruleset("maxi-yatzy"))
    ... except Unsolvable as error:
    ...     print(error.sentence)
    Saved rolls make Maxi Yatzy too large to calculate best play exactly.
    """


class Cancelled(Exception):
    """The caller asked to stop solving."""


def check_solvable(ruleset: Ruleset) -> None:
    """Raise `Unsolvable`, with the reason in a sentence, if the solver can't solve a rule set."""
    name = ruleset.name
    if not has_few_rolls(ruleset):
        sentence = _(
            "{game} has too many dice, or too many sides, to calculate best play for.", game=name
        )
        raise Unsolvable("too_many_rolls", sentence)
    for section, most in _MOST_BOXES.items():
        boxes = sum(box.section is section for box in ruleset.boxes)
        if boxes > most:
            places = {"most": most, "game": name, "count": boxes}
            sentence = (
                _("Best play handles up to {most} upper boxes; {game} has {count}.", **places)
                if section is Section.UPPER
                else _("Best play handles up to {most} lower boxes; {game} has {count}.", **places)
            )
            raise Unsolvable("too_many_boxes", sentence)
    for special in (ruleset.joker, ruleset.repeat_bonus):
        if special is not None and ruleset.box(special.box).section is not Section.LOWER:
            sentence = _(
                "Best play needs the Yahtzee bonus box in the lower section; {game} has it "
                "elsewhere.",
                game=name,
            )
            raise Unsolvable("upper_yahtzee", sentence)
    # A player who writes a zero must not be better off than with points, nor with the bonus.
    bonus = ruleset.repeat_bonus
    odd_bonus = bonus is not None and (bonus.holds <= 0 or bonus.points < 0)
    if odd_bonus or any(box.points.fixed < 0 for box in ruleset.boxes):
        sentence = _(
            "In {game} a zero can be worth more than points, which best play can't handle.",
            game=name,
        )
        raise Unsolvable("worse_than_zero", sentence)


class Transition(NamedTuple):
    """What a posting changes of a card, apart from the points: the points to come depend on it."""

    place: int  # the box, by its place on the card
    upper: int = 0  # the points it adds to the upper total; 0 in the lower section
    arms: bool = False  # whether it arms the bonus for further Yahtzees


class PayoffChart(NamedTuple):
    """The points of every roll in every box of some cards, and the numbers of the transitions."""

    points: FloatArray  # minus infinity where the rules forbid the box: (boxes, 252)
    transitions: IntArray  # (boxes, 252)


class Endings(NamedTuple):
    """The distinct pairs of a transition and points that a turn can end with.

    Of two endings the one in the box further up the card has the greater number.
    """

    transitions: IntArray
    points: FloatArray
    numbers: IntArray  # of each zero of `RollOptions`, and then of each option from 1


class RollOptions(NamedTuple):
    """Which postings may be best for each roll, for taking the best of them in many cards at once.

    The options of a roll are divided into groups of neighbouring boxes, which many rolls have in
    common: the best of each group is taken once.

    Attributes:
        zeros: The transitions of zeros. Option 0 is the best of them; the others begin with 1.
        transitions: The transition of each option from 1.
        points: The points of each option from 1.
        endings: The transition and points that a turn can end with, a bonus apart.
        groups: The first option of each group, the second of each group that has two, and so on.
        rolls: The groups of each roll of plain dice, some repeated: (3 or 4, 252).
        jokers: Those of each joker's roll by `joker_cases`: (3 or 4, jokers * JOKER_CASES).
    """

    zeros: IntArray
    transitions: IntArray
    points: FloatArray
    endings: Endings
    groups: tuple[IntArray, ...]
    rolls: IntArray
    jokers: IntArray


class JokerRoll(NamedTuple):
    """A roll that may be a joker."""

    roll: int
    matching: int  # the place of the upper box of its face


class Payoffs:
    """The payoffs of a rule set. Cards are told apart by `filled`, a bit for each place.

    Attributes:
        keeps: The keeps and rolls of the dice; shapes are those of five dice.
        first: What is added to the number of a roll on the first roll of a turn: 252 where that
            may pay more, and then all that is given by roll has 504 of them; else 0.
        bonus: What each roll earns on top while the bonus is armed: (252,).
        jokers: The rolls that are jokers once the joker's box is filled; none in a forced order.
        lower: Places of the boxes of the lower section.
        upper: Places of the boxes of the upper section.
        transitions: What a posting can change; those of the lower section come first.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Ask the rules core for all points, or raise `Unsolvable`."""
        check_solvable(ruleset)
        self.ruleset = ruleset
        self.upper = tuple(range(len(ruleset.upper)))
        self.lower = tuple(range(len(ruleset.upper), len(ruleset.boxes)))
        self.keeps = find_keeps(ruleset.dice, ruleset.sides)
        self.first = len(self.keeps.rolls) * ruleset.pays_first_rolls
        self._rolls = self.keeps.rolls * (1 + ruleset.pays_first_rolls)
        self.bonus = _ask_bonus(ruleset, self._rolls)
        joker = None if self.is_ordered else ruleset.joker
        self.jokers = tuple(
            JokerRoll(roll, ruleset.place(ruleset.matching[face].id))
            for roll, faces in enumerate(self._rolls)
            if joker is not None and (face := ruleset.read(faces).joker_face) is not None
        )
        self._all_lower = sum(1 << place for place in self.lower)
        points = {
            filled: _ask(ruleset, self._rolls, filled, rolls)
            for filled, rolls in self._cards().items()
        }
        self.transitions = self._list_transitions(points.values())
        numbers = {transition: number for number, transition in enumerate(self.transitions)}
        self._charts = {filled: self._chart(asked, numbers) for filled, asked in points.items()}
        self._merged: dict[int, PayoffChart] = {}
        self._options: dict[int, RollOptions] = {}

    @property
    def is_ordered(self) -> bool:
        """Whether the boxes are filled in a forced order."""
        return self.ruleset.order is not Order.ANY

    def split(self, filled: int) -> tuple[int, int]:
        """Return the filled boxes of the lower and of the upper section as bits."""
        boxes = len(self.upper)
        return filled >> boxes, filled & (1 << boxes) - 1

    def order(self) -> Iterator[int]:
        """Yield the cards of a forced order, from the full one back to the empty one."""
        places = range(len(self.ruleset.boxes))
        filled = (1 << len(places)) - 1
        yield filled
        for place in reversed(places) if self.ruleset.order is Order.DOWN else places:
            filled ^= 1 << place
            yield filled

    def chart(self, filled: int) -> PayoffChart:
        """Return the payoffs on a card, jokers included; those of filled boxes mean nothing."""
        merged = self._merged.get(filled)
        if merged is None:
            plain = self._plain(filled)
            points, transitions = plain.points.copy(), plain.transitions.copy()
            cases = self.joker_cases(np.array([filled]))[:, 0].tolist()
            for joker, case in zip(self.jokers, cases, strict=True):
                if case:
                    chart = self._charts[self._joker_cards(joker)[case - 1]]
                    points[:, joker.roll] = chart.points[:, joker.roll]
                    transitions[:, joker.roll] = chart.transitions[:, joker.roll]
            merged = self._merged[filled] = PayoffChart(points, transitions)
        return merged

    def options(self, filled: int) -> RollOptions:
        """Return the options of every roll, jokers or not, on cards that pay plain dice like it."""
        key = filled if self.is_ordered else 0
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = self._list_options(self._plain(filled))
        return found

    @property
    def most_gained(self) -> int:
        """The most points that a turn can bring."""
        most = max(chart.points.max() for chart in self._charts.values())
        return int(most + self.bonus.max())

    def most_points(self, boxes: int | None, bonuses: int) -> float:
        """Return the most points of so many boxes or all, with the upper bonus.

        So many bonuses for further Yahtzees are counted; a game may have more.
        """
        upper = self.ruleset.upper_bonus
        most = np.max([chart.points.max(axis=1) for chart in self._charts.values()], axis=0)
        tiers = upper.tiers if upper is not None else ()
        best = np.sort(most)[::-1][:boxes].sum() + bonuses * self.bonus.max()
        return float(best) + max((paid for _, paid in tiers), default=0)

    def joker_cases(self, cards: IntArray) -> IntArray:
        """Return how each joker's roll pays on cards: 0 is plain, then as in `_joker_cards`."""
        box = self.ruleset.joker
        if box is None:
            return np.zeros((len(self.jokers), len(cards)), np.intp)
        is_joker = cards >> self.ruleset.place(box.box) & 1
        lower_full = (cards & self._all_lower) == self._all_lower
        matching = np.array([joker.matching for joker in self.jokers], np.intp)[:, None]
        cases: IntArray = is_joker * (1 + 2 * lower_full + (cards >> matching & 1))
        return cases

    def fingerprint(self) -> bytes:
        """Return a hash of all that best play depends on, 32 bytes."""
        ruleset, bonus = self.ruleset, self.ruleset.upper_bonus
        facts = (
            ruleset.rolls,
            ruleset.order.value,
            self.lower,
            self.upper,
            None if bonus is None else tuple(map(tuple, bonus.tiers)),
            tuple(map(tuple, self.transitions)),
            tuple(map(tuple, self.jokers)),
        )
        digest = sha256(repr(facts).encode())
        for filled, chart in self._charts.items():
            digest.update(repr(filled).encode())
            digest.update(chart.points.astype("<f8").tobytes())
        digest.update(self.bonus.astype("<f8").tobytes())
        return digest.digest()

    def _plain(self, filled: int) -> PayoffChart:
        """Return what plain dice pay, also in boxes that are filled."""
        return self._charts[filled if self.is_ordered else 0]

    def _cards(self) -> dict[int, Iterable[int]]:
        """Return cards that answer for all, and the rolls to ask about with each."""
        every = range(len(self._rolls))
        if self.is_ordered:
            return dict.fromkeys(list(self.order())[1:], every)
        cards: dict[int, Iterable[int]] = {0: every}
        rolls = [each.roll for each in self.jokers]
        for joker in self.jokers:
            for card in self._joker_cards(joker):
                cards[card] = rolls
        return cards

    def _joker_cards(self, joker: JokerRoll) -> list[int]:
        """Return a card for each way in which a joker can pay: see `joker_cases`."""
        box = self.ruleset.joker
        assert box is not None
        filled = 1 << self.ruleset.place(box.box), self._all_lower
        return [card | more for card in filled for more in (0, 1 << joker.matching)]

    def _list_options(self, plain: PayoffChart) -> RollOptions:
        numbers: dict[tuple[int, float], int] = {}
        found: dict[tuple[int, ...], int] = {}

        def list_groups(chart: PayoffChart, roll: int, least: float) -> list[int]:
            """Return the groups of the options of a roll that pay more than so much."""
            groups: tuple[list[int], ...] = [0] if least == 0 else [], [], [], []
            for place in range(len(chart.points)):
                option = int(chart.transitions[place, roll]), float(chart.points[place, roll])
                if option[1] > least:
                    number = numbers.setdefault(option, 1 + len(numbers))
                    groups[self._option_group(place)].append(number)
            return [found.setdefault(tuple(group), len(found)) for group in groups if group]

        lists = [list_groups(plain, roll, 0) for roll in range(len(self._rolls))]
        for joker in self.jokers:
            charts = [self._charts[card] for card in self._joker_cards(joker)]
            jokers = [list_groups(chart, joker.roll, -np.inf) for chart in charts]
            lists += [lists[joker.roll], *jokers]
        options = sorted(found, key=len, reverse=True)
        places = np.argsort(np.array([found[group] for group in options]))
        most = max(map(len, lists))
        filled = [each + each[:1] * (most - len(each)) for each in lists]
        choices = places[np.array(filled, np.intp)].T
        zeros = np.unique(plain.transitions[plain.points == 0])
        transitions = np.array([transition for transition, _ in numbers], np.intp)
        points = np.array([paid for _, paid in numbers], np.float64)
        return RollOptions(
            zeros,
            transitions,
            points,
            self._list_endings(
                np.concatenate((zeros, transitions)), np.concatenate((0 * zeros, points))
            ),
            tuple(
                np.array([group[rank] for group in options if rank < len(group)])
                for rank in range(len(options[0]))
            ),
            np.ascontiguousarray(choices[:, : len(self._rolls)]),
            np.ascontiguousarray(choices[:, len(self._rolls) :]),
        )

    def _list_endings(self, transitions: IntArray, points: FloatArray) -> Endings:
        places = np.array([-self.transitions[number].place for number in transitions])
        pairs = np.stack((places, transitions, points))
        found, numbers = np.unique(pairs, axis=1, return_inverse=True)
        return Endings(found[1].astype(np.intp), found[2], numbers.reshape(-1))

    def _option_group(self, place: int) -> int:
        """Return the group of a box: the halves of the upper section, and of a long lower one."""
        if place in self.upper:
            return 2 + 2 * place // len(self.upper)
        return int(len(self.lower) > _LONG and 2 * (place - self.lower[0]) >= len(self.lower))

    def _list_transitions(self, asked: Iterable[FloatArray]) -> tuple[Transition, ...]:
        found = {
            self._transition(place, int(points))
            for chart in asked
            for place in range(len(self.ruleset.boxes))
            for points in np.unique(chart[place][np.isfinite(chart[place])])
        }
        return tuple(sorted(found, key=lambda each: (each.place in self.upper, each)))

    def _transition(self, place: int, points: int) -> Transition:
        if place in self.upper:
            return Transition(place, upper=points)
        bonus = self.ruleset.repeat_bonus
        if bonus is None or self.ruleset.place(bonus.box) != place:
            return Transition(place)
        return Transition(place, arms=points in self.ruleset.arming)

    def _chart(self, points: FloatArray, numbers: dict[Transition, int]) -> PayoffChart:
        transitions = np.zeros(points.shape, np.intp)
        for place, roll in zip(*np.nonzero(np.isfinite(points)), strict=True):
            made = self._transition(int(place), int(points[place, roll]))
            transitions[place, roll] = numbers[made]
        return PayoffChart(points, transitions)


def _ask(ruleset: Ruleset, faces: Sequence[Faces], filled: int, rolls: Iterable[int]) -> FloatArray:
    """Return what some rolls may score on a card whose filled boxes hold zeros: (boxes, 252).

    `faces` are those of every roll, and then again of every first roll where that pays more.
    """
    places = range(len(ruleset.boxes))
    card = Card(ruleset, tuple(0 if filled >> place & 1 else None for place in places))
    points = np.full((len(places), len(faces)), -np.inf)
    for roll in rolls:
        is_first = ruleset.pays_first_rolls and roll >= len(faces) // 2
        for potential in card.potentials(faces[roll], is_first=is_first):
            if potential.refusal is None:
                points[ruleset.places[potential.box.id], roll] = potential.points
    return points


def _ask_bonus(ruleset: Ruleset, rolls: Sequence[Faces]) -> FloatArray:
    bonus = ruleset.repeat_bonus
    if bonus is None:
        return np.zeros(len(rolls))
    card = Card.empty(ruleset).write(bonus.box, bonus.holds)
    return np.array([card.repeat_bonus(faces) for faces in rolls], np.float64)
