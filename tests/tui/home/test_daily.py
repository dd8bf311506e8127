"""The dice of the day from the menu: one try, gone on with, and compared with best play."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.tui.app_driver import NO_TUMBLING, run_app
from tests.tui.local_program import program
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.services.saved_games import find_attempt
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.store.stats.scores import DayResult
from yahtzee_tui.table import daily
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.day_board import day_before, describe_winners

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.tui.app_driver import AppDriver

DAY = "2026-11-21"


@pytest.fixture(autouse=True)
def _day(travel: Callable[[str], None]) -> None:
    travel(DAY)


def play(file: str, turns: int, name: str = "Ann") -> None:
    """Play some turns of the day's game, each into the first open box, and leave it."""
    store = Store(file)
    table, autosaver = daily.daily_config(name, DAY).create_table(), Autosaver(store)
    for _ in range(turns):
        table.apply(0, Roll())
        table.apply(0, Score(table.game.card.open[0].id))
    autosaver.save(table.record, table.game)
    autosaver.release()
    store.close()


async def choose(ui: AppDriver) -> None:
    """Choose the dice of the day on the menu, and wait for what comes of it."""
    await ui.click_text("d  Daily game")
    await ui.finish_workers()


async def test_the_days_dice_are_the_same_for_everybody(file: str, tmp_path: Path) -> None:
    faces = set()
    play(file, 13, "Bob")  # whose try doesn't count
    for each in (file, str(tmp_path / "other.sqlite")):
        async with program(each) as ui:
            assert "#325 · not played yet" in ui.text
            await choose(ui)
            await ui.wait_for_text("Daily game #325: same dice for everyone, one try.")
            await ui.press("escape", opens="TitleScreen")
            assert ui.app.navigator.saved_table is None, "the try is left"
            await choose(ui)
            await ui.press("enter", opens="TableScreen")
            assert "Daily game" in ui.text
            assert ui.table.setup.dice == f"seed:daily {DAY}"
            await ui.press_and_finish("b")
            assert ("beat Bob's" in ui.text and "of today" in ui.text) == (each == file)
            await ui.press("escape", "space")
            faces.add(ui.game.faces)
    assert len(faces) == 1


@pytest.mark.slow
async def test_there_is_one_try_and_it_is_compared_with_best_play(file: str) -> None:
    play(file, 12)
    async with program(file) as ui:
        assert "continue: round 13 of 13" in ui.text
        await choose(ui)
        assert (ui.screen_name, ui.game.turns) == ("TableScreen", 12)
        await ui.press("space", "down", "enter")
        if ui.screen_name != "ResultScreen":  # a beginner is asked once more
            await ui.press_and_finish("enter")
        assert "Play again" not in ui.text
        await ui.press("p", opens="ResultScreen")
        total = ui.game.card.grand_total
        await ui.press_and_finish("m")
        assert f"{total} points" in ui.text
        await choose(ui)
        assert ui.screen_name == "DailyScreen"
        said = f"ANN SCORED {total}", "Next daily game at 00:00, in "
        await ui.wait_for_text(*said)
        assert "Cards" not in ui.text
        assert "Undo" not in ui.text
        await ui.press("v", opens="ReviewScreen")
        await ui.wait_for_text("Best play with these dice: ", "lost")
        await ui.press("escape", opens="DailyScreen")
        await ui.click_text("Back", opens="TitleScreen")
    with closing(Store(file)) as store:  # as `yahtzee-tui daily` does
        found = find_attempt(store, "Ann", DAY)
        async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store, daily=found)) as ui:
            await ui.wait_for_text(*said)
            await ui.press("escape", opens="TitleScreen")


async def test_the_board_of_the_day_lists_all_who_finished(file: str) -> None:
    for name, turns in (("Ann", 13), ("Bob", 13), ("Cid", 12)):
        play(file, turns, name)
    async with program(file) as ui:
        await choose(ui)
        await ui.finish_workers()
        await ui.press("b", opens="DayBoardScreen")
        await ui.wait_for_text("  1. Ann", "  1. Bob", "points lost", "–")
        *_, lost = re.findall(r"1\. Ann +\d+ +([\d.]+)", ui.text)
        assert float(lost) > 0, "Ann's game is reviewed"
        assert "Cid" not in ui.text, "the game isn't finished"
        assert "coach" not in ui.text.partition("points lost")[2]
        assert "Yesterday" not in ui.text


def test_the_winners_of_the_day_before() -> None:
    one, other = (DayResult(1, name, name.casefold(), 300, None, False) for name in ("Ann", "Bob"))
    assert describe_winners([], "Yesterday") == ""
    assert describe_winners([one], "Yesterday") == "Yesterday: Ann 300"
    assert (
        describe_winners([one, other, other], "The day before")
        == "The day before: Ann and 2 others: 300"
    )
    assert day_before("2026-03-01") == "2026-02-28"
