"""The live card: what every box would score, marks, totals, and moving through it."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin
from tests.tui.stage import at_table
from yahtzee_tui.rules import RULESETS, find_ruleset

YAHTZEE_50 = ("44444", "yahtzee")


@pytest.mark.parametrize("rules", thin(RULESETS, 2))
async def test_every_open_box_shows_what_the_dice_would_score(rules: str) -> None:
    async with at_table("33344", rules=rules) as stage:
        assert set(stage.card.boxes.values()) == {"·"}
        await stage.press("space")
        card = stage.card
        assert card.labels.keys() == {box.id for box in find_ruleset(rules).boxes}
        for potential in stage.game.potentials:
            assert card.boxes[potential.box.id, 0].strip("‹›«»") == str(potential.points)
        assert card.boxes["ones", 0].strip("‹›") == "0"


async def test_booked_scores_stand_without_brackets() -> None:
    async with at_table("33344", "11122", players=("Ann", "Bob")) as stage:
        await stage.press("space", "enter", "space")
        assert stage.cell("full_house", 0) == "25"
        assert stage.cell("full_house", 1) == "«25»"
        assert stage.cell("ones", 0) == "·"
        assert stage.cell("ones", 1) == "‹3›"


async def test_the_best_boxes_stand_out_and_the_cursor_starts_there() -> None:
    async with at_table("12345") as stage:
        await stage.press("space")
        assert stage.cell("large_straight") == "«40»"
        assert [box for box, text in stage.card.boxes.items() if "«" in text] == [
            ("large_straight", 0)
        ]
        assert stage.card.marked == ["large_straight"]


async def test_boxes_that_the_joker_forbids_say_why() -> None:
    async with at_table("44444", filled=[YAHTZEE_50]) as stage:
        await stage.press("space")
        assert stage.cell("fours") == "«20»"
        assert stage.cell("full_house") == "—"
        assert stage.cell("ones") == "—"
        assert stage.card.marked == ["fours"]
        assert "Fours" in stage.status
        await stage.click_box("chance", 0)
        assert stage.game.turns == 1
        assert "Fours" in stage.status
        await stage.click_box("fours", 0)
        assert stage.game.card["fours"] == 20
        assert stage.card.total("Yahtzee bonus") == "100"


async def test_a_free_joker_shows_its_values_in_full() -> None:
    filled = [("44444", "yahtzee"), ("44123", "fours")]
    async with at_table("44444", rules="official", filled=filled) as stage:
        await stage.press("space")
        assert stage.cell("full_house") == "‹25›"
        assert stage.cell("small_straight") == "‹30›"
        assert stage.cell("large_straight") == "«40»"
        assert stage.cell("ones") == "—"


async def test_a_forbidden_box_refuses_by_key_too() -> None:
    async with at_table("44444", filled=[YAHTZEE_50]) as stage:
        await stage.press("space", "down")
        assert stage.card.marked == ["fives"]
        assert "Fours" in stage.status
        await stage.press("enter")
        assert stage.game.turns == 1
        assert "Fours" in stage.status


async def test_moving_goes_through_open_boxes_only_and_round() -> None:
    filled = [("11111", "ones"), ("22222", "twos"), ("12346", "chance")]
    async with at_table("33344", filled=filled) as stage:
        await stage.press("space")
        seen = []
        for _ in range(11):
            seen += stage.card.marked
            await stage.press("down")
        opened = [box.id for box in stage.game.card.open]
        start = opened.index(seen[0])
        assert seen == (opened[start:] + opened[:start] + [opened[start]])[:11]
        await stage.press("up")
        assert stage.card.marked == [seen[-1]]


async def test_j_and_k_move_like_the_arrows() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "j")
        assert stage.card.marked == ["small_straight"]
        await stage.press("k", "k")
        assert stage.card.marked == ["four_of_a_kind"]


async def test_left_and_right_cross_to_the_other_half() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "left")
        upper = {box.id for box in stage.game.ruleset.upper}
        assert stage.card.marked == ["threes"]
        await stage.press("right")
        assert stage.card.marked == ["full_house"]
        await stage.press("right")
        assert stage.card.marked[0] in upper


async def test_crossing_skips_filled_boxes_and_stays_if_none_is_open() -> None:
    rest = ["ones", "twos", "fours", "fives", "sixes"]
    filled = [("12346", box) for box in rest]
    async with at_table("33344", filled=filled) as stage:
        await stage.press("space", "left")
        assert stage.card.marked == ["threes"]
    async with at_table("33344", filled=[*filled, ("12346", "threes")]) as stage:
        await stage.press("space", "left")
        assert stage.card.marked == ["full_house"]


async def test_there_is_nothing_to_move_through_before_a_roll() -> None:
    async with at_table("33344") as stage:
        await stage.press("down", "left", "slash")
        assert stage.card.marked == []
        assert stage.game.roll == 0


async def test_totals_and_bonus_par_stand_in_every_column() -> None:
    ann = [("44441", "fours"), ("33312", "threes")]
    bob = [("12346", "ones"), ("12346", "twos")]
    filled = [turn for pair in zip(ann, bob, strict=True) for turn in pair]
    async with at_table(players=("Ann", "Bob"), filled=filled) as stage:
        card = stage.card
        assert card.total("Upper total", 0) == "25"
        assert card.total("Upper total", 1) == "3"
        assert card.total("35", 0) == "+4"
        assert card.total("35", 1) == "−6"
        assert card.total("GRAND", 0) == "25"
        assert card.total("GRAND", 1) == "3"


async def test_the_bonus_is_said_to_be_out_of_reach_or_earned() -> None:
    lost = [("12346", box) for box in ("fives", "sixes", "fours")]
    async with at_table(filled=lost) as stage:
        assert stage.card.total("35") == "out"
    won = [(str(face) * 5, box.id) for face, box in find_ruleset("official").matching.items()]
    async with at_table(filled=won[2:]) as stage:
        assert stage.card.total("35") == "35"
        assert stage.card.total("With bonus") == "125"
