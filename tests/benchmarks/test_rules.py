"""How fast the rules are. In a plain test run each of these runs once and isn't timed."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Game, Hold, Roll, Score

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from yahtzee_tui.rules import Faces, Ruleset

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
FIRST_YAHTZEE = (4, 4, 4, 4, 4)


def play_random_game(ruleset: Ruleset, rng: Random) -> Game:
    """Play a game of two to its end through the checked door: three rolls a turn, any holds."""
    game = Game.start(ruleset, ("Ann", "Bob"))
    dice = range(ruleset.dice)
    while not game.is_over:
        for roll in range(ruleset.rolls):
            if roll:
                held = rng.randrange(31)  # every die held could not be rolled
                game = game.play(Hold(tuple(at for at in dice if held >> at & 1)))
            game = game.play(Roll(), _throw(ruleset, rng))
        allowed = [p.box.id for p in game.potentials if p.refusal is None]
        game = game.play(Score(allowed[int(rng.random() * len(allowed))]))
    return game


def _throw(ruleset: Ruleset, rng: Random) -> Faces:
    return tuple([1 + int(rng.random() * ruleset.sides) for _ in range(ruleset.dice)])


@pytest.mark.parametrize("rules", RULESETS)
def test_a_random_game_of_two(benchmark: BenchmarkFixture, rules: str) -> None:
    rng = Random(1)
    game = benchmark(play_random_game, RULESETS[rules], rng)
    assert game.is_over


def test_the_points_of_all_boxes(benchmark: BenchmarkFixture) -> None:
    """Of all 252 rolls in turn: divide by 252."""

    def every_roll() -> int:
        return sum(OFFICIAL.points(faces)[-1] for faces in ROLLS)

    assert benchmark(every_roll) == 17.5 * len(ROLLS)


def test_the_points_of_all_boxes_for_one_roll(benchmark: BenchmarkFixture) -> None:
    assert benchmark(OFFICIAL.points, (3, 4, 3, 4, 3))[OFFICIAL.place("full_house")] == 25


def test_the_potentials_of_a_fresh_card(benchmark: BenchmarkFixture) -> None:
    card = Card.empty(OFFICIAL)
    assert len(benchmark(card.potentials, FIRST_YAHTZEE)) == len(OFFICIAL.boxes)


def test_the_potentials_of_a_joker(benchmark: BenchmarkFixture) -> None:
    card = Card.empty(OFFICIAL).write("yahtzee", 50)
    potentials = benchmark(card.potentials, FIRST_YAHTZEE)
    assert [p.box.id for p in potentials if p.refusal is None] == ["fours"]
