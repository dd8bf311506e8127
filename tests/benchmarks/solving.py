"""How long best play takes to solve, and how late a clock ticks meanwhile.

Run `python -m tests.benchmarks.solving [RUNS]`, on one processor to compare.
"""

from __future__ import annotations

import asyncio
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.runs import measure, measure_lateness, read_numbers, tell
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy import solve

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset

TICK = 0.010


async def measure_ticks(ruleset: Ruleset) -> list[float]:
    """Return how many seconds late each tick was while a thread solved."""
    solving = asyncio.ensure_future(asyncio.to_thread(solve, ruleset))
    return await measure_lateness(TICK, solving)


def main() -> None:
    (runs,) = read_numbers(5)
    for ruleset in (each for each in RULESETS.values() if not each.saved_rolls):
        print(tell(ruleset.id, measure(partial(solve, ruleset), runs)))
    for ruleset_id in ("official", "yatzy"):
        late = asyncio.run(measure_ticks(RULESETS[ruleset_id]))
        print(
            f"a tick of 10 ms while {ruleset_id} is solved: late by {median(late) * 1000:.1f} ms "
            f"in the median, {max(late) * 1000:.1f} ms at most, of {len(late)}"
        )


if __name__ == "__main__":
    main()
