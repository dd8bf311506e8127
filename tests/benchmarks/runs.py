"""What the measurements share: the compared programs, times and ratios."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from tests.terminal.program import ROOT, Program, yahtzee

GAME = yahtzee("play", "Ann", "Bob", "--seed", "42")
GAME_DRAWN = (b"TOTAL", b"Quit")
EMPTY = [sys.executable, "-m", "tests.benchmarks.empty_app"]
EMPTY_DRAWN = (b"Empty", b"Quit")


def read_numbers(*defaults: int) -> tuple[int, ...]:
    """Return the numbers on the command line, with defaults for those that are left out."""
    given = tuple(map(int, sys.argv[1:]))
    return given + defaults[len(given) :]


def start(command: list[str], drawn: tuple[bytes, ...], **env: Any) -> tuple[Program, float]:
    """Start a program; return it, and the seconds until all of these texts were drawn."""
    program = Program(command, **env)
    if not program.read_until(lambda: all(text in program.output for text in drawn)):
        raise AssertionError(f"never drawn by {command}: {bytes(program.output)!r}")
    return program, time.perf_counter() - program.started


def run_afresh(name: str, *words: str, **env: str) -> Any:
    """Return what another run of a measurement, in a process of its own, prints as JSON."""
    left_out = "PYTHONDONTWRITEBYTECODE"  # an installed program finds its modules compiled
    given = {key: value for key, value in os.environ.items() if key != left_out}
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT, env=given | env)
    return json.loads(done.stdout)


def tell(name: str, seconds: Sequence[float]) -> str:
    """Return a line with the median and the minimum of some times."""
    numbers = f"median {median(seconds) * 1000:7.2f} ms   minimum {min(seconds) * 1000:7.2f} ms"
    return f"{name:<24}{numbers}   of {len(seconds)}"


def tell_comparison(
    title: str, ours: tuple[str, list[float]], theirs: tuple[str, list[float]], target: float
) -> str:
    """Return lines with two kinds of times, and how much longer the first take."""
    mine, others = ours[1], theirs[1]
    return (
        f"{title}\n{tell(*ours)}\n{tell(*theirs)}\n"
        f"{'ratio':<24}median {median(mine) / median(others):7.2f}      "
        f"minimum {min(mine) / min(others):7.2f}      target at most {target}"
    )
