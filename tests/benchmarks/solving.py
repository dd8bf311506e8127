"""How long best play takes to solve, and how late a clock ticks meanwhile.

Run `python -m tests.benchmarks.solving [RUNS]`, on one processor to compare.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.runs import tell
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy import solve

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset

TICK = 0.010


def measure(ruleset: Ruleset, runs: int) -> list[float]:
    """Return the seconds that each run took."""
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        solve(ruleset)
        seconds.append(time.perf_counter() - started)
    return seconds


async def measure_ticks(ruleset: Ruleset) -> list[float]:
    """Return how many seconds late each tick was while a thread solved."""
    solving = asyncio.create_task(asyncio.to_thread(solve, ruleset))
    late = []
    while not solving.done():
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - before - TICK)
    await solving
    return late


def main() -> None:
    """Measure, and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for ruleset in RULESETS.values():
        print(tell(ruleset.id, measure(ruleset, runs)))
    for ruleset_id in ("official", "yatzy"):
        late = asyncio.run(measure_ticks(RULESETS[ruleset_id]))
        print(
            f"a tick of 10 ms while {ruleset_id} is solved: late by {median(late) * 1000:.1f} ms "
            f"in the median, {max(late) * 1000:.1f} ms at most, of {len(late)}"
        )


if __name__ == "__main__":
    main()
