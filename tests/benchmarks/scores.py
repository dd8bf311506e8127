"""Opening the scoreboard, and a player's statistics: many games against none.

Run `python -m tests.benchmarks.scores [GAMES] [RUNS]`.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.runs import read_numbers, tell
from tests.store.games import fill_file
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.scores.statistics import BACKLOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

TARGET = 0.2
"""Seconds that many games may take longer than none."""

Times = list[tuple[float, float, float]]
"""Seconds to the scoreboard, to the statistics by one rule set, and to those of all, by run."""

_RULES = ("official", "official", "yatzy", "yz")


async def open_both(address: str) -> tuple[float, float, float]:
    """Return the seconds until the scoreboard was shown, and the two kinds of statistics."""
    store = Store(address)
    app = YahtzeeApp(None, "Ann", Options(), store=store)
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot:
        await _wait(pilot)  # the store is open by now, as it is for whoever reads the menu
        # Not by keys: without games the scoreboard opens no statistics.
        took = (
            await _time(pilot, app.action_show_scores),
            await _time(pilot, lambda: app.show_statistics("Ann", "official")),
            await _time(pilot, lambda: app.show_statistics("Ann")),
        )
    store.close()
    return took


async def _time(pilot: Pilot[None], show: Callable[[], None]) -> float:
    begin = time.perf_counter()
    show()
    await _wait(pilot)
    return time.perf_counter() - begin


async def _wait(pilot: Pilot[None]) -> None:
    await pilot.pause()
    # Looking back on games goes on for as long as they are shown; none to wait for would mean all.
    readers = [worker for worker in pilot.app.workers if worker.group != BACKLOG]
    if readers:
        await pilot.app.workers.wait_for_complete(readers)
    await pilot.pause()


def measure(games: int, runs: int) -> tuple[Times, Times]:
    many: Times = []
    none: Times = []
    with TemporaryDirectory() as folder:
        full = fill_file(Path(folder) / "full.sqlite", games, _RULES)
        empty = fill_file(Path(folder) / "empty.sqlite", 0)
        for run in range(runs + 1):
            for address, times in ((full, many), (empty, none)):
                took = asyncio.run(open_both(address))
                if run:  # the first of each imports what it needs
                    times.append(took)
    return many, none


def main() -> None:
    games, runs = read_numbers(20_000, 10)
    many, none = measure(games, runs)
    for part, what in enumerate(("scoreboard", "statistics", "statistics of all rules")):
        ours, theirs = [took[part] for took in many], [took[part] for took in none]
        longer = (median(ours) - median(theirs)) * 1000
        print(f"opening the {what}, {games} games and none")
        print(tell(f"{games} games", ours))
        print(tell("none", theirs))
        print(f"{'longer':<24}median {longer:7.2f} ms   target at most {TARGET * 1000:.0f} ms")


if __name__ == "__main__":
    main()
