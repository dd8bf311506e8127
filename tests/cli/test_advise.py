"""`yahtzee-tui advise`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import check_refusals
from yahtzee_tui.rules import RULESETS

if TYPE_CHECKING:
    from tests.cli.conftest import Ask

# Solved in a moment; the others are as well, but not in every run of the tests.
YZ = ("--rules", "yz")


def _answer(ask: Ask, *words: str) -> dict[str, Any]:
    code, out, err = ask("advise", *words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_json(ask: Ask) -> None:
    answer = _answer(ask, "5", "5", "5", "3", "1", "--rolls-left", "2")
    assert list(answer) == ["value", "best", "holds", "boxes"]
    assert answer["value"] == pytest.approx(263.1671, abs=1e-4)
    assert answer["best"] == {"hold": [5, 5, 5]}
    assert answer["holds"][0] == {"hold": [5, 5, 5], "value": answer["value"]}
    assert len(answer["holds"]) == 4 * 2 * 2
    values = [hold["value"] for hold in answer["holds"]]
    assert values == sorted(values, reverse=True)
    assert list(answer["boxes"]) == [box.id for box in RULESETS["official"].boxes]
    assert answer["boxes"]["fives"] == pytest.approx(249.98, abs=0.01)


def test_the_order_of_the_dice_does_not_matter(ask: Ask) -> None:
    answers = [_answer(ask, dice, "--rolls-left=1", *YZ) for dice in ("13556", "65153")]
    assert answers[0] == answers[1]


def test_json_without_rolls_left(ask: Ask) -> None:
    card = ("--card", "ones=3,twos=6,threes=9,fours=12,fives=15,3k=20,4k=0,fh=25,ss=30,ls=0,ch=20")
    answer = _answer(ask, "66665", "--rolls-left", "0", *card)
    assert answer == {
        "value": pytest.approx(199 - 59 + 24 + 35 + 50 / 21.73, abs=0.3),
        "best": {"box": "sixes"},
        "holds": [],
        "boxes": {"sixes": answer["value"], "yahtzee": answer["boxes"]["yahtzee"]},
    }


def test_a_forced_joker(ask: Ask) -> None:
    answer = _answer(ask, "44444", "--rolls-left", "0", "--card", "yahtzee=50,fh=25")
    assert list(answer["boxes"]) == ["fours"]
    assert answer["best"] == {"box": "fours"}


def test_a_free_joker_of_yz(ask: Ask) -> None:
    boxes = _answer(ask, "44444", "--rolls-left=0", "--card", "yz=50,A4=8,B3=0", *YZ)["boxes"]
    assert "four_of_a_kind" in boxes
    assert "ones" in boxes
    assert not {"yahtzee", "fours", "full_house"} & set(boxes)
    assert max(boxes, key=lambda box: boxes[box]) == "large_straight"


def test_the_table(ask: Ask) -> None:
    code, out, err = ask("advise", "55531", "--rolls-left", "2")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "5 5 5 3 1 in Yahtzee (official), 2 rolls left:"
    assert lines[1].split() == ["keep", "5-5-5", "263.17", "best"]
    assert "roll all dice                249.47  -13.70" in lines
    assert "score 15 in Fives            249.98  -13.19" in lines
    assert lines[-1] == "Keep 5-5-5: 263.2 on average, 13.2 more than scoring 15 in Fives."
    assert len(lines) == 1 + 15 + 13 + 1
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("left", "said"), [("0", "no rolls left"), ("1", "1 roll left"), ("2", "2 rolls left")]
)
def test_the_table_says_how_many_rolls_are_left(ask: Ask, left: str, said: str) -> None:
    out = ask("advise", "12345", "--rolls-left", left, *YZ).out
    assert out.startswith(f"1 2 3 4 5 in YZ (yz), {said}:\n")
    assert "score 40 in B5  Lg straight" in out
    assert ("keep" in out) is (left != "0")
    assert "-0.00" not in out


@pytest.mark.slow
def test_every_ruleset(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            answer = _answer(ask, "11111", "--rolls-left", "0", "--rules", ruleset.id)
            assert len(answer["boxes"]) == len(ruleset.boxes)
            assert answer["best"] == {"box": "yahtzee"}


LONG = "x" * 100_000
LEFT = ("--rolls-left", "1")
HOSTILE = [
    ["advise"],
    ["advise", "33344"],
    ["advise", *LEFT],
    ["advise", "", *LEFT],
    ["advise", "3334", *LEFT],
    ["advise", "333444", *LEFT],
    ["advise", "33347", *LEFT],
    ["advise", LONG, *LEFT],
    ["advise", "\x1b[2J", *LEFT],
    ["advise", "٣٣٣٣٣", *LEFT],
    ["advise", "33344", "--rolls-left"],
    ["advise", "33344", "--rolls-left", ""],
    ["advise", "33344", "--rolls-left", "3"],
    ["advise", "33344", "--rolls-left=-1"],
    ["advise", "33344", "--rolls-left", "two"],
    ["advise", "33344", "--rolls-left", "1.0"],
    ["advise", "33344", "--rolls-left", "٢"],
    ["advise", "33344", "--rolls-left", "0x1"],
    ["advise", "33344", "--rolls-left", " 1"],
    ["advise", "33344", "--rolls-left", "01"],
    ["advise", "33344", "--rolls-left", LONG],
    ["advise", "33344", "--rolls-left", "\x1b[2J"],
    ["advise", "33344", *LEFT, "--rules", "nonesuch"],
    ["advise", "33344", *LEFT, "--card"],
    ["advise", "33344", *LEFT, "--card", "ones"],
    ["advise", "33344", *LEFT, "--card", "ones=7"],
    ["advise", "33344", *LEFT, "--card", "ones=1,aces=1"],
    ["advise", "33344", *LEFT, "--card", f"{LONG}=2"],
    ["advise", "33344", *LEFT, "--json=1"],
    ["advise", "33344", *LEFT, "--card", ",".join(f"{b.id}=0" for b in RULESETS["yz"].boxes)],
]


def test_one_sentence(ask: Ask, subtests: pytest.Subtests) -> None:
    check_refusals(ask, subtests, HOSTILE)


def test_rolls_out_of_range(ask: Ask) -> None:
    err = ask("advise", "33344", "--rolls-left", "3").err
    assert err == "After a roll 0, 1 or 2 are left, not '3'.\n"
