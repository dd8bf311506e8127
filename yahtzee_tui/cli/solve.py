"""`yahtzee-tui solve`: the scores of best play, and the time and memory that they take."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli import progress
from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.services.json_answers import pick
from yahtzee_tui.text import format_number, format_percent
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.strategy import SavedRollsTable
    from yahtzee_tui.strategy.solver.value_table import StartValue

_PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
# Smaller chances would be shown as 0.0%.
_LEAST_CHANCE = 0.0005
_STATUS = Path("/proc/self/status")


def solve(args: Namespace) -> int:
    """Solve a rule set, or load its value table, and show the expected score and the spread.

    The expected score is shown before the spread is worked out, which takes longer. A rule set that
    is too large for a table, or in which rolls are saved, is solved for the expected score alone.
    """
    from yahtzee_tui.strategy import Unsolvable, ValueTable
    from yahtzee_tui.strategy.solver.saved_rolls import find_parts

    ruleset = find_ruleset(args.rules)
    started = time.perf_counter()
    solved: ValueTable | SavedRollsTable | StartValue
    try:
        found = progress.load_with_progress(ruleset, fresh=args.fresh)
        solved, cached = found.table, found.cached
        kept = N_("{seconds}, from the cache") if cached else N_("{seconds}, calculated now")
    except Unsolvable as refusal:
        cached, kept = False, N_("{seconds}, calculated now")
        if refusal.code == "saved_rolls" and len(find_parts(ruleset)) == 1:  # which are exact
            solved = progress.load_saved_rolls_with_progress(ruleset, fresh=True)
        elif refusal.code == "too_many_states":
            solved = progress.solve_start_with_progress(ruleset)
            kept = N_("{seconds}, too large to keep")
        else:
            raise
    seconds = time.perf_counter() - started
    answer = pick(solved, "value=expected states")
    answer |= {"rules": ruleset.id, "seconds": seconds, "cached": cached}
    if not args.json:  # the rest takes longer
        title = _("Best play of {game}:", game=f"{ruleset.name} ({ruleset.id})")
        known = [
            (_("expected score"), format_number(solved.expected, 7)),
            (_("states"), str(solved.states)),
            (_("seconds"), _(kept, seconds=format_number(seconds, 2))),
        ]
        show(f"{title}\n{align(known)}")
    rows = []
    if isinstance(solved, ValueTable):
        started = time.perf_counter()
        progress.load_outcomes_with_progress(solved)
        spread = solved.outcomes.spread
        percentiles = {each: spread.percentile(each) for each in _PERCENTILES}
        chances = {level: spread.at_least(level) for level in spread.open_levels(_LEAST_CHANCE)}
        seconds = time.perf_counter() - started
        answer |= {"chances_seconds": seconds, "deviation": spread.deviation}
        answer |= {"percentiles": percentiles, "at_least": chances}
        rows.append((_("deviation"), format_number(spread.deviation, 2)))
        for percent, most in percentiles.items():
            rows.append(
                (_("{percent} score up to", percent=format_percent(percent, 100)), str(most))
            )
        for level, share in chances.items():
            rows.append((_("chance of {points}+", points=level), format_percent(share, 1, 1)))
        rows.append((_("seconds"), format_number(seconds, 2)))
    answer["peak_memory"] = memory = peak_memory()
    rows.append((_("peak memory"), _("unknown") if memory is None else f"{memory / 1e6:.0f} MB"))
    if args.json:
        show_json(answer)
    else:
        show(f"\n{align(rows)}")
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
