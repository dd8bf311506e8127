"""Dice in motion: they hide what they will show, keys and clicks settle them, a Yahtzee jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app, run_table
from yahtzee_tui.settings import Options
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.tips import TipLine
from yahtzee_tui.tui.table.widgets.dice_tray import FRAMES, NEXT_FACES

if TYPE_CHECKING:
    from tests.tui.stopped_clock import StoppedClock
    from yahtzee_tui.store import Store

pytestmark = pytest.mark.usefixtures("clock")
SLOW, SHORT = Options(dice_speed="full"), Options(dice_speed="short")


def tumbles(ui: AppDriver) -> bool:
    return ui.table_screen.tray.tumbling


async def test_the_points_stay_hidden_until_the_dice_rest(clock: StoppedClock) -> None:
    async with run_table("33344", options=SLOW, animated=True, keys="space") as ui:
        assert tumbles(ui)
        assert set(ui.card.boxes.values()) == {"·"}
        assert ui.card.marked == []
        await ui.press("x")
        assert not tumbles(ui)
        assert ui.cell("full_house") == "«25»"
        assert ui.card.marked == ["full_house"]
        await ui.open_table("33344", options=SHORT, keys="space")
        await clock.move(1, ui)
        assert not tumbles(ui), "without a key"
        assert ui.cell("full_house") == "«25»"
        assert ui.status


async def test_a_tip_goes_while_the_next_dice_tumble(store: Store) -> None:
    app = YahtzeeApp(TableConfig(("Ann",), seed="1"), "Ann", SLOW, store=store)
    async with run_app(app, animated=True) as ui:
        await ui.wait_for_text("the highest total wins")
        for key, tip in (("x", "what a box would score"), ("1", "Held dice stay")):
            await ui.press("space")
            assert tumbles(ui)
            assert not app.screen.query_one(TipLine).content
            await ui.press("x", key)
            await ui.wait_for_text(tip)


async def test_a_warning_goes_with_the_roll_after_it() -> None:
    async with run_table("33344", options=SLOW, animated=True, keys="1") as ui:
        assert ui.status.startswith("Roll the dice first")
        await ui.press("space")
        assert tumbles(ui)
        assert not ui.status


async def test_clicks_and_keys_that_roll_and_score_only_settle_the_dice() -> None:
    async with run_table("33344", "11112", "22221", options=SLOW, animated=True) as ui:
        for roll, key in enumerate(("enter", "r", "x"), 1):
            await ui.press("space")
            assert tumbles(ui)
            await ui.press(key)
            assert not tumbles(ui), key
            assert (ui.game.roll, ui.held()) == (roll, ())
        for target in ("#scorecard", "#tray", "RollButton"):
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
        assert ui.table_screen.tray.faces[:3] == [3, 3, 3]
        await ui.press("x")
        assert ui.table_screen.tray.faces == [3, 3, 3, 1, 1]
        await ui.open_table("33344", options=SLOW)
        await ui.press("space", "ctrl+q")
        assert ui.app.is_running
        assert ui.game.roll == 1


async def test_dice_that_were_settled_don_t_turn_again(clock: StoppedClock) -> None:
    """A timer whose time is up leaves a message, which may be handled after the key."""
    async with run_table("33344", options=SLOW, animated=True, keys="space") as ui:
        await clock.move(FRAMES["full"][0])
        ui.table_screen.tray.settle()
        await ui.settle()
        assert not tumbles(ui)


async def test_a_yahtzee_is_celebrated_until_a_key_is_pressed(clock: StoppedClock) -> None:
    async with run_table("44444", options=SHORT, animated=True, keys="space x") as ui:
        assert "five fours" in ui.text
        await clock.move(5, ui)
        assert "five fours" not in ui.text, "without a key"
        for throw, options in (("44443", SLOW), ("44444", NO_TUMBLING)):
            await ui.open_table(throw, options=options, keys="space x")
            assert ui.table_screen.tray.moment is None
            assert ui.status.startswith("Yahtzee!") is (throw == "44444")
        await ui.open_table("44444", options=SLOW, keys="space x")
        assert ui.table_screen.tray.moment
        assert ui.status == "Yahtzee! Roll 1 of 3: 4-4-4-4-4. Enter to score."
        await ui.open_table("44444", options=SHORT, keys="space x")
        words = [line.strip() for line in ui.lines if "five fours" in line]
        assert words == ["Ann · five fours · +50"], "and no total, as nothing is scored yet"
        await ui.press("x")
        assert "+50" not in ui.text
        # Keys that roll and score only end it; others do at once what they always do.
        for key, acts in (("1", 1), ("space", 0), ("enter", 0)):
            await ui.open_table("44444", "12345", options=SLOW, keys="space x")
            assert "five fours" in ui.text
            events = len(ui.table.history.events)
            await ui.press(key)
            assert len(ui.table.history.events) == events + acts, key
            assert "five fours" not in ui.text
            assert ui.table_screen.button.region, "what the celebration covered is back"
        await ui.open_table("44444", options=SLOW, keys="space x")
        await ui.click("#tray")
        assert "five fours" not in ui.text
        assert ui.held() == ()


async def test_the_upper_bonus_has_its_moment() -> None:
    upper = [("55544", "fives"), ("44433", "fours"), ("33312", "threes"), ("22211", "twos")]
    filled = [*upper, ("11123", "ones")]  # 45 points
    async with run_table("66612", options=SHORT, animated=True, filled=filled) as ui:
        await ui.press("space", "x")
        await ui.click_box("sixes", 0)
        assert ui.game.cards[0].upper_bonus == 35
        assert "Ann · +35" in ui.text
        await ui.press("u")  # which acts at once, too
        assert ui.game.cards[0].upper_bonus == 0
        assert ui.table_screen.tray.moment is None


async def test_taking_the_lead_is_said_for_a_moment(clock: StoppedClock) -> None:
    for options, words in ((SHORT, "Bob takes the lead"), (NO_TUMBLING, "Ann 3 behind")):
        async with run_table(
            "55544", "66644", players=("Ann", "Bob"), options=options, animated=True
        ) as ui:
            for seat in (0, 1):
                await ui.press("space", "x")
                await ui.click_box("chance", seat)
            assert words in ui.lines[0]
            await clock.move(1, ui)
            assert "Ann 3 behind" in ui.lines[0]


def test_a_roll_slows_down_and_turns_by_one_or_two_pips() -> None:
    for frames in FRAMES.values():
        assert list(frames) == sorted(frames)
    for face, nexts in NEXT_FACES.items():
        assert all(0 < abs(face - each) <= 2 for each in nexts)
