"""Advice in a position: what every hold and every box is worth, what is best, and why.

With best play after a choice every box has an expected score; the differences of two choices sum
to the difference of their expected final scores.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from yahtzee_tui.errors import check_arguments
from yahtzee_tui.rules import RULESETS, Card
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Box, Faces, Positions, Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable
    from yahtzee_tui.strategy.solver.value_table import ValueTable


_VALUE = attrgetter("value")


class HoldChoice(NamedTuple):
    """Holding some dice and rolling the others; `value` is the expected final score.

    >>> table = solve(find_ruleset("crag"))
    >>> advice = Advice(table, Card.empty(table.ruleset), (6, 5, 5), rolls_left=1)
    >>> best = advice.best
    >>> best.faces, advice.positions(best)
    ((5, 5), (1, 2))
    """

    faces: Faces  # of the dice that are held, sorted
    value: float


class BoxChoice(NamedTuple):
    """Scoring the dice in a box; `value` is the expected final score.

    >>> table = solve(find_ruleset("crag"))
    >>> best = Advice(table, Card.empty(table.ruleset), (5, 5, 3), rolls_left=0).best
    >>> best.box, best.points
    (Box('crag'), 50)
    """

    box: Box
    points: int
    bonus: int  # what a Yahtzee bonus adds
    value: float


Choice: TypeAlias = HoldChoice | BoxChoice


class Advice:
    """What can be done in a position, and the expected final score of each with best play after.

    Attributes:
        card: The card before the turn.
        holds: Every distinct hold, best first; none if no roll is left. Holding all dice is worth
            what the best box is, as there is nothing left to roll.
        boxes: Every box that may be filled, in the order of the card.
        is_exact: Whether the values are those of best play, and no estimate of them.
        best: What is best; a box rather than a hold that is worth the same.

    >>> table = solve(find_ruleset("crag"))
    >>> advice = Advice(table, Card.empty(table.ruleset), (5, 5, 6), rolls_left=1)
    >>> advice.best.faces, round(advice.value, 2), round(advice.loss(advice.choices[1]), 2)
    ((5, 5), 149.99, 2.9)
    """

    @check_arguments
    def __init__(
        self, table: ValueTable | SavedRollsTable, card: Card, faces: Faces, rolls_left: int
    ) -> None:
        """Look a position up; quick if the table was asked about the same card before.

        Raises:
            Malformed: If these are no dice, if so many rolls can't be left, or if the card is
                full or of another game.
            Unsolvable: If no game leads to this card.
        """
        turn = table.turn(card)
        value = turn.of_roll(faces, rolls_left)
        self.card, self.faces, self.rolls_left = card, faces, rolls_left
        self.is_exact = table.is_exact
        holds = [HoldChoice(*hold) for hold in turn.holds(tuple(sorted(faces)), rolls_left)]
        self.holds = tuple(sorted(holds, key=_VALUE, reverse=True))
        self.boxes = tuple(
            BoxChoice(potential.box, potential.points, potential.bonus, value)
            for potential, value in turn.postings(faces, rolls_left)
        )
        box = max(self.boxes, key=_VALUE)
        self.best: Choice = box if box.value >= value or not holds else self.holds[0]

    def __repr__(self) -> str:
        return f"Advice({self.card!r}, {self.faces}, {self.best!r})"

    @property
    def value(self) -> float:
        return self.best.value

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Everything that can be done, best first; holding all dice is left to the boxes."""
        rolling = (hold for hold in self.holds if len(hold.faces) < len(self.faces))
        return tuple(sorted((*self.boxes, *rolling), key=_VALUE, reverse=True))

    def loss(self, choice: Choice) -> float:
        """Return how many points a choice is worth less than the best."""
        return self.value - choice.value

    def hold(self, positions: Positions) -> HoldChoice | None:
        """Return the choice of holding the dice at some positions, None if no roll is left."""
        faces = tuple(sorted(self.faces[position] for position in positions))
        return next((hold for hold in self.holds if hold.faces == faces), None)

    def box(self, box: str) -> BoxChoice | None:
        """Return the choice of scoring in a box, None if it may not be filled."""
        return next((choice for choice in self.boxes if choice.box.id == box), None)

    def positions(self, hold: HoldChoice, held: Positions = ()) -> Positions:
        """Return which dice to hold, as many of those held now as possible, else from the left."""
        return place_hold(hold.faces, self.faces, held)


def advise_first_rolls(table: ValueTable) -> tuple[Advice, ...]:
    """Return the advice after each first roll of a game, in the order of the dice."""
    ruleset = table.ruleset
    card, rolls_left = Card.empty(ruleset), ruleset.rolls - 1
    rolls = combinations_with_replacement(range(1, ruleset.sides + 1), ruleset.dice)
    return tuple(Advice(table, card, faces, rolls_left) for faces in rolls)


UPPER_BONUS, REPEAT_BONUS = "upper_bonus", "repeat_bonus"
"""The ids of the reasons that are no boxes."""


class Reason(NamedTuple):
    """What a choice brings in one box or bonus more than another choice."""

    id: str  # of a box, or of a bonus
    name: str
    points: float  # less than zero if it brings less
    short: str = ""  # the name in few columns


def can_explain(table: ValueTable, card: Card) -> bool:
    """Return whether the outcomes are loaded, or so few boxes are open that it goes without."""
    return table.outcomes.can_find(np.array([table.space.index(card)]))


def compare_choices(
    table: ValueTable, advice: Advice, choice: Choice, other: Choice
) -> tuple[Reason, ...]:
    """Return what a choice brings more than another in a position, the most important first.

    The points of all reasons sum to the difference of the values. It takes some milliseconds, and
    late in a game some tenths of a second for the first position; see `can_explain`.
    """
    difference = _expect(table, advice, choice) - _expect(table, advice, other)
    reasons = [
        Reason(name_id, name, float(points), short)
        for (name_id, name, short), points in zip(_names(table.ruleset), difference, strict=True)
        if points
    ]
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.points)))


def _expect(table: ValueTable, advice: Advice, choice: Choice) -> FloatArray:
    """Return the expected points to come by box and bonus after a choice: (boxes + 2,)."""
    card, space, outcomes = advice.card, table.space, table.outcomes
    if isinstance(choice, HoldChoice):
        keeps = space.payoffs.keeps
        start = keeps.keep_odds[keeps.numbers[choice.faces]][:, None]
        found = outcomes.of_turn(space.index(card), start, advice.rolls_left - 1)
        means = found.means[0].astype(np.float64)
    else:
        after = space.index(card.write(choice.box.id, choice.points, choice.bonus))
        means = outcomes.of(np.array([after])).means[0].astype(np.float64)
        means[table.ruleset.place(choice.box.id)] += choice.points
        means[-1] += choice.bonus
    # What is kept is rounded; the open boxes share what is missing.
    missing = choice.value - written_points(card) - means.sum()
    is_open = means > 0
    expected: FloatArray = means + is_open * missing / max(1, is_open.sum())
    return expected


def _names(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    ruleset = RULESETS.get(ruleset.key, ruleset)  # with names in the player's language
    bonus = ruleset.repeat_bonus
    box = "" if bonus is None else ruleset.box(bonus.box).name
    # Translators: the bonus for further dice that fill that box, such as "Yahtzee bonus"
    of_repeats = _("{box} bonus", box=box)
    return [
        *((box.id, box.name, box.short) for box in ruleset.boxes),
        (UPPER_BONUS, _("upper bonus"), _("bonus")),
        (REPEAT_BONUS, of_repeats, of_repeats),
    ]
