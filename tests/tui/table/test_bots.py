"""BotDriver at the table: they play by themselves, and leave a person the time to undo."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.tui.stage import STILL, Stage, at_title, on_stage
from yahtzee_tui.rules import Held, Rolled, Scored
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

DUO = TableConfig(("Ann",), first="Ann", seed="7").with_computer("beginner", "Beginner")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._TICK_SECONDS", 0.01)


@asynccontextmanager
async def against(config: TableConfig = DUO) -> AsyncIterator[Stage]:
    """Sit down with a computer."""
    async with on_stage(YahtzeeApp(config, "Ann", STILL)) as stage:
        yield stage


async def until(stage: Stage, so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(300):
        if so():
            await stage.settle()
            return
        await stage.pilot.pause(0.02)
    raise AssertionError(stage.text)


async def test_it_plays_its_turn_and_no_more() -> None:
    async with against() as stage:
        await stage.press("space", "enter")
        assert "Beginner: roll in 4 s" in stage.status
        await stage.press("space")
        await until(stage, lambda: stage.game.turns == 2)
        assert stage.game.player == "Ann"
        assert not stage.game.roll
        kinds = [type(event) for event in stage.table.history.events[2:]]
        assert kinds[0] is Rolled
        assert kinds[-1] is Scored
        assert set(kinds) <= {Rolled, Held, Scored}
        await stage.pilot.pause(0.2)
        assert stage.game.turns == 2


async def test_the_score_before_can_be_taken_back_until_it_rolls() -> None:
    async with against() as stage:
        await stage.press("space", "enter", "u")
        assert stage.game.player == "Ann"
        assert stage.game.roll == 1
        await stage.pilot.pause(0.1)
        assert stage.game.player == "Ann"
        await stage.click_box("chance")
        assert stage.booked("chance") is not None


async def test_nobody_can_act_for_it_or_undo_what_it_did() -> None:
    async with against() as stage:
        stage.app.screen._bots._is_running = True  # type: ignore[attr-defined]
        await stage.press("space", "enter")
        events = stage.table.history.events
        await stage.press("1", "a", "h")
        assert stage.table.history.events == events
        stage.app.screen._bots._is_running = False  # type: ignore[attr-defined]
        await stage.press("space")
        await until(stage, lambda: stage.game.turns == 2)
        events = stage.table.history.events
        await stage.press("u")
        assert stage.table.history.events == events


async def test_it_waits_while_something_lies_over_the_table() -> None:
    async with against() as stage:
        await stage.press("space", "enter", "o", "escape", "question_mark")
        turns = stage.game.turns
        await stage.pilot.pause(0.3)
        assert stage.game.turns == turns
        assert not stage.game.roll


async def test_it_begins_a_game() -> None:
    config = TableConfig(("Ann",), first="Beginner", seed="7")
    async with against(config.with_computer("beginner", "Beginner")) as stage:
        await until(stage, lambda: stage.game.turns == 1)
        assert stage.game.player == "Ann"


async def test_a_game_among_computers_comes_to_its_end() -> None:
    config = TableConfig(("A", "B"), seed="3", computers=("beginner", "casual"))
    async with against(config) as stage:
        await until(stage, lambda: stage.game.is_over)
        assert stage.at == "ResultScreen"


async def test_two_of_a_rank_have_two_names() -> None:
    both = DUO.with_computer("beginner", "Beginner")
    assert both.players == ("Ann", "Beginner", "Beginner 2")
    assert both.computers == ("", "beginner", "beginner")
    assert both.create_table().setup.computers == both.computers


async def test_one_is_chosen_for_a_new_game() -> None:
    async with at_title() as stage:
        await stage.click_text("New game")
        await stage.click_text("Add a computer")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert stage.at == "BotPickerScreen"
        assert "Beginner" in stage.text
        assert "Champion" in stage.text
        await stage.press("down", "enter")
        assert "Casual" in stage.text
        await stage.press("enter")
        assert stage.table.setup.players == ("Ann", "Casual")
        assert stage.table.setup.computers == ("", "casual")


async def test_a_seat_whose_name_is_changed_is_a_person_again() -> None:
    async with at_title() as stage:
        await stage.click_text("New game")
        await stage.press("ctrl+b")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        await stage.press("enter")
        await stage.click("#name-2")
        await stage.press("end")
        await stage.type("X")
        await stage.press("ctrl+s")
        assert stage.table.setup.players == ("Ann", "BeginnerX")
        assert stage.table.setup.computers == ()


async def test_a_computer_that_nobody_knows_is_played_for() -> None:
    async with against(TableConfig(("Ann", "Bob"), first="Bob", computers=("", "hal"))) as stage:
        await until(stage, lambda: "No computer player 'hal'" in stage.text)
        assert stage.game.roll == 1
        await stage.press("space", "enter")
        assert stage.game.player == "Ann"
        await stage.press("u")
        assert stage.game.player == "Bob"
