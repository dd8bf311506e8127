"""A process of low priority that solves a rule set, values first, and keeps what it finds.

In a thread this would fight with the program for Python's interpreter lock. A spawn context of
`multiprocessing` would start a second process, a tracker of 12 MB that stays, load the command line
again, and leave standard error on the screen.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING

from yahtzee_tui.strategy.solver import cache

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.value_table import ValueTable

_PROGRESS = 0.02
_LOW_PRIORITY, _LOWEST_PRIORITY = 5, 19
"""A coach waits for the values, but no player for the outcomes."""

_SOLVED = b"solved\n"
"""The line that follows those with the progress once the values are in the folder."""

_running: dict[tuple[int, Path, Ruleset], subprocess.Popen[bytes]] = {}
"""The newest process of each folder and rule set, by the process that started it.

A forked process inherits this, but the pipes are closed there, and the process isn't its child.
"""

_waiting, _STEP = Lock(), 0.1


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
            if line == _SOLVED:
                return
            if cancelled():
                process.kill()
                return
            with suppress(ValueError):
                progress(float(line))


def wait_for_outcomes(
    table: ValueTable, folder: Path, cancelled: Callable[[], bool] = lambda: False
) -> bool:
    """Give a table its outcomes, worked out in another process if they weren't before.

    Return whether the table has them now; not if `cancelled` returned true, which is called every
    tenth of a second, or if there can't be such a process.
    """
    while not _waiting.acquire(timeout=_STEP):
        if cancelled():
            return False
    try:
        path = cache.find_path(table.space, folder)
        seen = _written_at(path)
        if cache.load_outcomes(table, folder, only_cached=True):
            return True
        process = start_outcomes(table.ruleset, folder)
        if process is None:
            return False
        with process:
            while process.poll() is None:
                before, seen = seen, _written_at(path)
                # Another program may have been faster.
                is_there = seen != before and cache.load_outcomes(table, folder, only_cached=True)
                if is_there or cancelled():
                    process.kill()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_STEP)
        return cache.load_outcomes(table, folder, only_cached=True)
    finally:
        _waiting.release()


def _written_at(path: Path) -> int:
    """Return the moment in nanoseconds at which a file was written, 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def start_outcomes(ruleset: Ruleset, folder: Path) -> subprocess.Popen[bytes] | None:
    """Start a process that ends once the outcomes are in the folder, None if none can be started.

    One that runs for the same rule set already is returned instead. It also ends when its standard
    input is closed, thus with the process that started it.
    """
    key = os.getpid(), folder, ruleset
    running = _running.get(key)
    if running is not None:
        if running.poll() is None:
            return running
        _end(running)
    # The library for matrices would start a thread for each processor.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import solve; solve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        assert process.stdin is not None
        process.stdin.write(pickle.dumps((ruleset, folder)))
        process.stdin.flush()
    except (OSError, ValueError):
        return None
    _running[key] = process
    return process


def stop_processes() -> None:
    """End the processes that this one started, whose results are not wanted any more."""
    for key in [key for key in _running if key[0] == os.getpid()]:
        _end(_running.pop(key))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process if it runs, and close its pipes."""
    with process:
        process.kill()


def solve() -> None:
    """Solve the rule set on the standard input: what the process runs.

    Its standard output has the part of the values that is solved, a number a line, then `_SOLVED`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lower_priority(_LOW_PRIORITY)
    ruleset, folder = pickle.load(sys.stdin.buffer)
    Thread(target=_end_with_parent, daemon=True).start()
    printed = 0.0

    def print_progress(part: float) -> None:
        nonlocal printed
        if part >= printed + _PROGRESS:
            printed = part
            _print(b"%.2f\n" % part)

    if ruleset.saved_rolls:
        cache.load_saved_rolls(ruleset, folder, print_progress)
        _print(_SOLVED)
        return
    table = cache.load_value_table(ruleset, folder, print_progress).table
    _print(_SOLVED)
    _lower_priority(_LOWEST_PRIORITY)
    cache.load_outcomes(table, folder)


def _lower_priority(nice: int) -> None:
    with suppress(AttributeError, OSError):  # other systems have no such priorities
        os.setpriority(os.PRIO_PROCESS, 0, nice)


def _print(line: bytes) -> None:
    with suppress(OSError):  # the reader may have read enough
        os.write(1, line)


def _end_with_parent() -> None:
    # Not `sys.stdin`: Python aborts at its end while a thread reads from that.
    while os.read(0, 1):
        pass
    os._exit(0)
