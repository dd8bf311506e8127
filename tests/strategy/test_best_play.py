"""Games of best play: their mean is the expected score, the rest what was measured before."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from tests.rules.conformance import highest_total
from tests.strategy.conftest import EVERY_SOLVABLE, PLAIN
from yahtzee_tui.rules import RULESETS, attainable_points
from yahtzee_tui.strategy.bots import make_bot
from yahtzee_tui.strategy.tournament import play_games

if TYPE_CHECKING:
    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import ValueTable
    from yahtzee_tui.strategy.solver.keeps import IntArray

GAMES, AT_ONCE = 100_000, 5_000

# Means per box, of the upper bonus and of the bonus for further Yahtzees, of the official game.
MEANS = {
    "ones": 1.88, "twos": 5.28, "threes": 8.57, "fours": 12.16, "fives": 15.69, "sixes": 19.19,
    "three_of_a_kind": 21.66, "four_of_a_kind": 13.09, "full_house": 22.59,
    "small_straight": 29.46, "large_straight": 32.71, "yahtzee": 16.87, "chance": 22.01,
    "upper": 23.84, "repeat": 9.58,
}  # fmt: skip
PERCENTILES = {1: 151, 5: 180, 10: 194, 25: 217, 50: 248, 75: 272, 90: 318, 95: 388, 99: 474}


class Results(NamedTuple):
    """How games of a player alone ended: (games,), and the boxes (games, boxes)."""

    totals: IntArray
    boxes: IntArray
    upper_bonus: IntArray
    repeat_bonus: IntArray


def _play(table: ValueTable, number: int, seed: int) -> Results:
    """Return how games of Expert alone end."""
    ruleset, rng = table.ruleset, np.random.default_rng(seed)
    found = []
    for _ in range(0, number, AT_ONCE):
        some = min(number, AT_ONCE)
        shape = (some, 1, len(ruleset.boxes), ruleset.rolls, ruleset.dice)
        faces = rng.integers(1, ruleset.sides + 1, shape)
        expert = make_bot("expert", ruleset, table)
        games = play_games(table.space, [expert], np.zeros((some, 1), np.intp), faces)
        parts = games.totals, games.boxes, games.upper_bonus, games.repeat_bonus
        found.append([part[:, 0] for part in parts])
    return Results(*map(np.concatenate, zip(*found, strict=True)))


def _check_mean(found: IntArray, expected: float, rounding: float = 0.0) -> None:
    error = float(found.std()) / sqrt(len(found))
    assert abs(float(found.mean()) - expected) < 3 * error + rounding


def _check_spread(found: IntArray, expected: float) -> None:
    squares = (found - found.mean()) ** 2
    error = float(squares.std()) / sqrt(len(found)) / (2 * expected)
    assert abs(float(found.std()) - expected) < 3 * error


@pytest.mark.exhaustive
@EVERY_SOLVABLE
def test_the_mean_is_what_was_solved(tables: Tables, ruleset: Ruleset) -> None:
    found = _play(tables[ruleset], 4000, seed=1)
    _check_mean(found.totals, tables[ruleset].expected)
    assert found.totals.max() <= highest_total(ruleset)
    assert (found.totals == found.boxes.sum(axis=1) + found.upper_bonus + found.repeat_bonus).all()
    for place, box in enumerate(ruleset.boxes):
        assert set(found.boxes[:, place].tolist()) <= attainable_points(ruleset, box.id)


@pytest.mark.exhaustive
def test_the_official_game(official: ValueTable) -> None:
    found = _play(official, GAMES, seed=1)
    _check_mean(found.totals, 254.5877287)
    _check_spread(found.totals, 59.608)
    _check_mean((found.upper_bonus > 0).astype(np.intp), 0.6812, rounding=0.0001)
    columns = [*found.boxes.T, found.upper_bonus, found.repeat_bonus]
    for column, mean in zip(columns, MEANS.values(), strict=True):
        _check_mean(column, mean, rounding=0.005)
    ranks = np.percentile(found.totals, list(PERCENTILES))
    assert ranks == pytest.approx(list(PERCENTILES.values()), rel=0.015)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("ruleset", "spread", "seed"),
    [(RULESETS["yatzy"], 38.496, 1), (RULESETS["free-joker"], 59.611, 2), (PLAIN, 39.82, 1)],
    ids=["yatzy", "free-joker", "plain"],
)
def test_how_totals_spread(tables: Tables, ruleset: Ruleset, spread: float, seed: int) -> None:
    found = _play(tables[ruleset], GAMES // 3, seed)
    _check_spread(found.totals, spread)
    if ruleset.id == "yatzy":
        _check_mean(found.totals, 248.4399894)
        _check_mean((found.upper_bonus > 0).astype(np.intp), 0.8981, rounding=0.0001)
