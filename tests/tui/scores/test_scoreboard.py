"""The scoreboard: what it shows, stepping, resets, and that the game below waits."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.store.games import fill_file, write_game
from tests.tui.stage import STILL, Stage, at_table, on_stage
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@asynccontextmanager
async def at_scores(
    address: Path | str | None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Stage]:
    """Run the app, and open the scoreboard from the title."""
    store = Store(str(address)) if address else None
    async with on_stage(YahtzeeApp(None, "Ann", STILL, store=store), size) as stage:
        await read(stage)
        await stage.press("s")
        await read(stage)
        yield stage
    if store is not None:
        store.close()


async def read(stage: Stage) -> None:
    """Let everything arrive that is read from the store."""
    await stage.app.workers.wait_for_complete()
    await stage.settle()


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A database with three finished games."""
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "a", 1_000, Ann=20, Bob=30)
    write_game(database, "b", 2_000, Ann=30)
    write_game(database, "c", 3_000, "yz", Cid=25)
    database.close()
    return tmp_path / "games.sqlite"


def names(stage: Stage) -> list[str]:
    """Return the places and names on the board."""
    board = stage.app.screen.query_one(Menu)
    return [" ".join(str(option.prompt).split()[:3]) for option in board.options]


async def test_the_best_come_first(three: Path) -> None:
    async with at_scores(three) as stage:
        assert stage.at == "ScoreboardScreen"
        assert names(stage) == ["1. Bob 30", "1. Ann 30", "3. Ann 20"]
        assert "Yahtzee" in stage.lines[1]
        await stage.press("escape")
        assert stage.at == "TitleScreen"


async def test_stepping_through_the_rules_that_were_played(three: Path) -> None:
    async with at_scores(three) as stage:
        await stage.press("right")
        await read(stage)
        assert names(stage) == ["1. Cid 25"]
        assert "‹ YZ ›" in stage.text
        await stage.press("right")
        await read(stage)
        assert len(names(stage)) == 3
        await stage.press("left")
        await read(stage)
        assert names(stage) == ["1. Cid 25"]
        stepper = stage.app.screen.query_one(Stepper)
        await stage.click("#board-rules", (0, 0))
        await read(stage)
        assert len(names(stage)) == 3
        await stage.click("#board-rules", (stepper.size.width - 1, 0))
        await read(stage)
        assert names(stage) == ["1. Cid 25"]


async def test_a_reset_asks_and_is_undone_until_one_leaves(three: Path) -> None:
    async with at_scores(three) as stage:
        await stage.press("r")
        assert stage.at == "ConfirmScreen"
        await stage.press("n")
        await read(stage)
        assert len(names(stage)) == 3
        assert "Undo" not in stage.lines[-1]
        await stage.press("r", "y")
        await read(stage)
        assert names(stage) == []
        assert "u takes that back" in stage.text
        await stage.press("r")
        assert stage.at == "ScoreboardScreen", "there is nothing left to reset"
        await stage.press("u")
        await read(stage)
        assert len(names(stage)) == 3
        await stage.press("u")
        assert stage.at == "ScoreboardScreen"

        await stage.press("r", "y")
        await read(stage)
        await stage.press("escape", "s")
        await read(stage)
        assert names(stage) == []
        assert "Undo" not in stage.lines[-1]
        await stage.press("u")
        assert "Begun anew today" in stage.text


async def test_a_reset_by_mouse(three: Path) -> None:
    async with at_scores(three) as stage:
        await stage.click_text("Reset")
        await stage.click("#yes")
        await read(stage)
        assert names(stage) == []
        await stage.click_text("Undo")
        await read(stage)
        assert len(names(stage)) == 3
        await stage.click_text("Back")
        assert stage.at == "TitleScreen"


async def test_without_games_it_says_what_to_do(tmp_path: Path) -> None:
    async with at_scores(tmp_path / "games.sqlite") as stage:
        assert "Nobody has finished a game of Yahtzee yet. Play one" in stage.text
        await stage.press("t", "r", "u", "left", "right", "enter")
        assert stage.at == "ScoreboardScreen"


async def test_other_rules_are_pointed_at(tmp_path: Path) -> None:
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "c", 3_000, "yz", Cid=25)
    database.close()
    async with at_scores(tmp_path / "games.sqlite") as stage:
        assert "Other rules have scores" in stage.text
        await stage.press("left")
        await read(stage)
        assert names(stage) == ["1. Cid 25"]


async def test_where_nothing_is_kept_it_says_so() -> None:
    async with at_scores(None) as stage:
        assert "No games are kept" in stage.text
        await stage.press("t", "r", "escape")
        assert stage.at == "TitleScreen"


async def test_a_store_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, this is no database at all.")
    async with at_scores(file) as stage:
        assert stage.at == "ScoreboardScreen"
        assert "another file" in " ".join(stage.text.split())
        await stage.press("escape")
        assert stage.at == "TitleScreen"


async def test_a_store_that_closes_meanwhile_is_told(three: Path) -> None:
    async with at_scores(three) as stage:
        assert stage.app.navigator.store is not None
        stage.app.navigator.store.close()
        await stage.press("r", "y")
        await read(stage)
        assert "closed" in stage.text
        assert len(names(stage)) == 3


async def test_the_game_below_waits() -> None:
    async with at_table("33344", "11111", players=("Ann", "Bob")) as stage:
        await stage.press("space", "1", "s")
        await read(stage)
        assert stage.at == "ScoreboardScreen"
        await stage.press("space", "r", "u", "escape")
        assert stage.at == "TableScreen"
        assert stage.game.faces == (3, 3, 3, 4, 4)
        assert stage.held() == (0,)
        await stage.press("space")
        assert stage.game.faces == (3, 1, 1, 1, 1)


async def test_from_the_result_one_comes_back_to_it() -> None:
    filled = [("11111", box) for box in (
        "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
        "full_house", "small_straight", "large_straight", "chance", "ones",
    )]  # fmt: skip
    async with at_table("11112", filled=filled, rules="yz") as stage:
        await stage.press("space", "enter")
        assert stage.at == "ResultScreen"
        await stage.press("s")
        await read(stage)
        assert stage.at == "ScoreboardScreen"
        assert "YZ" in stage.lines[1]
        await stage.press("s")
        assert stage.at == "ResultScreen"


async def test_help_explains_the_rules_that_are_shown(three: Path) -> None:
    async with at_scores(three) as stage:
        await stage.press("right")
        await read(stage)
        await stage.press("question_mark")
        assert "How to play YZ" in stage.text


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_a_long_board_scrolls_and_leaves_room_for_what_is_said(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    address = fill_file(tmp_path / "games.sqlite", 120)
    async with at_scores(address, size) as stage:
        assert len(names(stage)) == 100
        await stage.press("end")
        assert "Quit" in stage.lines[-1]
        await stage.press("r", "y")
        await read(stage)
        assert "u takes that back" in stage.text
