"""What comes too early or too late for a screen: found by random input, and harmless since."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

import pytest
from rich.style import Style
from textual import events

from tests.store.games import play_out
from tests.tui.loop_idle import take_in
from tests.tui.remote_visits import wait_for
from tests.tui.stage import STILL, at_table, at_title, on_stage
from yahtzee_tui.settings import CoachMode, DiceSpeed, Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.dialogs.confirm import ConfirmScreen
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.scores.statistics import StatisticsPage
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("keys", [("question_mark", "space"), ("o", "space")])
async def test_keys_typed_after_quitting_do_nothing(keys: tuple[str, ...]) -> None:
    async with at_table("33344") as stage:
        stage.type_ahead("q", *keys)
        await stage.settle()
        assert stage.app.return_code == 0
        assert not stage.table.history.events


@pytest.mark.parametrize("of_the_app", [False, True])
async def test_an_answer_that_comes_after_quitting(of_the_app: bool) -> None:
    async with at_title() as stage:
        screen = stage.app.screen

        async def answer() -> None:
            stage.app.exit()
            screen.query_one("#gone")

        start_worker(stage.app if of_the_app else screen, answer)
        await stage.settle()
        assert stage.app.return_code == 0


async def test_a_dialog_answers_once_nothing_lies_over_it() -> None:
    answers: list[str | None] = []
    async with at_title() as stage:
        question = ConfirmScreen("Sure?", yes="Yes", no="No")
        stage.app.push_screen(question, answers.append)
        await stage.settle()
        await stage.press("K")
        for answer in ("yes", "no"):
            question.dismiss(answer)
        await stage.settle()
        assert (stage.at, answers) == ("KeysScreen", [])
        await stage.press("escape")
        assert (stage.at, answers) == ("TitleScreen", ["yes"])
        question.dismiss("no")
        await stage.settle()
        assert (stage.at, answers) == ("TitleScreen", ["yes"])


@pytest.mark.parametrize(
    ("open_screen", "name"),
    [
        (YahtzeeApp.action_show_scores, "ScoreboardScreen"),
        (lambda app: app.show_statistics("Ann"), "StatisticsScreen"),
        (lambda app: app.show_review(lambda: play_out("yz", ("Ann",), 0)[0]), "ReviewScreen"),
    ],
)
async def test_a_screen_is_left_once_by_two_clicks(
    open_screen: Callable[[YahtzeeApp], None], name: str
) -> None:
    async with at_title() as stage:
        open_screen(stage.app)
        await stage.settle()
        assert stage.at == name
        bar = stage.app.screen.query_one(KeyBar)
        hint = next(hint for hint in bar.hints() if hint.label == "Back")
        for _ in range(2):
            drawn = Style(meta={"hint": hint.label})
            bar.post_message(events.Click(bar, 1, 0, 0, 0, 1, False, False, False, style=drawn))
        await stage.settle()
        assert stage.at == "TitleScreen"


async def test_a_key_held_on_a_slow_line_opens_one_dialog_of_a_kind() -> None:
    async with at_title() as stage:
        stage.app.action_show_key_map()
        await stage.settle()
        stage.type_ahead(*["enter"] * 5)
        await stage.settle()
        names = [type(screen).__name__ for screen in stage.app.screen_stack]
        assert names == ["Screen", "TitleScreen", "KeyMapScreen", "KeyCatcher"]


@pytest.mark.parametrize("action", ["show_options", "show_keys", "show_help", "show_palette"])
async def test_a_dialog_left_before_it_stands_is_no_fault(action: str) -> None:
    async with at_title() as stage:

        async def open_it() -> None:
            await stage.app.run_action(action)

        start_worker(stage.app, open_it)
        while stage.at == "TitleScreen":
            await asyncio.sleep(0)
        stage.app.pop_screen()
        await stage.settle()
        assert stage.at == "TitleScreen"


async def test_dice_rolled_again_before_it_is_known_that_they_rest() -> None:
    options = Options(dice_speed=DiceSpeed.SHORT)
    async with at_table("33344", "33355", options=options, animated=True) as stage:
        stage.type_ahead("space", "space", "space")
        await wait_for(lambda: not stage.table_screen.is_tumbling and stage.game.roll == 2, stage)
        assert stage.cell("threes") == "‹9›"
        assert stage.card.marked == ["full_house"]


async def test_a_page_is_turned_before_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 60)  # nothing is drawn unless we say so
    async with at_title() as stage:
        stage.app.show_new_game()
        await stage.settle()
        stage.app.screen.query_one("#first").focus()
        await stage.settle()
        stage.type_ahead("enter")
        await take_in()
        stage.type_ahead("pagedown")
        await stage.settle()
        assert stage.at == "NewGameScreen"


async def test_a_click_on_a_line_that_has_gone() -> None:
    async with at_title() as stage:
        menu = stage.app.screen.query_one(Menu)
        drawn = Style(meta={"option": menu.option_count})
        menu.post_message(events.Click(menu, 1, 1, 0, 0, 1, False, False, False, style=drawn))
        await stage.settle()
        assert stage.at == "TitleScreen"


async def test_a_screen_left_before_it_was_drawn_is_drawn_no_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 60)  # nothing is drawn unless we say so
    store.games.add(*play_out("yz", ("Ann",), 0))
    async with on_stage(YahtzeeApp(None, "Ann", store=store)) as stage:
        stage.app.show_statistics("Ann")
        await stage.settle()
        page = stage.app.screen.query_one(StatisticsPage)
        assert page.display
        page.on_resize()
        stage.app.pop_screen()
        await stage.settle()
        assert stage.at == "TitleScreen"


async def test_what_is_called_off_before_it_begins_leaves_nothing_behind() -> None:
    ran = []

    async def work() -> None:
        ran.append(1)

    async with at_title() as stage:
        for _ in range(2):
            start_worker(stage.app.screen, work, "test", exclusive=True)
        await stage.settle()
        gc.collect()  # where Python would complain of a coroutine that was never begun
        assert ran == [1]


async def test_advice_that_was_seen_is_noted_though_nothing_else_happens(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    options = STILL._replace(coach=CoachMode.ALWAYS)
    app = YahtzeeApp(TableConfig(("Ann",), "yz", seed="1"), "Ann", options, store=store)
    async with on_stage(app) as stage:
        await stage.press("space")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert stage.table.setup.coached == (0,)
        (saved,) = store.games.by_status(Status.UNFINISHED)
        assert saved.load()[0].setup.coached == (0,)
    store.close()
