"""The two programs that are compared, how they are started, and how their times are told."""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from tests.terminal.program import Program, yahtzee

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME = yahtzee("play", "Ann", "Bob", "--seed", "42")
GAME_DRAWN = (b"GRAND TOTAL", b"Quit")
EMPTY = [sys.executable, "-m", "tests.benchmarks.empty_app"]
EMPTY_DRAWN = (b"Empty", b"Quit")


def start(command: list[str], drawn: tuple[bytes, ...]) -> tuple[Program, float]:
    """Start a program; return it, and the seconds until all of these texts were drawn.

    Raises:
        AssertionError: If they never are.
    """
    program = Program(command)
    if not program.read_until(lambda: all(text in program.output for text in drawn)):
        raise AssertionError(f"never drawn by {command}: {bytes(program.output)!r}")
    return program, time.perf_counter() - program.started


def tell(name: str, seconds: Sequence[float]) -> str:
    """Return a line with the median and the minimum of some times."""
    numbers = f"median {median(seconds) * 1000:7.2f} ms   minimum {min(seconds) * 1000:7.2f} ms"
    return f"{name:<24}{numbers}   of {len(seconds)}"


def tell_ratio(ours: Sequence[float], theirs: Sequence[float], target: float) -> str:
    """Return a line with how much longer ours take."""
    return (
        f"{'ratio':<24}median {median(ours) / median(theirs):7.2f}      "
        f"minimum {min(ours) / min(theirs):7.2f}      target at most {target}"
    )
