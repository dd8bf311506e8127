"""The review on the screen: the ways to it, what it shows, browsing, and leaving at any time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from tests.test_structure import loaded_by
from tests.tui.sampling import thin_keys
from tests.tui.scores.test_scoreboard import at_scores, read
from tests.tui.stage import STILL, Stage, at_table, on_stage
from tests.tui.table.test_result import finish, nearly_over
from yahtzee_tui.rules import Record, Setup
from yahtzee_tui.services.reviews import ReviewJob
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.strategy import Cancelled, format_chance
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.review.page import ReviewTurnScreen
from yahtzee_tui.tui.review.screen import ReviewScreen
from yahtzee_tui.tui.widgets.chart import Chart
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Review
    from yahtzee_tui.strategy.winprob import WinReview

# Solved in a moment.
RULES = "yz"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
SIZES = thin_keys([(60, 20), (80, 24), (120, 40)])


def record(players: int = 2, events: int | None = None) -> Record:
    """Return a game with all its events or with the first ones."""
    setup, done, _ = play_out(RULES, NAMES[:players], 3).record
    return Record(setup, done[:events])


@asynccontextmanager
async def at_review(
    game: Record | Callable[[], Record],
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
    waits: bool = True,
) -> AsyncIterator[Stage]:
    """Run the app with a review over the title."""
    async with on_stage(YahtzeeApp(None, "Ann", STILL, ascii_only=ascii_only), size) as stage:
        stage.app.show_review(game if callable(game) else lambda: game)
        await stage.settle()
        if waits:
            await read(stage)
        yield stage


def reviewed(stage: Stage) -> Review:
    """Return the review that is shown."""
    screen = next(each for each in stage.app.screen_stack if isinstance(each, ReviewScreen))
    assert screen._review is not None
    return screen._review


def listed(stage: Stage) -> list[str]:
    """Return the lines of the list of mistakes."""
    return [str(option.prompt) for option in stage.app.screen.query_one(Menu).options]


def turn_text(stage: Stage) -> str:
    """Return what is said of the turn that is looked at."""
    assert isinstance(stage.app.screen, ReviewTurnScreen)
    return stage.text


@pytest.mark.parametrize("way", ["key", "button"])
async def test_from_the_end_of_a_game_and_back(way: str) -> None:
    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        if way == "key":
            await stage.press("v")
        else:
            await stage.click("#review")
        await read(stage)
        assert stage.at == "ReviewScreen"
        assert reviewed(stage).game == stage.game
        assert "Best play scores 254.6" in stage.text
        await stage.press("escape")
        assert stage.at == "ResultScreen"
        await stage.press("u")
        assert not stage.game.is_over


async def test_from_the_scoreboard(tmp_path: Path) -> None:
    address = tmp_path / "games.sqlite"
    database, _ = open_database(str(address))
    games = Games(database)
    for seed in (1, 2):
        finished = play_out(RULES, ("Ann",), seed)
        games.add(finished.record, finished.game)
    games.close()
    async with at_scores(address) as stage:
        await stage.press("right")
        await read(stage)
        await stage.press("down", "v")
        await read(stage)
        assert stage.at == "ReviewScreen"
        worst = min(play_out(RULES, ("Ann",), seed).game.card.grand_total for seed in (1, 2))
        assert reviewed(stage).game.card.grand_total == worst
        await stage.press("escape")
        assert stage.at == "ScoreboardScreen"


async def test_numbers_chart_and_list() -> None:
    async with at_review(record()) as stage:
        review = reviewed(stage)
        lines = (line for line in stage.lines if {"▸Ann", "Bob"} & set(line.split()[:1]))
        for player, line in zip(review.players, lines, strict=True):
            for number in (f"{player.luck:+.1f}", f"{player.skill:+.1f}"):
                assert number.replace("-", "−") in line
            assert str(player.card.grand_total) in line
        chart = stage.app.screen.query_one(Chart)
        drawn = str(chart.render())
        assert "B" in drawn
        assert "▀" in drawn or "▄" in drawn
        assert len(listed(stage)) == len(review.mistakes(0))
        worst = review.mistakes(0)[0]
        assert listed(stage)[0].split()[:2] == [f"−{worst.loss:.1f}", str(worst.turn.round)]


@pytest.mark.parametrize("way", ["key", "click"])
async def test_stepping_through_the_players(way: str) -> None:
    async with at_review(record(3)) as stage:
        for seat in (1, 2, 0):
            if way == "key":
                await stage.press("right")
            else:
                width = stage.app.screen.query_one("#review-stepper").size.width
                await stage.click("#review-stepper", (width - 1, 0))
            assert f"‹ {NAMES[seat]} ›" in stage.text
            assert f"▸{NAMES[seat]}" in stage.text
            assert len(listed(stage)) == len(reviewed(stage).mistakes(seat))
        await stage.press("left")
        assert f"▸{NAMES[2]}" in stage.text


async def test_players_whose_names_begin_alike_are_numbered() -> None:
    alike = record(3)
    players = ("Ann", "Bob", "Bea")
    async with at_review(Record(alike.setup._replace(players=players), alike.events)) as stage:
        assert "2 Bob" in stage.text
        assert "3 Bea" in stage.text
        drawn = str(stage.app.screen.query_one(Chart).render())
        assert "B" not in drawn


async def test_one_player_has_nobody_to_step_to() -> None:
    async with at_review(record(1)) as stage:
        assert "Player" not in stage.lines[-1]
        await stage.press("right")
        assert "‹" not in stage.lines[1]


@pytest.mark.parametrize("way", ["enter", "space", "click"])
async def test_a_mistake_opens_its_turn(way: str) -> None:
    async with at_review(record()) as stage:
        mistake = reviewed(stage).mistakes(0)[1]
        await stage.press("down")
        if way == "click":
            await stage.click_text(listed(stage)[1].strip())
        else:
            await stage.press(way)
        text = turn_text(stage)
        assert f"Round {mistake.turn.round} of 13 · Ann" in text
        assert f"{mistake.turn_number + 1} of 26" in text
        assert f"{mistake.loss:.1f} better: " in text
        await stage.press("escape")
        assert stage.at == "ReviewScreen"


async def test_browsing_turn_by_turn() -> None:
    async with at_review(record()) as stage:
        review = reviewed(stage)
        await stage.press("t")
        for number, turn in enumerate(review.turns):
            text = turn_text(stage)
            assert f"Round {turn.round} of 13 · {turn.player}" in text
            assert f"{turn.before:.1f} → {turn.after:.1f}" in text
            for roll in turn.rolls:
                assert "-".join(map(str, roll.faces)) in text
            assert turn.scored is not None
            assert f"▸{turn.scored.box.short}" in text
            assert f"{number + 1} of 26" in text
            await stage.press("right" if number % 2 else "enter")
        assert "26 of 26" in stage.text
        await stage.press("left")
        assert "25 of 26" in stage.text
        await stage.press("home")
        assert "1 of 26" in stage.text
        await stage.press("left")
        assert "1 of 26" in stage.text
        await stage.press("end")
        assert "26 of 26" in stage.text
        await stage.click("#turn-stepper", (0, 0))
        assert "25 of 26" in stage.text
        await stage.press("v")
        assert stage.at == "ReviewScreen"


async def test_held_dice_differ_by_shape() -> None:
    async with at_review(record()) as stage:
        await stage.press("t")
        first = reviewed(stage).turns[0].rolls[0]
        kept = reviewed(stage).turns[0].rolls[1].kept
        assert first.choice is not None
        assert stage.text.count("┃") >= 6 * len(kept) > 0


async def test_an_unfinished_game() -> None:
    async with at_review(record(1, events=4)) as stage:
        assert "Expected" in stage.lines[3]
        await stage.press("t", "end")
        assert "left here" in stage.text


async def test_a_game_in_which_nothing_was_decided() -> None:
    async with at_review(Record(Setup(RULES, ("Ann",)))) as stage:
        assert "Nothing that was decided cost anything." in stage.text
        await stage.press("enter", "t")
        assert stage.at == "ReviewScreen"
        await stage.press("escape")
        assert stage.at == "TitleScreen"


@pytest.mark.parametrize("players", [1, 2, 4, 8])
@pytest.mark.parametrize("size", SIZES)
async def test_every_size(players: int, size: tuple[int, int]) -> None:
    async with at_review(record(players), size) as stage:
        for name in NAMES[:players]:
            assert name in stage.text
        for word in ("Enter", "Turns", "Back", "Help", "Quit"):
            assert word in stage.lines[-1]
        assert stage.app.screen.query_one(Menu).size.height >= 4
        assert listed(stage)[0].strip()[:30] in stage.text
        await stage.press("enter")
        for word in ("Turn", "Back", "Help", "Quit"):
            assert word in stage.lines[-1]
        last = reviewed(stage).mistakes(0)[0].turn.rolls[-1]
        assert "-".join(map(str, last.faces)) in stage.text
        await stage.press(*["down"] * 8)
        assert "TOTAL" in stage.text


async def test_resizing_under_the_review() -> None:
    async with at_review(record(2)) as stage:
        for size in ((60, 20), (1, 1), (120, 40), (59, 19), (80, 24)):
            await stage.resize(*size)
        assert "▸Ann" in stage.text
        await stage.press("enter")
        for size in ((60, 20), (1, 1), (120, 40), (59, 19), (80, 24)):
            await stage.resize(*size)
        assert "Roll 1" in stage.text


async def test_ascii() -> None:
    async with at_review(record(2), ascii_only=True) as stage:
        drawn = str(stage.app.screen.query_one(Chart).render())
        assert "*" in drawn
        assert "▀" not in drawn


async def test_progress_is_told_and_escape_stops_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()

    def solve(
        _ruleset: Ruleset,
        _folder: Path,
        progress: Callable[[float], object],
        cancelled: Callable[[], bool],
        **_: object,
    ) -> None:
        progress(0.25)
        while not cancelled():
            stopped.wait(0.005)
        stopped.set()
        raise Cancelled

    monkeypatch.setattr("yahtzee_tui.strategy.load_value_table", solve)
    async with at_review(record(), waits=False) as stage:
        for _ in range(200):
            await asyncio.sleep(0.02)
            await stage.settle()
            if "25%" in stage.text:
                break
        assert "Working out best play" in stage.text
        assert "Turns" not in stage.lines[-1]
        await stage.press("t", "right", "enter")
        assert stage.at == "ReviewScreen"
        await stage.press("escape")
        assert stage.at == "TitleScreen"
        await asyncio.to_thread(stopped.wait, 5)
        assert stopped.is_set()


async def test_the_loop_goes_on_while_best_play_is_worked_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: tmp_path)
    late: list[float] = []

    async def tick() -> None:
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            await asyncio.sleep(0.005)
            late.append(loop.time() - begun - 0.005)

    async with on_stage(YahtzeeApp(None, "Ann", STILL)) as stage:
        ticking = asyncio.create_task(tick())
        stage.app.show_review(record)
        while not isinstance(stage.app.screen, ReviewScreen) or stage.app.screen._review is None:
            await asyncio.sleep(0.01)
        ticking.cancel()
    assert len(late) > 10
    assert sorted(late)[len(late) // 2] < 0.02


async def test_what_can_not_be_read() -> None:
    def refuse() -> Record:
        raise StoreProblem("The disk is gone.")

    async with at_review(refuse) as stage:
        assert "The disk is gone." in stage.text
        await stage.press("enter", "t", "left", "escape")
        assert stage.at == "TitleScreen"


async def test_rules_that_are_not_known() -> None:
    async with at_review(Record(Setup("nonesuch", ("Ann",)))) as stage:
        assert "nonesuch" in stage.text


def test_numpy_is_not_loaded_before_the_work_begins() -> None:
    assert "numpy" not in loaded_by("yahtzee_tui.tui.review.screen")
    assert "numpy" not in loaded_by("yahtzee_tui.tui.table.result")


async def at_chances(stage: Stage) -> WinReview:
    """Wait for the chances of winning, and return them."""
    screen = next(each for each in stage.app.screen_stack if isinstance(each, ReviewScreen))
    await stage.app.workers.wait_for_complete()
    await stage.settle()
    assert screen._chances is not None
    return screen._chances


@pytest.mark.parametrize("way", ["key", "click"])
async def test_the_chances_of_winning(way: str) -> None:
    async with at_review(record(3)) as stage:
        chances = await at_chances(stage)
        if way == "key":
            await stage.press("w")
        else:
            await stage.click_text("w Odds")
        drawn = str(stage.app.screen.query_one("#review-chances", Chart).render())
        assert "B" in drawn
        assert "100" in drawn
        assert "│ exact from here" in stage.text
        assert "How likely each player was to win" in stage.text
        swings, costs = chances.swings()[:8], chances.mistakes(0)
        assert len(listed(stage)) == len(swings) + len(costs)
        first = swings[0]
        assert listed(stage)[0].split()[:3] == [
            f"{100 * first.change:+.0f}%".replace("-", "−"), str(first.turn.round),
            f"{first.turn.player}:",
        ]  # fmt: skip
        assert listed(stage)[0].endswith((", luck", ", skill"))
        await stage.press("right")
        assert len(listed(stage)) == len(swings) + len(chances.mistakes(1))
        await stage.press("enter")
        assert f"{first.turn_number + 1} of 39" in turn_text(stage)
        await stage.press("escape", "w")
        assert "Expected final score" in stage.text
        assert len(listed(stage)) == len(reviewed(stage).mistakes(1))


async def test_the_chances_turn_by_turn() -> None:
    async with at_review(record(4)) as stage:
        chances = await at_chances(stage)
        await stage.press("t")
        assert "Winning  about 25% → " in turn_text(stage)
        assert "To win" not in stage.text
        await stage.press("escape", "w", *["down"] * len(chances.swings()[:8]), "enter")
        mistake = chances.mistakes(0)[0]
        rolls = chances.turns[mistake.turn_number]
        before, after = (
            format_chance(each.shares[mistake.turn.seat])
            for each in (rolls[0].before, rolls[-1].after)
        )
        assert f"Winning  {before} → {after}   luck " in turn_text(stage)
        assert f"To win {before}, rolled " in stage.text
        for _ in range(12):
            await stage.press("down")
        assert f"+{format_chance(mistake.loss)} to win: " in stage.text


async def test_the_page_does_not_wait_for_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    find, may_go_on = ReviewJob.forecast, Event()

    def wait(job: ReviewJob, review: Review) -> WinReview | None:
        may_go_on.wait(10)
        return find(job, review)

    monkeypatch.setattr(ReviewJob, "forecast", wait)
    async with at_review(record(), waits=False) as stage:
        for _ in range(500):
            await asyncio.sleep(0.01)
            await stage.settle()
            if "Luck" in stage.text:
                break
        assert "What cost most" in stage.text
        await stage.press("t")
        assert "Winning" not in turn_text(stage)
        await stage.press("escape", "w")
        assert "The chances of winning are being worked out …" in stage.text
        await stage.press("enter")
        assert stage.at == "ReviewScreen"
        await stage.press("t")
        may_go_on.set()
        await at_chances(stage)
        assert "Winning  about 50% → " in turn_text(stage)
        await stage.press("escape")
        assert "What turned the game" in stage.text


async def test_leaving_stops_the_chances() -> None:
    async with at_review(record(8), waits=False) as stage:
        for _ in range(500):
            await asyncio.sleep(0.01)
            await stage.settle()
            if "Luck" in stage.text:
                break
        await stage.press("escape")
        assert stage.at == "TitleScreen"


async def test_nobody_wins_alone() -> None:
    async with at_review(record(1)) as stage:
        assert "Odds" not in stage.text
        await stage.press("w")
        assert "Expected final score" in stage.text
        await stage.press("t")
        assert "Winning" not in stage.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 8])
async def test_chances_at_every_size(players: int, size: tuple[int, int]) -> None:
    async with at_review(record(players), size) as stage:
        await at_chances(stage)
        await stage.press("w")
        for word in ("Enter", "Turns", "Odds", "Back", "Help", "Quit"):
            assert word in stage.lines[-1]
        assert stage.app.screen.query_one(Menu).size.height >= 4
        assert listed(stage)[0].strip()[:30] in stage.text
        await stage.press("enter")
        assert "Winning  " in turn_text(stage)
