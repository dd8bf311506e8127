"""The examples that the five games' own instructions give, by dice and points.

Each is named by the rule set it belongs to; where a document is silent, the completion stands in
`COMPLETIONS`.
"""

from __future__ import annotations

import pytest

from tests.rules.positions import position
from yahtzee_tui.rules import RULESETS, Card, Game, find_box, find_ruleset

EXAMPLES = [
    ("classic", "33324", {"threes": 9, "twos": 2, "fours": 4}),
    ("classic", "55521", {"three_of_a_kind": 18, "chance": 18, "fives": 15, "twos": 2, "ones": 1}),
    (
        "classic",
        "22226",
        {"four_of_a_kind": 14, "three_of_a_kind": 14, "chance": 14, "twos": 8, "sixes": 6},
    ),
    ("classic", "33355", {"full_house": 25, "three_of_a_kind": 19, "threes": 9, "fives": 10}),
    *(("classic", f"1234{extra}", {"small_straight": 30}) for extra in "123456"),
    *(("classic", f"2345{extra}", {"small_straight": 30}) for extra in "123456"),
    *(("classic", f"3456{extra}", {"small_straight": 30}) for extra in "123456"),
    ("classic", "12345", {"large_straight": 40, "small_straight": 30, "chance": 15}),
    ("classic", "23456", {"large_straight": 40, "small_straight": 30, "chance": 20}),
    ("classic", "11111", {"yahtzee": 50}),
    ("classic", "14566", {"chance": 22}),
    ("macintosh", "33315", {"threes": 9, "fives": 5, "twos": 0}),
    ("macintosh", "45255", {"three_of_a_kind": 21, "four_of_a_kind": 0}),
    ("macintosh", "33232", {"full_house": 25}),
    *(("macintosh", f"1234{extra}", {"small_straight": 30}) for extra in "123456"),
    *(("macintosh", f"5432{extra}", {"small_straight": 30}) for extra in "123456"),
    *(("macintosh", f"6354{extra}", {"small_straight": 30}) for extra in "123456"),
    ("macintosh", "44444", {"yahtzee": 50, "chance": 20}),
    ("yatzy50", "24566", {"ones": 0}),
    ("yatzy50", "22235", {"three_of_a_kind": 14}),
    *(("yatzy50", f"3456{extra}", {"small_straight": 30}) for extra in "123456"),
    ("yatzy50", "12345", {"large_straight": 40}),
    (
        "yatzy50",
        "33344",
        {"threes": 9, "fours": 8, "full_house": 25, "three_of_a_kind": 17, "chance": 17},
    ),
    *(("free-joker", f"1234{extra}", {"small_straight": 30}) for extra in "123456"),
    ("free-joker", "66666", {"yahtzee": 50, "sixes": 30}),
]

COMPLETIONS = [
    # A small straight needs no tidy row of dice.
    *((rules, "34356", {"small_straight": 30, "large_straight": 0}) for rules in RULESETS
      if rules != "yatzy"),
    # Five equal dice are three and four of a kind, but no two groups of different faces.
    *((rules, "44444", {"full_house": 0}) for rules in RULESETS),
    *((rules, "44444", {"one_pair": 8, "two_pairs": 0}) for rules in ("yatzy", "yatzy50")),
    *((rules, "44441", {"one_pair": 8, "two_pairs": 0}) for rules in ("yatzy", "yatzy50")),
    *((rules, "55331", {"one_pair": 10, "two_pairs": 16}) for rules in ("yatzy", "yatzy50")),
    *((rules, "33322", {"one_pair": 6, "two_pairs": 10}) for rules in ("yatzy", "yatzy50")),
    *((rules, "22266", {"one_pair": 12, "two_pairs": 16}) for rules in ("yatzy", "yatzy50")),
    *((rules, "12346", {"one_pair": 0, "two_pairs": 0}) for rules in ("yatzy", "yatzy50")),
    *((rules, "55566", {"three_of_a_kind": 27, "four_of_a_kind": 0}) for rules in RULESETS
      if rules != "yatzy"),
    ("yatzy50", "55556", {"four_of_a_kind": 26, "three_of_a_kind": 26}),
    ("yatzy", "55566", {"three_of_a_kind": 15, "full_house": 27}),
    ("yatzy", "55556", {"three_of_a_kind": 15, "four_of_a_kind": 20, "full_house": 0}),
    ("yatzy", "12345", {"small_straight": 15, "large_straight": 0}),
    ("yatzy", "23456", {"small_straight": 0, "large_straight": 20}),
    ("yatzy", "12346", {"small_straight": 0, "large_straight": 0}),
    ("yatzy", "66666", {"yahtzee": 50, "chance": 30, "three_of_a_kind": 18}),
]  # fmt: skip


@pytest.mark.parametrize("examples", [EXAMPLES, COMPLETIONS], ids=["examples", "completions"])
def test_examples(
    examples: list[tuple[str, str, dict[str, int]]], subtests: pytest.Subtests
) -> None:
    for rules, faces, points in examples:
        with subtests.test(rules, faces=faces):
            game = position(rules, faces)
            assert {box: game.potential(box).points for box in points} == points
            assert all(game.potential(box).refusal is None for box in points)


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [("official", 35), ("classic", 35), ("macintosh", 35), ("free-joker", 35),
     ("yatzy50", 50), ("yatzy", 50), ("yz", 0)],
)  # fmt: skip
def test_the_upper_bonus_is_earned_at_63(rules: str, bonus: int) -> None:
    """Three of each face make 63; any other way to 63 counts as well, and 62 never does."""
    ruleset = find_ruleset(rules)
    three_each = tuple(3 * face for face in range(1, 7))
    rest = (None,) * (len(ruleset.boxes) - 6)
    assert Card(ruleset, three_each + rest).upper_bonus == bonus
    assert Card(ruleset, (0, 0, 0, 8, 25, 30, *rest)).upper_bonus == bonus
    assert Card(ruleset, (2, 6, 9, 12, 15, 18, *rest)).upper_bonus == 0
    assert Card(ruleset, (5, 10, 15, 20, 25, 30, *rest)).upper_bonus == bonus


def test_yz_boxes_go_by_their_codes() -> None:
    yz = find_ruleset("yz")
    codes = ["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "B6", "B7"]
    assert [box.code for box in yz.boxes] == codes
    assert yz.shows_codes
    assert [find_box(yz, code).id for code in ("A6", "b3", "B6", "b7")] == [
        "sixes",
        "full_house",
        "yahtzee",
        "chance",
    ]


@pytest.mark.parametrize("rules", RULESETS)
def test_rounds_and_rolls(rules: str) -> None:
    ruleset = find_ruleset(rules)
    assert len(ruleset.boxes) == (15 if rules in ("yatzy", "yatzy50") else 13)
    assert position(rules, "").rounds == len(ruleset.boxes)
    assert (ruleset.dice, ruleset.sides, ruleset.rolls) == (5, 6, 3)


def test_a_tie_is_shared() -> None:
    game = position("official", "")
    twins = Game(game.ruleset, ("Ann", "Bob", "Cleo"), 0, (game.card, _full(7), _full(7)), turns=39)
    assert twins.is_over
    assert twins.winners == (1, 2)
    assert [standing.place for standing in twins.ranking] == [1, 1, 3]


def _full(points: int) -> Card:
    return Card(find_ruleset("official"), (points,) * 13)
