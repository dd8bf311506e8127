"""The sentence on what is best."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.strategy.brute_force import only_open, random_card
from yahtzee_tui.rules import OFFICIAL, Card
from yahtzee_tui.strategy import Advice, BoxChoice, HoldChoice, describe_advice
from yahtzee_tui.strategy.phrases import find_other_plan

if TYPE_CHECKING:
    from yahtzee_tui.strategy import ValueTable

EMPTY = Card.empty(OFFICIAL)


@pytest.mark.parametrize(
    ("dice", "rolls_left", "sentence"),
    [
        ("55531", 2, "Keep 5-5-5: 263.2 on average, 13.2 more than scoring 15 in Fives."),
        ("33344", 2, "Keep 3-3-3: 259.6 on average, 5.7 more than scoring 25 in Full house."),
        ("66666", 2, "Score 50 in Yahtzee: 320.8 on average, 36.5 more than keeping 6-6-6-6."),
        ("12346", 2, "Keep 1-2-3-4: 251.1 on average, 1.3 more than keeping 6."),
        ("11235", 0, "Score 2 in Ones: 242.4 on average, 6.2 more than scoring 2 in Twos."),
    ],
)
def test_sentences(official: ValueTable, dice: str, rolls_left: int, sentence: str) -> None:
    advice = Advice(official, EMPTY, tuple(map(int, dice)), rolls_left)
    assert describe_advice(advice) == sentence


def test_nothing_else_to_do(official: ValueTable) -> None:
    sentence = describe_advice(Advice(official, EMPTY.write("yahtzee", 50), (4,) * 5, 0))
    assert sentence.startswith("Score 20 in Fours with a bonus of 100: ")
    assert sentence.endswith(" on average; nothing else may be done.")


@pytest.mark.parametrize(
    ("box", "dice", "sentence"),
    [
        ("yahtzee", "12345", "Roll all dice again: 0.6 on average, and keeping 1 is as good."),
        ("yahtzee", "22234", "Keep 2-2-2: 4.7 on average, 4.0 more than rolling all dice again."),
        ("chance", "66666", "Score 30 in Chance: 30.0 on average, 1.8 more than keeping 6-6-6-6."),
        ("chance", "11112", "Roll all dice again: 21.2 on average, 0.8 more than keeping 1."),
        ("full_house", "22336", "Keep 2-2-3-3: 13.9 on average"),
    ],
)
def test_the_last_box(official: ValueTable, box: str, dice: str, sentence: str) -> None:
    advice = Advice(official, only_open(OFFICIAL, box), tuple(map(int, dice)), 2)
    assert describe_advice(advice).startswith(sentence)


def test_what_a_sentence_says_is_true(official: ValueTable) -> None:
    rng = Random(29)
    for _ in range(300):
        card = random_card(OFFICIAL, rng, rng.randint(1, 13))
        faces = tuple(rng.choices(range(1, 7), k=5))
        advice = Advice(official, card, faces, rng.randint(0, 2))
        sentence, other = describe_advice(advice), find_other_plan(advice)
        assert sentence.isprintable()
        assert len(sentence) < 120
        assert f"{advice.value:.1f} on average" in sentence
        if other is None:
            assert len(advice.choices) == 1
            continue
        assert other in advice.choices
        assert other != advice.best
        if isinstance(other, BoxChoice):
            assert sentence.endswith((f"{other.points} in {other.box.name}.", "is as good."))
        if isinstance(advice.best, HoldChoice) and isinstance(other, HoldChoice):
            best = [choice for choice in advice.boxes if choice.value > other.value]
            assert best == []
        if found := re.search(r", (\d+\.\d) more than", sentence):
            assert float(found[1]) == pytest.approx(advice.loss(other), abs=0.051)
        else:
            assert advice.loss(other) < 0.05
