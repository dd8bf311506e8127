"""Leaving: it asks exactly when a game would be lost, and never ends in a traceback."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import events

from tests.tui.app_driver import NO_TUMBLING, AppDriver, all_but_chance, run_app, run_table
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.tui import run
from yahtzee_tui.tui.app import YahtzeeApp

KEYS = ["q", "ctrl+c", "ctrl+q"]


class StayingApp(YahtzeeApp):
    """Notes from which screens it was to exit, and stays until the end of the test."""

    exits: list[str] | None = None

    def exit(self, *given: Any, **named: Any) -> None:
        if self.exits is None:
            super().exit(*given, **named)
        else:
            self.exits.append(type(self.screen).__name__)


@asynccontextmanager
async def staying() -> AsyncIterator[tuple[AppDriver, list[str]]]:
    """Run an app that stays, with a list of the screens from which it was to exit."""
    app = StayingApp(None, "Ann", NO_TUMBLING)
    async with run_app(app) as ui:
        app.exits = exits = list[str]()
        yield ui, exits
        app.exits = None


async def test_nothing_is_asked_where_nothing_would_be_lost() -> None:
    async with staying() as (ui, exits):
        for key in KEYS:
            await ui.press(key)
        await ui.click_text("Quit")
        assert exits == ["TitleScreen"] * 4
        await ui.open_table("33344")
        await ui.press(*KEYS)
        assert exits[4:] == ["TableScreen"] * 3, "before the first roll"
        await ui.open_title()
        await ui.press("down", "enter", *KEYS[1:])
        assert exits[7:] == ["NewGameScreen"] * 2
        await ui.open_table("12346", filled=all_but_chance())
        await ui.finish_game()
        await ui.press(*KEYS)
        assert exits[9:] == ["ResultScreen"] * 3, "after the end"


@pytest.mark.slow
async def test_a_game_begun_is_asked_about_and_kept_on_no() -> None:
    async with staying() as (ui, exits):
        await ui.open_table("33344", "11111", keys="space 1")
        before = ui.table.history
        for key, answer in zip(KEYS, ("n", "escape", "enter"), strict=True):
            await ui.press(key)
            assert ui.screen_name == "ConfirmScreen", key
            await ui.press(answer)
            assert ui.screen_name == "TableScreen", answer
            assert ui.table.history == before
        await ui.press("ctrl+q", "ctrl+q", "ctrl+c", "n")
        assert ui.screen_name == "TableScreen", "asked once"
        for keys in (("o",), ("question_mark",), ("slash", "c")):
            await ui.press(*keys, "ctrl+c")
            assert ui.screen_name == "ConfirmScreen", keys
            await ui.press("n", "escape")
            assert ui.screen_name == "TableScreen", keys
        await ui.press("escape", "q")
        assert ui.screen_name == "ConfirmScreen", "the game waits behind the title"
        await ui.press("n", opens="TitleScreen")
        assert exits == []
        for answer in ("y", "right", "mouse"):
            await ui.open_table("33344")
            await ui.resize(60, 20)
            await ui.press("space", "q")
            await ui.wait_for_text("(n)", "(y)")
            if answer == "mouse":
                await ui.click("#yes")
            else:
                await ui.press(answer, *["enter"] * (answer == "right"))
        assert len(exits) == 3


@pytest.mark.slow
async def test_a_new_game_asks_before_it_loses_one() -> None:
    async with run_table() as ui:
        for start in (("down", "enter"), ("down", "down", "enter", "ctrl+s")):
            await ui.open_table("33344", keys="space")
            old = ui.table
            await ui.press("escape", *start, opens="ConfirmScreen")
            await ui.press("n")
            assert ui.table is old
            if ui.screen_name == "NewGameScreen":
                await ui.press("escape")
            await ui.click_text("Continue", opens="TableScreen")
            assert ui.table is old
            await ui.press("escape", *start, "y", opens="TableScreen")
            assert ui.table is not old


async def test_a_key_may_arrive_after_the_last_screen_is_gone() -> None:
    YahtzeeApp(None, "A").on_key(events.Key("a", "a"))


def test_nothing_is_solved_any_longer_once_the_terminal_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process that solves may take minutes, and the end of the program would wait for it."""

    async def write_in_vain(*_: object, **__: object) -> None:
        raise BrokenPipeError

    calls: list[str] = []
    monkeypatch.setattr(YahtzeeApp, "run_async", write_in_vain)
    monkeypatch.setattr(ValueTables, "stop", lambda _: calls.append("stop"))
    try:
        with pytest.raises(BrokenPipeError):
            run()
    finally:
        gc.enable()  # which waits for the first screen
    assert calls == ["stop"]
