"""`yahtzee-tui solve`: the expected score of best play, and the time and memory to compute it."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.cli.progress import load_with_progress
from yahtzee_tui.rules import find_ruleset

if TYPE_CHECKING:
    from argparse import Namespace

_STATUS = Path("/proc/self/status")


def solve(args: Namespace) -> int:
    """Solve a rule set, or load its value table, and show the expected score."""
    ruleset = find_ruleset(args.rules)
    started = time.perf_counter()
    found = load_with_progress(ruleset, fresh=args.fresh)
    seconds = time.perf_counter() - started
    memory = peak_memory()
    if args.json:
        answer = {
            "rules": ruleset.id,
            "value": found.table.expected,
            "states": found.table.states,
            "seconds": seconds,
            "peak_memory": memory,
            "cached": found.cached,
        }
        show_json(answer)
        return 0
    rows = [
        ("expected score", f"{found.table.expected:.7f}"),
        ("states", str(found.table.states)),
        ("seconds", f"{seconds:.2f}, {'from the cache' if found.cached else 'solved now'}"),
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
