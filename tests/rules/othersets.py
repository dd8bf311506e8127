"""Relatives of the game that the program doesn't play yet, described with its own dataclasses.

They show that the model of a rule set is no dead end: nothing in the package knows of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from yahtzee_tui.rules import BUILT_IN, OFFICIAL, RULESETS
from yahtzee_tui.rules.ruleset import Order

MAXI, KISMET = BUILT_IN["maxi-yatzy"], BUILT_IN["kismet"]

# The official game in a forced order keeps the forced joker, the policy that could clash with it.
DOWNWARD = replace(OFFICIAL, id="downward", name="Forced order", order=Order.DOWN)
UPWARD = replace(OFFICIAL, id="upward", name="Forced order, upward", order=Order.UP)
SHORT = replace(OFFICIAL, id="two-rolls", name="Two rolls a turn", rolls=2)

OTHERS = {ruleset.id: ruleset for ruleset in (DOWNWARD, UPWARD, SHORT)}


@contextmanager
def registered() -> Iterator[None]:
    """Let records find these rule sets by their ids, for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for ruleset in OTHERS.values():
            patch.setitem(RULESETS, ruleset.id, ruleset)
        yield
