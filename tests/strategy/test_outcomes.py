"""The distribution of final scores: as simulated games have it; and what is certain."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.random import default_rng

from tests.rules.house_rules import read_seed
from tests.strategy.brute_force import game_of, random_card
from tests.strategy.conftest import EVERY_SOLVABLE, QUICK, SOLVABLE, play_experts
from yahtzee_tui.rules import Card
from yahtzee_tui.strategy import Unsolvable, solve
from yahtzee_tui.strategy.solver.outcomes import find_errors, find_outcomes
from yahtzee_tui.strategy.winning import Forecaster

if TYPE_CHECKING:
    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import ValueTable

GAMES = 4000
LEVELS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)


def check_games(table: ValueTable, seed: int) -> None:
    """Check that simulated games end as a table says."""
    table.outcomes.table = find_outcomes(table.space, table.values, lambda _: None, lambda: False)
    spread, totals = table.outcomes.spread, play_experts(table, GAMES, default_rng(seed)).totals
    assert spread.least <= totals.min() <= totals.max() <= spread.most
    error = spread.deviation / GAMES**0.5
    assert totals.mean() == pytest.approx(table.expected, abs=5 * error + 1e-9)
    variance = spread.deviation**2
    fourth = float(spread.odds @ (np.arange(len(spread.odds)) - table.expected) ** 4)
    error = np.sqrt(max(fourth - variance**2, 0) / GAMES)
    assert totals.var() == pytest.approx(variance, abs=5 * error + 1e-6 + 25 * variance / GAMES)
    for total in {spread.percentile(100 * level) for level in LEVELS} | set(range(0, 400, 50)):
        chance = spread.at_least(total)
        limit = 5 * np.sqrt(chance * (1 - chance) / GAMES) + 5 / GAMES * (0 < chance < 1)
        assert (totals >= total).mean() == pytest.approx(chance, abs=limit), total
    below = np.concatenate(([0.0], spread.odds.cumsum()))
    for level in LEVELS:
        at = spread.percentile(100 * level)
        assert spread.least <= at <= spread.most
        assert below[at] - 1e-9 <= level <= below[at + 1] + 1e-9


def test_the_scores_of_random_rules_are_those_of_simulated_games() -> None:
    checked = 0
    for seed in range(60):
        with suppress(Unsolvable):
            if ruleset := read_seed(seed):
                check_games(solve(ruleset), seed)
                checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(each, id=each.id, marks=[] if each.id in QUICK else pytest.mark.exhaustive)
        for each in SOLVABLE.values()
    ],
)
def test_the_table_agrees_with_all_frequencies(tables: Tables, ruleset: Ruleset) -> None:
    """`find_outcomes` asks the same of every table that it makes."""
    table = tables[ruleset]
    outcomes = table.outcomes.table
    if outcomes is None:
        outcomes = find_outcomes(table.space, table.values, lambda _: None, lambda: False)
    worst, mean = find_errors(table.space, table.values, outcomes)
    assert worst <= 0.0013
    assert mean <= 0.0002


@EVERY_SOLVABLE
def test_what_is_certain_has_a_chance_of_exactly_one_or_none(
    tables: Tables, ruleset: Ruleset
) -> None:
    table, rng = tables[ruleset], Random(17)
    forecaster = Forecaster(table)
    for open_boxes in range(1, len(ruleset.boxes) + 1):
        card = random_card(ruleset, rng, open_boxes)
        if not table.outcomes.can_find(np.array([table.space.index(card)])):
            continue
        written = card.upper_total + card.lower_total
        faces = tuple(sorted(rng.choices(range(1, ruleset.sides + 1), k=ruleset.dice)))
        for target, chance in ((written, 1), (0, 1), (written + 10_000, 0)):
            turn = forecaster.turn_to_reach(card, target)
            values = [turn.value, *(value for _, value in turn.postings(faces))]
            values += [value for _, value in turn.holds(faces, ruleset.rolls - 1)]
            assert set(values) == {chance}, (card, target)


def test_a_decided_game_is_won_by_exactly_one(official: ValueTable) -> None:
    """Also with many boxes open: who has filled the card has less than the other already has."""
    forecaster, ruleset = Forecaster(official), official.ruleset
    low = Card(ruleset, (0,) * len(ruleset.boxes))
    for open_boxes in range(1, len(ruleset.boxes)):
        card = Card(ruleset, (*(None,) * open_boxes, *(0,) * (12 - open_boxes), 25))
        for cards, shares in (((low, card), (0, 1)), ((card, low, low), (1, 0, 0))):
            assert forecaster.forecast(game_of(*cards)).shares == shares, open_boxes
