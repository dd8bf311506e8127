"""The scoreboard: what it shows, stepping, resets, and that the game below waits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.store.games import fill_file, write_game
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, all_but_chance, run_app, run_table
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.widgets.game_card import GameCard
from yahtzee_tui.tui.widgets.choices import Stepper


@asynccontextmanager
async def run_scores(address: Path | str | None) -> AsyncIterator[AppDriver]:
    store = Store(str(address)) if address else None
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.finish_workers()
        await ui.press_and_finish("s")
        await ui.press_and_finish("h")
        yield ui
    if store is not None:
        store.close()


@pytest.fixture
def three(tmp_path: Path) -> Path:
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "a", 1_000, Ann=20, Bob=30)
    write_game(database, "b", 2_000, Ann=30)
    write_game(database, "c", 3_000, "yz", Cid=25)
    database.close()
    return tmp_path / "games.sqlite"


def names(ui: AppDriver) -> list[str]:
    return [" ".join(prompt.split()[:3]) for prompt in ui.prompts]


async def test_the_best_come_first_for_each_of_the_rules(three: Path) -> None:
    async with run_scores(three) as ui:
        assert ui.screen_name == "ScoreboardScreen"
        assert names(ui) == ["1. Bob 30", "1. Ann 30", "3. Ann 20"]
        assert "Yahtzee" in ui.lines[1]
        await ui.press_and_finish("right")
        assert names(ui) == ["1. Cid 25"]
        assert "‹ YZ ›" in ui.text
        await ui.press("question_mark")
        assert "How to play YZ" in ui.text
        await ui.press_and_finish("escape", "right")
        assert len(names(ui)) == 3
        width = ui.app.screen.query_one(Stepper).size.width
        for column, count in ((width - 1, 1), (0, 3)):
            await ui.click("#board-rules", (column, 0))
            await ui.finish_workers()
            assert len(names(ui)) == count
        await ui.press("escape", "escape", opens="TitleScreen")


async def test_the_card_of_the_marked_game_is_beside_the_list(tmp_path: Path) -> None:
    async with run_scores(fill_file(tmp_path / "games.sqlite", 12, ("official", "kismet"))) as ui:
        card = ui.app.screen.query_one(GameCard)
        for keys in (("end",), ("home",), ("right",), ("end",), ("left",)):
            await ui.press_and_finish(*keys)
            total = str(ui.menu.get_option_at_index(ui.menu.highlighted or 0).prompt).split()[-2]
            (shown,) = (line for line in ui.lines if "TOTAL" in line)
            assert shown.partition("TOTAL")[2].split()[0] in (total, "│"), (keys, shown)
            assert total in shown
        assert "TURNS" not in ui.text
        await ui.resize(130, 40)
        assert "TURNS" in ui.text
        await ui.resize(60, 20)
        assert not card.display


async def test_a_large_window_is_filled_by_list_and_card(tmp_path: Path) -> None:
    async with run_scores(fill_file(tmp_path / "games.sqlite", 12)) as ui:
        for size in ((116, 30), (200, 60)):
            await ui.resize(*size)
            card = ui.app.screen.query_one(GameCard).region
            assert ui.menu.region.x <= 2
            assert card.right >= size[0] - 2
            assert 0 <= card.x - ui.menu.region.right <= 3, size
        line = next(line for line in ui.lines if "▸" in line)
        assert "Ann · · ·" in line, "dots lead to the total"


@pytest.mark.slow
async def test_a_reset_asks_and_is_undone_until_one_leaves(three: Path) -> None:
    async with run_scores(three) as ui:
        await ui.press("r", opens="ConfirmScreen")
        await ui.press_and_finish("n")
        assert len(names(ui)) == 3
        assert "Undo" not in ui.lines[-1]
        await ui.press_and_finish("r", "y")
        assert names(ui) == []
        assert "Press u to undo before" in ui.text
        await ui.press("r")
        assert ui.screen_name == "ScoreboardScreen", "there is nothing left to reset"
        await ui.press_and_finish("u")
        assert len(names(ui)) == 3
        await ui.click_text("Reset")
        await ui.click("#yes")
        await ui.finish_workers()
        await ui.click_text("Undo")
        await ui.finish_workers()
        assert len(names(ui)) == 3
        await ui.press_and_finish("r", "y")
        await ui.press_and_finish("escape", "h", "u")
        assert names(ui) == []
        assert "Reset today" in ui.content("#board-note")
        assert "Undo" not in ui.lines[-1]


async def test_without_games_it_says_what_to_do(tmp_path: Path) -> None:
    async with run_scores(tmp_path / "none.sqlite") as ui:
        assert ui.says("No high scores of Yahtzee yet. Press Enter to play a game.")
        await ui.press("r", "u", "left", "right", opens="ScoreboardScreen")
        await ui.press("enter", opens="NewGameScreen")
        await ui.press("escape", opens="TitleScreen")
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "c", 3_000, "yz", Cid=25)
    database.close()
    async with run_scores(tmp_path / "games.sqlite") as ui:
        assert names(ui) == ["1. Cid 25"], "of the rules that have scores"
    async with run_scores(None) as ui:
        assert "Saving is off" in ui.text
        await ui.press("r", "escape", "escape", opens="TitleScreen")


async def test_a_dimmed_key_says_why_and_the_bar_has_the_one_that_acts(
    three: Path, tmp_path: Path
) -> None:
    async with run_scores(tmp_path / "none.sqlite") as ui:
        assert "Enter Play" in ui.lines[-1]
        assert "Statistics" not in ui.lines[-1]
        for key, why in (
            ("v", "Finish a game first: then you can review it."),
            ("r", "There are no high scores here to reset."),
        ):
            await ui.press(key, opens="ScoreboardScreen")
            assert why in ui.text
    async with run_scores(three) as ui:
        for size in SIZES:
            await ui.resize(*size)
            assert "Enter Statistics" in ui.lines[-1], size
        assert "Play" not in ui.lines[-1]
        await ui.press("enter", opens="StatisticsScreen")


async def test_a_store_that_cannot_be_read_is_told(tmp_path: Path, three: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, this is no database at all.")
    async with run_scores(file) as ui:
        assert ui.screen_name == "ScoreboardScreen"
        assert ui.says("some other file")
        await ui.press("escape", "escape", opens="TitleScreen")
    async with run_scores(three) as ui:
        assert ui.app.navigator.store is not None
        ui.app.navigator.store.close()
        await ui.press_and_finish("r", "y")
        assert "closed" in ui.text
        assert len(names(ui)) == 3


async def test_the_game_below_waits() -> None:
    async with run_table("33344", "11111", players=("Ann", "Bob")) as ui:
        await ui.press_and_finish("space", "1", "s", "h")
        assert ui.screen_name == "ScoreboardScreen"
        await ui.press("space", "r", "u", "escape", "escape", opens="TableScreen")
        assert (ui.game.faces, ui.held()) == ((3, 3, 3, 4, 4), (0,))
        await ui.open_table("12346", filled=all_but_chance(), rules="yz")
        await ui.finish_game()
        await ui.press_and_finish("s", "h")
        assert ui.screen_name == "ScoreboardScreen"
        assert "YZ" in ui.lines[1]
        await ui.press("s", "s", opens="ResultScreen")


@pytest.mark.slow
async def test_a_long_board_scrolls_and_leaves_room_for_what_is_said(tmp_path: Path) -> None:
    async with run_scores(fill_file(tmp_path / "games.sqlite", 120)) as ui:
        for size in (SIZES[0], SIZES[-1]):
            await ui.resize(*size)
            assert len(names(ui)) == 100
            await ui.press("end")
            assert "Quit" in ui.lines[-1]
            await ui.press_and_finish("r", "y")
            assert "Press u to undo before" in ui.text, size
            await ui.press_and_finish("u")
