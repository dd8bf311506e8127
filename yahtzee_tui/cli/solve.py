"""`yahtzee-tui solve`: the scores of best play, and the time and memory to compute the mean."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.cli.progress import (
    load_outcomes_with_progress,
    load_with_progress,
    solve_start_with_progress,
)
from yahtzee_tui.rules import find_ruleset

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.value_table import StartValue

_PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
# Smaller chances would be shown as 0.0%.
_LEAST_CHANCE = 0.0005
_STATUS = Path("/proc/self/status")


def solve(args: Namespace) -> int:
    """Solve a rule set, or load its value table, and show the expected score and the spread.

    One that is too large for a table is solved for the expected score alone.
    """
    from yahtzee_tui.strategy import Unsolvable

    ruleset = find_ruleset(args.rules)
    started = time.perf_counter()
    try:
        found = load_with_progress(ruleset, fresh=args.fresh)
    except Unsolvable as refusal:
        if refusal.code != "too_many_states":
            raise
        start = solve_start_with_progress(ruleset)
        return _show_start(args, ruleset, start, time.perf_counter() - started)
    seconds = time.perf_counter() - started
    memory = peak_memory()
    load_outcomes_with_progress(found.table)
    spread = found.table.outcomes.spread
    levels = spread.open_levels(_LEAST_CHANCE)
    if args.json:
        answer = {
            "rules": ruleset.id,
            "value": found.table.expected,
            "states": found.table.states,
            "seconds": seconds,
            "peak_memory": memory,
            "cached": found.cached,
            "deviation": spread.deviation,
            "percentiles": {each: spread.percentile(each) for each in _PERCENTILES},
            "at_least": {level: spread.at_least(level) for level in levels},
        }
        show_json(answer)
        return 0
    rows = [
        ("expected score", f"{found.table.expected:.7f}"),
        ("deviation", f"{spread.deviation:.2f}"),
        *((f"{percent}% score up to", str(spread.percentile(percent))) for percent in _PERCENTILES),
        *((f"chance of {level}+", f"{spread.at_least(level):.1%}") for level in levels),
        ("states", str(found.table.states)),
        ("seconds", f"{seconds:.2f}, {'from the cache' if found.cached else 'calculated now'}"),
        ("peak memory", "unknown" if memory is None else f"{memory / 1e6:.0f} MB"),
    ]
    show(f"Best play of {ruleset.name} ({ruleset.id}):\n{align(rows)}")
    return 0


def _show_start(args: Namespace, ruleset: Ruleset, start: StartValue, seconds: float) -> int:
    """Show the expected score alone."""
    memory = peak_memory()
    if args.json:
        answer = {"rules": ruleset.id, "value": start.expected, "states": start.states}
        show_json(answer | {"seconds": seconds, "peak_memory": memory, "cached": False})
        return 0
    rows = [
        ("expected score", f"{start.expected:.7f}"),
        ("states", str(start.states)),
        ("seconds", f"{seconds:.2f}, too large to keep"),
        ("peak memory", "unknown" if memory is None else f"{memory / 1e6:.0f} MB"),
    ]
    show(f"Best play of {ruleset.name} ({ruleset.id}):\n{align(rows)}")
    return 0


def peak_memory() -> int | None:
    """Return the peak resident memory of this process in bytes, None if it is unknown."""
    try:
        # On Linux `resource` includes the memory of the parent process before exec.
        status = _STATUS.read_text(encoding="ascii", errors="replace")
        if found := re.search(r"^VmHWM:\s*(\d+) kB$", status, re.MULTILINE):
            return int(found[1]) * 1024
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows has no such module
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
