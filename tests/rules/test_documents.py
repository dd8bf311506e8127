"""The games as their own instructions tell them: examples, bonuses, rounds, ties, whole games.

The golden playthroughs are written down and added up by hand. Each exercises what is special in
its rule set: jokers, further Yahtzees on a box with 50 and on a scratched one, boxes that must
take a zero, and an upper total that just earns the bonus and one that just misses it.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

from tests.rules.conformance import every_ruleset, highest_total, record_of, replayed
from tests.rules.othersets import registered
from tests.rules.positions import position
from yahtzee_tui.rules import Card, Game, Record, Rolled, Ruleset, Score, find_ruleset
from yahtzee_tui.rules.records import read_text, write_text
from yahtzee_tui.rules.ruleset import Order

if TYPE_CHECKING:
    import pytest

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parent / "examples.txt"

# Each seat: upper total, upper bonus, lower total with Yahtzee bonuses, Yahtzee bonuses, total.
TOTALS = {
    "official": ((63, 35, 697, 5, 795), (62, 0, 148, 0, 210)),
    "classic": ((63, 35, 553, 4, 651), (62, 0, 117, 0, 179)),
    "macintosh": ((63, 35, 672, 5, 770), (62, 0, 157, 0, 219)),
    "free-joker": ((63, 35, 782, 6, 880), (62, 0, 120, 0, 182)),
    "yz": ((68, 0, 1005, 8, 1073), (51, 0, 109, 0, 160)),
    "yatzy50": ((63, 50, 204, 0, 317), (62, 0, 138, 0, 200)),
    "yatzy": ((63, 50, 180, 0, 293), (62, 0, 33, 0, 95)),
    "forced-yatzy": ((42, 50, 178, 0, 270), (41, 0, 32, 0, 73)),
    "yacht": ((63, 0, 175, 0, 238), (54, 0, 76, 0, 130)),
    "kniffel": ((63, 35, 192, 0, 290), (62, 0, 100, 0, 162)),
    "kniffel-50": ((63, 35, 482, 6, 580), (62, 0, 120, 0, 182)),
    "cheerio": ((63, 0, 153, 0, 216), (48, 0, 17, 0, 65)),
    "maxi-yatzy": ((84, 100, 413, 0, 597), (83, 0, 51, 0, 134)),
    "yams": ((63, 35, 192, 0, 290), (62, 0, 100, 0, 162)),
    "crag": ((42, 0, 181, 0, 223), (48, 0, 46, 0, 94)),
    "kismet": ((78, 75, 320, 0, 473), (62, 0, 103, 0, 165)),
    "generala": ((63, 0, 160, 0, 223), (55, 0, 140, 0, 195)),
}

# The total of the best game of each; Crag's is as published.
BEST = {
    "official": 1575, "classic": 1480, "macintosh": 1650, "free-joker": 1575, "yz": 1540,
    "yatzy50": 424, "yatzy": 374, "forced-yatzy": 374, "yacht": 297, "kniffel": 375,
    "kniffel-50": 975, "cheerio": 258, "maxi-yatzy": 649, "yams": 375, "crag": 244,
    "kismet": 565, "generala": 265,
}  # fmt: skip


@registered()
def test_examples(subtests: pytest.Subtests) -> None:
    lines = [line for line in EXAMPLES.read_text().splitlines() if line and line[0] != "#"]
    for line in lines:
        rulesets, faces, *boxes = line.split()
        points = {box: int(said) for box, _, said in (each.partition("=") for each in boxes)}
        for rules in rulesets.split(","):
            for face in "123456" if "x" in faces else "1":
                with subtests.test(line, rules=rules, face=face):
                    game = position(rules, faces.replace("x", face))
                    assert {box: game.potential(box).points for box in points} == points
                    assert all(game.potential(box).refusal is None for box in points)


@every_ruleset
def test_rounds_rolls_and_the_upper_bonus(ruleset: Ruleset) -> None:
    """Three of each face make 63, with six dice four 84; one point less is never enough."""
    rules, bonus = ruleset.id, TOTALS[ruleset.id][0][1]
    rest = (None,) * (len(ruleset.boxes) - 6)
    paid = {"kismet": (35, 35, 75)}.get(rules, (bonus,) * 3)
    uppers = (
        ((3, 6, 9, 12, 15, 18), (0, 0, 0, 8, 25, 30), (5, 10, 15, 20, 25, 30))
        if ruleset.dice == 5
        else ((4, 8, 12, 16, 20, 24), (0, 0, 0, 24, 30, 30), (6, 12, 18, 24, 30, 36))
    )
    assert tuple(Card(ruleset, upper + rest).upper_bonus for upper in uppers) == paid
    misses = {"forced-yatzy": (1, 4, 6, 8, 10, 12), "maxi-yatzy": (3, 8, 12, 16, 20, 24)}
    missed = misses.get(rules, (2, 6, 9, 12, 15, 18))
    assert Card(ruleset, missed + rest).upper_bonus == 0
    boxes = dict.fromkeys(("yatzy", "yatzy50", "forced-yatzy", "kismet"), 15)
    boxes |= {"yacht": 12, "cheerio": 11, "maxi-yatzy": 20, "generala": 10}
    assert position(rules, "").rounds == len(ruleset.boxes) == boxes.get(rules, 13)
    shapes = {"maxi-yatzy": (6, 6, 3), "crag": (3, 6, 2)}
    assert (ruleset.dice, ruleset.sides, ruleset.rolls) == shapes.get(rules, (5, 6, 3))


def test_yz_boxes_go_by_their_codes() -> None:
    yz = find_ruleset("yz")
    assert " ".join(box.code for box in yz.boxes) == "A1 A2 A3 A4 A5 A6 B1 B2 B3 B4 B5 B6 B7"
    assert yz.shows_codes


def test_a_tie_is_shared() -> None:
    game = position("official", "")
    full = Card(game.ruleset, (7,) * 13)
    twins = Game(game.ruleset, ("Ann", "Bob", "Cleo"), 0, (game.card, full, full), turns=39)
    assert twins.is_over
    assert twins.winners == (1, 2)
    assert [standing.place for standing in twins.ranking] == [1, 1, 3]


def read_golden(rules: str) -> tuple[str, Record, Game]:
    text = (GOLDEN / f"{rules}.txt").read_text(encoding="utf-8")
    reading = read_text(text)
    played = replayed(reading)
    assert (reading.faults, played.faults) == ((), ())
    return text, record_of(reading), played.game


@every_ruleset
def test_the_golden_playthrough_ends_as_added_up_by_hand(ruleset: Ruleset) -> None:
    text, record, game = read_golden(ruleset.id)
    assert record.setup.rules == ruleset.id
    assert game.is_over
    cards = [
        (card.upper_total, card.upper_bonus, card.lower_total, card.repeats, card.grand_total)
        for card in game.cards
    ]
    assert cards == list(TOTALS[ruleset.id])
    assert game.winners == (0,)
    assert write_text(record) == text


@every_ruleset
def test_the_highest_total_can_be_reached(ruleset: Ruleset) -> None:
    """Each box takes the dice that pay most in it; five sixes come first, for what they lead to."""
    rolls = [*combinations_with_replacement(range(1, 7), ruleset.dice)]
    boxes = [box.id for box in (*ruleset.lower, *ruleset.upper)]
    boxes.sort(key=lambda box: (box != "yahtzee", box != "sixes"))
    game = Game.start(ruleset, ("Ann",))
    for box in boxes if ruleset.order is Order.ANY else ruleset.places:
        offers = [(game.card.potential(box, roll, is_first=True), roll) for roll in rolls]
        _, best = max((found.points + found.bonus, roll) for found, roll in offers)
        game = game.play(Rolled(best)).play(Score(box))
    assert game.is_over
    assert game.card.grand_total == BEST[ruleset.id] <= highest_total(ruleset)
