"""Play with saved rolls: the published values, a game worked out apart, advice and bots."""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import BUILT_IN, Card, Game, Hold, Roll, Rolled, Ruleset, Score
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import (
    Advice,
    SavedRollsTable,
    Unsolvable,
    describe_advice,
    load_saved_rolls,
    load_value_table,
)
from yahtzee_tui.strategy.bots import make_bot, play_solo
from yahtzee_tui.strategy.solver.saved_rolls import find_parts, solve_parts

MAXI = BUILT_IN["maxi-yatzy"]
FACES = (1, 2, 3)

# Two dice of three faces and three boxes, so that every course of the game can be gone through.
SMALL = replace(
    MAXI,
    boxes=tuple(
        box._replace(example=(1, 2) if box.id != "one_pair" else (3, 3))
        for box in (MAXI.box("ones"), MAXI.box("one_pair"), MAXI.box("chance"))
    ),
    upper_bonus=None,
    dice=2,
    sides=3,
    rolls=2,
)


@pytest.fixture(scope="module")
def maxi() -> SavedRollsTable:
    return load_saved_rolls(MAXI, cache_folder())


def solve_saved(ruleset: Ruleset) -> SavedRollsTable:
    parts = find_parts(ruleset)
    return SavedRollsTable(ruleset, parts, solve_parts(parts))


def best_value(game: Game) -> float:
    """Return what best play scores on average from a position of `SMALL`, by trying everything."""
    if game.is_over:
        return game.card.grand_total
    if not game.roll:
        return (
            sum(_value(game.play_unchecked(Rolled(faces))) for faces in product(FACES, repeat=2))
            / 9
        )
    found = [_value(game.play(Score(box.id))) for box in game.card.open]
    if game.rolls_left:
        for held in ((), (0,), (1,)):
            holding = game.play(Hold(held))
            fresh = [holding.play(Roll(), faces) for faces in product(FACES, repeat=2)]
            found.append(sum(map(_value, fresh)) / 9)
    return max(found)


@cache
def _value(game: Game) -> float:
    return best_value(game)


def test_a_small_game_is_solved_as_trying_everything_does() -> None:
    table = solve_saved(SMALL)
    assert table.is_exact
    game = Game.start(SMALL, ("Ann",))
    assert table.expected == pytest.approx(_value(game), abs=1e-12)
    game = game.play(Roll(), (1, 1)).play(Score("ones"))
    assert game.saved == (1,)
    assert table.value_of(game.card, 1) == pytest.approx(_value(game), abs=1e-12)
    for faces in combinations_with_replacement(FACES, 2):
        rolled = game.play(Roll(), faces)
        advice = Advice(table, rolled.card, rolled.faces, rolled.rolls_left)
        assert advice.value == pytest.approx(_value(rolled), abs=1e-9)


def test_the_last_eight_boxes_of_maxi_yatzy_are_worth_what_was_published() -> None:
    last = replace(MAXI, boxes=MAXI.lower[6:], upper_bonus=None)
    assert solve_saved(last).expected == pytest.approx(152.60, abs=0.005)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_the_sections_of_maxi_yatzy_are_worth_what_was_published(maxi: SavedRollsTable) -> None:
    assert not maxi.is_exact
    assert maxi.expected == pytest.approx(397.2097, abs=5e-5)
    upper = Card(MAXI, (None,) * 6 + (0,) * 14)
    lower = Card(MAXI, (0,) * 6 + (None,) * 14)
    assert maxi.value_of(upper, 0) == pytest.approx(94.8133, abs=5e-5)
    assert maxi.value_of(lower, 0) == pytest.approx(302.3964, abs=5e-5)


@pytest.mark.slow
def test_the_coach_estimates_and_counts_saved_rolls(maxi: SavedRollsTable) -> None:
    faces = (5, 5, 5, 5, 5, 2)
    few, many = (Advice(maxi, Card.empty(MAXI), faces, left) for left in (0, 2))
    assert few.holds == ()
    assert many.value > few.value
    fives = [advice.box("fives") for advice in (few, many)]
    assert fives[0] is not None
    assert fives[1] is not None
    assert fives[1].value > fives[0].value, "the rolls left are saved"
    assert "expect about 4" in describe_advice(many)


@pytest.mark.slow
def test_bots_play_with_saved_rolls(maxi: SavedRollsTable) -> None:
    totals = {}
    for rank in ("beginner", "skilled", "expert"):
        game = play_solo(make_bot(rank, MAXI, maxi), Game.start(MAXI, ("Ann",)), SeededDice("x"))
        assert game.is_over
        totals[rank] = game.card.grand_total
    assert totals["expert"] > totals["beginner"]
    with pytest.raises(Unsolvable):
        make_bot("chaser:400", MAXI, maxi)


def test_a_table_is_read_as_it_was_solved(tmp_path: Path) -> None:
    solved = load_saved_rolls(SMALL, tmp_path)
    (path,) = tmp_path.iterdir()
    before = path.stat().st_mtime_ns
    told: list[float] = []
    assert load_saved_rolls(SMALL, tmp_path, told.append).expected == solved.expected
    assert (told, path.stat().st_mtime_ns) == ([], before)
    path.write_bytes(path.read_bytes()[:-1])
    assert load_saved_rolls(SMALL, tmp_path, told.append).expected == solved.expected
    assert told[-1] == 1


def test_what_cannot_be_estimated_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unsolvable) as exact:
        load_value_table(MAXI, tmp_path)
    assert "Saved rolls" in exact.value.sentence
    house = replace(BUILT_IN["official"], saved_rolls=True)
    with pytest.raises(Unsolvable):
        find_parts(house)
    # The forced order leads to few states, so that the whole card is solved.
    assert len(find_parts(replace(BUILT_IN["yatzy"], saved_rolls=True))) == 2
    assert len(find_parts(replace(BUILT_IN["forced-yatzy"], saved_rolls=True))) == 1
