"""Solved tables, each solved once for all processes of a test run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.rules.othersets import DOWNWARD, SHORT, UPWARD
from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import ValueTable, load_outcomes, load_value_table
from yahtzee_tui.strategy.bots import make_bot
from yahtzee_tui.strategy.tournament import play_games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark import ParameterSet

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.simulate import BatchGames

# The game that Cremers and Verhoeff began with.
PLAIN = replace(OFFICIAL, id="plain", name="Neither bonus nor joker", repeat_bonus=None, joker=None)

SOLVABLE = {
    ruleset.id: ruleset
    for ruleset in (*RULESETS.values(), DOWNWARD, UPWARD, SHORT, PLAIN)
    if not ruleset.saved_rolls
}

# Those that every run of the tests can wait for.
QUICK = {"official", "yz", "crag", "generala", "downward", "upward"}


def some_slow(ids: Iterable[str]) -> list[ParameterSet]:
    """Return rule sets as parameters, those marked that take longer to solve."""
    slow = [pytest.mark.slow]
    return [
        pytest.param(SOLVABLE[each], id=each, marks=[] if each in QUICK else slow) for each in ids
    ]


EVERY_SOLVABLE = pytest.mark.parametrize("ruleset", some_slow(SOLVABLE))


class Tables(dict["Ruleset", ValueTable]):
    """Tables by rule set, solved when they are first asked for."""

    def __missing__(self, ruleset: Ruleset) -> ValueTable:
        found = load_value_table(ruleset, cache_folder()).table
        if ruleset.id in QUICK:
            load_outcomes(found, cache_folder())
        self[ruleset] = found
        return found


def play_experts(table: ValueTable, number: int, rng: np.random.Generator) -> BatchGames:
    """Return games that Expert played alone."""
    ruleset = table.ruleset
    shape = (number, 1, len(ruleset.boxes), ruleset.rolls, ruleset.dice)
    faces = rng.integers(1, ruleset.sides + 1, shape)
    expert = make_bot("expert", ruleset, table)
    return play_games(table.space, [expert], np.zeros((number, 1), np.intp), faces)


@pytest.fixture(scope="session")
def tables() -> Tables:
    return Tables()


@pytest.fixture(scope="session")
def official(tables: Tables) -> ValueTable:
    return tables[OFFICIAL]
