"""What would hold the first picture up waits until it stands.

How soon that is, is for `python -m tests.benchmarks.startup` to measure.
"""

import sys
from pathlib import Path

import pytest

from tests.table.scripted import play_to_end
from tests.terminal.program import Program
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.rules import Roll
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table.judged import daily_event, today

_NOTED = """
import gc, sys
from functools import wraps

from yahtzee_tui.cli import main
from yahtzee_tui.store import Store
from yahtzee_tui.tui.table.base_screen import TableScreenBase

def note(work, what):
    @wraps(work)
    def noted(*args):
        with open(sys.argv[1], "a") as order:
            print(what, gc.isenabled(), "sqlalchemy" in sys.modules, file=order)
        return work(*args)
    return noted

TableScreenBase.on_resize = note(TableScreenBase.on_resize, "size")
Store.games = property(note(Store.games.fget, "games"))
Store.notes = property(note(Store.notes.fget, "notes"))
main(sys.argv[2:])
"""
"""Notes when the screen has been drawn for the terminal's size, and when the store is read."""


def test_games_are_looked_for_and_garbage_is_behind_the_first_picture(tmp_path: Path) -> None:
    order = tmp_path / "order"
    order.touch()

    def noted(what: str = "") -> list[str]:
        return [line for line in order.read_text().splitlines() if line.startswith(what)]

    with Program([sys.executable, "-c", _NOTED, str(order), "play", "Ann", "Bob"]) as program:
        assert program.read_until(lambda: all(map(noted, ("games", "notes"))))
    # The size comes with the first layout, and mostly again from the terminal, before it is drawn.
    assert noted()[0] == "size False False"
    # Whoever comes first opens the store, and collects no garbage meanwhile.
    first = next(line for line in noted() if not line.startswith("size"))
    assert first.split()[1:] == ["True", "False"]


_LOADED = """
import sys

from yahtzee_tui.cli import main
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.tui.terminal.speed_ups import import_app

import_app()
from yahtzee_tui.tui.app import YahtzeeApp

draw, drawn = YahtzeeApp._display, set()

def note(app, screen, picture):
    draw(app, screen, picture)
    name = type(screen).__name__
    if name not in drawn:
        drawn.add(name)
        loaded = {"sqlalchemy", "asyncssh", "numpy"} & {*sys.modules}
        solvers = [each for each in sys.modules if each.startswith("yahtzee_tui.strategy.solver")]
        with open(sys.argv[1], "a") as found:
            print(name, *loaded, *solvers, file=found)

def refuse(store):
    raise StoreProblem("not now")

YahtzeeApp._display = note
for part in ("games", "scores", "notes", "events"):
    setattr(Store, part, property(refuse))  # so that only a screen itself brings in the database
main(sys.argv[2:])
"""
"""Notes what is loaded at the first picture of each screen."""


@pytest.mark.parametrize(
    ("words", "keys", "screens"),
    [
        ("", "n", "TitleScreen NewGameScreen"),
        ("", "o", "TitleScreen OptionsScreen"),
        ("", "h", "TitleScreen HowToPlayScreen"),
        ("", "l", "TitleScreen LessonScreen"),
        ("", "s", "TitleScreen StatisticsScreen"),
        ("play Ann Bob", "", "TableScreen"),
        ("play Ann --rules {folder}/house.toml", "", "TableScreen"),
        ("daily Bob", "", "TableScreen"),
        ("daily Ann", "", "TableScreen"),
        ("daily Cal", "", "EventScreen"),
        ("resume", "", "TableScreen"),
    ],
)
def test_no_first_picture_needs_the_database_or_best_play(
    home: UserFolders, tmp_path: Path, words: str, keys: str, screens: str
) -> None:
    """Also where a saved game is continued, and where the dice roll by themselves."""
    found, event = tmp_path / "found", daily_event(today())
    home.settings.write_text("auto_roll = true\n")
    with home.open_store() as store:
        configs = (event.configure(1, name) for name in ("Ann", "Cal"))
        ann, cal = (SavedTable.new(each, store).table for each in configs)
        ann.apply(0, Roll())
        play_to_end(cal)
    (tmp_path / "house.toml").write_text('id = "house"\nname = "House"\nbased_on = "yatzy"\n')
    command = [sys.executable, "-c", _LOADED, str(found), *words.format(folder=tmp_path).split()]
    with Program(command, **home.env) as program:
        assert program.read_until(lambda: found.exists() and bool(found.read_text()))
        program.write(keys)
        assert program.read_until(
            lambda: len(found.read_text().splitlines()) == len(screens.split())
        )
    assert found.read_text().split() == screens.split()
