"""Best play solved cold beside the package yatzy-solver, on one processor, both in turn.

Run `python -m tests.benchmarks.other_solver [RUNS]`, after `pip install -e '.[bench]'`. The time is
that until the values are there, with all that is imported for them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from statistics import median
from typing import NamedTuple

from tests.benchmarks.cold_solve import VARIANTS
from tests.benchmarks.runs import tell, tell_ratio
from tests.terminal.program import ROOT

TARGET = 0.25


class Cold(NamedTuple):
    """One cold solve.

    Attributes:
        seconds: How long it took.
        peak: The most memory that the process had, in MB.
        expected: The expected score that came out.
    """

    seconds: float
    peak: float
    expected: float


def is_on_screen() -> bool:
    """Return whether the other solver is installed."""
    return find_spec("yatzy_solver") is not None


def solve_cold(solver: str, rules: str) -> Cold:
    """Solve in a process of its own.

    Args:
        solver: `ours` or `theirs`.
        rules: The id of a rule set.
    """
    command = [sys.executable, "-m", "tests.benchmarks.cold_solve", solver, rules]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return Cold(*json.loads(done.stdout))


def measure(rules: str, runs: int) -> tuple[list[Cold], list[Cold]]:
    """Return what our solver and what the other one took, run in turn.

    Raises:
        AssertionError: If they come to different expected scores.
    """
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(solve_cold("ours", rules))
        theirs.append(solve_cold("theirs", rules))
        assert abs(ours[-1].expected - theirs[-1].expected) < 1e-6, rules
    return ours, theirs


def main() -> None:
    """Measure, and print."""
    if not is_on_screen():
        sys.exit("yatzy-solver is not installed, so nothing is compared: pip install -e '.[bench]'")
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for rules in VARIANTS:
        ours, theirs = measure(rules, runs)
        print(f"{rules}, solved cold on one processor: {ours[0].expected:.4f} expected")
        for name, found in (("ours", ours), ("yatzy-solver", theirs)):
            peak = median(each.peak for each in found)
            print(f"{tell(name, [each.seconds for each in found])}   peak {peak:.0f} MB")
        print(
            tell_ratio([each.seconds for each in ours], [each.seconds for each in theirs], TARGET)
        )


if __name__ == "__main__":
    main()
