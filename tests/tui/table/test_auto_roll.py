"""The first roll of a turn comes by itself, after a moment in which a posting can be undone."""

from __future__ import annotations

import pytest

from tests.tui.stage import STILL, Stage, at_table

AUTO = STILL._replace(auto_roll=True, pause=2.0)
LONG = AUTO._replace(pause=15.0)
TWO = ("Ann", "Bob")


async def wait_for_roll(stage: Stage, turns: int, seconds: float = 6.0) -> None:
    """Wait until the dice of a turn are on the table."""
    for _ in range(round(seconds / 0.1)):
        if stage.game.turns == turns and stage.game.roll:
            return
        await stage.pilot.pause(0.1)
    raise AssertionError("nothing rolled by itself")


async def test_the_game_opens_with_a_roll() -> None:
    async with at_table("33344", options=AUTO) as stage:
        await wait_for_roll(stage, 0, 1.0)
        assert stage.game.roll == 1


async def test_after_a_pause_that_is_seen_the_next_turn_rolls_once() -> None:
    async with at_table("33344", "11111", "66666", players=TWO, options=AUTO) as stage:
        await stage.press("enter")
        assert stage.game.turns == 1
        assert stage.game.roll == 0
        assert "2 s" in stage.status
        assert stage.cell("full_house", 0) == "25"
        await wait_for_roll(stage, 1)
        await stage.pilot.pause(1.2)
        assert stage.game.faces == (1, 1, 1, 1, 1)
        assert stage.game.roll == 1


@pytest.mark.slow
async def test_space_skips_the_pause_and_nothing_rolls_later() -> None:
    async with at_table("33344", "11111", "66666", players=TWO, options=AUTO) as stage:
        await stage.press("enter", "space")
        assert stage.game.faces == (1, 1, 1, 1, 1)
        await stage.pilot.pause(2.3)
        assert stage.game.roll == 1


async def test_undo_calls_the_roll_off() -> None:
    async with at_table("33344", "11111", players=TWO, options=AUTO) as stage:
        await stage.press("enter", "u")
        assert stage.game.player == "Ann"
        assert " s" not in stage.status.replace(" space", "")
        await stage.pilot.pause(2.3)
        assert stage.game.faces == (3, 3, 3, 4, 4)
        assert stage.game.roll == 1


@pytest.mark.slow
async def test_moving_the_posting_begins_the_pause_anew() -> None:
    async with at_table("33344", "11111", players=TWO, options=LONG) as stage:
        await stage.press("enter")
        await stage.pilot.pause(1.2)
        assert "15 s" not in stage.status
        await stage.click_box("threes", 0)
        assert "15 s" in stage.status
        assert stage.game.cards[0]["threes"] == 9


@pytest.mark.slow
async def test_the_pause_stands_still_under_another_screen_and_goes_on_after() -> None:
    async with at_table("33344", "11111", players=TWO, options=AUTO) as stage:
        await stage.press("enter", "question_mark")
        await stage.pilot.pause(2.3)
        assert stage.game.roll == 0
        await stage.press("escape")
        await wait_for_roll(stage, 1)


@pytest.mark.slow
async def test_leaving_for_the_menu_calls_the_roll_off() -> None:
    async with at_table("33344", "11111", players=TWO, options=AUTO) as stage:
        await stage.press("enter", "escape")
        await stage.pilot.pause(2.3)
        assert stage.game.roll == 0


@pytest.mark.slow
async def test_the_end_of_the_game_waits_for_nothing() -> None:
    from yahtzee_tui.rules import OFFICIAL

    filled = [("12346", box.id) for box in OFFICIAL.boxes if box.id != "chance"]
    async with at_table("12346", filled=filled, options=AUTO) as stage:
        await stage.press("space", "enter")
        assert stage.at == "ResultScreen"
        await stage.pilot.pause(0.1)
        assert stage.game.is_over
