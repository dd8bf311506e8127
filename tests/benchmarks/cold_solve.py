"""One solve in a fresh process: prints the seconds, the peak of its memory, and the expected score.

Run by `tests.benchmarks.other_solver` as `python -m tests.benchmarks.cold_solve SOLVER RULES`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from yahtzee_tui.rules import find_ruleset

VARIANTS = {"official": "american+forced-joker", "yatzy": "yatzy-scandinavian"}
"""What the other solver calls rule sets of ours, by their ids."""


def solve_here(rules: str) -> float:
    """Solve with our solver; return the expected score."""
    from yahtzee_tui.strategy import solve

    return solve(find_ruleset(rules)).expected


def solve_there(rules: str) -> float:
    """Solve with the package yatzy-solver; return the expected score.

    Raises:
        ImportError: If it isn't installed.
    """
    from yatzy_solver import Solver, Variant

    expected: float = Solver.build(Variant(VARIANTS[rules])).state_value("upper 0 | filled -")
    return expected


def _peak() -> float:
    """Return the most memory that this process has had, in MB, 0 where no Linux tells it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def main() -> None:
    """Solve, and print."""
    solver, rules = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):  # or else all processors may help
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    started = time.perf_counter()
    expected = {"ours": solve_here, "theirs": solve_there}[solver](rules)
    print(json.dumps([time.perf_counter() - started, _peak(), expected]))


if __name__ == "__main__":
    main()
