"""Advice in a position: what every hold and every box is worth, and what is best."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from yahtzee_tui.errors import check_arguments
from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.solver.keeps import place_hold

if TYPE_CHECKING:
    from yahtzee_tui.rules import Box, Faces, Positions
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
