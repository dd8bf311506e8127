"""How long the event loop is held while exact play is at work in its threads, beside an idle loop.

Run `python -m tests.benchmarks.loop [RUNS]`. Every part runs below an app that shows its title, or
during a turn at its table, in fresh processes, as what it imports holds the loop too. A tick that
should come every millisecond tells how late the loop was. On a busy machine the loop waits for a
processor as well, so that its own processor time between two ticks is told, too.
"""

from __future__ import annotations

import asyncio
import json
import sys
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.runs import Tick, measure_ticks, read_numbers, run_afresh
from tests.store.games import play_out
from tests.tui.app_driver import scripted
from yahtzee_tui.dice import SeededDice, Throw
from yahtzee_tui.rules import Action, Game, Hold, Roll, find_ruleset
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.review_queue import ReviewJob
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.settings import Options
from yahtzee_tui.tui import let_threads_yield
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from yahtzee_tui.settings.options import CoachMode

TICK = 0.001
TARGET = 0.020
SECONDS = 1.0
_KEYS = ("space", "1", "2", "space", "3", "space", "enter", "space")


async def review() -> None:
    record = play_out("official", ("Ann", "Bob"), 3).record
    assert await asyncio.to_thread(ReviewJob(lambda: record).work) is not None


PARTS: dict[str, Callable[[], Awaitable[None]]] = {
    "idle": lambda: asyncio.sleep(SECONDS),
    "solve_official": lambda: _solve("official"),  # as the coach does when it is first asked
    "solve_yatzy": lambda: _solve("yatzy"),
    "review": review,
    "expert": lambda: _let_play("expert"),
    "champion": lambda: _let_play("champion"),  # who works the chances of winning out
}


AT_TABLE: dict[str, CoachMode] = {
    "table": "off", "table_coached": "always", "solve_at_table": "always",
}  # fmt: skip
"""Parts in which a turn is played at a table, and whether its coach speaks."""


async def play_turn(pilot: Pilot[None]) -> None:
    await asyncio.sleep(3 * SECONDS)
    for key in _KEYS:
        await pilot.press(key)
        await asyncio.sleep(0.4)


async def measure_part(part: str) -> list[Tick]:
    """Return the ticks while a part ran."""
    options = Options(dice_speed="off", coach=AT_TABLE.get(part, "off"))
    app = YahtzeeApp(None, "Ann", options)
    if part in AT_TABLE:
        throws = ("66652", "31", "5", "66652", "31")
        app.navigator.saved_table = scripted(*throws, players=("Ann", "Bob"))

    async def run() -> None:
        await asyncio.sleep(10 * TICK)
        await (play_turn(pilot) if part in AT_TABLE else PARTS[part]())
        await asyncio.sleep(2 * TICK)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return await measure_ticks(TICK, asyncio.ensure_future(run()))


def measure(part: str, runs: int, cache: str) -> list[list[Tick]]:
    """Return the ticks of each run, in processes of their own that share a cache."""
    found = []
    for _ in range(runs):
        with TemporaryDirectory() as empty:
            folder = empty if part.startswith("solve") else cache
            places = {"XDG_CACHE_HOME": folder, "PYTHONPYCACHEPREFIX": cache}
            ticks = run_afresh("loop", part, "once", **places)
            found.append([Tick(*tick) for tick in ticks])
    return found


def main() -> None:
    if sys.argv[2:] == ["once"]:
        let_threads_yield()
        print(json.dumps(asyncio.run(measure_part(sys.argv[1]))))
        return
    (runs,) = read_numbers(5)
    print(f"longest hold of the event loop, target at most {TARGET * 1000:.0f} ms")
    with TemporaryDirectory() as cache:
        for part in (*PARTS, *AT_TABLE):  # solves and compiles what is then in the cache
            measure(part, 1, cache)
        for part in (*PARTS, *AT_TABLE):
            found = measure(part, runs, cache)
            late, worked = ([max(each) * 1000 for each in zip(*run, strict=True)] for run in found)
            print(
                f"{part:<16}median of {runs} runs {median(late):6.1f} ms, of it work "
                f"{median(worked):6.1f} ms   worst {max(late):6.1f} ms   "
                f"of {sum(map(len, found))} ticks"
            )


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
