"""Why a choice is better, by reasons that sum to the difference, and the chance of each box."""

import re
from random import Random

import numpy as np
import pytest

from tests.strategy.brute_force import random_card
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card
from yahtzee_tui.rules.patterns import Anything
from yahtzee_tui.strategy import Advice, ValueTable, compare_choices, describe_reasons, describe_why
from yahtzee_tui.strategy.box_chances import find_chances


def test_reasons_sum_to_the_difference(official: ValueTable) -> None:
    rng = Random(4)
    for open_boxes, rolls_left in ((13, 2), (10, 1), (8, 0), (7, 2), (4, 1), (1, 0), (1, 2)):
        card = random_card(OFFICIAL, rng, open_boxes)
        advice = Advice(official, card, (2, 3, 3, 5, 6), rolls_left)
        for choice in advice.choices[:3]:
            reasons = compare_choices(official, advice, advice.best, choice)
            total = sum(reason.points for reason in reasons)
            assert total == pytest.approx(advice.loss(choice), abs=1e-6)
            sizes = [abs(reason.points) for reason in reasons]
            assert sizes == sorted(sizes, reverse=True)


def test_two_pairs_at_the_start(official: ValueTable) -> None:
    advice = Advice(official, Card.empty(OFFICIAL), (1, 3, 3, 5, 5), 2)
    fives, threes = advice.hold((3, 4)), advice.hold((1, 2))
    assert fives == advice.best
    assert threes is not None
    reasons = compare_choices(official, advice, fives, threes)
    shown = "+0.6 Fives, +0.5 Four of a kind, -0.5 Threes, +0.4 upper bonus"
    sentence = f"{shown}, +0.6 elsewhere: +1.6 in all"
    assert describe_reasons(reasons) == sentence
    assert describe_why(official, advice) == f"Why not keep 3-3? {sentence}."
    for most in range(1, len(reasons)):
        parts, total = describe_reasons(reasons, most).split(":")
        found = [float(each) for each in re.findall(r"[+-]\d\.\d", parts)]
        assert f"{sum(found):+.1f}" in total, "the sum is that of what is shown"


def test_what_every_box_brings(official: ValueTable) -> None:
    """The published means of best play."""
    start = np.array([official.space.index(Card.empty(OFFICIAL))])
    means = official.outcomes.of(start).means[0]
    published = (
        1.88, 5.28, 8.57, 12.16, 15.69, 19.19, 21.66, 13.09, 22.59, 29.46, 32.71, 16.87, 22.01,
        23.84, 9.58,
    )  # fmt: skip
    assert means == pytest.approx(published, abs=0.01)
    assert official.box_averages == pytest.approx(published[:-2], abs=0.02)
    assert sum(official.total_odds) == pytest.approx(1, abs=0.01)


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
