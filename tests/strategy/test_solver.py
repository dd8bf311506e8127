"""The parts of the solver: keeps and their odds, points, states, and the turn widget."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import isclose
from random import Random

import numpy as np
import pytest

from tests.rules.othersets import KISMET, MAXI
from tests.strategy.brute_force import FACES, ODDS, random_card, within
from tests.strategy.conftest import PLAIN, SOLVABLE
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Ruleset, Section
from yahtzee_tui.rules.patterns import Anything
from yahtzee_tui.rules.ruleset import Box, Points, RepeatBonus, UpperBonus
from yahtzee_tui.strategy import Unsolvable, solve
from yahtzee_tui.strategy.solver.batch import list_postings
from yahtzee_tui.strategy.solver.keeps import find_keeps
from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.retrograde import layers
from yahtzee_tui.strategy.solver.states import StateSpace
from yahtzee_tui.strategy.solver.turn_recursion import TurnWidget

_FIVE = find_keeps(5, 6)


def test_how_many_rolls_and_keeps_there_are() -> None:
    assert len(_FIVE.rolls) == 252
    assert len(_FIVE.keeps) == len(set(_FIVE.keeps)) == 462
    assert _FIVE.first_of_size == (0, 1, 7, 28, 84, 210, 462)
    assert sum(map(len, map(_FIVE.within, _FIVE.rolls))) == 4116
    assert _FIVE.grown.shape == (210, 6)
    assert sum(map(len, _FIVE.shrunk)) == 1260
    three, six, pips = find_keeps(3, 6), find_keeps(6, 6), find_keeps(4, 8)
    assert [(len(each.rolls), len(each.keeps)) for each in (three, six, pips)] == [
        (56, 84),
        (462, 924),
        (330, 495),
    ]


@pytest.mark.parametrize(("dice", "sides"), [(5, 6), (3, 6), (6, 6), (4, 8)])
def test_the_odds_of_a_roll(dice: int, sides: int) -> None:
    keeps = find_keeps(dice, sides)
    odds = keeps.roll_odds.tolist()
    assert isclose(sum(odds), 1)
    assert odds[keeps.roll_number((sides,) * dice)] * sides**dice == pytest.approx(1)
    assert odds[keeps.roll_number((2, *(1,) * (dice - 1)))] * sides**dice == pytest.approx(dice)
    # Rolling all dice is what one die after another comes to.
    assert keeps.keep_odds[0].tolist() == pytest.approx(odds, abs=1e-15)
    if (dice, sides) == (5, 6):
        assert odds == pytest.approx([ODDS[faces] for faces in keeps.rolls], abs=1e-15)


def test_the_odds_after_a_keep() -> None:
    for keep in ((), (3,), (1, 6), (2, 2, 5), (4, 4, 4, 4)):
        expected = [0.0] * 252
        thrown = list(product(FACES, repeat=5 - len(keep)))
        for faces in thrown:
            expected[_FIVE.roll_number(keep + faces)] += 1 / len(thrown)
        found = _FIVE.keep_odds[_FIVE.numbers[keep]].tolist()
        assert found == pytest.approx(expected, abs=1e-15)


def test_the_keeps_within_a_roll() -> None:
    for faces in ((1, 2, 3, 4, 6), (3, 3, 3, 5, 5), (2, 2, 2, 2, 2)):
        found = {_FIVE.keeps[number] for number in _FIVE.within(faces)}
        assert found == within(faces)


def test_one_die_more_or_fewer() -> None:
    for keep, grown in enumerate(_FIVE.grown):
        assert all(keep in _FIVE.shrunk[more] for more in grown)
    assert _FIVE.shrunk[_FIVE.numbers[3, 3, 4]] == tuple(
        sorted(_FIVE.numbers[keep] for keep in ((3, 3), (3, 4)))
    )


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


def test_every_registered_game_can_be_solved() -> None:
    solvable = [ruleset for ruleset in RULESETS.values() if not ruleset.saved_rolls]
    assert len(solvable) == 16
    assert all(Payoffs(ruleset).transitions for ruleset in solvable)


@pytest.mark.parametrize(
    ("ruleset", "lower", "upper"),
    [
        (OFFICIAL, 128 + 64, 1640),
        (PLAIN, 128, 1640),
        (RULESETS["yatzy"], 512, 1640),
        (RULESETS["yz"], 128 + 64, 64),
        (KISMET, 512, 1900),
    ],
)
def test_how_many_states_there_are(ruleset: Ruleset, lower: int, upper: int) -> None:
    space = StateSpace(Payoffs(ruleset))
    assert (space.lower.size, space.upper.size) == (lower, upper)
    full = 2 if ruleset.repeat_bonus else 1
    found = sum(map(len, layers(space)))
    assert found == lower * upper - full * len(space.upper.bonuses)


def _state(*written: int | None) -> int:
    """Return the state of an empty lower and this upper section of the official game."""
    return _SPACE.index(Card(OFFICIAL, (*written, *(None,) * 7)))


_SPACE = StateSpace(Payoffs(OFFICIAL))


def test_totals_that_want_the_same_dice_are_one_state() -> None:
    """So are those with a bonus out of reach, and those with a certain one."""
    # Only the sixes are open: two sixes are wanted from 51 to 56, three from 45 to 50.
    states = {total: _state(1, 4, 6, 8, total - 19, None) for total in (44, 45, 50, 51, 56, 57)}
    assert states[51] == states[56]
    assert states[45] == states[50]
    assert len(set(states.values())) == 4
    assert _state(0, 0, 0, 0, None, None) == _state(1, 2, 3, 0, None, None)
    assert _state(0, 0, 0, 8, None, None) != _state(1, 2, 3, 12, None, None)
    assert _state(None, 10, 15, 20, 20, None) == _state(None, 10, 15, 20, 25, None)


def test_layers_hold_every_state_once_after_those_it_leads_to() -> None:
    solved = np.zeros(_SPACE.shape, bool)
    solved[-1] = solved[:, -1] = True
    full = _SPACE.lower_filled == 7
    solved[:-1][full, slice(*_SPACE.upper.spans[-1])] = True
    for layer in layers(_SPACE):
        assert _SPACE.afterstate_values(solved, layer).all()
        assert not solved.take(layer).any()
        solved.put(layer, True)
    assert solved.all()


def test_a_card_alone_and_among_others() -> None:
    rolls = np.random.default_rng(1).uniform(0, 50, (252, 300))
    many, alone = TurnWidget(_FIVE, 300), TurnWidget(_FIVE, 300)
    many.rolls[:] = rolls
    for card in (0, 7, 299):
        many.resize(300)
        alone.resize(1)
        many.rolls[:], alone.rolls[:] = rolls, rolls[:, card : card + 1]
        for _ in range(2):
            for widget in (many, alone):
                widget.add_die()
            assert np.array_equal(many.holds[:, card], alone.holds[:, 0])
            for widget in (many, alone):
                widget.keep_best()
            assert np.array_equal(many.rolls[:, card], alone.rolls[:, 0])
        assert many.expected()[card] == pytest.approx(alone.expected()[0], abs=1e-12)


@pytest.mark.parametrize("ruleset", SOLVABLE.values(), ids=SOLVABLE)
def test_the_best_posting_of_every_roll(ruleset: Ruleset) -> None:
    """The best of all cards at once is the best of the list of postings of each."""
    space, rng = StateSpace(Payoffs(ruleset)), Random(4)
    # By which boxes are filled, so that no zero is better than points in the same box.
    lower = {boxes: rng.uniform(0, 200) for boxes, _ in space.lower.states}
    values = np.full(space.shape, -np.inf)
    for first, last in space.upper.spans:
        values[:-1, first:last] = rng.uniform(0, 200)
    values[:-1] += np.array([lower[boxes] for boxes, _ in space.lower.states])[:, None]
    if space.payoffs.is_ordered:
        cards = [random_card(ruleset, rng, 5) for _ in range(20)]
    else:
        cards = [random_card(ruleset, rng, rng.randint(1, len(ruleset.boxes))) for _ in range(60)]
    states = np.array([space.index(card) for card in cards])
    afterstates, armed = space.afterstate_values(values, states), space.armed(states)
    widget = TurnWidget(space.payoffs.keeps, len(cards))
    widget.score(space.payoffs, afterstates, space.like(states), armed)
    rolls, which = np.indices((len(space.payoffs.keeps.rolls), len(cards))).reshape(2, -1)
    postings = list_postings(space, states[which], afterstates[:, which], rolls)
    best = postings.values.max(axis=0) + postings.bonus
    assert widget.rolls.ravel() == pytest.approx(best, abs=1e-9)
