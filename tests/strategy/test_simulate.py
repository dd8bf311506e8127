"""Games of best play: their mean is the expected score, the rest what was measured before."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.strategy.conftest import EVERY_SOLVABLE, PLAIN
from yahtzee_tui.rules import RULESETS, attainable_points
from yahtzee_tui.strategy.simulate import simulate

if TYPE_CHECKING:
    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Table
    from yahtzee_tui.strategy.rolls import IntArray

GAMES = 100_000

# Means per box, of the upper bonus and of the bonus for further Yahtzees, of the official game.
MEANS = {
    "ones": 1.88,
    "twos": 5.28,
    "threes": 8.57,
    "fours": 12.16,
    "fives": 15.69,
    "sixes": 19.19,
    "three_of_a_kind": 21.66,
    "four_of_a_kind": 13.09,
    "full_house": 22.59,
    "small_straight": 29.46,
    "large_straight": 32.71,
    "yahtzee": 16.87,
    "chance": 22.01,
    "upper": 23.84,
    "repeat": 9.58,
}
PERCENTILES = {1: 151, 5: 180, 10: 194, 25: 217, 50: 248, 75: 272, 90: 318, 95: 388, 99: 474}


def _check_mean(found: IntArray, expected: float, rounding: float = 0.0) -> None:
    error = float(found.std()) / sqrt(len(found))
    assert abs(float(found.mean()) - expected) < 3 * error + rounding


def _check_spread(found: IntArray, expected: float) -> None:
    squares = (found - found.mean()) ** 2
    error = float(squares.std()) / sqrt(len(found)) / (2 * expected)
    assert abs(float(found.std()) - expected) < 3 * error


@EVERY_SOLVABLE
def test_the_mean_is_what_was_solved(tables: Tables, ruleset: Ruleset) -> None:
    found = simulate(tables[ruleset], 4000, seed=1)
    _check_mean(found.totals, tables[ruleset].expected)
    assert found.totals.max() <= ruleset.highest_total
    assert (found.totals == found.boxes.sum(axis=1) + found.upper_bonus + found.repeat_bonus).all()
    for place, box in enumerate(ruleset.boxes):
        assert set(found.boxes[:, place].tolist()) <= attainable_points(ruleset, box.id)


def test_a_seed_decides_everything(official: Table) -> None:
    once, again, other = (simulate(official, 500, seed).totals for seed in (5, 5, 6))
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)


@pytest.mark.slow
def test_the_official_game(official: Table) -> None:
    found = simulate(official, GAMES, seed=1)
    _check_mean(found.totals, 254.5877287)
    _check_spread(found.totals, 59.608)
    _check_mean((found.upper_bonus > 0).astype(np.intp), 0.6812, rounding=0.0001)
    columns = [*found.boxes.T, found.upper_bonus, found.repeat_bonus]
    for column, mean in zip(columns, MEANS.values(), strict=True):
        _check_mean(column, mean, rounding=0.005)
    ranks = np.percentile(found.totals, list(PERCENTILES))
    assert ranks == pytest.approx(list(PERCENTILES.values()), abs=3)


@pytest.mark.slow
def test_scandinavian_yatzy(tables: Tables) -> None:
    found = simulate(tables[RULESETS["yatzy"]], GAMES, seed=1)
    _check_mean(found.totals, 248.4399894)
    _check_spread(found.totals, 38.496)
    _check_mean((found.upper_bonus > 0).astype(np.intp), 0.8981, rounding=0.0001)


@pytest.mark.slow
def test_the_free_joker_spreads_a_little_more(tables: Tables) -> None:
    found = simulate(tables[RULESETS["free-joker"]], GAMES, seed=2)
    _check_spread(found.totals, 59.611)


@pytest.mark.slow
def test_the_plain_game(tables: Tables) -> None:
    _check_spread(simulate(tables[PLAIN], GAMES, seed=1).totals, 39.82)
