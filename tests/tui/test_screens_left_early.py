"""What comes too early or too late for a screen: found by random input, and harmless since."""

import asyncio
import gc
from typing import Any

import pytest
from rich.style import Style
from textual import events
from textual._styles_cache import StylesCache
from textual.screen import Screen
from textual.widget import Widget

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app, run_table, run_title
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.dialogs import ConfirmScreen
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar


async def test_keys_typed_after_quitting_do_nothing() -> None:
    async with run_table("33344") as ui:
        ui.type_ahead("q", "o", "space")
        await ui.settle()
        assert ui.app.return_code == 0
        assert not ui.table.history.events


async def test_an_answer_that_comes_after_quitting() -> None:
    for of_the_app in (False, True):
        async with run_title() as ui:
            screen = ui.app.screen

            async def answer(ui: AppDriver = ui, screen: Screen[Any] = screen) -> None:
                ui.app.exit()
                screen.query_one("#gone")

            start_worker(ui.app if of_the_app else screen, answer)
            await ui.settle()
            assert ui.app.return_code == 0


async def test_an_answer_that_comes_while_the_app_removes_its_widgets() -> None:
    """The app may be closed without a return code."""
    app = YahtzeeApp(None, "Ann", NO_TUMBLING)
    asked: list[object] = []

    async def answer() -> None:
        while screen.query(KeyBar):
            await asyncio.sleep(0)
        asked.append(screen)
        screen.query_one(KeyBar)

    async with app.run_test():
        screen = app.screen
        start_worker(screen, answer)
        await asyncio.sleep(0)
    app.value_tables.stop()
    assert (asked, app.return_code) == ([screen], None)


async def test_a_dialog_answers_once_and_may_be_left_before_it_is_mounted() -> None:
    answers: list[str | None] = []
    async with run_title() as ui:
        question = ConfirmScreen("Sure?", yes="Yes", no="No")
        ui.app.push_screen(question, answers.append)
        await ui.settle()
        await ui.press("K")
        for answer in ("yes", "no"):
            question.dismiss(answer)
        await ui.settle()
        assert (ui.screen_name, answers) == ("KeysScreen", [])
        await ui.press("escape")
        assert (ui.screen_name, answers) == ("TitleScreen", ["yes"])
        question.dismiss("no")
        await ui.settle()
        assert (ui.screen_name, answers) == ("TitleScreen", ["yes"])
        for action in ("show_options", "show_keys", "show_help", "show_palette"):

            async def open_it(action: str = action) -> None:
                await ui.app.run_action(action)

            start_worker(ui.app, open_it)
            while ui.screen_name == "TitleScreen":
                await asyncio.sleep(0)
            ui.app.pop_screen()
            await ui.settle()
            assert ui.screen_name == "TitleScreen", action


async def test_a_screen_is_left_once_by_two_clicks_and_opened_once_by_many_keys() -> None:
    async with run_title() as ui:
        await ui.press("s", opens="StatisticsScreen")
        bar, drawn = ui.app.screen.query_one(KeyBar), Style(meta={"hint": "dismiss"})
        for _ in range(2):
            bar.post_message(events.Click(bar, 1, 0, 0, 0, 1, False, False, False, style=drawn))
        await ui.settle()
        assert ui.screen_name == "TitleScreen"
        ui.app.action_show_key_map()
        await ui.settle()
        ui.type_ahead(*["enter"] * 5)
        await ui.settle()
        assert ui.screen_names == ["TitleScreen", "KeyMapScreen", "KeyCatcher"], "a key is held"


async def test_dice_rolled_again_before_it_is_known_that_they_rest() -> None:
    options = Options(dice_speed="short", confirm_reroll=False)
    async with run_table("33344", "33355", options=options, animated=True) as ui:
        ui.type_ahead("space", "space", "space")
        await ui.wait_until(lambda: not ui.table_screen.is_tumbling and ui.game.roll == 2)
        assert ui.cell("threes") == "‹9›"
        assert ui.card.marked == ["full_house"]


async def test_clicks_on_lines_that_have_gone_and_workers_that_never_began() -> None:
    ran = []

    async def work() -> None:
        ran.append(1)

    async with run_title() as ui:
        drawn = Style(meta={"option": ui.menu.option_count})
        ui.menu.post_message(events.Click(ui.menu, 1, 1, 0, 0, 1, False, False, False, style=drawn))
        await ui.settle()
        assert ui.screen_name == "TitleScreen"
        for _ in range(2):
            start_worker(ui.app.screen, work, "test", exclusive=True)
        await ui.settle()
        gc.collect()  # where Python would complain of a coroutine that was never begun
        assert ran == [1]


async def test_advice_that_was_seen_is_saved_though_nothing_else_happens(store: Store) -> None:
    options = NO_TUMBLING._replace(coach="always")
    app = YahtzeeApp(TableConfig(("Ann",), "yz", seed="1"), "Ann", options, store=store)
    async with run_app(app) as ui:
        await ui.press_and_finish("space")
        (saved,) = store.games.by_status(Status.UNFINISHED)
        assert saved.load()[0].setup.coached == (0,)


@pytest.mark.exhaustive
async def test_closed_screens_leave_no_widgets_in_memory() -> None:
    def count() -> int:
        gc.collect()
        return sum(isinstance(each, (Widget, StylesCache)) for each in gc.get_objects())

    async def visit() -> None:
        for key in ("question_mark", "K", "o", "s"):
            await ui.press(key, "escape")
            await ui.wait_until(lambda: ui.screen_name == "TableScreen")

    async with run_table("33344", keys="space") as ui:
        await visit()
        before = count()
        await visit()
        await ui.wait_until(lambda: count() <= before)
