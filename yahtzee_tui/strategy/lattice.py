"""The rolls of a turn, backwards, for many cards at once.

Rows are keeps and columns are cards; what a keep is worth is the mean over the six faces of one
more die, and what a roll is worth is the best of the keeps within it. Both go from size to size,
1050 sums and 1260 maxima of whole rows, so that numpy does all the arithmetic and lets other
threads run meanwhile.
"""

from __future__ import annotations

import numpy as np

from yahtzee_tui.strategy.rolls import (
    DICE,
    FIRST_OF_SIZE,
    FIRST_ROLL,
    GROWN,
    KEEPS,
    SHRUNK,
    SIDES,
    FloatArray,
    roll_odds,
)


class Lattice:
    """A sheet of values, a row for each keep and a column for each card.

    Attributes:
        sheet: The values, (462, cards).
        rolls: The rows of the rolls, by the number of the roll.
    """

    def __init__(self, sheet: FloatArray) -> None:
        """Lay out the rows.

        Args:
            sheet: What to work in, (462, cards); nothing in it is read before it is written.
        """
        self.sheet = sheet
        self._rows: list[FloatArray] = list(sheet)
        self.rolls = self._rows[FIRST_ROLL:]

    def fill(self, values: FloatArray) -> None:
        """Give every roll the same values: (cards,)."""
        self.sheet[FIRST_ROLL:] = values

    def reroll(self) -> None:
        """Make the values of rolls those with one more roll left."""
        self.add_dice()
        self.take_best()

    def expected(self) -> FloatArray:
        """Return what a roll of all dice is worth: (cards,)."""
        # Not a matrix product: the library behind that has threads of its own.
        found: FloatArray = np.einsum("r,rc->c", roll_odds(), self.sheet[FIRST_ROLL:])
        return found

    def add_dice(self) -> None:
        """Give every keep the mean over the rolls that it may become."""
        rows, add = self._rows, np.add
        for size in reversed(range(DICE)):
            first, end = FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]
            for row, (one, two, *others) in zip(
                rows[first:end], GROWN[first:end], strict=True
            ):  # fmt: skip
                add(rows[one], rows[two], out=row)
                for other in others:
                    add(row, rows[other], out=row)
            some = self.sheet[first:end]
            np.multiply(some, 1 / SIDES, out=some)

    def take_best(self) -> None:
        """Give every roll, and on the way every keep, the best of the keeps within it."""
        # A row of five dice holds what the roll was worth with one roll fewer, and keeping it all
        # stays possible: that is never better than scoring, so nothing is lost nor won.
        rows, maximum = self._rows, np.maximum
        for keep in range(1, len(KEEPS)):
            row = rows[keep]
            for fewer in SHRUNK[keep]:
                maximum(row, rows[fewer], out=row)
