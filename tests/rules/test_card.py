"""The sums of a card, its distance from the upper bonus, and names of boxes as people type them."""

from __future__ import annotations

from pathlib import Path

from tests.rules.conformance import malformed_code
from tests.rules.positions import position
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, find_box, match_boxes

ALIASES = Path(__file__).with_name("aliases.txt")


def test_a_card_adds_up_as_the_documents_show_it() -> None:
    empty = Card.empty(OFFICIAL)
    assert empty.open == OFFICIAL.boxes
    assert not empty.is_full
    totals = empty.upper_total, empty.upper_bonus, empty.lower_total, empty.grand_total
    assert totals == (0, 0, 0, 0)
    card = empty.write("sixes", 30).write("fives", 25).write("yahtzee", 50)
    card = card.write("twos", 8, bonus=100).write("chance", 20)
    assert empty["sixes"] is None, "writing leaves the old card as it was"
    assert (card.upper_total, card.upper_bonus, card.repeat_points) == (63, 35, 100)
    assert card.lower_total == 50 + 20 + 100
    assert card.grand_total == 268
    assert [box.id for box in card.open][:3] == ["ones", "threes", "fours"]


def test_par_is_three_of_each_face_and_a_bonus_may_be_in_reach() -> None:
    for filled, par, in_reach in (
        ({}, 0, True),
        ({"sixes": 18}, 0, True),
        ({"sixes": 24}, 6, True),
        ({"ones": 1, "fives": 10}, -7, True),
        ({"sixes": 0, "fives": 0}, -33, False),  # 50 is the most that the rest can bring
        ({"sixes": 0, "fives": 13}, -20, True),
        ({"sixes": 30, "fives": 25, "fours": 20}, 30, False),  # it is earned already
    ):
        card = position("official", "", filled).card
        assert (card.upper_par, card.upper_bonus_in_reach) == (par, in_reach), filled
        card = position("yz", "", filled).card
        assert (card.upper_par, card.upper_bonus_in_reach) == (None, False)


def test_boxes_are_found_by_what_people_call_them_and_by_their_own_names() -> None:
    lines = ALIASES.read_text().splitlines()[1:]
    aliases = {box: names.split(", ") for box, names in (line.split(": ") for line in lines)}
    for ruleset in RULESETS.values():
        for box in ruleset.boxes:
            for alias in aliases[box.id]:
                if alias == "five of a kind" and ruleset.dice > 5:
                    continue  # there it is a box of its own
                assert find_box(ruleset, alias) is find_box(ruleset, f" {alias} ") is box, alias
            for text in (box.id, box.name, box.short, box.code, box.name.upper(), box.code.lower()):
                assert find_box(ruleset, text) is match_boxes(ruleset, text)[0] is box


def test_what_names_no_box_of_this_game_is_refused() -> None:
    for text in ("", " ", "_", "x", "seven", "ones!", "\x1b[0m", "é" * 900, "one_pair"):
        assert malformed_code(find_box, OFFICIAL, text) == "unknown_box", text


def test_matching_while_typing_puts_the_likeliest_first() -> None:
    found = " ".join(box.id for box in match_boxes(OFFICIAL, "f"))
    assert found == "fours fives four_of_a_kind full_house yahtzee"
    assert match_boxes(OFFICIAL, "stra")[0].id == "small_straight"
    assert match_boxes(OFFICIAL, "c")[0].id == "chance"
    assert match_boxes(OFFICIAL, "") == OFFICIAL.boxes
    assert match_boxes(OFFICIAL, "zz") == ()
