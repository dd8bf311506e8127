"""The chance of each box with the best holds for it."""

from __future__ import annotations

import pytest

from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.rules.patterns import Anything
from yahtzee_tui.strategy.box_chances import find_chances


def test_they_are_those_of_the_dice() -> None:
    last = find_chances(OFFICIAL, (5, 5, 5, 5, 2), 1)
    assert last["yahtzee"] == pytest.approx(1 / 6)
    assert last["four_of_a_kind"] == last["three_of_a_kind"] == pytest.approx(1)
    three = find_chances(OFFICIAL, (5, 3, 5, 5, 6), 1)
    assert three["four_of_a_kind"] == pytest.approx(1 - (5 / 6) ** 2)
    assert find_chances(OFFICIAL, (1, 2, 3, 4, 6), 2)["large_straight"] == pytest.approx(11 / 36)
    none_left = find_chances(OFFICIAL, (1, 2, 3, 4, 6), 0)
    assert none_left["small_straight"] == 1
    assert none_left["yahtzee"] == 0


def test_held_dice_are_held_in_the_next_roll() -> None:
    dice = (4, 1, 1, 2, 5)
    held = find_chances(OFFICIAL, dice, 1, (4, 1))
    assert held["large_straight"] == pytest.approx(6 / 216), "2-3-5 in any order"
    assert held["yahtzee"] == 0
    assert find_chances(OFFICIAL, dice, 1, (1, 1))["yahtzee"] == pytest.approx(1 / 216)
    for rest in ((), dice):
        assert find_chances(OFFICIAL, dice, 2, rest) == find_chances(OFFICIAL, dice, 2)
    best = find_chances(OFFICIAL, dice, 2)
    for box, share in find_chances(OFFICIAL, dice, 2, (2, 5)).items():
        assert share <= best[box]


def test_every_rule_set_has_them_but_not_for_what_all_dice_show() -> None:
    for ruleset in RULESETS.values():
        found = find_chances(ruleset, (1, 1, 2, 3, 6, 6)[: ruleset.dice], 2)
        takes_all = {box.id for box in ruleset.lower if isinstance(box.pattern, Anything)}
        assert set(found) == {box.id for box in ruleset.lower} - takes_all, ruleset.id
        assert all(0 < share <= 1 for share in found.values())
