"""Scoring, moving a score to another box, taking it back, and the zero that asks once more."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin_keys
from tests.tui.stage import STILL, at_table

TWO = ("Ann", "Bob")
AT_ONCE = STILL._replace(confirm_zero=False)


async def test_a_click_on_a_box_scores_there() -> None:
    async with at_table("33344", players=TWO) as stage:
        await stage.press("space")
        await stage.click_box("threes", 0)
        assert stage.booked("threes") == 9
        assert stage.game.player == "Bob"
        assert "9" in stage.status
        assert "Threes" in stage.status


async def test_a_click_on_the_name_of_a_box_scores_too() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.click_box("chance")
        assert stage.booked("chance") == 17


async def test_a_click_in_the_column_of_somebody_else_says_why_not() -> None:
    async with at_table("33344", players=TWO) as stage:
        await stage.press("space")
        await stage.click_box("threes", 1)
        assert stage.game.turns == 0
        assert "Ann" in stage.status


async def test_a_click_on_a_box_before_the_roll_says_why_not() -> None:
    async with at_table("33344", players=TWO) as stage:
        await stage.click_box("threes", 0)
        assert stage.table.history.events == ()
        assert "roll" in stage.status


async def test_a_click_on_a_filled_box_says_why_not() -> None:
    async with at_table("33344", filled=[("11111", "ones")]) as stage:
        await stage.press("space")
        await stage.click_box("ones", 0)
        assert stage.game.turns == 1
        assert "filled" in stage.status


async def test_a_click_on_another_box_after_a_posting_moves_it() -> None:
    async with at_table("33344", players=TWO) as stage:
        await stage.press("space", "enter")
        await stage.click_box("threes", 0)
        assert stage.booked("full_house") is None
        assert stage.booked("threes") == 9
        assert stage.game.player == "Bob"
        await stage.click_box("threes", 0)
        assert stage.booked("threes") == 9


async def test_enter_moves_a_posting_only_to_a_box_marked_since() -> None:
    async with at_table("33344", players=TWO) as stage:
        await stage.press("space", "enter", "enter")
        assert stage.booked("full_house") == 25
        await stage.press("left", "enter")
        assert stage.booked("threes") == 9
        assert stage.game.turns == 1


async def test_undo_and_redo_take_holds_and_postings_one_by_one() -> None:
    async with at_table("33344", "11111", players=TWO) as stage:
        await stage.press("space", "1", "2", "enter")
        assert stage.game.player == "Bob"
        await stage.press("u")
        assert (stage.game.player, stage.held()) == ("Ann", (0, 1))
        assert stage.cell("full_house", 0) == "«25»"
        await stage.press("u", "u")
        assert stage.held() == ()
        await stage.press("u")
        assert stage.game.faces == (3, 3, 3, 4, 4)
        await stage.press("U", "ctrl+r")
        assert stage.held() == (0, 1)
        await stage.press("U")
        assert stage.booked("full_house") == 25
        await stage.press("U")
        assert stage.game.turns == 1


async def test_nothing_goes_back_past_a_roll() -> None:
    async with at_table("33344", "11111", players=TWO) as stage:
        await stage.press("space", "enter", "space", "u")
        assert stage.game.player == "Bob"
        assert stage.booked("full_house") == 25
        assert stage.game.faces == (1, 1, 1, 1, 1)


async def test_after_taking_a_posting_back_the_player_may_roll_on() -> None:
    async with at_table("33344", "11111", players=TWO) as stage:
        await stage.press("space", "1", "2", "3", "enter", "u", "space")
        assert stage.game.player == "Ann"
        assert stage.game.faces == (3, 3, 3, 1, 1)
        assert stage.game.roll == 2


async def test_a_zero_by_choice_asks_once_more() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.click_box("ones", 0)
        assert stage.game.turns == 0
        assert stage.status.startswith("0 in")
        await stage.click_box("ones", 0)
        assert stage.booked("ones") == 0


async def test_by_key_it_asks_too() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "down", "enter")
        assert stage.game.turns == 0
        assert stage.status.startswith("0 in")
        await stage.press("enter")
        assert stage.booked("small_straight") == 0


@pytest.mark.parametrize(
    "between",
    thin_keys([("up", "down"), ("1",), ("u",), ("escape",), ("escape", "escape", "enter")]),
)
async def test_it_asks_again_if_something_came_between(between: tuple[str, ...]) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "5", "down", "enter", *between)
        while stage.card.marked != ["small_straight"]:
            await stage.press("down")
        await stage.press("enter")
        assert stage.game.turns == 0
        await stage.press("enter")
        assert stage.booked("small_straight") == 0


async def test_a_zero_that_is_asked_about_can_be_called_off() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.click_box("yahtzee")
        assert "once more" in stage.status
        await stage.press("escape")
        assert stage.at == "TableScreen"
        assert "once more" not in stage.status
        await stage.click_box("yahtzee")
        assert stage.game.turns == 0
        await stage.press("escape", "escape")
        assert stage.at == "TitleScreen"


async def test_a_zero_asks_when_a_posting_is_moved_there() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "enter")
        await stage.click_box("ones", 0)
        assert stage.booked("full_house") == 25
        await stage.click_box("ones", 0)
        assert stage.booked("full_house") is None
        assert stage.booked("ones") == 0


async def test_a_zero_with_nothing_to_be_had_is_written_at_once() -> None:
    open_boxes = ("ones", "yahtzee")
    boxes: tuple[str, ...] = (
        "twos",
        "threes",
        "fours",
        "fives",
        "sixes",
        "three_of_a_kind",
        "four_of_a_kind",
    )
    boxes += ("full_house", "small_straight", "large_straight", "chance")
    async with at_table("23456", filled=[("12346", box) for box in boxes]) as stage:
        assert [box.id for box in stage.game.card.open] == list(open_boxes)
        await stage.press("space")
        await stage.click_box("ones", 0)
        assert stage.booked("ones") == 0


async def test_with_the_option_off_a_zero_is_written_at_once() -> None:
    async with at_table("33344", options=AT_ONCE) as stage:
        await stage.press("space")
        await stage.click_box("ones", 0)
        assert stage.booked("ones") == 0
        await stage.press("u")
        assert stage.booked("ones") is None
