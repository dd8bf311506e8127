"""A pytest plugin that fixes chance and the time for every test, or forces an extreme of them.

    FORCE=long pytest        # one of `EXTREMES`; `.ci/run all` runs the suite with each

Random numbers, and with them words, secrets, ids and who begins, depend on a test's name alone. No
extreme is forced on a test that is marked `unforced`, as its subject is chance. Processes that a
test starts draw by themselves; they get the date from `tests/child_start/sitecustomize.py`, which
Python imports in them.
"""

import os
import random
import secrets
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from yahtzee_tui import dice
from yahtzee_tui.dice import Throw

TODAY = "2027-03-14"

TIE = "fbee9e35ab3c0ac619c62937bfe3caf537f37ffb5991752a801d56df0cba9e2a"
"""A secret of Crag with two best totals: of who takes the first open box, and of the second."""

EXTREMES = (
    "long",  # the longest word of a code
    "short",
    "equal",  # all dice show a six
    "first",  # the first seat begins
    "last",
    "tie",  # two players of an event have the best total
    "midnight:1",  # the second question for the date comes after midnight
    "midnight:2",
    "midnight:3",
    "day:2028-02-29",
    "seed:1",  # other random numbers than usual
)
FORCED = os.environ.get("FORCE", "")
DAY_FORM = "%Y-%m-%d"
_DAY = "YAHTZEE_TUI_TEST_DAY"


def pytest_configure(config: pytest.Config) -> None:
    """Let the run begin at noon, so that no process of it meets midnight."""
    if FORCED and FORCED not in EXTREMES:
        raise pytest.UsageError(f"FORCE={FORCED} is none of {', '.join(EXTREMES)}.")
    if hasattr(config, "workerinput"):
        return
    now = time.gmtime()
    east = 12 * 60 - now.tm_hour * 60 - now.tm_min
    # POSIX counts to the west.
    os.environ["TZ"] = f"NOON{'-' if east >= 0 else '+'}{abs(east) // 60:02}:{abs(east) % 60:02}"
    time.tzset()
    os.environ[_DAY] = FORCED.removeprefix("day:") if FORCED.startswith("day:") else TODAY
    children = str(Path(__file__).with_name("child_start"))
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, (children, os.environ.get("PYTHONPATH", "")))
    )


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    fix(monkeypatch, request.node.nodeid)
    if request.node.get_closest_marker("unforced") is None:
        force(monkeypatch, FORCED)


def fix(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Fix random numbers by a seed, and the time."""
    numbers, process = random.Random(seed), os.getpid()

    def draw(size: int, real: Callable[[int], bytes] = os.urandom) -> bytes:
        # Forked processes would draw the same ids.
        return numbers.randbytes(size) if os.getpid() == process else real(size)

    patch.setattr(os, "urandom", draw)
    patch.setattr(random, "_urandom", draw)
    fix_time(patch, lambda: os.environ.get(_DAY, TODAY))


def force(patch: pytest.MonkeyPatch, extreme: str) -> None:
    kind, _, value = extreme.partition(":")
    match kind:
        case "long" | "short":
            choose = max if kind == "long" else min
            patch.setattr(secrets, "choice", lambda words: choose(words, key=len))
        case "equal":
            patch.setattr(dice.SystemDice, "roll", _roll_sixes)
        case "first" | "last":
            for source in (dice.SystemDice, dice.CommittedDice):
                seat = {"first": lambda _, __: 0, "last": lambda _, seats: seats - 1}[kind]
                patch.setattr(source, "draw", seat)
        case "tie":
            _draw_first(patch, bytes.fromhex(TIE))
        case "midnight":
            asked = iter(range(int(value)))
            fix_time(patch, lambda: TODAY if next(asked, None) is not None else _day_after(TODAY))
        case "day":
            fix_time(patch, lambda: value)
        case "seed":
            fix(patch, value)


def _draw_first(patch: pytest.MonkeyPatch, secret: bytes) -> None:
    drawn, others = iter([secret]), os.urandom
    patch.setattr(
        random,
        "_urandom",
        lambda size: next(drawn, b"") or others(size) if size == len(secret) else others(size),
    )


def _roll_sixes(_: object, throw: Throw) -> tuple[int, ...]:
    return (throw.sides,) * throw.dice


def fix_time(patch: pytest.MonkeyPatch, today: Callable[[], str]) -> None:
    """Fix the date, and the time of day: 20:08."""

    def strftime(form: str, *moment: Any, real: Callable[..., str] = time.strftime) -> str:
        return real(form, *moment) if moment or form != DAY_FORM else today()

    real, evening = time.localtime, time.gmtime(72_480)
    patch.setattr(time, "strftime", strftime)
    patch.setattr(time, "localtime", lambda *moment: real(*moment) if moment else evening)


def _day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
