"""The dice of the day from the menu: one try, gone on with, and compared with best play."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.table.scripted import play_to_end, play_turn
from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app
from tests.tui.local_program import program
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.table.judged import daily_event
from yahtzee_tui.tui.app import YahtzeeApp

DAY = "2026-11-21"


@pytest.fixture(autouse=True)
def _day(travel: Callable[[str], None]) -> None:
    travel(DAY)


def play(file: str, turns: int, name: str = "Ann") -> None:
    """Play some turns of the day's game, each into the first open box, and leave it."""
    store = Store(file)
    table, autosaver = daily_event(DAY).configure(1, name).create_table(), Autosaver(store)
    for _ in range(turns):
        play_turn(table)
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
            await ui.wait_for_text("Daily game #325", "Same dice for everyone, one try.")
            await ui.press("escape", opens="TitleScreen")
            assert ui.app.navigator.saved_table is None, "the try is left"
            await choose(ui)
            await ui.press("enter")
            await ui.wait_for_screen("TableScreen")
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
        assert ui.screen_name == "EventScreen"
        said = f"Game 1: {total} points, "
        await ui.wait_for_text(said, "Your costliest decision: ")
        await ui.press("enter")
        assert "each game of an event once" in ui.text
        await ui.press("v", opens="ReviewScreen")
        await ui.wait_for_text("Best play with these dice: ", "lost")
        await ui.press("escape", opens="EventScreen")
        await ui.click_text("Back", opens="TitleScreen")
    with closing(Store(file)) as store:  # as `yahtzee-tui daily Ann` does
        shown = DAY, "Ann"
        async with run_app(YahtzeeApp(None, "Bob", NO_TUMBLING, store=store, event=shown)) as ui:
            await ui.wait_for_text(said)
            await ui.press("escape", opens="TitleScreen")


@pytest.mark.slow
async def test_the_board_of_a_day_lists_all_who_finished(
    file: str, travel: Callable[[str], None]
) -> None:
    for name, turns in (("Ann", 13), ("Bob", 13), ("Cid", 12)):
        play(file, turns, name)
    async with program(file) as ui:
        await choose(ui)
        await ui.finish_workers()
        assert ui.screen_name == "EventScreen"
        (lost,) = re.findall(r"1\. Ann +([\d.]+) +\d+", ui.text)
        assert float(lost) > 0, "Ann's game is reviewed"
        assert "  1. Bob" in ui.text
        assert "Cid" not in ui.text, "the game isn't finished"
        await ui.press("c")
        await ui.finish_workers()
        assert ui.app.copied.startswith("Yahtzee daily #325: 1st of 2, ")
        travel("2026-11-22")
        await ui.press("escape", "d")
        await ui.wait_for_text("‹ Daily game #326")
        await ui.press("left")
        await ui.wait_for_text("Daily game #325 ›", "Most points in 1 game: Ann and Bob, ")
        travel("2026-11-23")
        await ui.press("escape", "s")
        await ui.wait_for_text("11-16 · · · · · ■ ·", "11-23 ?", "■ 1 done  · 27 missed  ? today")
        await ui.press("c")
        await ui.wait_for_text("‹ Daily game #327")
        await ui.press("escape")
        await ui.click("#calendar", (2 + 6 + 2 * 6, 2 + 3))  # the missed Sunday
        await ui.wait_for_text("Daily game #326 ›", "missed; you can play it later")
        await ui.press("enter", opens="TableScreen")
        assert ui.screen_names == ["TableScreen"], "not above the page of scores"
        play_to_end(ui.table)
        await ui.wait_for_screen("ResultScreen")
        await ui.press("m", "s")
        await ui.wait_for_text("■ 1 done  + 1 later  · 26 missed  ? today")
