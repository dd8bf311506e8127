"""The faces that players rolled, and the chi-square test of fair dice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import gather_turns
from yahtzee_tui.store.stats.fairness import Fairness, chi_square_tail
from yahtzee_tui.store.stats.statistics_text import describe_fairness, judge_fairness

if TYPE_CHECKING:
    from yahtzee_tui.store import Store


@pytest.mark.parametrize(
    ("degrees", "statistic", "tail"),  # from the usual tables of critical values
    [(1, 3.841, 0.05), (2, 5.991, 0.05), (4, 9.488, 0.05), (5, 11.070, 0.05), (5, 15.086, 0.01)],
)
def test_the_tail_of_chi_square(degrees: int, statistic: float, tail: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-3)
    assert chi_square_tail(0.0, degrees) == 1.0


def test_only_dice_that_the_player_rolled_are_counted(store: Store) -> None:
    played = [play_out("official", ("Ann", "Bob"), 1), play_out("yz", ("Bob",), 2)]
    for each in played:
        store.games.add(*each)
    expected: Counter[int] = Counter()
    for record, game in played:
        for turn in gather_turns(game, record.events):
            for roll in turn.rolls if turn.player == "Bob" else ():
                expected.update(f for at, f in enumerate(roll.faces) if at not in roll.kept)
    found = store.scores.fairness("bob")
    assert found == Fairness(2, tuple(expected[face] for face in range(1, 7)))
    assert found.dice < 26 * 15, "held dice were not rolled"
    one = store.scores.fairness("bob", "yz")
    assert one is not None
    assert one.games == 1
    assert store.scores.fairness("cid") is None


def test_in_words() -> None:
    fair = Fairness(3, (100, 101, 99, 100, 98, 102))
    assert describe_fairness(fair).rows[:2] == (("Dice rolled", "600"), ("Ones", "100   0.0%"))
    assert judge_fairness(fair).endswith("Nothing is unusual about these dice.")
    loaded = Fairness(3, (50, 100, 100, 100, 100, 150))
    assert "<0.1% of the time (chi-square 50.0" in judge_fairness(loaded)
    assert judge_fairness(loaded).endswith("That is rare.")
