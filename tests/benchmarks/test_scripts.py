"""The scripts that measure work; what they find is for people to read."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks import full_store, latency, mark, other_solver, random_play, runs, startup
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.value_tables import load_table


@pytest.mark.slow
def test_startup() -> None:
    starts = {name: startup.STARTS[name] for name in ("table", "export")}
    found = startup.measure(1, starts)
    assert min(seconds for each in found.values() for seconds in each) > 0.01
    told = runs.tell_comparison("both", ("ours", [1.0, 3.0]), ("theirs", [1.0, 1.0]), 2.0)
    assert [line.split()[2] for line in told.splitlines()[1:]] == ["2000.00", "1000.00", "2.00"]


def test_a_cold_solve() -> None:
    assert other_solver.solve_cold("ours", "yz").expected > 200


@pytest.mark.slow
def test_the_mark_is_better_than_the_most_points() -> None:
    values = load_table(RULESETS["official"]).table
    points, player = (
        mark.measure(values, choose, 30) for choose in mark.marks(values.ruleset).values()
    )
    assert player.right > points.right
    assert player.lost < points.lost


@pytest.mark.slow
def test_random_play() -> None:
    for name, play in random_play.KINDS.items():
        if name != "pyhtzee" or find_spec(name) is not None:
            assert random_play.measure(play, 1, games=2).steps > 13


@pytest.mark.exhaustive
def test_the_other_solver() -> None:
    pytest.importorskip("yatzy_solver")
    ours, theirs = other_solver.measure("official", 1)
    assert min(ours[0].seconds, theirs[0].seconds) > 0


@pytest.mark.exhaustive
def test_latency() -> None:
    held, counted = latency.measure(10)
    assert [0 < first <= last for first, last in held + counted] == [True] * 20


@pytest.mark.exhaustive
def test_a_full_store(tmp_path: Path) -> None:
    assert min(seconds for seconds, _ in full_store.measure_size(tmp_path, 10).values()) > 0
