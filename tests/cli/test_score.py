"""`yahtzee-tui score`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.cli.conftest import check_refusal
from yahtzee_tui.rules import RULESETS, Card, attainable_points

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Ask


def _answer(ask: Ask, *words: str) -> dict[str, Any]:
    code, out, err = ask("score", *words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_ways_to_write_dice_and_cards(ask: Ask) -> None:
    for words in (["33344"], ["333", "44"], ["3 3 3 4 4"]):
        assert _answer(ask, *words)["dice"] == [3, 3, 3, 4, 4]
    answer = _answer(ask, "1", "2", "--rules", "yatzy", "3", "4", "5")
    assert (answer["rules"], answer["dice"]) == ("yatzy", [1, 2, 3, 4, 5])
    assert answer["boxes"]["small_straight"] == 15
    assert ask("score", "33344", "--card", "") == ask("score", "33344")
    once = _answer(ask, "44444", "--card", "yahtzee=50,fours=8")
    assert _answer(ask, "44444", "--card", "yz=50", "--card", "4's=8") == once


def test_a_forced_joker(ask: Ask) -> None:
    answer = _answer(ask, "44444", "--card", "yahtzee=50,fh=25")
    assert answer["bonus"] == 100
    assert answer["boxes"].pop("fours") == 20
    assert set(answer["boxes"].values()) == {None}
    assert not {"yahtzee", "full_house"} & set(answer["boxes"])
    scratched = _answer(ask, "44444", "--card", "yahtzee=0,fours=12")
    assert (scratched["bonus"], scratched["boxes"]["full_house"]) == (0, 25)
    assert scratched["boxes"]["ones"] is None


def test_every_open_box_and_no_other(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            faces = (1, 2, 3, 4, 5, 6)[: ruleset.dice]
            dice, last = "".join(map(str, faces)), ruleset.boxes[-1].id
            answer = _answer(ask, dice, "--rules", ruleset.id, "--card", f"{last}=0, ones=0")
            assert answer["rules"] == ruleset.id
            open_boxes = [box.id for box in ruleset.boxes if box.id not in (last, "ones")]
            assert list(answer["boxes"]) == open_boxes
            card = Card.empty(ruleset).write(last, 0).write("ones", 0)
            found = [card.potential(box, faces) for box in open_boxes]
            expected = {each.box.id: None if each.refusal else each.points for each in found}
            assert answer["boxes"] == expected
            full = ",".join(f"{box.id}=0" for box in ruleset.boxes)
            refused = ask("score", dice, "--rules", ruleset.id, "--card", full)
            assert refused == (2, "", "Every box on this card is filled.\n")


def test_points_that_a_box_can_hold(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            for choose in (min, max):
                most = [choose(attainable_points(ruleset, box.id)) for box in ruleset.boxes[:-1]]
                boxes = zip(ruleset.boxes, most, strict=False)
                card = ",".join(f"{box.id}={points}" for box, points in boxes)
                dice = "123456"[: ruleset.dice]
                answer = ask("score", dice, "--rules", ruleset.id, "--card", card)
                assert answer.code == 0, answer.err


def test_a_position_in_one_line(ask: Ask) -> None:
    """It is read as one word or as several, says which roll it is, and is printed again."""
    line = "generala .,.,.,.,.,.,20,.,.,. r1 33355"
    first, later = _answer(ask, line), _answer(ask, *line.replace("r1", "r2").split())
    assert (first["rules"], first["dice"]) == ("generala", [3, 3, 3, 5, 5])
    assert (first["boxes"]["full_house"], later["boxes"]["full_house"]) == (35, 30)
    assert "straight" not in first["boxes"]
    assert ask("score", line, "--position").out == line + "\n"
    card = ("--rules", "generala", "--card", "straight=20")
    assert ask("score", "33355", *card, "--position").out == line.replace("r1", "r3") + "\n"
    for words in ([line, "--card", "ones=1"], [line.replace("r1 33355", "r0")], [line + "5"]):
        check_refusal(ask("score", *words))
