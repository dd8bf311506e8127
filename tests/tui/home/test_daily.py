"""The dice of the day from the menu: one try, gone on with, and compared with best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.table.test_saving import program
from yahtzee_tui.rules import OFFICIAL, Roll, Score
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.table import daily

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.stage import Stage

DAY = "2026-11-21"


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("yahtzee_tui.tui.home.title.today", lambda: DAY)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Where the games of a test are."""
    return str(tmp_path / "games.sqlite")


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


async def choose(stage: Stage) -> None:
    """Choose the dice of the day on the menu, and wait for what comes of it."""
    await stage.click_text("Dice of the day")
    await stage.app.workers.wait_for_complete()
    await stage.settle()


async def test_the_days_dice_are_the_same_for_everybody(file: str) -> None:
    faces = set()
    for _ in range(2):
        async with program(file) as stage:
            assert "the same for everybody, one try" in stage.text
            await choose(stage)
            assert stage.at == "TableScreen"
            assert "Dice of the day" in stage.text
            assert stage.table.setup.dice == f"seed:daily {DAY}"
            await stage.press("space")
            faces.add(stage.game.faces)
        file += "2"
    assert len(faces) == 1


async def test_a_try_goes_on(file: str) -> None:
    play(file, 3)
    async with program(file) as stage:
        assert "go on, round 4 of 13" in stage.text
        await choose(stage)
        assert stage.at == "TableScreen"
        assert stage.game.turns == 3


async def test_there_is_one_try_and_it_is_compared_with_best_play(file: str) -> None:
    load_value_table(OFFICIAL, cache_folder())
    play(file, 12)
    async with program(file) as stage:
        await choose(stage)
        await stage.press("space", "enter")
        if stage.at != "ResultScreen":  # a zero is asked about once more
            await stage.press("enter")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert "Best play scores " in stage.text
        assert "Play again" not in stage.text
        await stage.press("p")
        assert stage.at == "ResultScreen"
        total = stage.game.card.grand_total
        await stage.press("m")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert f"{total} points" in stage.text
        await choose(stage)
        assert stage.at == "DailyScreen"
        assert f"Ann scored {total}." in stage.text
        assert "Best play scores " in stage.text
        assert "New dice come in " in stage.text
        await stage.press("v")
        assert stage.at == "ReviewScreen"
        await stage.press("escape", "escape")
        assert stage.at == "TitleScreen"


async def test_somebody_elses_try_doesnt_count(file: str) -> None:
    play(file, 13, "Bob")
    async with program(file) as stage:
        assert "the same for everybody, one try" in stage.text
