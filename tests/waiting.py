"""Waiting for a condition, however slow the machine is, and doing things at once."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

from yahtzee_tui.store import StoreProblem

HANG_SECONDS = 240.0  # after which what was waited for never comes, on the slowest machine

_PAUSE = 0.005
_real_clock = time.monotonic  # which no test moves


async def wait_until(holds: Callable[[], object]) -> None:
    end = _real_clock() + HANG_SECONDS
    while not holds():
        assert _real_clock() < end, "It never came."
        await asyncio.sleep(_PAUSE)


def wait_in_thread(holds: Callable[[], object]) -> None:
    end = _real_clock() + HANG_SECONDS
    while not holds():
        assert _real_clock() < end, "It never came."
        time.sleep(_PAUSE)


def is_running(process: int) -> bool:
    """Return whether a process runs and is no zombie."""
    try:
        about = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return about.rpartition(")")[2].split()[0] != "Z"


def wait_gone(process: int) -> None:
    wait_in_thread(lambda: not is_running(process))


def at_once(*actions: Callable[[], object]) -> tuple[list[Any], list[StoreProblem]]:
    """Do some things at the same time; return what came of them, and the refusals."""
    barrier = Barrier(len(actions))
    done: list[Any] = []
    refused: list[StoreProblem] = []

    def act(action: Callable[[], object]) -> None:
        barrier.wait()
        try:
            done.append(action())
        except StoreProblem as problem:
            refused.append(problem)

    threads = [Thread(target=act, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done, refused
