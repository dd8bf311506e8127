"""What the solver knows of the rules: points, states, and what it can't solve."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.rules.othersets import MAXI
from tests.strategy.brute_force import random_card
from tests.strategy.conftest import PLAIN, SOLVABLE
from yahtzee_tui.rules import OFFICIAL, Ruleset, Section
from yahtzee_tui.rules.patterns import Anything
from yahtzee_tui.rules.ruleset import Box, Points, RepeatBonus, UpperBonus
from yahtzee_tui.strategy import Unsolvable, solve
from yahtzee_tui.strategy.solver.payoffs import Payoffs

EVERY = pytest.mark.parametrize("ruleset", SOLVABLE.values(), ids=SOLVABLE)


@EVERY
def test_every_potential_of_many_cards(ruleset: Ruleset) -> None:
    payoffs, rng = Payoffs(ruleset), Random(7)
    for open_boxes in range(1, len(ruleset.boxes) + 1):
        card = random_card(ruleset, rng, open_boxes)
        filled = sum(1 << at for at, points in enumerate(card.scores) if points is not None)
        chart = payoffs.chart(filled)
        for roll, faces in enumerate(payoffs.keeps.rolls):
            for potential in card.potentials(faces):
                place = ruleset.place(potential.box.id)
                found = chart.points[place, roll]
                assert found == (-np.inf if potential.refusal else potential.points)
                if potential.refusal is None:
                    bonus = ruleset.repeat_bonus
                    armed = bonus is not None and card[bonus.box] == bonus.holds
                    assert potential.bonus == (payoffs.bonus[roll] if armed else 0)


def test_the_fingerprint_tells_rules_apart_and_nothing_else() -> None:
    prints = {Payoffs(ruleset).fingerprint() for ruleset in SOLVABLE.values()}
    assert len(prints) == len(SOLVABLE) - 2, "Kniffel and Yams are plain Yahtzee with other names"
    renamed = replace(OFFICIAL, id="other", name="Other", summary="None")
    assert Payoffs(renamed).fingerprint() == Payoffs(OFFICIAL).fingerprint()
    bonus = replace(OFFICIAL, upper_bonus=UpperBonus(((62, 35),)))
    assert Payoffs(bonus).fingerprint() not in prints
    repeat = replace(OFFICIAL, repeat_bonus=RepeatBonus("yahtzee", 50, 99))
    assert Payoffs(repeat).fingerprint() not in prints


def _with_boxes(*boxes: Box) -> Ruleset:
    bonus = PLAIN.upper_bonus if OFFICIAL.upper[0] in boxes else None
    return replace(PLAIN, boxes=boxes, upper_bonus=bonus)


def _with_dice(dice: int, sides: int) -> Ruleset:
    chance = _CHANCE._replace(example=(1,) * dice)
    return replace(PLAIN, boxes=(chance,), upper_bonus=None, dice=dice, sides=sides)


_CHANCE = OFFICIAL.box("chance")
_MANY = [
    _CHANCE._replace(id=name, name=name, short=name, code=name)
    for name in (f"c{at}" for at in range(18))
]
_MANY_UPPER = [box._replace(section=Section.UPPER) for box in _MANY]
_UPPER_YAHTZEE = OFFICIAL.box("yahtzee")._replace(section=Section.UPPER)
_OTHERS = [box for box in OFFICIAL.boxes if box.id != "yahtzee" and box not in OFFICIAL.upper]


@pytest.mark.parametrize(
    ("ruleset", "word"),
    [
        (replace(MAXI, saved_rolls=False), "too large"),
        (replace(PLAIN, saved_rolls=True), "Saved rolls"),
        (_with_dice(6, 9), "too many dice"),
        (_with_boxes(*OFFICIAL.upper, *_MANY), "up to 14 lower boxes"),
        (_with_boxes(*_MANY_UPPER), "8 upper boxes"),
        (_with_boxes(*OFFICIAL.upper, *_MANY_UPPER[:2], *_MANY[2:13]), "too large"),
        (replace(OFFICIAL, boxes=(*OFFICIAL.upper, _UPPER_YAHTZEE, *_OTHERS)), "Yahtzee bonus box"),
        (replace(PLAIN, repeat_bonus=RepeatBonus("sixes", 30, 100)), "Yahtzee bonus box"),
        (replace(PLAIN, repeat_bonus=RepeatBonus("yahtzee", 0, 100)), "a zero"),
        (replace(PLAIN, repeat_bonus=RepeatBonus("yahtzee", 50, -1)), "a zero"),
        (_with_boxes(_CHANCE._replace(pattern=Anything(), points=Points(-3))), "a zero"),
    ],
)
def test_what_it_cannot_do_is_said_in_a_sentence(ruleset: Ruleset, word: str) -> None:
    with pytest.raises(Unsolvable) as caught:
        solve(ruleset)
    assert word in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    assert caught.value.sentence.count(". ") == 0
