"""Dice on the table as numbers: of five dice 462 keeps, of which the last 252 are rolls.

A keep is what a player leaves on the table, from no dice to all of them, as sorted faces. Keeps are
numbered by size, then from many different faces to few (the turn widget is quicker for it), then in
the order of their faces. A roll's own number counts from the first keep of all dice. The counts
are those of Cremers (2002) and Glenn (2006).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules.ruleset import count_faces

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces, Positions, Ruleset

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


class Keeps:
    """The keeps and rolls of a number of dice; shapes are those of five dice of six faces.

    Attributes:
        keeps: Every keep by its number.
        numbers: The number of every keep.
        first_of_size: The number of the first keep of each size, and at last how many there are.
        first_roll: The number, as a keep, of the first roll.
        rolls: Every roll by its number.
        grown: The keep that one more die makes of each keep of fewer than all dice, by its face:
            (210, 6).
        shrunk: The distinct keeps that one die fewer makes of each keep.
    """

    def __init__(self, dice: int, sides: int) -> None:
        self.dice, self.sides = dice, sides
        faces = range(1, sides + 1)
        self.keeps: tuple[Faces, ...] = tuple(
            keep
            for size in range(dice + 1)
            for keep in sorted(
                combinations_with_replacement(faces, size),
                key=lambda keep: (-len(set(keep)), keep),
            )
        )
        self.numbers = {keep: number for number, keep in enumerate(self.keeps)}
        self.first_of_size = tuple(comb(sides + size - 1, sides) for size in range(dice + 2))
        self.first_roll = self.first_of_size[dice]
        self.rolls = self.keeps[self.first_roll :]
        self.grown: IntArray = np.array(
            [
                [self.numbers[tuple(sorted((*keep, face)))] for face in faces]
                for keep in self.keeps[: self.first_roll]
            ]
        )
        self.shrunk = tuple(
            tuple(sorted({self.numbers[keep[:at] + keep[at + 1 :]] for at in range(len(keep))}))
            for keep in self.keeps
        )
        self._within: dict[Faces, tuple[int, ...]] = {}

    def roll_number(self, faces: Faces) -> int:
        """Return the number of the roll that shows these faces in any order."""
        return self.numbers[tuple(sorted(faces))] - self.first_roll

    @cached_property
    def roll_odds(self) -> FloatArray:
        """The probability of every roll when all dice are rolled: (252,)."""
        all_ways = factorial(self.dice)
        ways = (all_ways // prod(map(factorial, count_faces(r, self.sides))) for r in self.rolls)
        return np.array([number / self.sides**self.dice for number in ways])

    @cached_property
    def keep_odds(self) -> FloatArray:
        """The probability of every roll after every keep of fewer than all dice: (210, 252)."""
        rolls = len(self.rolls)
        odds = np.concatenate((np.zeros((self.first_roll, rolls)), np.eye(rolls)))
        for size in reversed(range(self.dice)):
            some = slice(self.first_of_size[size], self.first_of_size[size + 1])
            odds[some] = odds[self.grown[some]].mean(axis=1)
        return odds[: self.first_roll].copy()

    def within(self, faces: Faces) -> tuple[int, ...]:
        """Return the keeps of fewer than all dice in sorted faces, by size, then by faces."""
        found = self._within.get(faces)
        if found is None:
            sizes = (sorted(set(combinations(faces, size))) for size in range(len(faces)))
            found = tuple(self.numbers[keep] for keeps in sizes for keep in keeps)
            self._within[faces] = found
        return found

    @cached_property
    def by_roll(self) -> IntArray:
        """The keeps of fewer than all dice of every roll: (252, 31).

        Rolls with fewer than 31 keeps are filled up with the number `first_roll`.
        """
        found = [self.within(faces) for faces in self.rolls]
        widest = max(map(len, found))
        return np.array([[*each, *[self.first_roll] * (widest - len(each))] for each in found])

    def roll_on(self, keeps: IntArray, faces: IntArray) -> IntArray:
        """Return the rolls after rolling the dice that aren't kept: (games,).

        A keep takes the first of the fresh dice, (games, 5), that it needs.
        """
        keeps = keeps.copy()
        for at in range(self.dice):
            some = np.flatnonzero(keeps < self.first_roll)
            keeps[some] = self.grown[keeps[some], faces[some, at] - 1]
        return keeps - self.first_roll


# Those of eight dice of six faces.
_MOST_ROLLS = 1287


def has_few_rolls(ruleset: Ruleset) -> bool:
    """Return whether the keeps of a game's dice are few enough to work with."""
    return comb(ruleset.dice + ruleset.sides - 1, ruleset.dice) <= _MOST_ROLLS


@lru_cache(maxsize=8)
def find_keeps(dice: int, sides: int) -> Keeps:
    """Return the keeps of a number of dice, worked out once in a process."""
    return Keeps(dice, sides)


def place_hold(hold: Faces, faces: Faces, held: Positions) -> Positions:
    """Return which dice to hold, as many of those held now as possible, else from the left."""
    wanted, chosen = list(hold), []
    for position in (*held, *(at for at in range(len(faces)) if at not in held)):
        if faces[position] in wanted:
            wanted.remove(faces[position])
            chosen.append(position)
    return tuple(sorted(chosen))
