"""From the key `h` to the coach's marks, and how long a coach holds the event loop at a table.

Run `python -m tests.benchmarks.coach [RUNS]`. `warm` finds best play in the cache; `fresh` has an
empty home, in which the table was open for three seconds. The loop is watched with a tick that
should come every millisecond, in fresh processes, while a table opens and its dice are rolled and
held; what the same takes without a coach is told beside it. On a busy machine the loop waits for a
processor as well, so that its own processor time between two ticks is told, too.
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

from tests.benchmarks.latency import press
from tests.benchmarks.loop import TARGET as LONGEST_HOLD
from tests.benchmarks.loop import TICK
from tests.benchmarks.runs import GAME_DRAWN, read_numbers, tell
from tests.terminal.program import ROOT, Program, yahtzee
from tests.tui.app_driver import scripted
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import Options
from yahtzee_tui.settings.options import CoachMode, parse_option
from yahtzee_tui.tui import let_threads_yield
from yahtzee_tui.tui.app import YahtzeeApp

TARGETS = {"warm": 0.100, "fresh": 0.300}
_AT_TABLE = 3.0
_GAME = yahtzee("play", "Ann", "Bob", "--seed", "42")
_KEYS = ("space", "1", "2", "space", "3", "space", "enter", "space")
_PAUSE = 0.4


def measure_key(cache: str) -> float:
    """Return the seconds from the key to the marks, three seconds after the table was drawn."""
    with Program(_GAME, XDG_CACHE_HOME=cache) as game:
        if not game.read_until(lambda: all(text in game.output for text in GAME_DRAWN)):
            raise AssertionError(f"never drawn: {bytes(game.output)!r}")
        end = time.monotonic() + _AT_TABLE
        press(game, " ", b"Hold dice with")
        while (left := end - time.monotonic()) > 0:
            game.read(left)
        return press(game, "h", b"keep")[0]


async def measure_longest(coach: CoachMode) -> tuple[float, float]:
    """Return how late the latest tick was while a turn was played, and the most processor time.

    That is the time the loop's thread took between two ticks.
    """
    options = Options(dice_speed="off", coach=coach)
    saved_table = scripted("66652", "31", "5", "66652", "31", players=("Ann", "Bob"))
    app = YahtzeeApp(None, "Ann", options)
    app.navigator.saved_table = saved_table
    async with app.run_test(size=(80, 24)) as pilot:

        async def use() -> None:
            await asyncio.sleep(_AT_TABLE)
            for key in _KEYS:
                await pilot.press(key)
                await asyncio.sleep(_PAUSE)

        using = asyncio.ensure_future(use())
        late, worked = [], []
        while not using.done():
            before, worked_before = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            late.append(time.perf_counter() - before - TICK)
            worked.append(time.thread_time() - worked_before)
        await using
        return max(late), max(worked)


def measure_holds(coach: CoachMode, runs: int, cache: str) -> list[tuple[float, float]]:
    """Return what `measure_longest` does in each of some processes."""
    left_out = "PYTHONDONTWRITEBYTECODE"  # an installed program finds its modules compiled
    environment = {name: value for name, value in os.environ.items() if name != left_out}
    found = []
    for _ in range(runs):
        with TemporaryDirectory() as empty:
            done = subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.coach", "once", coach],
                capture_output=True,
                text=True,
                check=True,
                cwd=ROOT,
                env=environment | {"XDG_CACHE_HOME": cache or empty},
            )
            late, worked = json.loads(done.stdout)
            found.append((late, worked))
    return found


def main() -> None:
    if sys.argv[1:2] == ["once"]:
        let_threads_yield()
        print(json.dumps(asyncio.run(measure_longest(parse_option("coach", sys.argv[2])))))
        return
    (runs,) = read_numbers(5)
    with TemporaryDirectory() as cache:
        measure_holds("always", 1, cache)  # so that best play is in the cache
        subprocess.run(
            [*yahtzee("solve", "--rules", OFFICIAL.id)],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            env=os.environ | {"XDG_CACHE_HOME": cache},
        )
        for home, target in TARGETS.items():
            took = []
            for _ in range(runs):
                with TemporaryDirectory() as empty:
                    took.append(measure_key(cache if home == "warm" else empty))
            print(f"{tell(f'h to the marks, {home}', took)}   target {target * 1000:.0f} ms")
        for coach in ("off", "always"):
            for home, folder in (("warm", cache), ("fresh", "")):
                late, worked = zip(*measure_holds(coach, runs, folder), strict=True)
                print(
                    f"longest hold, coach {coach}, {home}: median {median(late) * 1000:.1f} "
                    f"ms, of it work {median(worked) * 1000:.1f} ms, at most "
                    f"{max(worked) * 1000:.1f} ms   target {LONGEST_HOLD * 1000:.0f} ms"
                )


if __name__ == "__main__":
    main()
