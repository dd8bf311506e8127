"""The sums of a card, its distance from the upper bonus, and names of boxes as people type them."""

from __future__ import annotations

import pytest

from tests.rules.conformance import check_sentence
from tests.rules.positions import position
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Card,
    Malformed,
    find_box,
    find_ruleset,
    match_boxes,
)


def test_an_empty_card() -> None:
    card = Card.empty(OFFICIAL)
    assert card.open == OFFICIAL.boxes
    assert not card.is_full
    assert (card.upper_total, card.upper_bonus, card.lower_total, card.grand_total) == (0, 0, 0, 0)
    assert card["ones"] is None


def test_a_card_adds_up_as_the_documents_show_it() -> None:
    card = Card.empty(OFFICIAL).write("sixes", 30).write("fives", 25).write("yahtzee", 50)
    card = card.write("twos", 8, bonus=100).write("chance", 20)
    assert card.upper_total == 63
    assert card.upper_bonus == 35
    assert card.repeat_points == 100
    assert card.lower_total == 50 + 20 + 100
    assert card.grand_total == 268
    assert [box.id for box in card.open][:3] == ["ones", "threes", "fours"]


def test_writing_leaves_the_old_card_as_it_was() -> None:
    card = Card.empty(OFFICIAL)
    card.write("ones", 3)
    assert card["ones"] is None


@pytest.mark.parametrize(
    ("filled", "par"),
    [({}, 0), ({"sixes": 18}, 0), ({"sixes": 24}, 6), ({"ones": 1, "fives": 10}, -7)],
)
def test_par_is_three_of_each_face(filled: dict[str, int], par: int) -> None:
    assert position("official", "", filled).card.upper_par == par
    assert position("yz", "", filled).card.upper_par is None


@pytest.mark.parametrize(
    ("filled", "in_reach"),
    [
        ({}, True),
        ({"sixes": 0, "fives": 0}, False),  # 50 is the most that the rest can bring
        ({"sixes": 0, "fives": 13}, True),
        ({"sixes": 30, "fives": 25, "fours": 20}, False),  # it is earned: nothing more to reach
    ],
)
def test_whether_the_upper_bonus_is_in_reach(filled: dict[str, int], in_reach: bool) -> None:
    assert position("official", "", filled).card.upper_bonus_in_reach is in_reach
    assert not position("yz", "", filled).card.upper_bonus_in_reach


@pytest.mark.parametrize(
    ("rules", "text", "box"),
    [
        ("official", "full_house", "full_house"),
        ("official", "Full House", "full_house"),
        ("official", "FH", "full_house"),
        ("official", " small-straight ", "small_straight"),
        ("official", "3k", "three_of_a_kind"),
        ("official", "B6", "yahtzee"),
        ("official", "6", "sixes"),
        ("classic", "aces", "ones"),
        ("free-joker", "1's", "ones"),
        ("yatzy", "yatzy", "yahtzee"),
        ("yatzy", "2 pairs", "two_pairs"),
        ("yatzy50", "pair", "one_pair"),
        ("yz", "YZ", "yahtzee"),
        ("macintosh", "ch", "chance"),
    ],
)
def test_boxes_are_found_by_what_people_call_them(rules: str, text: str, box: str) -> None:
    assert find_box(find_ruleset(rules), text).id == box


@pytest.mark.parametrize("rules", RULESETS)
def test_every_name_of_a_box_means_that_box_alone(rules: str) -> None:
    ruleset = find_ruleset(rules)
    for box in ruleset.boxes:
        for text in (box.id, box.name, box.short, box.code, box.name.upper(), box.code.lower()):
            assert find_box(ruleset, text) is box
            assert match_boxes(ruleset, text)[0] is box


@pytest.mark.parametrize("text", ["", " ", "_", "x", "seven", "ones!", "\x1b[0m", "é" * 900])
def test_what_names_no_box_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        find_box(OFFICIAL, text)
    assert caught.value.code == "unknown_box"
    check_sentence(caught.value.sentence)


def test_a_box_of_another_game_is_none_of_this() -> None:
    with pytest.raises(Malformed):
        find_box(OFFICIAL, "one_pair")


def test_matching_while_typing_puts_the_likeliest_first() -> None:
    assert [box.id for box in match_boxes(OFFICIAL, "f")] == [
        "fours",
        "fives",
        "four_of_a_kind",
        "full_house",
        "yahtzee",
    ]
    assert match_boxes(OFFICIAL, "stra")[0].id == "small_straight"
    assert match_boxes(OFFICIAL, "c")[0].id == "chance"
    assert match_boxes(OFFICIAL, "") == OFFICIAL.boxes
    assert match_boxes(OFFICIAL, "zz") == ()
