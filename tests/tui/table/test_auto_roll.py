"""The first roll of a turn automatic, after a moment in which a posting can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tui.app_driver import AppDriver, all_but_chance, run_table
from yahtzee_tui.settings import Options

if TYPE_CHECKING:
    from tests.tui.stopped_clock import StoppedClock

AUTO = Options(dice_speed="off", auto_roll=True, pause=2.0)


async def score_first_turn(ui: AppDriver) -> None:
    """Open a table of two, wait for its first roll, and score it."""
    await ui.open_table("33344", "11111", "66666", players=("Ann", "Bob"), options=AUTO)
    await ui.wait_until(lambda: ui.game.roll == 1)
    await ui.press("enter", "enter")
    assert ui.game.turns == 1


async def test_every_turn_begins_with_one_roll_after_a_pause_that_is_seen(
    clock: StoppedClock,
) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        assert ui.game.roll == 0
        assert "2 s" in ui.status
        assert ui.cell("full_house", 0) == "25"
        await clock.move(1, ui)
        assert "1 s" in ui.status
        assert (ui.game.turns, ui.game.roll) == (1, 0)
        await clock.move(1, ui)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        await clock.move(3, ui)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await score_first_turn(ui)
        await ui.press("space")
        assert ui.game.faces == (1, 1, 1, 1, 1), "space skips the pause"
        await clock.move(3, ui)
        assert ui.game.roll == 1


async def test_undo_other_screens_and_a_moved_score_delay_the_roll(clock: StoppedClock) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        await ui.press("u")
        assert ui.game.player == "Ann"
        assert " s" not in ui.status.replace(" Space", "").replace(" score", "")
        await clock.move(3, ui)
        assert (ui.game.player, ui.game.roll) == ("Ann", 1)
        assert ui.game.faces == (3, 3, 3, 4, 4)
        await score_first_turn(ui)
        await ui.press("question_mark")
        await clock.move(3, ui)
        assert ui.game.roll == 0
        await ui.press("escape")
        await clock.move(2, ui)
        assert ui.game.roll == 1
        await score_first_turn(ui)
        await ui.press("escape", opens="TitleScreen")
        await clock.move(3, ui)
        assert ui.game.roll == 0
        await score_first_turn(ui)
        await clock.move(1, ui)
        assert "2 s" not in ui.status
        await ui.click_box("threes", 0)
        assert "2 s" in ui.status
        assert ui.game.cards[0]["threes"] == 9


async def test_the_end_of_the_game_waits_for_nothing(clock: StoppedClock) -> None:
    async with run_table("12346", filled=all_but_chance(), options=AUTO) as ui:
        await ui.press("space", "enter", "enter", opens="ResultScreen")
        await clock.move(3, ui)
        assert ui.game.is_over
