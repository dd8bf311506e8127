"""What is solved: values of best play, points of every roll, and what can't be solved."""

import re
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings

from tests.rules.conformance import check_sentence
from tests.rules.house_rules import rulesets
from tests.rules.othersets import MAXI
from tests.rules.strategies import seeds, throw
from tests.source import ROOT
from tests.strategy.brute_force import brute_value
from tests.strategy.conftest import PLAIN, SOLVABLE, Tables, some_slow
from tests.strategy.luck_figures import find_figures
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Card,
    Faces,
    Refusal,
    Ruleset,
    Section,
    attainable_points,
    explain_bonuses,
    explain_joker,
    explain_turn,
    find_box,
)
from yahtzee_tui.rules.patterns import Anything
from yahtzee_tui.rules.ruleset import Box, Order, Points, RepeatBonus, UpperBonus
from yahtzee_tui.strategy import Advice, Cancelled, Unsolvable, ValueTable, solve
from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.saved_rolls import find_parts, solve_parts
from yahtzee_tui.strategy.solver.value_table import solve_start


@pytest.mark.parametrize("ruleset", some_slow(sorted(RULESETS.keys() & SOLVABLE)))
def test_the_values_in_the_documentation(tables: Tables, ruleset: Ruleset) -> None:
    """Verhoeff published that of free-joker, Glenn that of yams, Larsson and Sjöberg yatzy's."""
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    found = re.search(rf"`{ruleset.id}` .* ([\d.]+) \(([\d.]+)\) \|$", page, re.MULTILINE)
    assert found is not None
    assert found[1] == f"{tables[ruleset].expected:.4f}"
    if tables[ruleset].outcomes.table is not None:
        assert found[2] == f"{tables[ruleset].outcomes.spread.deviation:.2f}"


def test_the_figures_about_luck_in_the_documentation(official: ValueTable) -> None:
    page = (ROOT / "docs" / "luck.md").read_text(encoding="utf-8")
    assert not [what for what, figure in find_figures(official).items() if figure not in page]


@pytest.mark.exhaustive
def test_maxi_yatzy_without_saved_rolls() -> None:
    """Four minutes of one processor."""
    found = solve_start(replace(MAXI, saved_rolls=False))
    assert found.expected == pytest.approx(394.5575068, abs=1e-6)
    assert found.states == 16_384 * 1_792


@pytest.mark.slow
@pytest.mark.parametrize(
    ("needed", "alone", "saved"), [(84, 183.7593038, 286.6910292), (63, 204.1231386, 332.5800914)]
)
def test_six_dice_in_a_forced_order(needed: int, alone: float, saved: float) -> None:
    """So few states that those with saved rolls are told apart, too, and best play is exact."""
    bonus = UpperBonus(((needed, 100),))
    ruleset = replace(MAXI, order=Order.DOWN, upper_bonus=bonus, saved_rolls=False)
    assert solve(ruleset).expected == pytest.approx(alone, abs=1e-6)
    (whole,) = find_parts(replace(ruleset, saved_rolls=True))
    (values,) = solve_parts((whole,))
    start = whole.index(Card.empty(ruleset))
    assert values[0].take(start) == pytest.approx(saved, abs=1e-6)


def test_what_is_no_card_of_the_game(tables: Tables, official: ValueTable) -> None:
    odd = Card.empty(OFFICIAL).write("ones", 7)
    for card in (odd, Card.empty(RULESETS["yatzy"])):
        for ask in (official.value_of, official.turn):
            with pytest.raises(Refusal):
                ask(card)
    with pytest.raises(Refusal, match="filled"):
        official.turn(Card(OFFICIAL, (0,) * 13))
    downward = SOLVABLE["downward"]
    with pytest.raises(Unsolvable, match="can't occur"):
        tables[downward].value_of(Card.empty(downward).write("sixes", 30))


def test_progress_goes_up_to_one_and_it_can_be_cancelled() -> None:
    told: list[float] = []
    solve(RULESETS["yz"], told.append)
    assert told == sorted(told)
    assert len(told) > 50
    assert told[-1] == 1
    for asked in (1, 2, 30):
        answers = iter([False] * (asked - 1) + [True])
        with pytest.raises(Cancelled):
            solve(RULESETS["yz"], cancelled=lambda answers=answers: next(answers))  # type: ignore[misc]
        assert next(answers, None) is None


def scores(card: Card, faces: Faces, *, is_first: bool) -> list[tuple[object, ...]]:
    """Return what dice score in every open box, or the sentence why they may not."""
    found = card.potentials(faces, is_first=is_first)
    return [(*each[:4], str(each.refusal)) for each in found]


@pytest.mark.slow
@settings(max_examples=15)
@given(ruleset=rulesets, seed=seeds)
def test_any_rule_file_scores_and_solves_alike(ruleset: Ruleset, seed: int) -> None:
    """Any order of the dice scores alike, as advice says and best play counts on."""
    for sentence in (*explain_turn(ruleset), *explain_bonuses(ruleset), *explain_joker(ruleset)):
        check_sentence(sentence)
    for box in ruleset.boxes:
        assert find_box(ruleset, box.id) is box, "its id may be another's code"
    try:
        table = solve(ruleset)
    except Unsolvable as refusal:
        check_sentence(refusal.sentence)
        table = None
    rng, card = Random(seed), Card.empty(ruleset)
    while card.open:
        faces, left = throw(rng, ruleset), rng.randrange(ruleset.rolls)
        is_first = left == ruleset.rolls - 1
        offered = scores(card, faces, is_first=is_first)
        for other in set(permutations(faces)):
            assert scores(card, other, is_first=is_first) == offered
        potentials = card.potentials(faces, is_first=is_first)
        allowed = [found for found in potentials if found.refusal is None]
        for found in allowed:
            assert card.potential(found.box.id, faces, is_first=is_first) == found
            assert found.points in attainable_points(ruleset, found.box.id)
        if table is not None:
            advice = Advice(table, card, faces, left)
            assert [each[:3] for each in advice.boxes] == [found[:3] for found in allowed]
            for choice in advice.boxes:
                after = card.write(choice.box.id, choice.points, choice.bonus)
                assert abs(table.value_of(after) - choice.value) < 1e-6
        chosen = rng.choice(allowed)
        is_in_reach = card.upper_bonus_in_reach
        before, card = card, card.write(chosen.box.id, chosen.points, chosen.bonus)
        assert is_in_reach or card.upper_bonus == before.upper_bonus
        assert Card.parse(ruleset, card.format_scores()) == card
    if table is not None:
        assert abs(table.expected - brute_value(Card.empty(ruleset))) < 1e-6


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
