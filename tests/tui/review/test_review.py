"""The review on the screen: the ways to it, what it shows, browsing, and leaving at any time."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.store.games import play_out, play_real
from tests.table.scripted import play_to_end
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, all_but_chance, run_app, run_table
from tests.tui.event_loop import impatience
from tests.tui.held_back import HeldBack
from tests.tui.opening import NAMES, open_review, record
from tests.waiting import HANG_SECONDS
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import History, Record, Roll, Ruleset, Score, Setup, gather_turns
from yahtzee_tui.services.reviews import ReviewJob
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.strategy import Cancelled, Review, format_chance
from yahtzee_tui.strategy.win_review import WinReview
from yahtzee_tui.table import Table
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.widgets.chart import Chart

RULES = "yz"
"""A rule set that is solved in a moment."""


@asynccontextmanager
async def run_review(
    game: Record | Callable[[], Record], ascii_only: bool = False, waits: bool = True
) -> AsyncIterator[AppDriver]:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, ascii_only=ascii_only)) as ui:
        await open_review(ui, game, waits)
        yield ui


def review_of(game: Record) -> Review:
    review = ReviewJob(lambda: game).work()
    assert review is not None
    return review


def chances_of(game: Record) -> WinReview:
    job = ReviewJob(lambda: game)
    review = job.work()
    assert review is not None
    chances = job.forecast(review)
    assert chances is not None
    return chances


def chart_text(ui: AppDriver) -> str:
    chart = ui.app.screen.query_one(Chart)
    return "\n".join(chart.render_line(y).text for y in range(chart.size.height))


@pytest.mark.slow
async def test_from_the_end_of_a_game_and_back() -> None:
    async with run_table() as ui:
        for way in ("key", "button"):
            await ui.open_table("12346", filled=all_but_chance(), rules=RULES)
            await ui.finish_game()
            await (ui.press("v") if way == "key" else ui.click_text("v Review"))
            await ui.finish_workers()
            assert ui.screen_name == "ReviewScreen"
            assert "Best play averages 237.8" in ui.text
            assert f" {ui.game.card.grand_total} " in ui.text
            await ui.press("escape", opens="ResultScreen")
        await ui.press("u")
        assert not ui.game.is_over


async def test_from_the_scoreboard(store: Store) -> None:
    finished = [play_out(RULES, ("Ann",), seed) for seed in (1, 2)]
    for each in finished:
        store.games.add(*each)
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        for keys in (("s", "h"), ("right",), ("down", "v")):
            await ui.press_and_finish(*keys)
        assert ui.screen_name == "ReviewScreen"
        assert f" {min(each.game.card.grand_total for each in finished)} " in ui.text
        await ui.press("escape", opens="ScoreboardScreen")


@pytest.mark.slow
async def test_numbers_chart_list_and_turns() -> None:
    async with run_review(record()) as ui:
        review = review_of(record())
        lines = (line for line in ui.lines if {"▸Ann", "Bob"} & set(line.split()[:1]))
        for player, line in zip(review.players, lines, strict=True):
            numbers = f"{player.luck:+.1f}", f"{player.skill:+.1f}", str(player.card.grand_total)
            assert all(number.replace("-", "−") in line for number in numbers)
        drawn = chart_text(ui)
        assert "━B━ Bob" in drawn
        assert drawn.count("B") > 5
        assert "▀" in drawn or "▄" in drawn
        mistakes = review.mistakes(0)
        assert len(ui.prompts) == len(mistakes)
        worst = mistakes[0]
        assert ui.prompts[0].split()[:2] == [f"−{worst.loss:.1f}", str(worst.turn.round)]
        mistake = mistakes[1]
        await ui.press("down")
        for way in ("enter", "space", "click"):
            await (ui.click_text(ui.prompts[1].strip()) if way == "click" else ui.press(way))
            text = ui.text
            assert f"Round {mistake.turn.round} of 13 · Ann" in text
            assert f"{mistake.turn_number + 1} of 26" in text
            assert f"Better by {mistake.loss:.1f}: " in text
            await ui.press("escape", opens="ReviewScreen")
        await ui.press("t")
        kept = review.turns[0].rolls[1].kept
        assert ui.text.count("┃") >= 6 * len(kept) > 0, "held dice differ by shape"
        for count, turn in enumerate(review.turns):
            text = ui.text
            assert f"Round {turn.round} of 13 · {turn.player}" in text
            assert f"{turn.before:.1f} → {turn.after:.1f}" in text
            for roll in turn.rolls:
                assert "-".join(map(str, roll.faces)) in text
            assert turn.scored is not None
            assert f"▸{turn.scored.box.short}" in text
            assert f"{count + 1} of 26" in text
            await ui.press("right" if count % 2 else "enter")
        assert "26 of 26" in ui.text
        for key, place in (("left", 25), ("home", 1), ("left", 1), ("end", 26)):
            await ui.press(key)
            assert f"{place} of 26" in ui.text
        await ui.click("#turn-stepper", (0, 0))
        assert "25 of 26" in ui.text


async def test_why_the_selected_decision_lost_points() -> None:
    async with run_review(record(1)) as ui:
        await ui.wait_for_text("Costliest")
        for mistake in review_of(record(1)).mistakes(0)[:3]:
            await ui.finish_workers()
            text = " ".join(ui.text.split())
            found = re.search(r"Why\? .*?: ([+-][\d.]+) in all\.", text)
            assert found is not None, ui.text
            assert float(found[1]) == pytest.approx(mistake.loss, abs=0.051)
            await ui.press("down")


@pytest.mark.slow
async def test_a_large_page_of_a_turn_has_large_dice_all_values_and_a_chart() -> None:
    async with run_review(record(2)) as ui:
        mistake = review_of(record(2)).mistakes(0)[0]
        for columns, rows in ((100, 30), (130, 40), (200, 60)):
            await ui.resize(columns, rows)
            await ui.press_and_finish("enter")
            lines = ui.lines
            place = next(at for at, line in enumerate(lines) if " best" in line)
            done = [line for line in lines[place:] if "▸" in line[40:-17]]
            assert any(f"−{mistake.loss:.1f}" in line for line in done), ui.text
            assert ("Why?" in ui.text) == (rows > 30)
            assert ("EXPECTED TOTAL" in ui.text) == (rows == 60)
            assert ("━━" in done[0]) == (columns > 100)
            rolls = [at for at, line in enumerate(lines) if line.strip().startswith("Roll ")]
            assert rows / 5 < rolls[1] - rolls[0] <= rows / 3
            assert ui.text.count("kept") == (columns > 100) * sum(
                len(roll.kept) for roll in mistake.turn.rolls
            )
            await ui.press("escape")


@pytest.mark.parametrize("key", ["d", "n"])
async def test_what_if_plays_on_from_a_turn_and_counts_nowhere(key: str, store: Store) -> None:
    setup = Setup(RULES, ("Ann",), dice="seed:42")
    table = Table(setup, find_dice(setup.dice), History(setup.start()))
    play_to_end(table)
    played = table.record
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await open_review(ui, played)
        await ui.press("t", "end", "left", key, opens="WhatIfScreen")
        what_if = ui.table_screen.table
        assert "what if: not counted" in ui.lines[0]
        assert len(what_if.game.card.open) == 2
        assert ui.table_screen.check_action("undo", ()) is None
        for roll in gather_turns(setup.start(), played.events)[-2:]:
            what_if.apply(0, Roll())
            if key == "d":
                assert what_if.game.faces == roll.rolls[0].faces
            what_if.apply(0, Score(roll.scored.box if roll.scored else ""))
        await ui.settle()
        total = what_if.game.card.grand_total
        assert f"Ann {total} instead of {table.game.card.grand_total}" in ui.status
        assert "SHOW RESULTS" not in ui.text
        if key == "d":
            await ui.press("enter", opens="ReviewTurnScreen")
        else:
            await ui.click_text("BACK", opens="ReviewTurnScreen")
    assert store.scores.count_games() == {}
    assert not store.games.by_status(Status.UNFINISHED)


@pytest.mark.slow
async def test_stepping_through_the_players() -> None:
    async with run_review(record(3)) as ui:
        width = ui.app.screen.query_one("#review-stepper").size.width
        await ui.click("#review-stepper", (width - 1, 0))
        assert f"▸{NAMES[1]}" in ui.text
        for seat in (2, 0):
            await ui.press("right")
            await ui.wait_for_text(f"‹ {NAMES[seat]} ›", f"▸{NAMES[seat]}")
            assert len(ui.prompts) == len(review_of(record(3)).mistakes(seat))
        alike = record(3)
        setup = alike.setup._replace(players=("Ann", "Bob", "Bea"))
        await open_review(ui, Record(setup, alike.events))
        await ui.wait_for_text("2 Bob", "3 Bea")
        assert "━2━ Bob" in chart_text(ui)
        await open_review(ui, record(1))
        assert "Player" not in ui.lines[-1]
        await ui.press("right")
        assert "‹" not in ui.lines[1]
        await ui.press("w")
        assert "EXPECTED TOTAL" in ui.text, "nobody wins alone"
        await ui.press("t")
        assert "Winning" not in ui.text
    async with run_review(play_real().record) as ui:
        assert "Only turns whose rolls were all typed are reviewed: 1 of 26." in ui.text
        await ui.press("w", "right")
        assert ui.lines[5].split()[1:5] == ["-", "-", "-", "50"]
        assert ("EXPECTED TOTAL" in ui.text, ui.prompts) == (True, [])


async def test_games_that_are_unfinished_not_begun_or_can_not_be_read() -> None:
    def refuse() -> Record:
        raise StoreProblem("The disk is gone.")

    async with run_review(record(1, events=4)) as ui:
        assert "Expected" in ui.lines[3]
        await ui.press("t", "end")
        assert "no decision yet" in ui.text
        for game, text in (
            (lambda: Record(Setup(RULES, ("Ann",))), "Every decision was the best one."),
            (refuse, "The disk is gone."),
            (lambda: Record(Setup("nonesuch", ("Ann",))), "nonesuch"),
        ):
            await open_review(ui, game)
            assert text in ui.text
            await ui.press("enter", "t", "left", opens="ReviewScreen")
            await ui.press("escape", opens="TitleScreen")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(8, marks=pytest.mark.exhaustive)])
async def test_every_size(players: int) -> None:
    async with run_review(record(players)) as ui:
        for size in SIZES:
            await ui.resize(1, 1)
            await ui.resize(*size)
            for text in (*NAMES[:players], ui.prompts[0].strip()[:30]):
                assert text in ui.text, size
            for word in ("Enter", "Turns", "Back", "Help", "Quit", "Odds"):
                assert word in ui.lines[-1], size
            await ui.wait_until(lambda: ui.menu.size.height >= 4)
            await ui.press("enter")
            last = review_of(record(players)).mistakes(0)[0].turn.rolls[-1]
            assert "-".join(map(str, last.faces)) in ui.text
            await ui.press(*["down"] * 8)
            assert "TOTAL" in ui.text
            await ui.press("escape", "home", "w")
            await ui.wait_until(lambda: ui.menu.size.height >= 4)
            assert ui.prompts[0].strip()[:30] in ui.text
            await ui.press("enter")
            assert "Winning  " in ui.text
            await ui.press("escape", "w")


async def test_progress_is_told_and_escape_stops_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where nothing is solved yet
    with impatience():  # it never ends by itself
        async with run_review(record(), waits=False) as ui:
            await ui.wait_for_text("25%", "Calculating best play")
            assert "Turns" not in ui.lines[-1]
            await ui.press("t", "right", "enter", opens="ReviewScreen")
            await ui.press("escape", opens="TitleScreen")
            assert await asyncio.to_thread(stopped.wait, HANG_SECONDS)


@pytest.mark.slow
async def test_the_chances_of_winning_of_the_game_and_turn_by_turn() -> None:
    async with run_review(record(4)) as ui:
        chances = chances_of(record(4))
        swings, costs = chances.swings()[:8], chances.mistakes(0)
        await ui.click_text("w Odds")
        drawn = chart_text(ui)
        assert all(text in drawn for text in ("B", "100", "CHANCE TO WIN, IN %"))
        assert len(ui.prompts) == len(swings) + len(costs)
        first, mistake = swings[0], costs[0]
        assert ui.prompts[0].split()[:3] == [
            f"{100 * first.change:+.0f}%".replace("-", "−"), str(first.turn.round),
            f"{first.turn.player}:",
        ]  # fmt: skip
        assert ui.prompts[0].endswith((", luck", ", skill"))
        await ui.press("right")
        assert len(ui.prompts) == len(swings) + len(chances.mistakes(1))
        await ui.press("left", "enter")
        assert f"{first.turn_number + 1} of 52" in ui.text
        await ui.press("escape", "home", *["down"] * len(swings), "enter")
        rolls = chances.turns[mistake.turn_number]
        before, after = (
            format_chance(each.shares[mistake.turn.seat])
            for each in (rolls[0].before, rolls[-1].after)
        )
        assert f"Winning  {before} → {after}   luck " in ui.text
        assert f"Win: {before} → " in ui.text
        await ui.press(*["down"] * 12)
        assert f"+{format_chance(mistake.loss)} to win: " in ui.text
        await ui.press("escape", "w")
        assert "EXPECTED TOTAL" in ui.text


@pytest.mark.slow
async def test_the_page_does_not_wait_for_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = HeldBack(monkeypatch, ReviewJob, "forecast")
    async with run_review(record(), waits=False) as ui:
        await ui.wait_for_text("Luck", "Costliest decisions")
        await ui.press("w")
        assert "Calculating chances of winning …" in ui.text
        await ui.press("enter", opens="ReviewScreen")
        await ui.press("t")
        assert "Winning" not in ui.text
        finding.may_go_on.set()
        await ui.wait_for_text("Winning  50% → ")
        await ui.press("escape")
        assert "Turning points and costliest decisions" in ui.text
