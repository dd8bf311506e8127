"""How long best play takes to solve.

Run `python -m tests.benchmarks.solving [RUNS]`, on one processor to compare. How long that holds
an event loop is measured by `loop`.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tests.benchmarks import runs
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy import solve

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset


async def measure_ticks(ruleset: Ruleset) -> list[float]:
    """Return how many seconds late each tick of 10 ms was while a thread solved."""
    solving = asyncio.ensure_future(asyncio.to_thread(solve, ruleset))
    return [tick.late for tick in await runs.measure_ticks(0.010, solving)]


def main() -> None:
    (number,) = runs.read_numbers(5)
    for ruleset in (each for each in RULESETS.values() if not each.saved_rolls):
        print(runs.tell(ruleset.id, runs.measure(partial(solve, ruleset), number)))


if __name__ == "__main__":
    main()
