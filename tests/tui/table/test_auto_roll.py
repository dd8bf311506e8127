"""The first roll of a turn automatic, after a moment in which a posting can be undone."""

from __future__ import annotations

import asyncio

from tests.tui.app_driver import NO_TUMBLING, AppDriver, all_but_chance, run_table

AUTO = NO_TUMBLING._replace(auto_roll=True, pause=1.0)
LATER = 1.3
"""Seconds after which a roll that was not called off would have come."""


async def score_first_turn(ui: AppDriver, pause: float = AUTO.pause) -> None:
    """Open a table of two, wait for its first roll, and score it."""
    options = AUTO._replace(pause=pause)
    await ui.open_table("33344", "11111", "66666", players=("Ann", "Bob"), options=options)
    await ui.wait_until(lambda: ui.game.roll == 1)
    await ui.press("enter")
    assert (ui.game.turns, ui.game.roll) == (1, 0)


async def test_every_turn_begins_with_one_roll_after_a_pause_that_is_seen() -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        assert "1 s" in ui.status
        assert ui.cell("full_house", 0) == "25"
        await ui.wait_until(lambda: ui.game.roll)
        await asyncio.sleep(LATER)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await score_first_turn(ui)
        await ui.press("space")
        assert ui.game.faces == (1, 1, 1, 1, 1), "space skips the pause"
        await asyncio.sleep(LATER)
        assert ui.game.roll == 1


async def test_undo_other_screens_and_a_moved_score_delay_the_roll() -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        await ui.press("u")
        assert ui.game.player == "Ann"
        assert " s" not in ui.status.replace(" Space", "").replace(" score", "")
        await asyncio.sleep(LATER)
        assert (ui.game.player, ui.game.roll) == ("Ann", 1)
        assert ui.game.faces == (3, 3, 3, 4, 4)
        await score_first_turn(ui)
        await ui.press("question_mark")
        await asyncio.sleep(LATER)
        assert ui.game.roll == 0
        await ui.press("escape")
        await ui.wait_until(lambda: ui.game.roll == 1)
        await score_first_turn(ui)
        await ui.press("escape", opens="TitleScreen")
        await asyncio.sleep(LATER)
        assert ui.game.roll == 0
        await score_first_turn(ui, pause=15.0)
        await ui.wait_until(lambda: "15 s" not in ui.status)
        await ui.click_box("threes", 0)
        assert "15 s" in ui.status
        assert ui.game.cards[0]["threes"] == 9


async def test_the_end_of_the_game_waits_for_nothing() -> None:
    async with run_table("12346", filled=all_but_chance(), options=AUTO) as ui:
        await ui.press("space", "enter", opens="ResultScreen")
        await asyncio.sleep(0.1)
        assert ui.game.is_over
