"""The points that the solver reads are those of the rules core, for every card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.rules.othersets import KISMET, MAXI
from tests.strategy.brute_force import random_card
from tests.strategy.conftest import PLAIN, SOLVABLE
from yahtzee_tui.rules import OFFICIAL, RULESETS, Ruleset, Section
from yahtzee_tui.rules.ruleset import Anything, Box, Joker, Points, RepeatBonus, UpperBonus
from yahtzee_tui.strategy import Unsolvable, solve
from yahtzee_tui.strategy.solver.keeps import ROLLS
from yahtzee_tui.strategy.solver.payoffs import Payoffs

EVERY = pytest.mark.parametrize("ruleset", SOLVABLE.values(), ids=SOLVABLE)


@EVERY
def test_every_potential_of_many_cards(ruleset: Ruleset) -> None:
    payoffs, rng = Payoffs(ruleset), Random(7)
    for open_boxes in range(1, len(ruleset.boxes) + 1):
        card = random_card(ruleset, rng, open_boxes)
        filled = sum(1 << at for at, points in enumerate(card.scores) if points is not None)
        chart = payoffs.chart(filled)
        for roll, faces in enumerate(ROLLS):
            for potential in card.potentials(faces):
                place = ruleset.place(potential.box.id)
                found = chart.points[place, roll]
                assert found == (-np.inf if potential.refusal else potential.points)
                if potential.refusal is None:
                    _check_transition(
                        payoffs, int(chart.transitions[place, roll]), place, int(found)
                    )
                    bonus = ruleset.repeat_bonus
                    armed = bonus is not None and card[bonus.box] == bonus.holds
                    assert potential.bonus == (payoffs.bonus[roll] if armed else 0)


def _check_transition(payoffs: Payoffs, transition: int, place: int, points: int) -> None:
    found, ruleset = payoffs.transitions[transition], payoffs.ruleset
    bonus, box = ruleset.repeat_bonus, ruleset.boxes[place]
    assert found.place == place
    assert found.upper == (points if box.section is Section.UPPER else 0)
    assert found.arms == (bonus is not None and (box.id, points) == (bonus.box, bonus.holds))


def test_the_fingerprint_tells_rules_apart_and_nothing_else() -> None:
    prints = {Payoffs(ruleset).fingerprint() for ruleset in SOLVABLE.values()}
    assert len(prints) == len(SOLVABLE)
    renamed = replace(OFFICIAL, id="other", name="Other", summary="None")
    assert Payoffs(renamed).fingerprint() == Payoffs(OFFICIAL).fingerprint()
    bonus = replace(OFFICIAL, upper_bonus=UpperBonus(((62, 35),)))
    assert Payoffs(bonus).fingerprint() not in prints
    repeat = replace(OFFICIAL, repeat_bonus=RepeatBonus("yahtzee", 50, 99))
    assert Payoffs(repeat).fingerprint() not in prints


def _with_boxes(*boxes: Box) -> Ruleset:
    return replace(PLAIN, boxes=boxes)


_CHANCE = OFFICIAL.box("chance")
_MANY = [_CHANCE._replace(id=f"c{at}") for at in range(20)]
_UPPER_AGAIN = [box._replace(id=f"more_{box.id}") for box in OFFICIAL.upper[:2]]


@pytest.mark.parametrize(
    ("ruleset", "word"),
    [
        (MAXI, "6 of 6"),
        (replace(OFFICIAL, sides=8), "5 of 8"),
        (_with_boxes(*OFFICIAL.upper, *_MANY), "at most 11 boxes in the lower"),
        (_with_boxes(*(box._replace(section=Section.UPPER) for box in _MANY)), "8 boxes in the up"),
        (_with_boxes(*OFFICIAL.upper, *_UPPER_AGAIN, *_MANY[:11]), "too big"),
        (replace(OFFICIAL, joker=Joker("ones")), "further Yahtzees"),
        (replace(PLAIN, repeat_bonus=RepeatBonus("sixes", 30, 100)), "further Yahtzees"),
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


def test_every_registered_game_can_be_solved() -> None:
    assert len(RULESETS) == 7
    assert all(Payoffs(ruleset).transitions for ruleset in (*RULESETS.values(), KISMET))
