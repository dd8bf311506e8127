"""What a zero by choice gives up."""

from __future__ import annotations

from tests.rules.positions import fill_lower, position
from yahtzee_tui.table import count_given_up


def test_a_zero_gives_up_what_the_best_box_would_bring() -> None:
    game = position("official", "33344")
    assert count_given_up(game, "ones") == 25
    assert count_given_up(game, "threes") == 0


def test_nothing_is_given_up_where_nothing_is_to_be_had() -> None:
    filled = {"threes": 9, "fours": 8, **fill_lower("official")}
    assert count_given_up(position("official", "33344", filled), "ones") == 0


def test_a_zero_that_earns_a_bonus_is_none() -> None:
    filled = {"fours": 8, **fill_lower("official", yahtzee=50)}
    assert count_given_up(position("official", "44444", filled), "ones") == 0
