"""What a start costs: processor seconds from exec to the first picture, or to a command's end.

Run `python -m tests.benchmarks.startup [RUNS]`. All are run in turn, at 80x24 on a pseudo-terminal,
with a store of one game; each is compared with an empty app, or with the import of SQLAlchemy.
Without byte code, as after an installation by uv, only Python's own modules have theirs.
"""

import resource
import shutil
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import textual

from tests.benchmarks.runs import EMPTY, EMPTY_DRAWN, GAME, GAME_DRAWN, read_numbers, start
from tests.terminal.program import ROOT, yahtzee
from yahtzee_tui.rules import Roll
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table.judged import daily_event, today


class Start(NamedTuple):
    """A command, what it has drawn at the end, and what it may take of another one's time."""

    words: list[str]
    drawn: tuple[bytes, ...]
    than: str
    most: float


APP, LIBRARY, COLD = "an empty app", "import sqlalchemy", "no byte code: "
_IMPORT = [sys.executable, "-c", f"{LIBRARY}; print('imported')"]
_TITLE, _TITLE_DRAWN, _ROLLED = yahtzee(), (b"Options", b"Quit"), (b"TOTAL", b"Roll 1 of 3")
STARTS: Mapping[str, Start] = {
    APP: Start(EMPTY, EMPTY_DRAWN, APP, 1),
    "title": Start(_TITLE, _TITLE_DRAWN, APP, 1.15),
    "title, auto_roll": Start(_TITLE, _TITLE_DRAWN, APP, 1.2),
    "table": Start(GAME, GAME_DRAWN, APP, 1.1),
    "table, auto_roll": Start(GAME, GAME_DRAWN, APP, 1.2),
    "resume, the game": Start(yahtzee("resume"), _ROLLED, APP, 1.2),
    "daily, the game": Start(yahtzee("daily"), _ROLLED, APP, 1.2),
    f"{COLD}{APP}": Start(EMPTY, EMPTY_DRAWN, f"{COLD}{APP}", 1),
    f"{COLD}title": Start(_TITLE, _TITLE_DRAWN, f"{COLD}{APP}", 1.3),
    "--version": Start(yahtzee("--version"), (b"yahtzee-tui ",), APP, 0.23),
    LIBRARY: Start(_IMPORT, (b"imported",), LIBRARY, 1),
    "scores": Start(yahtzee("scores"), (b"\n",), LIBRARY, 1.3),
    "daily --streak": Start(yahtzee("daily", "--streak"), (b"round 1",), LIBRARY, 1.3),
    "export": Start(yahtzee("export", "--all"), (b"roll",), LIBRARY, 1.3),
}


def read_processor() -> float:
    """Return the processor seconds of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(runs: int, starts: Mapping[str, Start] = STARTS) -> dict[str, list[float]]:
    """Return the processor seconds of each start; what comes first fills the caches."""
    found: dict[str, list[float]] = {name: [] for name in starts}
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        settings = Path(folder, "config", "yahtzee-tui", "settings.toml")
        settings.parent.mkdir(parents=True)
        settings.write_text("auto_roll = true\n")
        with closing(Store(f"{folder}/games.sqlite")) as store:
            SavedTable.new(daily_event(today()).configure(1, "ann"), store).table.apply(0, Roll())
        for run in range(runs + 1):
            for name, (words, drawn, than, _) in starts.items():
                env = {"YAHTZEE_TUI_DATABASE": f"{folder}/games.sqlite"}
                if name.endswith("auto_roll"):
                    env["XDG_CONFIG_HOME"] = f"{folder}/config"
                if name.startswith(COLD):
                    env["PYTHONPYCACHEPREFIX"] = f"{folder}/cache"
                    for installed in (ROOT, Path(textual.__file__).parents[1]):
                        shutil.rmtree(f"{folder}/cache{installed}", ignore_errors=True)
                before = read_processor()
                program, _ = start(words, drawn, **env)
                if than == LIBRARY or name == "--version":
                    program.wait()
                program.close()
                found[name] += [read_processor() - before] * (run > 0)
    return found


def main() -> None:
    (runs,) = read_numbers(20)
    found = measure(runs)
    for name, seconds in found.items():
        start = STARTS[name]
        took, ratio = median(seconds), median(seconds) / median(found[start.than])
        target = f"of {start.than}, at most {start.most}"
        print(f"{name:<26}{took * 1000:7.1f} ms   ratio {ratio:5.2f}   {target}")


if __name__ == "__main__":
    main()
