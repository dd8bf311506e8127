"""Dice in motion: they hide what they will show, keys and clicks settle them, a Yahtzee jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_table
from yahtzee_tui.settings import DiceSpeed
from yahtzee_tui.tui.table.base_screen import TableScreenBase

if TYPE_CHECKING:
    import pytest

SLOW = NO_TUMBLING._replace(dice_speed=DiceSpeed.FULL)
SHORT = NO_TUMBLING._replace(dice_speed=DiceSpeed.SHORT)


def tumbles(ui: AppDriver) -> bool:
    return ui.table_screen.tray.tumbling


def jumping(ui: AppDriver) -> list[int]:
    return [die.position for die in ui.table_screen.tray._dice if die.jumps]


async def test_the_points_stay_hidden_until_the_dice_rest() -> None:
    async with run_table("33344", options=SLOW, animated=True, keys="space") as ui:
        assert tumbles(ui)
        assert set(ui.card.boxes.values()) == {"·"}
        assert ui.card.marked == []
        await ui.press("x")
        assert not tumbles(ui)
        assert ui.cell("full_house") == "«25»"
        assert ui.card.marked == ["full_house"]
        await ui.open_table("33344", options=SHORT, keys="space")
        await ui.wait_until(lambda: not tumbles(ui))  # without a key
        assert ui.cell("full_house") == "«25»"
        assert ui.status


async def test_clicks_and_keys_that_roll_and_score_only_settle_the_dice() -> None:
    async with run_table("33344", "11111", "22222", options=SLOW, animated=True) as ui:
        for roll, key in enumerate(("enter", "r", "x"), 1):
            await ui.press("space")
            assert tumbles(ui)
            await ui.press(key)
            assert not tumbles(ui), key
            assert (ui.game.roll, ui.held()) == (roll, ())
        for target in ("#scorecard", "#die-3", "RollButton"):
            await ui.open_table("33344", "11111", options=SLOW, keys="space")
            events = ui.table.history.events
            if target == "#scorecard":
                await ui.click_box("chance", 0)
            else:
                await ui.click(target)
            assert not tumbles(ui), target
            assert ui.table.history.events == events, target
        # Space pressed quickly: the second settles the dice, and only the third rolls.
        await ui.open_table("33344", "11111", "66666", options=SLOW, keys="space space space")
        assert (ui.game.roll, ui.game.turns) == (2, 0)
        # Other keys settle the dice and act.
        await ui.open_table("33344", "11111", "22222", options=SLOW, keys="space 1 2")
        assert (ui.game.roll, ui.held()) == (1, (0, 1))
        await ui.press("space", "a", "u")
        assert (ui.game.roll, ui.held()) == (2, (0, 1))
        await ui.press("space", "o", opens="OptionsScreen")
        assert not tumbles(ui)
        # Held dice lie still.
        await ui.open_table("33344", "11111", options=SLOW, keys="space x 1 2 3 space")
        assert tumbles(ui)
        faces = [die.face for die in ui.table_screen.tray._dice]
        assert faces[:3] == [3, 3, 3]
        await ui.press("x")
        assert [die.face for die in ui.table_screen.tray._dice] == [3, 3, 3, 1, 1]
        await ui.open_table("33344", options=SLOW)
        await ui.press("space", "ctrl+q")
        assert ui.app.is_running
        assert ui.game.roll == 1


async def test_the_dice_of_a_yahtzee_jump_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with run_table("44444", options=SHORT, animated=True, keys="space x") as ui:
        await ui.wait_until(lambda: not jumping(ui))  # without a key
        assert not any("╔" in line for line in ui.lines)
        for throw, options in (("44443", SLOW), ("44444", NO_TUMBLING)):
            await ui.open_table(throw, options=options, keys="space x")
            assert not jumping(ui)
            assert ui.status.startswith("Yahtzee!") is (throw == "44444")
        monkeypatch.setattr(TableScreenBase, "_tumble_seconds", 600.0)  # however slow the machine
        await ui.open_table("44444", options=SLOW, keys="space x")
        assert len(jumping(ui)) == 1
        assert any("╔" in line for line in ui.lines)
        assert ui.status.startswith("Yahtzee! Roll 1 of 3: 4-4-4-4-4.")
        seen = set(jumping(ui))

        def have_all_jumped() -> bool:
            seen.update(jumping(ui))
            return len(seen) == 5

        await ui.wait_until(have_all_jumped)
        await ui.press("1")
        assert not any("╔" in line for line in ui.lines)
        for key in ("1", "space", "enter"):  # which do at once what they always do
            await ui.open_table("44444", "12345", options=SLOW, keys="space x")
            events = len(ui.table.history.events)
            await ui.press(key)
            assert len(ui.table.history.events) == events + 1
            assert not jumping(ui)
