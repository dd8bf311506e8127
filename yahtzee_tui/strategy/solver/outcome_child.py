"""What a process that solves a rule set runs; the rule set comes on its standard input.

Its standard output has the part of the values that is solved, a number a line, then `SOLVED`.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from yahtzee_tui.strategy.solver.cache import load_outcomes, load_saved_rolls, load_value_table
from yahtzee_tui.strategy.solver.outcome_process import SOLVED

_STEP = 0.02
_LOW_PRIORITY, _LOWEST_PRIORITY = 5, 19
"""A coach waits for the values, and nobody for the outcomes."""


def _run() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lower_priority(_LOW_PRIORITY)
    ruleset, folder = pickle.load(sys.stdin.buffer), Path(sys.argv[1])
    Thread(target=_end_with_parent, daemon=True).start()
    if ruleset.saved_rolls:
        load_saved_rolls(ruleset, folder, _print_progress)
        _print(SOLVED.decode())
        return
    table = load_value_table(ruleset, folder, _print_progress).table
    _print(SOLVED.decode())
    _lower_priority(_LOWEST_PRIORITY)
    load_outcomes(table, folder)


def _lower_priority(nice: int) -> None:
    with suppress(AttributeError, OSError):  # other systems have no such priorities
        os.setpriority(os.PRIO_PROCESS, 0, nice)


_printed = 0.0


def _print_progress(part: float) -> None:
    global _printed
    if part >= _printed + _STEP:
        _printed = part
        _print(f"{part:.2f}\n")


def _print(line: str) -> None:
    with suppress(OSError):  # the reader may have read enough
        os.write(1, line.encode())


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    _run()
