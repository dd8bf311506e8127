"""The statistics: whose they are, what is drawn from how many games, and every size."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Semaphore

import pytest

from tests.store.games import fill_file, play_real, write_game
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app
from tests.tui.event_loop import HELD
from tests.tui.local_program import change
from tests.waiting import HANG_SECONDS
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games, ImportedGame
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.scores.statistics import BACKLOG
from yahtzee_tui.tui.widgets.chart import Chart


@asynccontextmanager
async def run_statistics(address: Path | str, me: str = "Ann") -> AsyncIterator[AppDriver]:
    store = Store(str(address))
    async with run_app(YahtzeeApp(None, me, NO_TUMBLING, store=store)) as ui:
        ui.app.show_statistics(me, "official")
        await read(ui)
        yield ui
    store.close()


async def read(ui: AppDriver, to_the_end: bool = False) -> None:
    """Let everything arrive that is read from the store; to the end, with luck and skill."""
    await ui.settle()
    workers = ui.app.workers
    readers = [worker for worker in workers if to_the_end or worker.group != BACKLOG]
    if readers:  # none would mean all
        await workers.wait_for_complete(readers)
    await ui.settle()


def is_shown(ui: AppDriver, selector: str) -> bool:
    return bool(ui.app.screen.query_one(selector).region)


@pytest.fixture
def few(tmp_path: Path) -> Path:
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "a", 1_000, Ann=20, Bob=30)
    write_game(database, "b", 2_000, Ann=30)
    write_game(database, "c", 3_000, "yz", Ann=25)
    write_game(database, "d", 4_000, **{"Cid Dee": 12})
    Games(database).import_games([ImportedGame(*play_real(), 500.0)])
    database.close()
    return tmp_path / "games.sqlite"


async def test_numbers_of_the_player_asked_for_by_each_of_the_rules(few: Path) -> None:
    async with run_statistics(few, me="Zoe") as ui:
        assert "Cid Dee" in ui.text, "who played last"
    async with run_statistics(few) as ui:
        assert ui.screen_name == "StatisticsScreen"
        assert "Ann" in ui.lines[1]
        assert "‹ Yahtzee ›" in ui.lines[1]
        assert ui.lines[4].split()[:2] == ["Finished", "2"]
        assert ui.says("DAILY GAMES", "Last 2 games vs. average", "□ ■", "Better 1 of 2")
        assert not is_shown(ui, "#spread")
        assert not is_shown(ui, "#course")
        seen = []
        for _ in range(4):
            await ui.press("right")
            await read(ui)
            seen.append(ui.lines[1].split("‹")[1].split("›")[0].strip())
        assert seen == ["YZ", "YZ, real dice", "All rule sets", "Yahtzee"]
        await ui.click("#person-rules", (0, 0))
        await read(ui)
        assert "All rule sets" in ui.text
        assert not is_shown(ui, "#boxes")
        assert not is_shown(ui, "#course")
        assert "Standard deviation" not in ui.text
        assert ui.app.navigator.store is not None
        ui.app.navigator.store.close()
        await ui.press("right")
        await read(ui)
        assert "closed" in ui.text
        await ui.press("escape", opens="TitleScreen")


@pytest.mark.slow
async def test_a_player_is_found_by_typing_arrows_or_mouse(few: Path) -> None:
    async def find(*keys: str) -> None:
        await ui.press("p", *keys)
        await read(ui)

    async with run_statistics(few) as ui:
        for keys, name in (
            ((*"cd", "enter"), "Cid Dee"),
            ((*"ANN", "enter"), "Ann"),
            ((*"dee", "enter"), "Cid Dee"),
            (("down", "down", "up", "enter"), "Ann"),
        ):
            await find(*keys)
            assert f"{name}" in ui.text
        await ui.click_text("Player")
        await ui.click_text("Cid Dee")
        await read(ui)
        assert "Cid Dee" in ui.text
        await find(*"xyz")
        assert "No player matches" in ui.text
        await ui.press("enter", opens="FindPlayerScreen")
        await ui.press("escape", "escape", "s", "h")
        await read(ui)
        await ui.press("enter")  # the marked line of the scoreboard
        await read(ui)
        assert "Bob" in ui.text


@pytest.mark.slow
async def test_charts_come_when_they_tell_something(tmp_path: Path) -> None:
    async with run_statistics(tmp_path / "none.sqlite") as ui:
        assert "No finished games yet. Finish one" in ui.text
        await ui.press("slash", "left", "space", "down", opens="StatisticsScreen")
        assert not is_shown(ui, "#more")
    for games, course, spread in ((2, False, False), (3, True, False), (8, True, True)):
        async with run_statistics(fill_file(tmp_path / f"{games}.sqlite", games)) as ui:
            assert is_shown(ui, "#course") is course
            assert is_shown(ui, "#spread") is spread
            await ui.resize(200, 60)
            lowest = max(chart.region.bottom for chart in ui.app.screen.query(Chart))
            assert lowest > 40 or not course, "charts share the rows of a large window"


@pytest.mark.exhaustive
async def test_everything_is_reached_by_scrolling(tmp_path: Path) -> None:
    async with run_statistics(fill_file(tmp_path / "games.sqlite", 60)) as ui:
        await read(ui, to_the_end=True)  # a line less above moves all below it
        for size in SIZES:
            await ui.resize(*size)
            seen = ui.text
            for _ in range(6):
                await ui.press("space")
                seen += "\n" + ui.text
            for text in ("Finished", "DISTRIBUTION", "TOTALS", "Chance", "Cid Dee", "average"):
                assert text in seen, size
            assert all(len(line) <= size[0] for line in seen.splitlines())
            await ui.press("pageup", "up", "down", "k", "j", *["pageup"] * 5)
            assert "Finished" in ui.text


async def test_averages_are_beside_those_of_best_play(tmp_path: Path) -> None:
    async with run_statistics(fill_file(tmp_path / "games.sqlite", 4, ("yz",))) as ui:
        await ui.wait_until(lambda: "Own  Best" in ui.content("#boxes"))
        rows = [line.split()[-3:] for line in ui.content("#boxes").splitlines()[1:]]
        assert len(rows) == 13
        for own, best, more in rows:
            assert float(own) - float(best) == pytest.approx(
                float(more.replace("−", "-")), abs=0.11
            )


async def test_the_page_of_dice(tmp_path: Path) -> None:
    async with run_statistics(fill_file(tmp_path / "games.sqlite", 8)) as ui:
        for size in SIZES:
            await ui.resize(*size)
            await ui.press("pageup", "space")
            said = ui.content("#dice")
            for text in ("Ones", "Sixes", "dice in 8 games", "chi-square"):
                assert text in said, size


@pytest.fixture
def review_steps(monkeypatch: pytest.MonkeyPatch) -> Semaphore:
    """Return what lets the queue of reviews do one part of its work, and then the next."""
    allowed, work = Semaphore(0), ReviewQueue.work

    def wait(queue: ReviewQueue) -> bool:
        if not allowed.acquire(blocking=False):
            HELD.append(goes_on := Event())
            allowed.acquire(timeout=HANG_SECONDS)
            HELD.remove(goes_on)
        return work(queue)

    monkeypatch.setattr(ReviewQueue, "work", wait)
    return allowed


@pytest.mark.slow
async def test_luck_and_skill_come_while_one_looks_on(
    tmp_path: Path, review_steps: Semaphore
) -> None:
    async with run_statistics(fill_file(tmp_path / "games.sqlite", 24, ("yz",))) as ui:
        await ui.press("space")
        assert "Luck and skill, 0 of 24 games" in ui.text
        review_steps.release()
        await ui.wait_for_text("Luck and skill, 20 of 24 games")
        await ui.press("j")
        assert "Points choices cost" in ui.text
        assert is_shown(ui, "#cost")
        review_steps.release(9)
        await read(ui, to_the_end=True)
        assert "Trend" in ui.text
        assert "Not yet reviewed" not in ui.text
        await ui.press("escape")
        ui.app.show_statistics("Bob", "yz")
        await read(ui)
        await ui.press("space")
        assert "Luck and skill  " in ui.text, "those who played along are done too"


@pytest.mark.slow
async def test_leaving_ends_the_work_and_what_is_known_is_kept(
    tmp_path: Path, review_steps: Semaphore
) -> None:
    async with run_statistics(fill_file(tmp_path / "games.sqlite", 24, ("yz",))) as ui:
        await ui.press("space")
        review_steps.release()
        await ui.wait_for_text("Luck and skill, 20 of 24 games")
        await ui.press("escape", opens="TitleScreen")
        review_steps.release(9)
        await ui.wait_until(lambda: not HELD)
        assert ui.app.navigator.store is not None
        assert len(ui.app.navigator.store.scores.find_unreviewed("ann")) == 4


async def test_the_games_of_another_player_come_instead(tmp_path: Path) -> None:
    address = fill_file(tmp_path / "games.sqlite", 12, ("yz", "official"))
    async with run_statistics(address) as ui:
        for _ in range(6):  # faster than anything can be read
            ui.type_ahead("right")
        await read(ui, to_the_end=True)
        assert "All rule sets" in ui.text or "‹ Y" in ui.text
        await ui.press("space")
        assert "Luck and skill  " in ui.text
        assert "Not yet reviewed" not in ui.text


async def test_what_cannot_be_noted_is_told(tmp_path: Path) -> None:
    address = fill_file(tmp_path / "games.sqlite", 3, ("yz",))
    error = "select raise(fail, 'is full')"
    change(address, f"create trigger full before insert on reviews begin {error}; end")
    async with run_statistics(address) as ui:
        await read(ui, to_the_end=True)
        assert "The disk with the saved games is full." in ui.text
        await ui.press("space")
        assert "Luck and skill, 0 of 3 games" in ui.text
