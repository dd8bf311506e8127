"""Solved tables, each solved once for all processes of a test run."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from _pytest.mark import ParameterSet

from tests.rules.othersets import DOWNWARD, SHORT, UPWARD
from yahtzee_tui.rules import OFFICIAL, RULESETS, Ruleset
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import ValueTable, load_outcomes, load_value_table
from yahtzee_tui.strategy.bots import make_bot
from yahtzee_tui.strategy.solver.batch import BatchGames
from yahtzee_tui.strategy.tournament import play_games

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


def load_all(ruleset: Ruleset) -> ValueTable:
    """Return the table of a rule set with its outcomes, solved by one process at a time.

    All others wait for it and read what it solved.
    """
    cache_folder().mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(cache_folder() / f"{ruleset.id}.lock", timeout=600)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        found = load_value_table(ruleset, cache_folder()).table
        load_outcomes(found, cache_folder())
    return found


class Tables(dict["Ruleset", ValueTable]):
    """Tables by rule set, solved when they are first asked for."""

    def __missing__(self, ruleset: Ruleset) -> ValueTable:
        is_quick = ruleset.id in QUICK
        self[ruleset] = (
            load_all(ruleset) if is_quick else load_value_table(ruleset, cache_folder()).table
        )
        return self[ruleset]


def play_experts(table: ValueTable, number: int, rng: np.random.Generator) -> BatchGames:
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
