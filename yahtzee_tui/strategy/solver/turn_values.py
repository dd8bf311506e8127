"""What a turn is worth, from a card: after every roll, every hold and every posting of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Malformed
from yahtzee_tui.strategy.solver.keeps import (
    KEEP_NUMBERS,
    KEEPS,
    FloatArray,
    keep_odds,
    keeps_within,
    rerolls,
    roll_number,
    roll_odds,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Card, Faces, Potential, Ruleset

# So that what is worth the same has the same value, on every machine.
_DECIMALS = 10


class TurnValues:
    """The values of a turn: expected final scores, with what is written on the card already.

    All are worked out at once, and the methods then only look them up.

    Attributes:
        card: The card as it is before the turn.
        value: The value before the first roll.
    """

    def __init__(self, card: Card, postings: FloatArray) -> None:
        """Work out the values of all rolls and holds.

        Args:
            card: A card with a box open.
            postings: The value of every posting of every roll: (boxes, 252); minus infinity where
                the rules forbid it.
        """
        self.card = card
        self._postings = postings = np.round(postings, _DECIMALS)
        odds, (keeps, starts) = keep_odds(), rerolls()
        scored = best = postings.max(axis=0)
        self._rolls: list[list[float]] = [best.tolist()]
        self._holds: list[list[float]] = []
        for _ in range(card.ruleset.rolls - 1):
            holds = np.round(np.einsum("kr,r->k", odds, best), _DECIMALS)
            best = np.maximum(np.maximum.reduceat(holds[keeps], starts), scored)
            self._holds.append(holds.tolist())
            self._rolls.append(best.tolist())
        self.value = float(np.dot(roll_odds(), best))

    def of_roll(self, faces: Faces, rolls_left: int) -> float:
        """Return the value of what the dice show, with best play from here.

        Raises:
            Malformed: If these are no dice, or so many rolls can't be left.
        """
        self.card.ruleset.check_faces(faces)
        check_rolls_left(self.card.ruleset, rolls_left)
        return self._rolls[rolls_left][roll_number(faces)]

    def of_hold(self, hold: Faces, faces: Faces, rolls_left: int) -> float:
        """Return the value of rolling on with some of the dice held.

        With all of them held there is nothing to roll, so that this is the value of the best box.

        Args:
            hold: The faces of the dice that are held, in any order.
            faces: What all dice show.
            rolls_left: How many rolls are left, the one to come among them.

        Raises:
            Malformed: If these are no dice, or no such roll can be left.
        """
        self.card.ruleset.check_faces(faces)
        check_rolls_left(self.card.ruleset, rolls_left)
        if len(hold) == len(faces):
            return self._rolls[0][roll_number(faces)]
        if not rolls_left:
            raise Malformed("no_rolls_left", "No rolls are left to hold dice for.")
        number = KEEP_NUMBERS.get(tuple(sorted(hold)))
        if number is None or any(hold.count(face) > faces.count(face) for face in hold):
            raise Malformed("bad_hold", "These dice can't be held: they aren't there.")
        return self._holds[rolls_left - 1][number]

    def of_posting(self, box: str, faces: Faces) -> float | None:
        """Return the value of scoring the dice in a box, None where the rules forbid it.

        Raises:
            Malformed: If these are no dice, or the game has no such box.
        """
        place = self.card.ruleset.place(box)
        self.card.ruleset.check_faces(faces)
        value = float(self._postings[place, roll_number(faces)])
        return value if value > -np.inf else None

    def holds(self, faces: Faces, rolls_left: int) -> Iterator[tuple[Faces, float]]:
        """Yield every hold of sorted faces that can be told apart, and its value.

        Holding all dice is among them; nothing is where no roll is left.
        """
        if not rolls_left:
            return
        values = self._holds[rolls_left - 1]
        for number in keeps_within(faces):
            yield KEEPS[number], values[number]
        yield faces, self._rolls[0][roll_number(faces)]

    def postings(self, faces: Faces) -> Iterator[tuple[Potential, float]]:
        """Yield every box that may be filled, in the order of the card, and its value."""
        values = self._postings[:, roll_number(faces)].tolist()
        places = self.card.ruleset.places
        for potential in self.card.potentials(faces):
            if potential.refusal is None:
                yield potential, values[places[potential.box.id]]


def check_rolls_left(ruleset: Ruleset, rolls_left: int) -> None:
    """Make sure that so many rolls can be left once the dice were rolled.

    Raises:
        Malformed: If they can't.
    """
    if type(rolls_left) is not int or not 0 <= rolls_left < ruleset.rolls:
        most = ruleset.rolls - 1
        raise Malformed("bad_rolls_left", f"After a roll 0 to {most} are left, not {rolls_left!r}.")
