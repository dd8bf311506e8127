"""While the dice tumble, nothing that they will show is seen; keys and clicks settle them."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin
from tests.tui.stage import STILL, Stage, at_table
from yahtzee_tui.settings import DiceSpeed
from yahtzee_tui.tui.table.widgets.dice_tray import DiceTray

SLOW = STILL._replace(dice_speed=DiceSpeed.FULL)
SHORT = STILL._replace(dice_speed=DiceSpeed.SHORT)


def tumbles(stage: Stage) -> bool:
    """Return whether the dice are in motion."""
    return stage.table_screen.tray.tumbling


async def test_the_points_stay_hidden_until_the_dice_rest() -> None:
    async with at_table("33344", options=SLOW, animated=True) as stage:
        await stage.press("space")
        assert tumbles(stage)
        assert set(stage.card.boxes.values()) == {"·"}
        assert stage.card.marked == []
        await stage.press("x")
        assert not tumbles(stage)
        assert stage.cell("full_house") == "«25»"
        assert stage.card.marked == ["full_house"]


async def test_the_dice_come_to_rest_by_themselves() -> None:
    async with at_table("33344", options=SHORT, animated=True) as stage:
        await stage.press("space")
        for _ in range(30):
            if not tumbles(stage):
                break
            await stage.pilot.pause(0.1)
        await stage.settle()
        assert not tumbles(stage)
        assert stage.cell("full_house") == "«25»"
        assert stage.status


async def test_keys_that_roll_and_score_only_settle_the_dice() -> None:
    async with at_table("33344", "11111", "22222", options=SLOW, animated=True) as stage:
        for roll, key in enumerate(("enter", "r", "x"), 1):
            await stage.press("space")
            assert tumbles(stage)
            await stage.press(key)
            assert not tumbles(stage)
            assert (stage.game.roll, stage.game.held) == (roll, ())


async def test_other_keys_settle_the_dice_and_act() -> None:
    async with at_table("33344", "11111", "22222", options=SLOW, animated=True) as stage:
        await stage.press("space", "1", "2")
        assert (stage.game.roll, stage.game.held) == (1, (0, 1))
        await stage.press("space", "a", "u")
        assert (stage.game.roll, stage.game.held) == (2, (0, 1))
        await stage.press("space", "o")
        assert stage.at == "OptionsScreen"
        assert not stage.app.screen_stack[-2].query_one(DiceTray).tumbling


@pytest.mark.parametrize("target", thin(["#scorecard", "#die-3", "RollButton"]))
async def test_any_click_only_settles_the_dice(target: str) -> None:
    async with at_table("33344", "11111", options=SLOW, animated=True) as stage:
        await stage.press("space")
        events = stage.table.history.events
        if target == "#scorecard":
            await stage.click_box("chance", 0)
        else:
            await stage.click(target)
        assert not tumbles(stage)
        assert stage.table.history.events == events


async def test_keys_in_a_hurry_never_score_and_never_roll_twice() -> None:
    """Space, and then Enter mashed: one settles the dice, the next scores the box then marked."""
    async with at_table("33344", "11111", "66666", options=SLOW, animated=True) as stage:
        await stage.press("space", "space", "space")
        assert stage.game.roll == 2
        assert stage.game.turns == 0


async def test_held_dice_lie_still() -> None:
    async with at_table("33344", "11111", options=SLOW, animated=True) as stage:
        await stage.press("space", "x", "1", "2", "3", "space")
        assert tumbles(stage)
        faces = [die.face for die in stage.table_screen.tray._dice]
        assert faces[:3] == [3, 3, 3]
        await stage.press("x")
        assert [die.face for die in stage.table_screen.tray._dice] == [3, 3, 3, 1, 1]


async def test_leaving_the_program_while_they_tumble() -> None:
    async with at_table("33344", options=SLOW, animated=True) as stage:
        await stage.press("space", "ctrl+q")
        assert stage.app.is_running
        assert stage.game.roll == 1
