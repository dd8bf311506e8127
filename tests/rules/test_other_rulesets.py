"""What rule sets add that only the tests describe; the other checks are those of every rule set."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from tests.rules.conformance import check_sentence
from tests.rules.othersets import KISMET, MAXI, OTHERS, UPWARD
from tests.rules.positions import dice, position
from tests.source import read_lines
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Card,
    Game,
    Malformed,
    Rolled,
    Score,
    attainable_points,
    explain_bonuses,
)
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.rules.definition_reader import BadDefinition
from yahtzee_tui.rules.patterns import Groups, Matching, Pattern, Run
from yahtzee_tui.rules.ruleset import Counted, Joker, Points, RepeatBonus, UpperBonus


def test_par_is_three_of_each_face_and_a_bonus_may_be_in_reach() -> None:
    for filled, par, in_reach in read_lines(__file__, "pars.jsonl"):
        card = position("official", "", filled).card
        assert (card.upper_par, card.upper_bonus_in_reach) == (par, in_reach), filled
        card = position("yz", "", filled).card
        assert (card.upper_par, card.upper_bonus_in_reach) == (None, False)


def test_bonuses_of_six_dice_and_of_several_tiers() -> None:
    rest = (None,) * 14
    # The pace is four of each face here, not three.
    assert Card(MAXI, (None, None, None, None, None, 24, *rest)).upper_par == 0
    kismet = (None,) * 9
    # The pace is that to the next tier: 71 once 63 is reached.
    assert Card(KISMET, (3, 6, 9, 12, 15, None, *kismet)).upper_par == 0
    assert Card(KISMET, (3, 8, 12, 16, 25, None, *kismet)).upper_par == 64 - 71 * 15 // 21
    tiers = {62: 0, 63: 35, 70: 35, 71: 55, 77: 55, 78: 75, 105: 75}
    for total, bonus in tiers.items():
        assert Card(KISMET, (total, 0, 0, 0, 0, 0, *kismet)).upper_bonus == bonus
    card = Card(KISMET, (None, 2, 9, 8, 20, 24, *kismet))
    assert card.upper_bonus == 35
    assert not card.upper_bonus_in_reach  # 63, and five ones make 68
    assert Card(KISMET, (None, 5, 9, 8, 20, 24, *kismet)).upper_bonus_in_reach


def test_a_forced_order_comes_before_a_forced_joker() -> None:
    """Else a joker would have to go into a box that isn't due, and nobody could go on."""
    game = Game.start(UPWARD, ("Ann",))
    for box, faces in (("chance", "12346"), ("yahtzee", "44444"), ("large_straight", "44444")):
        game = game.play(Rolled(dice(faces))).play(Score(box))
    assert game.card.repeat_points == 100
    assert game.card["large_straight"] == 0  # the fours are open, so this is no joker yet


def test_a_joker_pays_no_more_dice_than_make_the_pattern() -> None:
    matched = Points(10, Counted.MATCHED)
    patterns: dict[Pattern, tuple[int, str]] = {
        Groups((2,)): (8, "11234"),
        Groups((2, 2)): (16, "11223"),
        Groups((3, 2)): (20, "11122"),
        Run(4): (16, "12346"),
    }
    filled = {"yahtzee": 50, "fours": 20}
    for pattern, (dice_points, example) in patterns.items():
        chance = OFFICIAL.box("chance")._replace(
            pattern=pattern, points=matched, example=dice(example)
        )
        ruleset = replace(OFFICIAL, boxes=(*OFFICIAL.boxes[:-1], chance))
        scores = tuple(filled.get(box.id) for box in ruleset.boxes)
        found = Card(ruleset, scores).potential("chance", dice("44444"))
        assert found.points == 10 + dice_points, pattern


def test_a_rule_set_that_cannot_be_played_is_refused_when_it_is_made() -> None:
    first, *rest = OFFICIAL.boxes

    def begin_with(**changes: Any) -> dict[str, Any]:
        return {"boxes": (first._replace(**changes), *rest)}

    def end_with(pattern: Pattern) -> dict[str, Any]:
        return {"boxes": (*OFFICIAL.boxes[:-1], rest[-1]._replace(pattern=pattern))}

    faults: list[dict[str, Any]] = [
        {"dice": 0},
        {"dice": 10},
        {"sides": 1},
        {"rolls": 0},
        {"boxes": ()},
        {"boxes": (first, *OFFICIAL.boxes)},
        begin_with(code="A2"),
        begin_with(short="Twelve chars"),
        begin_with(example=(1, 2, 3, 4)),
        begin_with(example=(1, 2, 3, 4, 7)),
        {"boxes": (*rest, first)},
        begin_with(pattern=Matching(2)),
        begin_with(pattern=Matching(7)),
        {"boxes": tuple(rest)},  # a joker of ones has no upper box
        {"boxes": (*OFFICIAL.boxes[:5], *OFFICIAL.boxes[6:])},  # nor has one of sixes
        {"upper_bonus": UpperBonus(())},
        {"upper_bonus": UpperBonus(((63, 35), (63, 50)))},
        {"repeat_bonus": RepeatBonus("yatzy", 50, 100)},
        {"joker": Joker("yatzy")},
        {"joker": Joker("full_house")},
        {"dice": 9},
        {"sides": 10},
        {"rolls": 10},
        {"boxes": (*rest[:5], *(box._replace(id=f"box{at}") for at, box in enumerate(rest * 3)))},
        begin_with(short="Große Straße"),
        begin_with(example=(2, 2, 2, 2, 2)),  # scores nothing there
        end_with(Groups((3, 3))),
        end_with(Run(4, start=4)),
        {"upper_bonus": UpperBonus(((106, 35),))},
    ]
    for fault in faults:
        with pytest.raises(Malformed) as refused:
            replace(OFFICIAL, **fault)
        assert refused.value.code == "bad_ruleset", fault
        check_sentence(refused.value.sentence)


def test_rule_sets_are_equal_if_every_game_goes_the_same_by_both() -> None:
    for ruleset in (*RULESETS.values(), *OTHERS.values()):
        boxes = tuple(
            box._replace(name=f"{box.name}!", code=f"{box.code}!") for box in ruleset.boxes
        )
        renamed = replace(ruleset, name="Another name", summary="", boxes=boxes)
        for same in (renamed, pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset)):
            assert same == ruleset
            assert hash(same) == hash(ruleset)
        paid = ruleset.boxes[0]._replace(points=Points(7))
        for other in (
            replace(ruleset, id="other"),
            replace(ruleset, rolls=ruleset.rolls + 1),
            replace(ruleset, boxes=(paid, *ruleset.boxes[1:])),
        ):
            assert other != ruleset
    assert len({*RULESETS.values()}) == len(RULESETS)
    assert OFFICIAL != "official"


def test_dice_thrown_at_once_pay_more() -> None:
    """Also a joker, and a bonus whose box then holds more than it asks for."""
    boxes = ("full_house", "yahtzee")
    data: dict[str, Any] = {"id": "served", "name": "Served", "based_on": "official"}
    data |= {"box": {box: {"first_roll": 5} for box in boxes}}
    ruleset = read_definition(data)
    start = Game.start(ruleset, ("Ann",))
    first = start.play("roll 3 3 3 4 4")
    assert first.potential("full_house").points == 30
    assert first.potential("chance").points == 17
    assert first.play("hold 1 2 3").play("roll 3 3 3 4 4").potential("full_house").points == 25
    card = Card.empty(ruleset).write("yahtzee", 55).write("fours", 12)
    later, at_once = (
        card.potential("full_house", (4,) * 5, is_first=is_first) for is_first in (False, True)
    )
    assert (later.points, later.bonus) == (25, 100)
    assert (at_once.points, at_once.bonus, at_once.joker) == (30, 100, True)
    assert attainable_points(ruleset, "full_house") == {0, 25, 30}
    assert "holds 50 or 55, each extra" in explain_bonuses(ruleset)[1]
    with pytest.raises(BadDefinition, match="First_roll doesn't go with saved_rolls"):
        read_definition(data | {"saved_rolls": True})
