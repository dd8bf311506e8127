"""Killed outright at any moment, also in the middle of a write: nothing is lost."""

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.terminal.conftest import Open
from tests.terminal.console import Console
from tests.terminal.program import ROOT
from tests.terminal.screen_text import differences, wait_until_agreed
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import Action, Hold, Roll, Score
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import Table, TableConfig

_SAVING = """
import sys

from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.table import TableConfig

store = Store(sys.argv[1])
print("ready", flush=True)
while True:
    table = TableConfig(("Ann", "Bob"), first="Ann", seed="17").create_table()
    autosaver, steps = Autosaver(store), 0
    while not table.game.is_over:
        for action in (Roll(), Hold((0, 2)), Score(table.game.card.open[0].id)):
            table.apply(table.game.seat, action)
            autosaver.save(table.record, table.game)
            steps += 1
            print(autosaver.version.game, steps, flush=True)
"""
"""Saves one game after another, and prints `GAME STEPS` after every save that has returned."""

PLAYERS = ("Ann", "Bob", "Cid")
TIMES = 8
LONGEST_DELAY = 0.03
"""Seconds in which a key mostly has done what it does."""
LONGEST_WRITING = 0.05
"""Seconds in which dozens of saves are written."""


@pytest.mark.slow
def test_a_game_goes_on_where_it_stood_or_one_key_later(open_game: Open, home: UserFolders) -> None:
    rng = Random(1)
    console = open_game("play", *PLAYERS, "--first", "Ann", "--seed", "4", **home.env)
    table = TableConfig(PLAYERS, first="Ann", seed="4").create_table()
    wait_until_agreed(console, table)
    console.press("space")
    table.apply(0, Roll())
    wait_until_agreed(console, table)
    for _ in range(TIMES):
        for _ in range(rng.randrange(4)):
            table = press_any(console, table, rng)
        table = kill_after_a_key(console, table, home, rng)
        console = open_game("resume", **home.env)
        wait_until_agreed(console, table)
    while (seat := table.undo_seat) is not None:
        console.press("u")
        table.undo(seat)
        wait_until_agreed(console, table)
    assert home.read_table().history == table.history


def kill_after_a_key(console: Console, table: Table, home: UserFolders, rng: Random) -> Table:
    """Press a key, kill the program a moment later, and return the table as it is saved."""
    press = choose(console, table, rng)
    console.press(press.key)
    console.read(rng.uniform(0, LONGEST_DELAY))  # returns earlier if the screen begins to change
    console.send(signal.SIGKILL)
    assert console.wait() == -signal.SIGKILL
    with home.copied() as copy:  # looking at the real one would tidy it up for the program
        copy.assert_sound()
        saved = copy.read_table().history
    if differences(console, table):  # the screen has begun to show what the key did
        assert saved == press.table.history, console.text
    assert saved in (table.history, press.table.history), console.text
    return press.table if saved == press.table.history else table


@pytest.mark.exhaustive
def test_in_the_middle_of_a_write_the_last_save_is_there_or_the_one_after(
    home: UserFolders,
) -> None:
    rng = Random(1)
    home.database.parent.mkdir(parents=True)
    for _ in range(TIMES):
        said = write_until_killed(home.database, rng.uniform(0, LONGEST_WRITING))
        home.assert_sound()
        with home.open_store() as store:
            saved = {saved.id: saved for saved in store.games.by_status(*Status)}
            finished = [each for each in saved.values() if each.status is Status.FINISHED]
            assert store.scores.count_games().get("official", 0) == len(finished)
        *_, last = said
        for game, acknowledged in said.items():
            history = saved[game].load()[1]
            step = len(history.events)
            assert step - acknowledged in (0, 1) if game == last else step == acknowledged
            assert (saved[game].status is Status.FINISHED) == history.game.is_over


def test_a_store_that_was_half_made_is_made_all_the_same(home: UserFolders) -> None:
    rng = Random(1)
    home.database.parent.mkdir(parents=True)
    for _ in range(5):
        write_until_killed(home.database, rng.uniform(0, LONGEST_WRITING), after="ready")
        home.assert_sound()
        with home.open_store() as store:
            store.games.by_status(*Status)
            assert store.notice is None
        for file in home.database.parent.iterdir():
            file.unlink()


def write_until_killed(database: Path, seconds: float, after: str = " ") -> dict[str, int]:
    """Kill a program that writes as fast as it can, seconds after it has printed something.

    Return how many steps of each game it has printed as saved, in that order.
    """
    words = [sys.executable, "-c", _SAVING, str(database)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        heard = [next(line for line in writer.stdout if after in line)]
        with suppress(subprocess.TimeoutExpired):
            writer.wait(seconds)
        writer.kill()
        heard += writer.stdout.readlines()
    whole = [line.split() for line in heard if line.endswith("\n") and " " in line]
    return {game: int(steps) for game, steps in whole}


class Press(NamedTuple):
    key: str
    table: Table


def press_any(console: Console, table: Table, rng: Random) -> Table:
    press = choose(console, table, rng)
    console.press(press.key)
    wait_until_agreed(console, press.table)
    return press.table


def choose(console: Console, table: Table, rng: Random) -> Press:
    """Choose a key that does something: a roll, one of three holds, undo, redo or a score."""
    game, kinds = table.game, list[Press]()

    def act(key: str, action: Action) -> None:
        kinds.append(do(key, table, lambda after: after.apply(game.seat, action)))

    if not game.legal_actions.why_not(Roll()):
        act("space", Roll())
    if game.roll and game.rolls_left:
        for position in rng.sample(range(game.ruleset.dice), 3):
            act(str(position + 1), Hold(tuple(sorted(set(game.held) ^ {position}))))
    if (seat := table.undo_seat) is not None:
        kinds.append(do("u", table, lambda after: after.undo(seat)))
    if (back := table.redo_seat) is not None:
        kinds.append(do("U", table, lambda after: after.redo(back)))
    if game.roll and table.history.posted is None:
        box = rng.choice([each.box for each in game.potentials if each.refusal is None])
        act("enter", Score(box.id))
    press = rng.choice(kinds)
    if press.key == "enter":
        console.press("/")
        console.wait_for("Esc to cancel")
        console.press(box.code)
    return press


def do(key: str, table: Table, act: Callable[[Table], object]) -> Press:
    after = Table(table.setup, find_dice(table.setup.dice), table.history)
    act(after)
    return Press(key, after)
