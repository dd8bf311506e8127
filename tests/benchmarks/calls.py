"""What one action costs: Python calls of ours, and statements to the database.

Run `python -m tests.benchmarks.calls`. The real program is run on a pseudo-terminal of
80x24, with a profile function in all its threads that counts calls of functions below
`yahtzee_tui/`. Each number is the smallest of some tries, after one that imports what is needed.

With other words, as in `python -m tests.benchmarks.calls play Ann`, this module is the measured
program: SIGUSR2 begins to count, and the next one writes what was counted into a file that the
environment names.
"""

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

from tests.terminal.console import Console
from tests.terminal.program import ROOT
from tests.terminal.user_folders import UserFolders
from tests.waiting import HANG_SECONDS
from yahtzee_tui.cli import main as main_of_program

TARGETS = {"a die held": 284, "a click that scores": 850}
"""Calls that an action at the local table may take."""

COUNT_FILE = "YAHTZEE_TUI_TEST_COUNT_FILE"
_SIXES = 4, 16
"""Column and row of a box of two people's card at 80x24."""

_SILENCE, _HEARD, _TRIES = 0.6, 0.1, 3

_POLLS = "tick", "_written_at"
"""Functions that are called ten times a second, and so the more often the slower the machine is."""


class Count(NamedTuple):
    calls: dict[str, int]  # of Python functions below `yahtzee_tui/`, by file
    statements: dict[str, int]  # to the database, by their first word

    def total(self) -> int:
        return sum(self.calls.values())


class Counting:
    """Counts in this process, from one SIGUSR2 to the next."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.package = f"{ROOT / 'yahtzee_tui'}{os.sep}"
        self.is_on = False
        self.calls: Counter[str] = Counter()
        self.statements: Counter[str] = Counter()

    def begin(self) -> None:
        from sqlalchemy import event
        from sqlalchemy.engine import Engine

        event.listen(Engine, "before_cursor_execute", self.note_statement)
        threading.setprofile(self.note_call)
        sys.setprofile(self.note_call)
        signal.signal(signal.SIGUSR2, self.turn)

    def note_call(self, frame: FrameType, what: str, _: object) -> None:
        if not self.is_on or what != "call" or frame.f_code.co_name in _POLLS:
            return
        if frame.f_code.co_filename.startswith(self.package):
            self.calls[frame.f_code.co_filename.removeprefix(self.package)] += 1

    def note_statement(self, _: object, __: object, statement: str, *___: object) -> None:
        if self.is_on:
            self.statements[statement.split(None, 1)[0].upper()] += 1

    def turn(self, *_: object) -> None:
        if self.is_on:
            self.is_on = False
            whole = self.file.with_suffix(".part")
            whole.write_text(json.dumps((self.calls, self.statements)))
            whole.replace(self.file)
        self.calls.clear()
        self.statements.clear()
        self.is_on = not self.file.exists()


class Counted(Console):
    """The measured program on a screen."""

    command = staticmethod(lambda *words: [sys.executable, "-m", "tests.benchmarks.calls", *words])

    def __init__(self, *words: str, folder: Path, **env: Any) -> None:
        self.count_file = folder / f"{id(self)}.json"
        super().__init__(*words, **env | {COUNT_FILE: str(self.count_file)})

    def settle(self) -> None:
        while self.read(_SILENCE):
            pass

    def count(self, do: Callable[[], None]) -> Count:
        """Return what an action costs until nothing is drawn any more."""
        self.settle()
        self.count_file.unlink(missing_ok=True)
        self.send(signal.SIGUSR2)
        time.sleep(_HEARD)
        do()
        self.read(HANG_SECONDS)  # every action is seen
        self.settle()
        self.send(signal.SIGUSR2)
        assert self.read_until(self.count_file.exists), "the process doesn't count"
        return Count(*json.loads(self.count_file.read_text()))

    def compare(self, do: str | Callable[[], None], undo: str) -> tuple[Count, Count]:
        """Return what an action costs, given as a key or a function, and the key that undoes it."""
        act = do if callable(do) else partial(self.press, do)
        counts = [
            (self.count(act), self.count(partial(self.press, undo))) for _ in range(1 + _TRIES)
        ]
        acts, undone = zip(*counts[1:], strict=True)  # what came first imported what is needed
        return min(acts, key=Count.total), min(undone, key=Count.total)


def measure_local() -> dict[str, Count]:
    """Return what actions cost at a table of two at one keyboard, where all is saved."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        folder = Path(name)
        words = ("play", "Ann", "Bob", "--first", "Ann", "--seed", "42")
        with Counted(
            *words, folder=folder, XDG_CACHE_HOME=f"{folder}/cache", **UserFolders(folder).env
        ) as console:
            console.wait_for("TOTAL")
            roll = console.count(lambda: console.press("space"))
            held, let_go = console.compare("1", "1")
            moved, _ = console.compare("down", "up")
            clicked, _ = console.compare(lambda: console.click(*_SIXES), "u")
            console.press("a")  # or a box that isn't chosen would be asked about
            scored, undone = console.compare("enter", "u")
    return {
        "the first roll": roll, "a die held": held, "a die let go": let_go,
        "the mark moved": moved, "a key that scores": scored, "a click that scores": clicked,
        "that undone": undone,
    }  # fmt: skip


def lines(counts: Mapping[str, Count]) -> Iterator[str]:
    """Yield a table of what was counted, with the calls that an action may take."""
    yield f"{'one table, one keyboard':<28}{'calls':>8}{'files':>8}   statements"
    for action, count in counts.items():
        asked = ", ".join(f"{number} {name}" for name, number in sorted(count.statements.items()))
        target = f"   target: {TARGETS[action]} calls" if action in TARGETS else ""
        numbers = f"{count.total():>8}{len(count.calls):>8}"
        yield f"  {action:<26}{numbers}   {asked or 'none'}{target}"


def main() -> None:
    if words := sys.argv[1:]:
        Counting(Path(os.environ[COUNT_FILE])).begin()
        sys.exit(main_of_program(words))
    print(*lines(measure_local()), sep="\n")


if __name__ == "__main__":
    main()
