"""The values within one turn from a card: of every roll, every hold and every posting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Malformed
from yahtzee_tui.strategy.solver.keeps import find_keeps
from yahtzee_tui.strategy.solver.turn_recursion import TurnWidget
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.rules import Card, Faces, Potential
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace

EQUAL = 1e-9
"""Values that differ by less are equal, so that bots decide the same however values were summed."""

# So that what is worth the same has the same value, on every machine.
_DECIMALS = 10


class TurnValues:
    """The values of a turn, such as expected final scores or chances of winning.

    All are worked out at once, `value` being that before the first roll; the methods look them up.
    """

    def __init__(self, card: Card, postings: FloatArray) -> None:
        """Work out the values of all rolls and holds, for a card with a box open.

        `postings` has the value of every posting of every roll: (boxes, 252), or with those of
        first rolls (boxes, 504); minus infinity where the rules forbid it. Where unused rolls are
        saved it has these by the rolls left, from none to the most: (rolls, boxes, 252).
        """
        self.card = card
        self._keeps = find_keeps(card.ruleset.dice, card.ruleset.sides)
        postings = np.round(postings, _DECIMALS)
        if postings.ndim == 2 and postings.shape[1] > len(self._keeps.rolls):
            later, first = np.split(postings, 2, axis=1)
            postings = np.stack([later] * (card.ruleset.rolls - 1) + [first])
        same = postings.ndim == 2
        most = card.ruleset.rolls - 1 if same else len(postings) - 1
        # By how many rolls are left; a hold needs one.
        self._postings: list[FloatArray] = [postings] * (most + 1) if same else [*postings]
        best = [each.max(axis=0) for each in ([postings] if same else postings)]
        widget = TurnWidget(self._keeps, 1)
        widget.rolls[:, 0] = best[0]
        self._scored: list[list[float]] = [each.tolist() for each in best]
        self._rolls: list[list[float]] = [widget.rolls[:, 0].tolist()]
        self._holds: list[list[float]] = [[]]
        for left in range(1, most + 1):
            widget.add_die()
            np.round(widget.holds, _DECIMALS, out=widget.holds)
            self._holds.append(widget.holds[:, 0].tolist())
            if not same:
                widget.rolls[:, 0] = best[left]
            widget.keep_best()
            self._rolls.append(widget.rolls[:, 0].tolist())
        self.value = round(float(widget.expected()[0]), _DECIMALS)

    @classmethod
    def of_card(
        cls,
        space: StateSpace,
        card: Card,
        afterstate_values: Callable[[IntArray], FloatArray],
        written: int = 0,
    ) -> TurnValues:
        """Work out the values of a turn whose postings are worth their points and what comes after.

        `written` points, which the card has already, are added to all values. Raise `Unsolvable` if
        no game leads to such a card.
        """
        state = np.array([space.index(card)])
        afterstates = afterstate_values(state)[:, 0]
        chart = space.payoffs.chart(int(space.like(state)[0]))
        postings = posting_values(chart.points, afterstates[chart.transitions]) + written
        return cls(card, postings + space.payoffs.bonus * space.armed(state))

    def of_roll(self, faces: Faces, rolls_left: int) -> float:
        """Return the value of what the dice show, with best play from here; raise as `of_hold`."""
        self._check(faces, rolls_left)
        return self._rolls[rolls_left][self._keeps.roll_number(faces)]

    def of_hold(self, hold: Faces, faces: Faces, rolls_left: int) -> float:
        """Return the value of rolling on with some of the dice held, in any order.

        With all of them held there is nothing to roll, so that this is the value of the best box.

        Raises:
            Malformed: If these are no dice, or no such roll can be left.
        """
        self._check(faces, rolls_left)
        if len(hold) == len(faces):
            return self._best_posting(faces, rolls_left)
        if not rolls_left:
            raise Malformed("no_rolls_left", _("No rolls left, so dice can't be held."))
        number = self._keeps.numbers.get(tuple(sorted(hold)))
        if number is None or any(hold.count(face) > faces.count(face) for face in hold):
            raise Malformed("bad_hold", _("You can only keep dice you rolled."))
        return self._holds[rolls_left][number]

    def of_posting(self, box: str, faces: Faces, rolls_left: int = 0) -> float | None:
        """Return the value of a posting, None where the rules forbid it; raise as `of_hold`.

        The rolls left matter only where they are saved, or first rolls pay more.
        """
        place = self.card.ruleset.place(box)
        self.card.ruleset.check_faces(faces)
        value = float(self._postings[rolls_left][place, self._keeps.roll_number(faces)])
        return value if value > -np.inf else None

    def holds(self, faces: Faces, rolls_left: int) -> Iterator[tuple[Faces, float]]:
        """Yield every distinct hold of sorted faces and its value; none without a roll left."""
        if not rolls_left:
            return
        values = self._holds[rolls_left]
        for number in self._keeps.within(faces):
            yield self._keeps.keeps[number], values[number]
        yield faces, self._best_posting(faces, rolls_left)

    def postings(self, faces: Faces, rolls_left: int = 0) -> Iterator[tuple[Potential, float]]:
        """Yield every box that may be filled, in the order of the card, and its value."""
        values = self._postings[rolls_left][:, self._keeps.roll_number(faces)].tolist()
        places = self.card.ruleset.places
        is_first = rolls_left == self.card.ruleset.rolls - 1
        for potential in self.card.potentials(faces, is_first=is_first):
            if potential.refusal is None:
                yield potential, values[places[potential.box.id]]

    def _best_posting(self, faces: Faces, rolls_left: int) -> float:
        scored = self._scored[rolls_left if len(self._scored) > 1 else 0]
        return scored[self._keeps.roll_number(faces)]

    def _check(self, faces: Faces, rolls_left: int) -> None:
        ruleset = self.card.ruleset
        ruleset.check_faces(faces)
        if type(rolls_left) is not int or not 0 <= rolls_left < len(self._rolls):
            most = len(self._rolls) - 1
            sentence = _(
                "Rolls left must be 0 to {most}, not {given}.", most=most, given=repr(rolls_left)
            )
            raise Malformed("bad_rolls_left", sentence)


def posting_values(points: FloatArray, after: FloatArray) -> FloatArray:
    """Return points plus what comes after, minus infinity where the points are: forbidden postings.

    What comes after may be NaN there, as no game gets there.
    """
    return np.where(points > -np.inf, points + after, -np.inf)
