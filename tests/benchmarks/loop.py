"""How long the event loop is held while exact play is at work in its threads, beside an idle loop.

Run `python -m tests.benchmarks.loop [RUNS]`. Every part runs below an app that shows its title, in
fresh processes, as what it imports holds the loop too. A tick that should come every millisecond
tells how late the loop was.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.runs import measure_lateness
from tests.store.games import play_out
from tests.terminal.program import ROOT
from yahtzee_tui.dice import SeededDice, Throw
from yahtzee_tui.rules import Action, Game, Hold, Roll, Score, find_ruleset
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.review_queue import ReviewJob
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.tui import let_threads_yield
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TICK = 0.001
TARGET = 0.020
SECONDS = 1.0
# An installed program finds its modules compiled.
_ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


async def coach() -> None:
    """Ask the coach after every roll of a game, as the table does."""
    teacher = ValueTableLoader(find_ruleset("official"))
    await teacher.load(lambda: None)
    game, dice = Game.start(find_ruleset("official"), ("Ann",)), SeededDice("coach")
    while not game.is_over:
        if not game.roll:
            game = _roll(game, dice)
        await asyncio.sleep(TICK)
        advice = teacher.advise(game.card, game.faces, game.rolls_left)
        assert advice is not None
        game = game.play(Score(max(advice.boxes, key=lambda choice: choice.value).box.id))


async def review() -> None:
    record = play_out("official", ("Ann", "Bob"), 3).record
    assert await asyncio.to_thread(ReviewJob(lambda: record).work) is not None


PARTS: dict[str, Callable[[], Awaitable[None]]] = {
    "idle": lambda: asyncio.sleep(SECONDS),
    "busy": lambda: asyncio.to_thread(_count),  # with nothing but Python
    "solve_official": lambda: _solve("official"),  # as the coach does when it is first asked
    "solve_yatzy": lambda: _solve("yatzy"),
    "coach": coach,
    "review": review,
    "expert": lambda: _let_play("expert"),
    "champion": lambda: _let_play("champion"),  # who works the chances of winning out
}


async def measure_ticks(part: Callable[[], Awaitable[None]]) -> list[float]:
    """Return how many seconds late each tick was while a part ran."""

    async def run() -> None:
        await asyncio.sleep(10 * TICK)
        await part()
        await asyncio.sleep(2 * TICK)

    async with YahtzeeApp().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return await measure_lateness(TICK, asyncio.ensure_future(run()))


def measure(part: str, runs: int, cache: str) -> list[list[float]]:
    """Return how late the ticks of each run were, in processes of their own that share a cache."""
    found = []
    for _ in range(runs):
        with TemporaryDirectory() as empty:
            folder = empty if part.startswith("solve") else cache
            places = {"XDG_CACHE_HOME": folder, "PYTHONPYCACHEPREFIX": cache}
            done = subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.loop", part, "once"],
                capture_output=True,
                text=True,
                check=True,
                cwd=ROOT,
                env=_ENVIRONMENT | places,
            )
            found.append(json.loads(done.stdout))
    return found


def main() -> None:
    if sys.argv[2:] == ["once"]:
        let_threads_yield()
        print(json.dumps(asyncio.run(measure_ticks(PARTS[sys.argv[1]]))))
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"longest hold of the event loop, target at most {TARGET * 1000:.0f} ms")
    with TemporaryDirectory() as cache:
        for part in PARTS:  # solves and compiles what is found in the cache from then on
            measure(part, 1, cache)
        for part in PARTS:
            late = measure(part, runs, cache)
            longest = [max(run) * 1000 for run in late]
            print(
                f"{part:<16}median of {runs} runs {median(longest):6.1f} ms   "
                f"worst {max(longest):6.1f} ms   of {sum(map(len, late))} ticks"
            )


def _count() -> None:
    end, number = time.perf_counter() + SECONDS, 0
    while time.perf_counter() < end:
        number += 1


async def _solve(rules: str) -> None:
    teacher = ValueTableLoader(find_ruleset(rules))
    await teacher.load(lambda: None)
    assert teacher.values is not None


async def _let_play(rank: str) -> None:
    """Play a game of two computers, both asked as the table asks them."""
    teacher, dice = ValueTableLoader(find_ruleset("official")), SeededDice("rivals")
    rivals = BotService(lambda _: teacher)
    game = Game.start(find_ruleset("official"), ("Ann", "Bob"))
    while not game.is_over:
        if not game.roll:
            game = _roll(game, dice)
        choice: Action = await rivals.choose((rank, "casual")[game.seat], game)
        game = game.play(choice)
        if isinstance(choice, Hold):
            game = _roll(game, dice)


def _roll(game: Game, dice: SeededDice) -> Game:
    ruleset = game.ruleset
    throw = Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides)
    return game.play(Roll(), dice.roll(throw))


if __name__ == "__main__":
    main()
