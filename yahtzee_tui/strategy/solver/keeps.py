"""Five dice, numbered: the 462 keeps, of which the 252 of all five dice are the rolls.

A keep is what a player leaves on the table, from no dice to all five, as sorted faces. Keeps are
numbered by size, so that those of five dice come last; a roll's own number counts from the first
of these. Cremers and Glenn count 462 and 252 as well.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules.ruleset import count_faces

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.intp]

DICE = 5
SIDES = 6

_FACES = range(1, SIDES + 1)

KEEPS: tuple[Faces, ...] = tuple(
    keep for size in range(DICE + 1) for keep in combinations_with_replacement(_FACES, size)
)
"""Every keep by its number."""

KEEP_NUMBERS: dict[Faces, int] = {keep: number for number, keep in enumerate(KEEPS)}
"""The number of every keep."""

FIRST_OF_SIZE = tuple(comb(SIDES + size - 1, SIDES) for size in range(DICE + 2))
"""The number of the first keep of each size, and at last how many keeps there are."""

FIRST_ROLL = FIRST_OF_SIZE[DICE]
"""The number, as a keep, of the first roll."""

ROLLS = KEEPS[FIRST_ROLL:]
"""Every roll by its number."""

GROWN: tuple[tuple[int, ...], ...] = tuple(
    tuple(KEEP_NUMBERS[tuple(sorted((*keep, face)))] for face in _FACES)
    for keep in KEEPS[:FIRST_ROLL]
)
"""The keeps that one more die makes of each keep of fewer than five, by the face of that die."""

SHRUNK: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted({KEEP_NUMBERS[keep[:at] + keep[at + 1 :]] for at in range(len(keep))}))
    for keep in KEEPS
)
"""The keeps that one die fewer makes of each keep."""


def roll_number(faces: Faces) -> int:
    """Return the number of the roll that shows these faces in any order."""
    return KEEP_NUMBERS[tuple(sorted(faces))] - FIRST_ROLL


@cache
def roll_odds() -> FloatArray:
    """Return the probability of every roll when all dice are rolled: (252,)."""
    ways = (factorial(DICE) // prod(map(factorial, count_faces(faces))) for faces in ROLLS)
    return np.array([number / SIDES**DICE for number in ways])


@cache
def keep_odds() -> FloatArray:
    """Return the probability of every roll after every keep of fewer than five: (210, 252)."""
    odds = np.concatenate((np.zeros((FIRST_ROLL, len(ROLLS))), np.eye(len(ROLLS))))
    for size in reversed(range(DICE)):
        some = slice(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1])
        odds[some] = odds[np.array(GROWN[some])].mean(axis=1)
    return odds[:FIRST_ROLL].copy()


class Rerolls(NamedTuple):
    """The keeps that leave something to roll, of every roll, one roll's after the other's.

    Attributes:
        keeps: Their numbers, (4116,).
        starts: Where the keeps of each roll begin, (252,).
    """

    keeps: IntArray
    starts: IntArray


@cache
def rerolls() -> Rerolls:
    """Return the keeps that leave something to roll, of every roll."""
    some = [keeps_within(faces) for faces in ROLLS]
    starts = np.cumsum([0, *map(len, some[:-1])])
    return Rerolls(np.concatenate([np.array(keeps) for keeps in some]), starts)


@cache
def keeps_within(faces: Faces) -> tuple[int, ...]:
    """Return the numbers of the keeps of fewer than all dice that sorted faces contain."""
    found = {keep for size in range(len(faces)) for keep in combinations(faces, size)}
    return tuple(sorted(KEEP_NUMBERS[keep] for keep in found))
