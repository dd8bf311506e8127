"""The chances of winning and of totals: against trying everything, and simulated games."""

import tracemalloc
from collections import defaultdict
from contextlib import suppress
from functools import cache
from random import Random

import numpy as np
import pytest
from numpy.random import default_rng

from tests.rules.house_rules import read_seed
from tests.source import ROOT
from tests.strategy.brute_force import (
    BruteTurn,
    brute_last_share,
    brute_share,
    brute_totals,
    game_of,
    only_open,
    random_card,
    throws,
    within,
)
from tests.strategy.conftest import EVERY_SOLVABLE, Tables, play_experts
from yahtzee_tui.rules import OFFICIAL, Card, Game, NotNow, Rolled, Ruleset
from yahtzee_tui.strategy import Unsolvable, ValueTable, solve
from yahtzee_tui.strategy.forecast import Forecaster
from yahtzee_tui.strategy.solver.outcome_table import OutcomeTable, ToCome
from yahtzee_tui.strategy.solver.outcomes import find_errors, find_outcomes

GOLDEN = ROOT / "tests" / "golden" / "win_chances.txt"


@pytest.mark.exhaustive
def test_chances_at_every_number_of_open_boxes(official: ValueTable) -> None:
    """Against an independent program, `win_chances.cpp`, for 2 to 8 players."""
    forecaster, errors = Forecaster(official), defaultdict[int, list[float]](list)
    for line in GOLDEN.read_text("utf-8").splitlines():
        position, shares = line.split(" = ")
        players, *numbers = map(int, position.split())
        cards = [
            Card(OFFICIAL, tuple(None if points < 0 else points for points in scores), repeats)
            for *scores, repeats in np.array(numbers).reshape(players, -1).tolist()
        ]
        assert len(cards) == players
        game = game_of(*cards)
        if players == 2 and len(game.card.open) == 1:
            continue  # these two play to win
        pairs = zip(forecaster.forecast(game).shares, map(float, shares.split()), strict=True)
        errors[len(game.card.open)] += [abs(found - golden) for found, golden in pairs]
    assert set(errors) == set(range(1, 14))
    for open_boxes, all_errors in errors.items():
        assert np.mean(all_errors) < 0.0005, open_boxes
        assert max(all_errors) < 0.003, open_boxes


@pytest.mark.slow
@EVERY_SOLVABLE
@pytest.mark.parametrize("opponents", [pytest.param(1, marks=pytest.mark.exhaustive), 2])
def test_the_last_box_against_trying_everything(
    tables: Tables, ruleset: Ruleset, opponents: int
) -> None:
    rng = Random(3)
    mine, *others = (random_card(ruleset, rng, 1) for _ in range(1 + opponents))
    if opponents == 2:
        others[1] = random_card(ruleset, rng, 0)
    odds = [brute_totals(other) for other in others]

    @cache
    def share(total: int) -> float:
        if opponents == 1:
            return brute_last_share(total, others[0])
        return brute_share(total, odds)

    brute = BruteTurn(mine, lambda after: share(after.grand_total))
    game = game_of(mine, *others)
    forecaster = Forecaster(tables[ruleset])
    turn = forecaster.turn(game)
    if opponents == 1:
        assert forecaster.forecast(game).shares == pytest.approx((turn.value, 1 - turn.value))
    for roll in brute.odds:
        for left in range(ruleset.rolls):
            value = brute.rolls[left][roll]
            assert turn.of_roll(roll, left) == pytest.approx(value, abs=1e-9)
        for box, value in brute.boxes[roll].items():
            assert turn.of_posting(box, roll) == pytest.approx(value, abs=1e-9)
    for left in range(1, ruleset.rolls):
        roll = (1, 2, 3, 5, 6)[: ruleset.dice]
        dice = "".join(map(str, roll))
        rolled = game_of(mine, *others, faces=dice, roll=ruleset.rolls - left)
        for hold in within(roll):
            value = brute.holds[left][hold]
            assert turn.of_hold(hold, roll, left) == pytest.approx(value, abs=1e-9)
            assert forecaster.forecast(rolled, hold).shares[0] == pytest.approx(value, abs=1e-9)


@EVERY_SOLVABLE
def test_what_is_to_come_has_the_solved_value_as_its_mean(tables: Tables, ruleset: Ruleset) -> None:
    table, rng = tables[ruleset], Random(7)
    outcomes = table.outcomes
    for open_boxes in range(7):
        card = random_card(ruleset, rng, open_boxes)
        state = np.array([table.space.index(card)])
        found = outcomes.of(state)
        (odds,) = outcomes.odds(found)
        assert odds.sum() == pytest.approx(1)
        points = np.arange(len(odds))
        # Three bonuses for further Yahtzees and more are told apart modulo the period.
        assert points @ odds == pytest.approx(table.values.take(state[0]), abs=0.02)
        assert found.means.sum() == pytest.approx(table.values.take(state[0]), abs=1e-8)


@pytest.mark.exhaustive
@EVERY_SOLVABLE
def test_a_forecast_goes_through_the_turn(tables: Tables, ruleset: Ruleset) -> None:
    """The chance before a roll is the mean of those after it."""
    rng, forecaster = Random(9), Forecaster(tables[ruleset])
    cards = [random_card(ruleset, rng, 2) for _ in range(3)]
    before = forecaster.forecast(game_of(*cards))
    assert sum(before.shares) == pytest.approx(1)
    after = np.zeros(3)
    for roll, chance in throws(ruleset.dice).items():
        game = game_of(*cards, faces="".join(map(str, roll)))
        after += chance * np.array(forecaster.forecast(game).shares)
    assert after == pytest.approx(before.shares, abs=1e-9)


def test_a_target_leaves_no_more_in_memory_than_is_remembered(official: ValueTable) -> None:
    card = Card.parse(OFFICIAL, "3,.,.,.,.,.,.,.,25,30,.,0,20")
    official.outcomes.forget()
    tracemalloc.start()
    Forecaster(official).turn_to_reach(card, 250)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 20_000_000 < most, "4,000 states of 4.3 kB; this turn leads to twice as many"


def test_a_game_that_is_over(official: ValueTable) -> None:
    cards = [only_open(OFFICIAL, chance=chance) for chance in (20, 30, 30)]
    over = Forecaster(official).forecast(game_of(*cards))
    assert list(over.shares) == [0, 0.5, 0.5]
    with pytest.raises(NotNow):
        Forecaster(official).turn(game_of(*cards))


def test_from_the_first_roll(official: ValueTable) -> None:
    forecaster = Forecaster(official)
    start = Game.start(OFFICIAL, ("Ann", "Bob", "Cyd"))
    sixes = start.play(Rolled((6, 6, 6, 6, 6)))
    assert forecaster.forecast(sixes).shares[0] > 0.4 > forecaster.forecast(sixes, ()).shares[0]
    turn = forecaster.turn(start)
    assert turn.of_hold((6, 6, 6), (6, 6, 6, 2, 1), 2) > turn.of_hold((2,), (6, 6, 6, 2, 1), 2)
    assert turn.value == pytest.approx(1 / 3, abs=0.002), "a turn is worth what its dice lead to"


GAMES = 4000
LEVELS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)


def check_games(table: ValueTable, seed: int) -> None:
    table.outcomes.table = find_outcomes(table.space, table.values, lambda _: None, lambda: False)
    played = play_experts(table, GAMES, default_rng(seed))
    spread, totals = table.outcomes.spread, played.totals
    bonuses = played.upper_bonus + played.repeat_bonus
    assert (totals == played.boxes.sum(axis=2) + bonuses).all()
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


@pytest.mark.slow
def test_the_scores_of_random_rules_are_those_of_simulated_games() -> None:
    checked = 0
    for seed in range(60):
        with suppress(Unsolvable):
            if ruleset := read_seed(seed):
                check_games(solve(ruleset), seed)
                checked += 1
    assert checked > 20


@pytest.mark.slow
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


def test_the_table_agrees_with_all_frequencies(official: ValueTable) -> None:
    """`find_outcomes` asks the same of every table that it makes."""
    assert official.outcomes.table is not None
    worst, mean = find_errors(official.space, official.values, official.outcomes.table)
    assert worst <= 0.0013
    assert mean <= 0.0002


def test_waves_too_small_to_be_kept_are_none() -> None:
    table = OutcomeTable(
        np.zeros((1, 1, 5), np.float32), np.zeros((1, 2, 2), np.int16),
        np.zeros((1, 1, 2), np.int8), np.zeros((1, 2), np.int16), np.zeros((1, 2), np.uint16),
        np.zeros(3, np.complex128), np.zeros(3),
    )  # fmt: skip
    tiny = np.float32(1e-43)  # the unit of 16 bits would be zero
    waves, ends = np.full((1, 3), tiny, np.complex64), np.zeros((1, 2), np.intp)
    found = ToCome(waves, np.full((1, 2), tiny), np.zeros(1), ends)
    table.put((0, 0), np.array([0]), lambda: [found])
    assert not table.fine.any()
    assert not table.means.any()
    assert table.units.all()
