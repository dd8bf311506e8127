"""The scripts that measure the screen work; what they find is for people to read."""

from __future__ import annotations

import pytest

from tests.benchmarks import latency, scores, solving, startup
from yahtzee_tui.rules import RULESETS


def test_startup() -> None:
    game, empty = startup.measure(1)
    assert len(game) == len(empty) == 1
    assert min(*game, *empty) > 0


@pytest.mark.slow
def test_scores() -> None:
    many, none = scores.measure(500, 1)
    assert len(many) == len(none) == 1
    assert min(*many[0], *none[0]) > 0


async def test_solving() -> None:
    assert len(solving.measure(RULESETS["yz"], 2)) == 2
    assert min(await solving.measure_ticks(RULESETS["yz"])) > -0.001


@pytest.mark.slow
def test_latency() -> None:
    held, counted = latency.measure(10)
    assert len(held) == len(counted) == 10
    assert all(0 < first <= last for first, last in held + counted)
