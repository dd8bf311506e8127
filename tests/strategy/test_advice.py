"""Advice against trying everything, what it answers to those who ask, and its sentence."""

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.strategy.brute_force import BruteTurn, only_open, random_card, within
from tests.strategy.conftest import EVERY_SOLVABLE, Tables
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import OFFICIAL, Card, Refusal, Ruleset
from yahtzee_tui.strategy import Advice, BoxChoice, HoldChoice, ValueTable, describe_advice
from yahtzee_tui.strategy.advice_sentences import find_other_plan

EMPTY = Card.empty(OFFICIAL)


@EVERY_SOLVABLE
def test_everything_is_worth_what_trying_says(tables: Tables, ruleset: Ruleset) -> None:
    """Also a card is, before the first roll: Bellman's equation."""
    table, rng, dice = tables[ruleset], Random(19), ruleset.dice
    for open_boxes in (1, 2, 4, 8, len(ruleset.boxes)):
        full, card = (random_card(ruleset, rng, number) for number in (0, open_boxes))
        assert table.value_of(full) == full.grand_total
        brute = BruteTurn(card, table.value_of)
        assert table.value_of(card) == pytest.approx(brute.value, abs=1e-9)
        assert table.turn(card).value == pytest.approx(brute.value, abs=1e-9)
        thrown = [tuple(rng.choices(range(1, 7), k=dice)) for _ in range(12)]
        for rolls_left in range(ruleset.rolls):
            for faces in ((3,) * dice, *thrown):
                _check(Advice(table, card, faces, rolls_left), brute)


def _check(advice: Advice, brute: BruteTurn) -> None:
    roll, left = tuple(sorted(advice.faces)), advice.rolls_left
    assert advice.value == pytest.approx(brute.rolls[left][roll], abs=1e-9)
    boxes = {choice.box.id: choice.value for choice in advice.boxes}
    is_first = left == advice.card.ruleset.rolls - 1
    tried_boxes = (brute.at_once if is_first else brute.boxes)[roll]
    assert boxes == pytest.approx(tried_boxes, abs=1e-9)
    holds = {choice.faces: choice.value for choice in advice.holds}
    assert len(holds) == len(advice.holds)
    if not left:
        assert holds == {}
        return
    assert holds.pop(roll) == pytest.approx(max(boxes.values()), abs=1e-9)
    tried = {hold: brute.holds[left][hold] for hold in within(roll)}
    assert holds == pytest.approx(tried, abs=1e-9)


def test_the_best_comes_first(official: ValueTable) -> None:
    advice = Advice(official, EMPTY, (5, 5, 5, 3, 1), 2)
    assert advice.best is advice.holds[0] is advice.choices[0]
    assert isinstance(advice.best, HoldChoice)
    assert advice.best.faces == (5, 5, 5)
    values = [choice.value for choice in advice.choices]
    assert values == sorted(values, reverse=True)
    assert len(advice.choices) == len(advice.boxes) + len(advice.holds) - 1
    assert [advice.loss(choice) for choice in advice.choices][:2] == [0, values[0] - values[1]]
    # A box is best rather than holding all dice.
    advice = Advice(official, EMPTY, (6, 6, 6, 6, 6), 2)
    assert isinstance(advice.best, BoxChoice)
    assert (advice.best.box.id, advice.best.points, advice.best.bonus) == ("yahtzee", 50, 0)
    assert advice.holds[0] == HoldChoice((6,) * 5, advice.value)
    # A bonus is no part of the points.
    advice = Advice(official, EMPTY.write("yahtzee", 50), (6, 6, 6, 6, 6), 0)
    assert isinstance(advice.best, BoxChoice)
    assert (advice.best.box.id, advice.best.points, advice.best.bonus) == ("sixes", 30, 100)
    assert advice.box("ones") is None
    assert advice.box("yahtzee") is None
    assert official.turn(advice.card).of_posting("ones", (6,) * 5) is None


def test_every_way_to_hold_has_its_value(official: ValueTable) -> None:
    advice = Advice(official, EMPTY, (4, 2, 4, 6, 4), 1)
    for size in range(6):
        for positions in combinations(range(5), size):
            choice = advice.hold(positions)
            assert choice is not None
            assert choice.faces == tuple(sorted(advice.faces[at] for at in positions))
    assert Advice(official, EMPTY, (4, 2, 4, 6, 4), 0).hold((0,)) is None
    pair = advice.hold((0, 2))
    assert pair is not None
    assert advice.positions(pair) == (0, 2)
    assert advice.positions(pair, held=(4,)) == (0, 4)
    assert advice.positions(pair, held=(1, 3, 4, 2)) == (2, 4)


def test_what_is_no_roll_or_hold(official: ValueTable) -> None:
    for rolls_left in (-1, 3, True, 1.0, "1"):
        with pytest.raises(UserError, match=r"Rolls left must be|takes int as rolls_left"):
            Advice(official, EMPTY, (1, 2, 3, 4, 5), rolls_left)  # type: ignore[arg-type]
    turn = official.turn(EMPTY)
    for faces in ((), (1, 2, 3, 4), (1, 2, 3, 4, 7), (0, 1, 2, 3, 4)):
        for ask in (
            lambda faces: turn.of_roll(faces, 1),
            lambda faces: turn.of_posting("ones", faces),
            lambda faces: turn.of_hold((), faces, 1),
            lambda faces: Advice(official, EMPTY, faces, 1),
        ):
            with pytest.raises(Refusal):
                ask(faces)
    for hold in ((3, 3, 3), (7,), (1, 2, 3, 4, 5, 6)):
        with pytest.raises(Refusal, match="only keep dice you rolled"):
            turn.of_hold(hold, (3, 3, 4, 5, 6), 1)
    with pytest.raises(Refusal, match="No rolls"):
        turn.of_hold((3,), (3, 3, 4, 5, 6), 0)
    assert turn.of_hold((6, 3, 5, 3, 4), (3, 3, 4, 5, 6), 0) == turn.of_roll((3, 3, 4, 5, 6), 0)


def test_sentences(official: ValueTable) -> None:
    for line in Path(__file__).with_name("sentences.txt").read_text().splitlines()[1:]:
        box, dice, rolls_left, begin = line.split(maxsplit=3)
        card = EMPTY if box == "all" else only_open(OFFICIAL, box)
        advice = Advice(official, card, tuple(map(int, dice)), int(rolls_left))
        assert describe_advice(advice).startswith(begin)
    sentence = describe_advice(Advice(official, EMPTY.write("yahtzee", 50), (4,) * 5, 0))
    assert sentence.startswith("Score 20 in Fours with a bonus of 100: ")
    assert sentence.endswith(" in total; it is the only choice.")


def test_what_a_sentence_says_is_true(official: ValueTable) -> None:
    rng = Random(29)
    for _ in range(300):
        card = random_card(OFFICIAL, rng, rng.randint(1, 13))
        faces = tuple(rng.choices(range(1, 7), k=5))
        advice = Advice(official, card, faces, rng.randint(0, 2))
        sentence, other = describe_advice(advice), find_other_plan(advice)
        assert sentence.isprintable()
        assert len(sentence) < 120
        assert f"expect {advice.value:.1f} in total" in sentence
        if other is None:
            assert len(advice.choices) == 1
            continue
        assert other in advice.choices
        assert other != advice.best
        if isinstance(other, BoxChoice):
            assert sentence.endswith((f"{other.points} in {other.box.name}.", "is just as good."))
        if isinstance(advice.best, HoldChoice) and isinstance(other, HoldChoice):
            best = [choice for choice in advice.boxes if choice.value > other.value]
            assert best == []
        if found := re.search(r", (\d+\.\d) more than", sentence):
            assert float(found[1]) == pytest.approx(advice.loss(other), abs=0.051)
        else:
            assert advice.loss(other) < 0.05
