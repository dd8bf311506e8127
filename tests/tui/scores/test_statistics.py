"""The statistics: whose they are, what is drawn from how many games, and every size."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.store.games import fill_file, write_game
from tests.tui.stage import STILL, Stage, on_stage
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.settings import COLOURS
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.stats.scores import Scores
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.scores.statistics import BACKLOG

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SIZES = ((60, 20), (80, 24), (120, 40))


@asynccontextmanager
async def at_statistics(
    address: Path | str,
    me: str = "Ann",
    size: tuple[int, int] = (80, 24),
    colours: str = COLOURS[0],
    ascii_only: bool = False,
) -> AsyncIterator[Stage]:
    """Run the app, and open somebody's statistics over the title."""
    store = Store(str(address))
    options = STILL._replace(colours=colours)
    app = YahtzeeApp(None, me, options, store=store, ascii_only=ascii_only)
    async with on_stage(app, size) as stage:
        app.show_statistics(me, "official")
        await read(stage)
        yield stage
    store.close()


async def read(stage: Stage, to_the_end: bool = False) -> None:
    """Let everything arrive that is read from the store; to the end, with luck and skill."""
    await stage.settle()
    workers = stage.app.workers
    readers = [worker for worker in workers if to_the_end or worker.group != BACKLOG]
    if readers:  # none would mean all
        await workers.wait_for_complete(readers)
    await stage.settle()


async def until(stage: Stage, text: str) -> None:
    """Wait until a text stands on the screen."""
    async with asyncio.timeout(30):
        while text not in stage.text:
            await asyncio.sleep(0.02)


def is_shown(stage: Stage, selector: str) -> bool:
    """Return whether a part of the screen is there."""
    return bool(stage.app.screen.query_one(selector).region)


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A database with a handful of games."""
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "a", 1_000, Ann=20, Bob=30)
    write_game(database, "b", 2_000, Ann=30)
    write_game(database, "c", 3_000, "yz", Ann=25)
    write_game(database, "d", 4_000, **{"Cid Dee": 12})
    database.close()
    return tmp_path / "games.sqlite"


async def test_numbers_of_the_player_asked_for(few: Path) -> None:
    async with at_statistics(few) as stage:
        assert stage.at == "StatisticsScreen"
        assert "Statistics of Ann" in stage.lines[1]
        assert "‹ Yahtzee ›" in stage.lines[1]
        assert stage.lines[4].split()[:2] == ["Finished", "2"]
        assert not is_shown(stage, "#spread")
        assert not is_shown(stage, "#course")
        await stage.press("escape")
        assert stage.at == "TitleScreen"


async def test_a_player_without_games_sees_who_played_last(few: Path) -> None:
    async with at_statistics(few, me="Zoe") as stage:
        assert "Statistics of Cid Dee" in stage.text


async def test_stepping_through_the_rules_and_all_of_them(few: Path) -> None:
    async with at_statistics(few) as stage:
        seen = []
        for _ in range(3):
            await stage.press("right")
            await read(stage)
            seen.append(stage.lines[1].split("‹")[1].split("›")[0].strip())
        assert seen == ["YZ", "All rules", "Yahtzee"]
        await stage.click("#person-rules", (0, 0))
        await read(stage)
        assert "All rules" in stage.text
        assert not is_shown(stage, "#boxes")
        assert not is_shown(stage, "#course")
        assert "Standard deviation" not in stage.text


@pytest.mark.parametrize("typed", ["cd", "CID", "dee"])
async def test_a_player_is_found_by_typing(few: Path, typed: str) -> None:
    async with at_statistics(few) as stage:
        await stage.press("slash")
        assert stage.at == "FindPlayerScreen"
        await stage.type(typed)
        await stage.press("enter")
        await read(stage)
        assert "Statistics of Cid Dee" in stage.text


async def test_a_player_is_chosen_by_arrows_or_by_mouse(few: Path) -> None:
    async with at_statistics(few) as stage:
        await stage.press("p", "down", "down", "up", "enter")
        await read(stage)
        assert "Statistics of Ann" in stage.text
        await stage.click_text("Player")
        await stage.click_text("Cid Dee")
        await read(stage)
        assert "Statistics of Cid Dee" in stage.text
        await stage.press("p")
        await stage.type("xyz")
        assert "Nobody is called that" in stage.text
        await stage.press("enter")
        assert stage.at == "FindPlayerScreen"
        await stage.press("escape")
        assert "Statistics of Cid Dee" in stage.text


async def test_the_marked_line_of_the_scoreboard_opens_it(few: Path) -> None:
    async with at_statistics(few) as stage:
        await stage.press("escape", "s")
        await read(stage)
        await stage.press("enter")
        await read(stage)
        assert stage.at == "StatisticsScreen"
        assert "Statistics of Bob" in stage.text
        await stage.press("escape")
        await stage.click_text("Ann")
        await read(stage)
        assert "Statistics of Ann" in stage.text
        await stage.press("t", "escape")
        assert stage.at == "TitleScreen"


async def test_without_games_there_is_a_sentence_and_nothing_else(tmp_path: Path) -> None:
    async with at_statistics(tmp_path / "games.sqlite") as stage:
        assert "Nobody has finished a game yet. Play one" in stage.text
        await stage.press("slash", "left", "space", "down")
        assert stage.at == "StatisticsScreen"
        assert not is_shown(stage, "#page")


async def test_a_closed_store_is_told(few: Path) -> None:
    async with at_statistics(few) as stage:
        assert stage.app.navigator.store is not None
        stage.app.navigator.store.close()
        await stage.press("right")
        await read(stage)
        assert "closed" in stage.text


@pytest.mark.parametrize(("games", "course", "spread"), [(2, False, False), (3, True, False),
                                                         (8, True, True)])  # fmt: skip
async def test_charts_come_when_they_tell_something(
    tmp_path: Path, games: int, course: bool, spread: bool
) -> None:
    async with at_statistics(fill_file(tmp_path / "games.sqlite", games)) as stage:
        assert is_shown(stage, "#course") is course
        assert is_shown(stage, "#spread") is spread


@pytest.mark.parametrize("size", SIZES)
async def test_everything_is_reached_by_scrolling(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_statistics(fill_file(tmp_path / "games.sqlite", 60), size=size) as stage:
        seen = stage.text
        for _ in range(6):
            await stage.press("space")
            seen += "\n" + stage.text
        for text in ("Finished", "Distribution", "Totals", "Chance", "Cid Dee", "mean of all"):
            assert text in seen
        assert all(len(line) <= size[0] for line in seen.splitlines())
        await stage.press("pageup", "up", "down", "k", "j", *["pageup"] * 5)
        assert "Finished" in stage.text


async def test_luck_and_skill_come_while_one_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, go_on = Event(), Event()
    work = ReviewQueue.work

    def wait_and_work(self: ReviewQueue) -> bool:
        (go_on if begin.is_set() else begin).wait(60)
        return work(self)

    monkeypatch.setattr(ReviewQueue, "work", wait_and_work)
    async with at_statistics(fill_file(tmp_path / "games.sqlite", 24, ("yz",))) as stage:
        assert "Luck and skill, 0 of 24 games" in stage.text
        begin.set()
        await until(stage, "Luck and skill, 20 of 24 games")
        await stage.press("j")
        assert "Decisions cost a game" in stage.text
        assert is_shown(stage, "#cost")
        go_on.set()
        await read(stage, to_the_end=True)
        assert "Trend" in stage.text
        assert "Still to look at" not in stage.text
        await stage.press("escape")
        stage.app.show_statistics("Bob", "yz")
        await read(stage)
        assert "Luck and skill  " in stage.text, "those who played along are done too"


async def test_leaving_ends_the_work_and_what_is_known_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = Event()
    stop, work = ReviewQueue.stop, ReviewQueue.work

    def stop_and_tell(self: ReviewQueue) -> None:
        stop(self)
        left.set()

    def work_once(self: ReviewQueue) -> bool:
        return work(self) and left.wait(60) and work(self)

    monkeypatch.setattr(ReviewQueue, "stop", stop_and_tell)
    monkeypatch.setattr(ReviewQueue, "work", work_once)
    async with at_statistics(fill_file(tmp_path / "games.sqlite", 24, ("yz",))) as stage:
        await until(stage, "Still to look at")
        store = stage.app.navigator.store
        assert store is not None
        while len(store.scores.find_unreviewed("ann")) > 4:
            await asyncio.sleep(0.02)
        await stage.press("escape")
        assert stage.at == "TitleScreen"
        assert left.is_set()
        await stage.app.workers.wait_for_complete()
        assert len(store.scores.find_unreviewed("ann")) == 4


async def test_the_games_of_another_player_come_instead(tmp_path: Path) -> None:
    address = fill_file(tmp_path / "games.sqlite", 12, ("yz", "yatzy50"))
    async with at_statistics(address) as stage:
        for _ in range(6):  # faster than anything can be read
            stage.type_ahead("right")
        await read(stage, to_the_end=True)
        assert "All rules" in stage.text or "‹ Y" in stage.text
        assert "Luck and skill  " in stage.text
        assert "Still to look at" not in stage.text


async def test_what_cannot_be_noted_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreProblem("The disk with the saved games is full.")

    monkeypatch.setattr(Scores, "save_reviews", fail)
    async with at_statistics(fill_file(tmp_path / "games.sqlite", 3, ("yz",))) as stage:
        await read(stage, to_the_end=True)
        assert "The disk with the saved games is full." in stage.text
        assert "Luck and skill, 0 of 3 games" in stage.text


@pytest.mark.parametrize("colours", COLOURS)
async def test_every_theme_draws_the_charts_in_its_own_colours(
    tmp_path: Path, colours: str
) -> None:
    address = fill_file(tmp_path / "games.sqlite", 30)
    async with at_statistics(address, colours=colours) as stage:
        assert "█" in stage.text


async def test_charts_in_ascii(tmp_path: Path) -> None:
    address = fill_file(tmp_path / "games.sqlite", 30)
    async with at_statistics(address, ascii_only=True) as stage:
        assert stage.text.count("##") > 5
        assert stage.text.count("*") > 5
        assert stage.text.isascii()


@pytest.mark.slow
async def test_resizing_all_the_while(tmp_path: Path) -> None:
    async with at_statistics(fill_file(tmp_path / "games.sqlite", 60)) as stage:
        for columns, rows in ((60, 20), (1, 1), (61, 21), (200, 60), (79, 20), (77, 50), (80, 24)):
            await stage.resize(columns, rows)
            await read(stage)
        assert "Statistics of Ann" in stage.text
