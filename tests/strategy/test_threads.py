"""Solving in a thread: the screen stays responsive, and can cancel it."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from tests.benchmarks.solving import measure_ticks
from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.strategy import Cancelled, solve


@pytest.mark.slow
async def test_a_clock_goes_on_ticking() -> None:
    """The bound is generous, for a busy machine; the measured time is a few milliseconds."""
    late = sorted(await measure_ticks(OFFICIAL))
    assert len(late) > 20
    assert late[len(late) // 2] < 0.02


async def test_it_can_be_cancelled_from_outside() -> None:
    stop = threading.Event()
    solving = asyncio.create_task(
        asyncio.to_thread(solve, RULESETS["yatzy"], cancelled=stop.is_set)
    )
    await asyncio.sleep(0.1)
    stop.set()
    before = time.perf_counter()
    with pytest.raises(Cancelled):
        await solving
    assert time.perf_counter() - before < 1
