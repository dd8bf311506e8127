"""Relatives of the game that the program doesn't play yet, described with its own dataclasses.

They show that the model of a rule set is no dead end: nothing in the package knows of them.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.rules import BUILT_IN, OFFICIAL, RULESETS, Box, Ruleset, Section
from yahtzee_tui.rules.patterns import Anything, Counts, Groups, Matching, Run
from yahtzee_tui.rules.ruleset import Counted, Order, Points, UpperBonus, count_faces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules.patterns import Pattern
    from yahtzee_tui.rules.ruleset import Faces

ALL, MATCHED = Points(dice=Counted.ALL), Points(dice=Counted.MATCHED)


@dataclass(frozen=True)
class OneColor:
    """A pattern of Kismet: all dice of one color, where 1-6, 2-5 and 3-4 have the same."""

    size = 5

    def matched(self, counts: Counts) -> int | None:
        """Return the sum of the dice if opposite faces are the only ones there."""
        total = sum(face * count for face, count in enumerate(counts, 1))
        pairs = ((low, 7 - low) for low in (1, 2, 3))
        return total if any(sum(counts[f - 1] for f in pair) == 5 for pair in pairs) else None


def _example(pattern: Pattern, dice: int) -> Faces:
    """Return the first dice, in numerical order, that show a pattern."""
    rolls = combinations_with_replacement(range(1, 7), dice)
    return next(faces for faces in rolls if pattern.matched(count_faces(faces)) is not None)


def _boxes(section: Section, *rows: tuple[str, Pattern, Points], dice: int = 5) -> tuple[Box, ...]:
    return tuple(
        Box(name, name, name[:11], f"{section.value[0]}{at}", section, pattern, points, name,
            _example(pattern, dice))
        for at, (name, pattern, points) in enumerate(rows, 1)
    )  # fmt: skip


_UPPER = [(f"face{face}", Matching(face), MATCHED) for face in range(1, 7)]

MAXI = BUILT_IN["maxi-yatzy"]

KISMET = Ruleset(
    id="kismet",
    name="Kismet",
    summary="Tiered bonus, boxes that pay the sum and more",
    boxes=_boxes(Section.UPPER, *_UPPER)
    + _boxes(
        Section.LOWER,
        ("two_pairs", Groups((2, 2)), ALL),
        ("three_of_a_kind", Groups((3,)), ALL),
        ("straight", Run(5), Points(30)),
        ("flush", OneColor(), Points(35)),
        ("full_house", Groups((3, 2)), Points(15, Counted.ALL)),
        ("four_of_a_kind", Groups((4,)), Points(25, Counted.ALL)),
        ("yarborough", Anything(), ALL),
        ("kismet", Groups((5,)), Points(50, Counted.ALL)),
    ),
    upper_bonus=UpperBonus(((63, 35), (71, 55), (78, 75))),
)

# The official game in a forced order keeps the forced joker, the policy that could clash with it.
DOWNWARD = replace(OFFICIAL, id="downward", name="Forced order", order=Order.DOWN)
UPWARD = replace(OFFICIAL, id="upward", name="Forced order, upward", order=Order.UP)
SHORT = replace(OFFICIAL, id="two-rolls", name="Two rolls a turn", rolls=2)

OTHERS = {ruleset.id: ruleset for ruleset in (KISMET, DOWNWARD, UPWARD, SHORT)}


@contextmanager
def registered() -> Iterator[None]:
    """Let records find these rule sets by their ids, for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for ruleset in OTHERS.values():
            patch.setitem(RULESETS, ruleset.id, ruleset)
        yield
