"""Why a choice is better: its reasons sum to the difference, and are those of the literature."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.strategy.brute_force import random_card
from yahtzee_tui.rules import OFFICIAL, Card
from yahtzee_tui.strategy import Advice, compare_choices, describe_reasons, describe_why

if TYPE_CHECKING:
    from yahtzee_tui.strategy import ValueTable


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
    """The published means of best play, and the spread of its scores."""
    start = np.array([official.space.index(Card.empty(OFFICIAL))])
    means = official.outcomes.of(start).means[0]
    published = (
        1.88, 5.28, 8.57, 12.16, 15.69, 19.19, 21.66, 13.09, 22.59, 29.46, 32.71, 16.87, 22.01,
        23.84, 9.58,
    )  # fmt: skip
    assert means == pytest.approx(published, abs=0.01)
    spread = official.outcomes.spread
    assert spread.deviation == pytest.approx(59.608, abs=0.005)
    assert [spread.percentile(each) for each in (5, 25, 50, 75, 95)] == [180, 217, 248, 272, 388]
    assert spread.at_least(250) == pytest.approx(0.483, abs=0.001)
    assert spread.at_least(0) == pytest.approx(1, abs=0.001)
