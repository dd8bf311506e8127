"""Finding a box by typing its name, code or alias."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin
from tests.tui.stage import at_table


@pytest.mark.parametrize(
    ("rules", "typed", "box"),
    thin(
        [
            ("official", "full", "full_house"),
            ("official", "aces", "ones"),
            ("official", "3k", "three_of_a_kind"),
            ("official", "LARGE", "large_straight"),
            ("yz", "b3", "full_house"),
            ("yatzy", "2p", "two_pairs"),
        ],
        2,
    ),
)
async def test_typing_a_name_code_or_alias_scores_with_enter(
    rules: str, typed: str, box: str
) -> None:
    async with at_table("33344", rules=rules) as stage:
        await stage.press("space", "slash")
        await stage.type(typed)
        assert stage.card.marked == [box]
        await stage.press("enter")
        if stage.game.turns == 0:  # a zero by choice asks
            assert stage.status.startswith("0 in")
            await stage.press("enter")
        assert stage.game.card[box] is not None


async def test_the_choice_narrows_as_one_types_and_arrows_step_through_it() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash")
        await stage.type("str")
        assert stage.card.marked == ["small_straight"]
        await stage.press("down")
        assert stage.card.marked == ["large_straight"]
        await stage.press("down")
        assert stage.card.marked == ["small_straight"]
        await stage.press("up")
        assert stage.card.marked == ["large_straight"]
        await stage.press("home")
        await stage.type("sm ")
        assert stage.card.marked == ["small_straight"]


@pytest.mark.slow
async def test_filled_boxes_are_not_found() -> None:
    async with at_table("33344", filled=[("12346", "small_straight")]) as stage:
        await stage.press("space", "slash")
        await stage.type("straight")
        assert stage.card.marked == ["large_straight"]
        await stage.press("down")
        assert stage.card.marked == ["large_straight"]


async def test_keys_of_the_table_are_letters_while_one_types() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space", "slash")
        await stage.type("r u1 aqo")
        assert stage.game.roll == 1
        assert stage.game.held == ()
        assert stage.at == "TableScreen"
        assert stage.app.is_running


async def test_what_is_typed_begins_where_the_status_does() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        status = stage.app.screen.query_one("#status").content_region
        await stage.press("slash")
        assert stage.app.screen.query_one("#finder").content_region.x == status.x


async def test_escape_cancels_and_leaves_the_game_alone() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1", "slash")
        before = stage.table.history
        await stage.type("chance")
        await stage.press("escape")
        assert stage.at == "TableScreen"
        assert stage.table.history == before
        assert not stage.app.screen.query("#finder")
        assert stage.status in stage.text
        await stage.press("2")
        assert stage.game.held == (0, 1)


async def test_a_text_that_names_no_box_says_so() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash")
        await stage.type("xyzzy")
        await stage.press("enter")
        assert stage.game.turns == 0
        assert "box" in stage.status
        assert stage.status in stage.text


async def test_a_click_elsewhere_puts_the_field_away() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash")
        await stage.click("#die-1")
        assert stage.game.held == (0,)
        assert not stage.app.screen.query("#finder")
        await stage.press("slash")
        await stage.type("ch")
        assert stage.card.marked == ["chance"]
        await stage.press("escape", "escape")
        assert stage.at == "TitleScreen"


async def test_a_finder_opened_after_a_posting_moves_it() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "enter", "slash")
        await stage.type("threes")
        await stage.press("enter")
        assert stage.game.card["threes"] == 9
        assert stage.game.card["full_house"] is None


@pytest.mark.slow
async def test_a_double_slash_opens_one_field() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash", "slash")
        assert len(stage.app.screen.query("#finder")) == 1


async def test_letters_typed_ahead_come_into_the_field() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        stage.type_ahead("slash", *"full", "enter")
        await stage.settle()
        assert stage.booked("full_house") == 25
