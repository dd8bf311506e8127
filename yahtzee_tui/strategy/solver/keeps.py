"""Dice on the table as numbers: the 462 keeps of up to five dice, of which the last 252 are rolls.

A keep is what a player leaves on the table, from no dice to all five, as sorted faces. Keeps are
numbered by size, then from many different faces to few (the turn widget is quicker for it), then in
the order of their faces. A roll's own number counts from the first keep of five dice. The counts
are those of Cremers (2002) and Glenn (2006).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules.ruleset import count_faces

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces, Positions

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

DICE = 5
SIDES = 6

_FACES = range(1, SIDES + 1)

KEEPS: tuple[Faces, ...] = tuple(
    keep
    for size in range(DICE + 1)
    for keep in sorted(
        combinations_with_replacement(_FACES, size), key=lambda keep: (-len(set(keep)), keep)
    )
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

GROWN: IntArray = np.array(
    [[KEEP_NUMBERS[tuple(sorted((*keep, face)))] for face in _FACES] for keep in KEEPS[:FIRST_ROLL]]
)
"""The keep that one more die makes of each keep of fewer than five, by its face: (210, 6)."""

SHRUNK: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted({KEEP_NUMBERS[keep[:at] + keep[at + 1 :]] for at in range(len(keep))}))
    for keep in KEEPS
)
"""The distinct keeps that one die fewer makes of each keep."""


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
        odds[some] = odds[GROWN[some]].mean(axis=1)
    return odds[:FIRST_ROLL].copy()


@cache
def keeps_within(faces: Faces) -> tuple[int, ...]:
    """Return the keeps of fewer than all dice in sorted faces, by size, then by faces."""
    sizes = (sorted(set(combinations(faces, size))) for size in range(len(faces)))
    return tuple(KEEP_NUMBERS[keep] for keeps in sizes for keep in keeps)


@cache
def keeps_by_roll() -> IntArray:
    """Return the keeps of fewer than all dice of every roll: (252, 31).

    Rolls with fewer than 31 keeps are filled up with the number `FIRST_ROLL`.
    """
    found = [keeps_within(faces) for faces in ROLLS]
    widest = max(map(len, found))
    return np.array([[*keeps, *[FIRST_ROLL] * (widest - len(keeps))] for keeps in found])


def roll_on(keeps: IntArray, faces: IntArray) -> IntArray:
    """Return the rolls after rolling the dice that aren't kept: (games,).

    A keep takes the first of the fresh dice, (games, 5), that it needs.
    """
    keeps = keeps.copy()
    for at in range(DICE):
        some = np.flatnonzero(keeps < FIRST_ROLL)
        keeps[some] = GROWN[keeps[some], faces[some, at] - 1]
    return keeps - FIRST_ROLL


def place_hold(hold: Faces, faces: Faces, held: Positions) -> Positions:
    """Return which dice to hold, as many of those held now as possible, else from the left."""
    wanted, chosen = list(hold), []
    for position in (*held, *(at for at in range(len(faces)) if at not in held)):
        if faces[position] in wanted:
            wanted.remove(faces[position])
            chosen.append(position)
    return tuple(sorted(chosen))
