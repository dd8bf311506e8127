"""`yahtzee-tui score`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from yahtzee_tui.rules import RULESETS, Card, attainable_points

if TYPE_CHECKING:
    from tests.cli.conftest import Ask


# What people call the boxes, in every rule set that has them.
ALIASES = {
    "ones": ("ones", "Aces", "A1", "1", "1s", "1's"),
    "twos": ("TWOS", "a2", "2's", "deuces"),
    "threes": ("threes", "A3", "3s"),
    "fours": ("fours", "A4", "4"),
    "fives": ("fives", "A5", "5"),
    "sixes": ("sixes", "A6", "6's"),
    "one_pair": ("one_pair", "pair", "one pair", "P1"),
    "two_pairs": ("two_pairs", "2 pairs", "P2"),
    "three_of_a_kind": ("3k", "3 of a kind", "three-of-a-kind", "B1", "trips"),
    "four_of_a_kind": ("4k", "4 OF A KIND", "B2", "quads"),
    "full_house": ("fh", "FH", "full house", "full", "B3"),
    "small_straight": ("ss", "sm straight", "B4", "small"),
    "large_straight": ("ls", "Large Straight", "b5"),
    "yahtzee": ("yahtzee", "yatzy", "yz", "B6", "five of a kind"),
    "chance": ("chance", "ch", "B7"),
}


def _answer(ask: Ask, *words: str) -> dict[str, Any]:
    code, out, err = ask("score", *words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_json_exactly(ask: Ask) -> None:
    code, out, err = ask("score", "3", "3", "3", "4", "4", "--json")
    assert (code, err) == (0, "")
    assert out == (
        '{"rules": "official", "dice": [3, 3, 3, 4, 4], "boxes": {"ones": 0, "twos": 0, '
        '"threes": 9, "fours": 8, "fives": 0, "sixes": 0, "three_of_a_kind": 17, '
        '"four_of_a_kind": 0, "full_house": 25, "small_straight": 0, "large_straight": 0, '
        '"yahtzee": 0, "chance": 17}, "bonus": 0}\n'
    )


@pytest.mark.parametrize(
    "words", [["3", "3", "3", "4", "4"], ["33344"], ["333", "44"], ["3 3 3 4 4"]]
)
def test_ways_to_write_dice(ask: Ask, words: list[str]) -> None:
    assert _answer(ask, *words)["dice"] == [3, 3, 3, 4, 4]


def test_options_may_stand_among_the_dice(ask: Ask) -> None:
    answer = _answer(ask, "1", "2", "--rules", "yatzy", "3", "4", "5")
    assert (answer["rules"], answer["dice"]) == ("yatzy", [1, 2, 3, 4, 5])
    assert answer["boxes"]["small_straight"] == 15


def test_a_forced_joker(ask: Ask) -> None:
    answer = _answer(ask, "44444", "--card", "yahtzee=50,fh=25")
    assert answer["bonus"] == 100
    assert answer["boxes"].pop("fours") == 20
    assert set(answer["boxes"].values()) == {None}
    assert not {"yahtzee", "full_house"} & set(answer["boxes"])


def test_a_forced_joker_below(ask: Ask) -> None:
    boxes = _answer(ask, "44444", "--card", "yahtzee=0,fours=12")["boxes"]
    assert boxes["full_house"] == 25
    assert boxes["large_straight"] == 40
    assert boxes["chance"] == 20
    assert boxes["ones"] is None


def test_a_scratched_yahtzee_earns_no_bonus(ask: Ask) -> None:
    assert _answer(ask, "44444", "--card", "yahtzee=0")["bonus"] == 0


def test_a_free_joker(ask: Ask) -> None:
    answer = _answer(ask, "44444", "--rules", "free-joker", "--card", "y=50")
    assert answer["boxes"]["full_house"] == 0
    answer = _answer(ask, "44444", "--rules", "free-joker", "--card", "y=50", "--card", "4's=8")
    assert answer["boxes"]["full_house"] == 25
    assert answer["bonus"] == 100


def test_a_joker_of_1986(ask: Ask) -> None:
    boxes = _answer(ask, "44444", "--rules", "macintosh", "--card", "y=50,fours=8")["boxes"]
    assert boxes["ones"] == 20


def test_no_joker(ask: Ask) -> None:
    answer = _answer(ask, "44444", "--rules", "classic", "--card", "y=50,fours=8")
    assert answer["boxes"]["full_house"] == 0
    assert answer["bonus"] == 100


def test_every_open_box_and_no_other(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            answer = _answer(ask, "12345", "--rules", ruleset.id, "--card", "chance=12, ones=0")
            assert list(answer) == ["rules", "dice", "boxes", "bonus"]
            assert answer["rules"] == ruleset.id
            open_boxes = [box.id for box in ruleset.boxes if box.id not in ("chance", "ones")]
            assert list(answer["boxes"]) == open_boxes
            card = Card.empty(ruleset).write("chance", 12).write("ones", 0)
            expected = {box: card.potential(box, (1, 2, 3, 4, 5)).points for box in open_boxes}
            assert answer["boxes"] == expected


def test_aliases(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            for box in ruleset.boxes:
                for alias in (*ALIASES[box.id], box.id.upper(), box.name, box.short, box.code):
                    boxes = _answer(ask, "12345", "--rules", ruleset.id, "--card", f"{alias}=0")[
                        "boxes"
                    ]
                    assert box.id not in boxes, alias
                    assert len(boxes) == len(ruleset.boxes) - 1


def test_attainable_points_are_taken(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            for box in ruleset.boxes:
                for points in attainable_points(ruleset, box.id):
                    assert ask(
                        "score", "12345", "--rules", ruleset.id, "--card", f"{box.id}={points}"
                    ).code == (0)


@pytest.mark.parametrize(
    ("rules", "entry"),
    [
        ("official", "ones=6"),
        ("official", "ones=20"),  # a joker scores its total up there only in the game of 1986
        ("macintosh", "ones=7"),
        ("official", "fours=10"),
        ("official", "full_house=24"),
        ("official", "yahtzee=30"),
        ("official", "chance=4"),
        ("official", "chance=31"),
        ("official", "3k=4"),
        ("yatzy", "fh=25"),
        ("yatzy", "fh=6"),
        ("yatzy", "ss=30"),
        ("yatzy", "pair=3"),
        ("yatzy", "two_pairs=20000"),
    ],
)
def test_unattainable_points_are_refused(ask: Ask, rules: str, entry: str) -> None:
    code, out, err = ask("score", "12345", "--rules", rules, "--card", entry)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "can't hold" in err


def test_attainable_points_of_jokers() -> None:
    assert attainable_points(RULESETS["official"], "ones") == {0, 1, 2, 3, 4, 5}
    assert 20 in attainable_points(RULESETS["macintosh"], "ones")
    assert attainable_points(RULESETS["yz"], "full_house") == {0, 25}
    assert attainable_points(RULESETS["yatzy"], "large_straight") == {0, 20}
    assert 5 in attainable_points(RULESETS["yatzy"], "chance")


def test_few_points_are_listed(ask: Ask) -> None:
    err = ask("score", "12345", "--card", "fh=20").err
    assert err == "Full house can't hold '20', only 0 or 25.\n"


def test_the_table(ask: Ask) -> None:
    code, out, err = ask("score", "44444", "--card", "y=50,fours=12,fh=25")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "4 4 4 4 4 in Yahtzee (official):"
    assert "Large straight   40  as a joker" in lines
    assert any(line.startswith("Ones              -  Joker: this Yahtzee") for line in lines)
    assert lines[-1] == "A Yahtzee bonus of 100 comes on top, whatever box is chosen."


def test_the_table_names_boxes_as_the_game_does(ask: Ask) -> None:
    out = ask("score", "33344", "--rules", "yz").out
    assert "B3  Full house   25\n" in out
    assert "bonus" not in out


def test_an_empty_card_may_be_said(ask: Ask) -> None:
    assert ask("score", "33344", "--card", "") == ask("score", "33344")


def test_a_full_card(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            card = ",".join(f"{box.id}=0" for box in ruleset.boxes)
            code, out, err = ask("score", "33344", "--rules", ruleset.id, "--card", card)
            assert (code, out, err) == (2, "", "Every box of this card is filled.\n")
