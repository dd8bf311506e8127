"""The options: what they change at the table, and that they keep."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.stage import STILL, at_table, at_title
from yahtzee_tui.tui.options import DiceClick, DiceSpeed, Options

REROLL = replace(STILL, dice_click=DiceClick.REROLL)


async def test_picked_dice_are_rolled_again() -> None:
    async with at_table("33344", "11111", "66666", options=REROLL) as stage:
        await stage.press("space", "4", "5")
        assert "HELD" not in stage.text
        assert stage.text.count("4 ROLL") == 1
        await stage.press("space")
        assert stage.game.faces == (3, 3, 3, 1, 1)
        await stage.click("#die-1")
        await stage.press("space")
        assert stage.game.faces == (6, 3, 3, 1, 1)


async def test_every_roll_begins_with_none_picked() -> None:
    async with at_table("33344", "11111", "66666", options=REROLL) as stage:
        await stage.press("space", "1", "space")
        assert " ROLL" not in stage.lines[7]
        await stage.press("space")
        assert stage.game.roll == 2
        await stage.press("2", "space")
        assert stage.game.faces == (1, 6, 3, 4, 4)


async def test_a_roll_without_a_pick_says_so() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "space")
        assert stage.game.roll == 1
        assert "ick" in stage.status
        await stage.press("1", "1", "space")
        assert stage.game.roll == 1


async def test_all_are_picked_at_once() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "2", "a", "space")
        assert stage.game.faces == (1, 1, 1, 1, 1)
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "a", "a", "space")
        assert stage.game.roll == 1


async def test_undoing_a_pick_unpicks() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "1", "2", "u", "space")
        assert stage.game.faces == (1, 3, 3, 4, 4)


async def test_options_are_chosen_by_key_and_keep() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space", "o")
        assert stage.at == "OptionsScreen"
        await stage.press("enter", "escape")
        assert stage.at == "TableScreen"
        assert stage.app.options.dice_click is DiceClick.REROLL
        await stage.press("1", "space")
        assert stage.game.faces == (1, 3, 3, 4, 4)
        await stage.press("o")
        assert "rolled again" in stage.text
        await stage.press("left", "o")
        assert stage.app.options == STILL


async def test_options_are_chosen_by_mouse() -> None:
    async with at_title(options=Options()) as stage:
        await stage.click_text("Options")
        await stage.click_text("Dice tumble")
        await stage.click_text("A zero by choice")
        await stage.click_text("First roll")
        await stage.click_text("Done")
        assert stage.at == "TitleScreen"
        options = stage.app.options
        assert options.dice_speed is not DiceSpeed.FULL
        assert not options.confirm_zero
        assert options.auto_roll


@pytest.mark.slow
async def test_every_option_steps_round_to_where_it_was() -> None:
    async with at_title(options=Options()) as stage:
        await stage.press("j", "j", "j", "enter")
        for steps in (2, 3, 2, 4, 2):
            await stage.press(*["right"] * steps, "down")
        await stage.press("escape")
        assert stage.app.options == Options()
        await stage.press("enter", "right", "left", "space", "left", "escape")
        assert stage.app.options == Options()


@pytest.mark.slow
async def test_a_posting_is_untouched_by_a_look_at_the_options() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        await stage.press("space", "enter")
        said = stage.status
        await stage.press("o", "escape")
        assert stage.status == said
        await stage.press("u")
        assert stage.game.player == "Ann"
