"""Starts a process of low priority that solves a rule set, values first, and keeps what it finds.

In a thread this would fight with the program for Python's interpreter lock.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset

_CHILD = "yahtzee_tui.strategy.solver.outcome_child"
"""The module that the process runs; it imports the cache, which imports this one."""


SOLVED = b"solved\n"
"""The line that follows those with the progress once the values are in the folder."""

_running: dict[tuple[Path, Ruleset], subprocess.Popen[bytes]] = {}
"""The newest process of each folder and rule set."""


def solve_values_elsewhere(
    ruleset: Ruleset,
    folder: Path,
    progress: Callable[[float], object],
    cancelled: Callable[[], bool],
) -> None:
    """Wait until another process has put the values of a rule set into the folder, if it can.

    `progress` is called with the part that is solved; the process is ended once `cancelled` returns
    true. It goes on with the outcomes; see `start_outcomes`.
    """
    process = start_outcomes(ruleset, folder)
    if process is None or process.stdout is None:
        return
    if cancelled():  # before `stop_processes` could know of it
        process.kill()
    with suppress(ValueError):  # where `stop_processes` has closed the pipe
        for line in process.stdout:
            if line == SOLVED:
                return
            if cancelled():
                process.kill()
                return
            with suppress(ValueError):
                progress(float(line))


def start_outcomes(ruleset: Ruleset, folder: Path) -> subprocess.Popen[bytes] | None:
    """Start a process that ends once the outcomes are in the folder, None if none can be started.

    One that runs for the same rule set already is returned instead. It also ends when its standard
    input is closed, thus with the process that started it.
    """
    running = _running.get((folder, ruleset))
    if running is not None:
        if running.poll() is None:
            return running
        _end(running)
    # The library for matrices would start a thread for each processor.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", _CHILD, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        assert process.stdin is not None
        process.stdin.write(pickle.dumps(ruleset))
        process.stdin.flush()
    except (OSError, ValueError):
        return None
    _running[folder, ruleset] = process
    return process


def stop_processes() -> None:
    """End all processes that were started, whose results are not wanted any more."""
    while _running:
        _end(_running.popitem()[1])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process if it runs, and close its pipes."""
    with process:
        process.kill()
