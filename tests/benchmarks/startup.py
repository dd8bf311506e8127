"""What a start costs: processor seconds from exec to the first picture, against an empty app.

Run `python -m tests.benchmarks.startup [RUNS]`. Each way to start is run in turn, 80x24 on a
pseudo-terminal, in a fresh home. Without byte code, as after an installation by uv, only Python's
own modules have theirs.
"""

from __future__ import annotations

import resource
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import textual

from tests.benchmarks.runs import EMPTY, EMPTY_DRAWN, GAME, GAME_DRAWN, read_numbers, start
from tests.terminal.program import ROOT, yahtzee

if TYPE_CHECKING:
    from collections.abc import Mapping

TITLE, TITLE_DRAWN = yahtzee(), (b"Options", b"Quit")
COLD = "without byte code: "
STARTS: Mapping[str, tuple[list[str], tuple[bytes, ...], float]] = {
    "an empty app": (EMPTY, EMPTY_DRAWN, 1.0),
    "title": (TITLE, TITLE_DRAWN, 1.15),
    "title, auto_roll": (TITLE, TITLE_DRAWN, 1.2),
    "table": (GAME, GAME_DRAWN, 1.1),
    "table, auto_roll": (GAME, GAME_DRAWN, 1.2),
    f"{COLD}an empty app": (EMPTY, EMPTY_DRAWN, 1.0),
    f"{COLD}title": (TITLE, TITLE_DRAWN, 1.3),
    "--version": (yahtzee("--version"), (b"yahtzee-tui ",), 0.23),
}
"""What is run, what it has drawn, and the most that it may take of an empty app's time."""


def read_processor() -> float:
    """Return the processor seconds of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(runs: int) -> dict[str, list[float]]:
    """Return the processor seconds of each way to start; what comes first fills the caches."""
    found: dict[str, list[float]] = {name: [] for name in STARTS}
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        settings = Path(folder, "config", "yahtzee-tui", "settings.toml")
        settings.parent.mkdir(parents=True)
        settings.write_text("auto_roll = true\n")
        for run in range(runs + 1):
            for name, (words, drawn, _) in STARTS.items():
                env = {"XDG_CONFIG_HOME": f"{folder}/config"} if "auto_roll" in name else {}
                if name.startswith(COLD):
                    env["PYTHONPYCACHEPREFIX"] = f"{folder}/cache"
                    for installed in (ROOT, Path(textual.__file__).parents[1]):
                        shutil.rmtree(f"{folder}/cache{installed}", ignore_errors=True)
                before = read_processor()
                start(words, drawn, **env)[0].close()
                found[name] += [read_processor() - before] * (run > 0)
    return found


def main() -> None:
    found = measure(*read_numbers(20))
    for name, seconds in found.items():
        empty = found[f"{COLD}an empty app" if name.startswith(COLD) else "an empty app"]
        ratio, most = median(seconds) / median(empty), STARTS[name][2]
        numbers = f"{median(seconds) * 1000:7.1f} ms   ratio {ratio:5.2f}"
        print(f"{name:<32}{numbers}   target at most {most}")


if __name__ == "__main__":
    main()
