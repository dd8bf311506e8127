"""Golden playthroughs: whole games written down by hand, with totals added up by hand.

Each exercises what is special in its rule set: jokers, further Yahtzees on a box with 50 and on
a scratched one, boxes that must take a zero, and an upper total of exactly 63 and exactly 62.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.conformance import record_of, replayed
from tests.rules.test_conformance import every_ruleset
from yahtzee_tui.rules import RULESETS, Game, Rolled, Ruleset, Score
from yahtzee_tui.rules.records import read_text, write_text

GOLDEN = Path(__file__).parent / "golden"
SIXES = (6, 6, 6, 6, 6)

# Each seat: upper total, upper bonus, lower total with Yahtzee bonuses, Yahtzee bonuses, total.
TOTALS = {
    "official": ((63, 35, 697, 5, 795), (62, 0, 148, 0, 210)),
    "classic": ((63, 35, 553, 4, 651), (62, 0, 117, 0, 179)),
    "macintosh": ((63, 35, 672, 5, 770), (62, 0, 157, 0, 219)),
    "free-joker": ((63, 35, 782, 6, 880), (62, 0, 120, 0, 182)),
    "yz": ((68, 0, 1005, 8, 1073), (51, 0, 109, 0, 160)),
    "yatzy50": ((63, 50, 204, 0, 317), (62, 0, 138, 0, 200)),
    "yatzy": ((63, 50, 180, 0, 293), (62, 0, 33, 0, 95)),
}

# The best game of each: the boxes in an order that pays most, with the face of five equal dice
# or all five. Without a joker, +100 for a further Yahtzee beats what a straight would pay.
_FACES = ("ones", "twos", "threes", "fours", "fives")
_LOWER = "sixes full_house small_straight large_straight three_of_a_kind four_of_a_kind chance"
_AMERICAN = (
    [("yahtzee", SIXES)]
    + [(box, SIXES) for box in _LOWER.split()]
    + [(box, (face,) * 5) for face, box in enumerate(_FACES, 1)]
)
_MACINTOSH = [(box, SIXES) for box, _ in _AMERICAN]
_YATZY = [
    *((box, (face,) * 5) for face, box in enumerate(_FACES, 1)),
    ("sixes", SIXES),
    ("one_pair", SIXES),
    ("two_pairs", (6, 6, 5, 5, 1)),
    ("three_of_a_kind", SIXES),
    ("four_of_a_kind", SIXES),
    ("full_house", (6, 6, 6, 5, 5)),
    ("small_straight", (1, 2, 3, 4, 5)),
    ("large_straight", (2, 3, 4, 5, 6)),
    ("yahtzee", SIXES),
    ("chance", SIXES),
]
BEST = {
    "official": (_AMERICAN, 1575),
    "classic": (_AMERICAN, 1480),
    "macintosh": (_MACINTOSH, 1650),
    "free-joker": (_AMERICAN, 1575),
    "yz": (_AMERICAN, 1540),
    "yatzy50": (_YATZY, 424),
    "yatzy": (_YATZY, 374),
}


def test_every_rule_set_has_a_golden_playthrough() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(RULESETS) == set(TOTALS)


@every_ruleset
def test_the_golden_playthrough_ends_as_added_up_by_hand(ruleset: Ruleset) -> None:
    text = (GOLDEN / f"{ruleset.id}.txt").read_text(encoding="utf-8")
    reading = read_text(text)
    played = replayed(reading)
    assert (reading.faults, played.faults) == ((), ())
    assert record_of(reading).setup.rules == ruleset.id
    assert played.game.is_over
    cards = [
        (card.upper_total, card.upper_bonus, card.lower_total, card.repeats, card.grand_total)
        for card in played.game.cards
    ]
    assert cards == list(TOTALS[ruleset.id])
    assert played.game.winners == (0,)
    assert write_text(record_of(reading)) == text


def test_the_official_playthrough_pays_jokers_in_all_three_steps() -> None:
    game = replayed(read_text((GOLDEN / "official.txt").read_text(encoding="utf-8"))).game
    ann, bob = game.cards
    assert (ann["sixes"], ann["large_straight"], ann["ones"]) == (30, 40, 0)
    assert (bob["yahtzee"], bob["threes"], bob["full_house"], bob["ones"]) == (0, 15, 25, 0)


@every_ruleset
def test_the_highest_total_can_be_reached(ruleset: Ruleset) -> None:
    plan, total = BEST[ruleset.id]
    game = Game.start(ruleset, ("Ann",))
    for box, faces in plan:
        game = game.admit(Rolled(faces)).play(Score(box))
    assert game.is_over
    assert game.card.grand_total == total == ruleset.highest_total


@pytest.mark.parametrize("rules", ["official", "free-joker", "yz"])
def test_one_box_scratched_falls_short_of_the_highest_total(rules: str) -> None:
    """So that the test above can't pass by chance, whatever is played."""
    plan, total = BEST[rules]
    game = Game.start(RULESETS[rules], ("Ann",))
    for box, faces in plan:
        shown = (1, 2, 2, 3, 6) if box == "large_straight" else faces
        game = game.admit(Rolled(shown)).play(Score(box))
    assert game.card.grand_total == total - 140
