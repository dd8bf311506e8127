"""Best play solved cold beside the package yatzy-solver, on one processor, both in turn.

Run `python -m tests.benchmarks.other_solver [RUNS]`, after `pip install -e '.[bench]'`. The time is
the processor's until the values are there, with all that is imported for them. With the words
SOLVER RULES it is one cold solve, whose seconds, peak of memory and expected score it prints.
"""

import json
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.runs import read_numbers, run_afresh, tell_comparison
from yahtzee_tui.rules import find_ruleset

TARGET = 0.25
VARIANTS = {"official": "american+forced-joker", "yatzy": "yatzy-scandinavian"}
"""What the other solver calls rule sets of ours, by their ids."""


class Cold(NamedTuple):
    """One cold solve: seconds, the most memory of the process in MB, and the expected score."""

    seconds: float
    peak: float
    expected: float


def solve_cold(solver: str, rules: str) -> Cold:
    """Solve in a process of its own, with the solver `ours` or `theirs`."""
    return Cold(*run_afresh("other_solver", solver, rules))


def solve_here(solver: str, rules: str) -> Cold:
    """Solve in this process, on one processor."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    started = time.process_time()
    if solver == "ours":
        from yahtzee_tui.strategy import solve

        expected = solve(find_ruleset(rules)).expected
    else:
        from yatzy_solver import Solver, Variant

        expected = Solver.build(Variant(VARIANTS[rules])).state_value("upper 0 | filled -")
    return Cold(time.process_time() - started, _peak(), expected)


def _peak() -> float:
    """Return the most memory that this process has had, in MB, 0 where no Linux tells it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def measure(rules: str, runs: int) -> tuple[list[Cold], list[Cold]]:
    """Return what our solver and what the other one took, run in turn."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(solve_cold("ours", rules))
        theirs.append(solve_cold("theirs", rules))
        assert abs(ours[-1].expected - theirs[-1].expected) < 1e-6, rules
    return ours, theirs


def main() -> None:
    if len(sys.argv) == 3:
        print(json.dumps(solve_here(*sys.argv[1:])))
        return
    if find_spec("yatzy_solver") is None:
        sys.exit("yatzy-solver is not installed, so nothing is compared: pip install -e '.[bench]'")
    (runs,) = read_numbers(5)
    for rules in VARIANTS:
        found = measure(rules, runs)
        title = f"{rules}, solved cold on one processor: {found[0][0].expected:.4f} expected"
        names = [f"{name}, {median(each.peak for each in cold):.0f} MB"
                 for name, cold in zip(("ours", "yatzy-solver"), found, strict=True)]  # fmt: skip
        ours, theirs = ([each.seconds for each in cold] for cold in found)
        print(tell_comparison(title, (names[0], ours), (names[1], theirs), TARGET))


if __name__ == "__main__":
    main()
