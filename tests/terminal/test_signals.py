"""Ended, put to sleep and woken from outside: the terminal is put right, and nothing is lost."""

from __future__ import annotations

import re
import signal
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.terminal.console import Console
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.terminal_state import ALTERNATE_SCREEN, assert_restored, assert_taken
from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from tests.terminal.user_folders import UserFolders
    from yahtzee_tui.table import Table

PLAY = ("play", "Ann", "--seed", "5")
REST = "«"
"""What only stands at a table where dice have come to rest."""
NOWHERE = "/dev/null/games.sqlite"
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PROMPT = "ready>"
_SEQUENCE = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")


class Scene(NamedTuple):
    """Where the program is when it happens.

    Attributes:
        words: How it is run.
        keys: What is pressed after the first roll.
        seen: What stands on the screen then.
        back: What is pressed later to be at the table, with no die held.
        size: The columns and rows.
        database: Where games are saved, as far as that isn't the usual file.
    """

    words: tuple[str, ...]
    keys: tuple[str, ...]
    seen: str
    back: tuple[str, ...] = ()
    size: tuple[int, int] = (80, 24)
    database: str = ""

    def open(self, open_game: Open, home: UserFolders) -> Console:
        """Go there."""
        console = open_game(*self.words, YAHTZEE_TUI_DATABASE=self.database, **home.env)
        if self.words:
            console.wait_for("Ann begins")
            console.press("space")
            console.wait_for(REST)
        console.press(*self.keys)
        if self.size != (80, 24):
            console.resize(*self.size)
        console.wait_for(self.seen)
        return console


SCENES = {
    "table": Scene(PLAY, ("2",), "2 HELD", ("2",)),
    "title": Scene((), (), "ann alone", ("enter", "space")),
    "finder": Scene(PLAY, ("/",), "Esc cancels", ("escape",)),
    "options": Scene(PLAY, ("o",), "Picking a die", ("escape",)),
    "help": Scene(PLAY, ("?",), "How to play Yahtzee", ("escape",)),
    "question": Scene(PLAY, ("q",), "Stay (n)", ("n",), database=NOWHERE),
    "too small": Scene(PLAY, (), "Needs 60x20", size=(40, 10)),
}
_AT_A_TABLE = ["table", "finder", "options", "help", "too small"]
_QUICK = ("table", "question", "too small")
EVERYWHERE = [
    each if each in _QUICK else pytest.param(each, marks=pytest.mark.slow) for each in SCENES
]
AT_A_TABLE = ["table", *(pytest.param(each, marks=pytest.mark.slow) for each in _AT_A_TABLE[1:])]


@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_ends_the_program(
    open_game: Open, home: UserFolders, where: str, number: signal.Signals
) -> None:
    console = SCENES[where].open(open_game, home)
    console.send(number)
    assert console.wait() == 128 + number
    assert_restored(console)
    assert_silent(console)
    if where in _AT_A_TABLE:
        assert home.read_table().history == rolled(hold=where == "table").history


@pytest.fixture
def rolling(open_game: Open, home: UserFolders) -> Console:
    """A program in which the dice tumble for longer than any test."""
    home.settings.write_text('dice_speed = "full"\n')
    console = open_game(*PLAY, **home.env)
    console.wait_for("Ann begins")
    console.press("space")
    console.wait_for("Roll 1 of 3")
    return console


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_ends_it_while_the_dice_roll(
    rolling: Console, home: UserFolders, number: signal.Signals
) -> None:
    rolling.send(number)
    assert rolling.wait() == 128 + number
    assert_restored(rolling)
    assert_silent(rolling)
    assert home.read_table().history == rolled().history


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_ends_it_while_it_starts(open_game: Open, number: signal.Signals) -> None:
    console = open_game("play", "Ann")
    console.wait_for(lambda: console.read_modes().get(ALTERNATE_SCREEN, False))
    console.send(number)
    assert console.wait() == 128 + number
    assert_restored(console)
    assert_silent(console)


@pytest.mark.parametrize("where", AT_A_TABLE)
def test_a_window_is_closed(open_game: Open, home: UserFolders, where: str) -> None:
    console = SCENES[where].open(open_game, home)
    assert console.hang_up() == 128 + signal.SIGHUP
    home.assert_sound()
    assert home.read_table().history == rolled(hold=where == "table").history


def test_a_window_is_closed_while_the_dice_roll(rolling: Console, home: UserFolders) -> None:
    assert rolling.hang_up() == 128 + signal.SIGHUP
    assert home.read_table().history == rolled().history


@pytest.mark.parametrize("where", AT_A_TABLE)
def test_ctrl_c_leaves_with_the_game_saved(open_game: Open, home: UserFolders, where: str) -> None:
    console = SCENES[where].open(open_game, home)
    console.press("ctrl+c")
    assert console.wait() == 0
    assert_restored(console)
    assert "It is saved: yahtzee-tui resume goes on with it." in console.read_farewell()
    table = home.read_table()
    assert table.history == rolled(hold=where == "table").history
    again = open_game("resume", **home.env)
    wait_until_agreed(again, table)


@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize("by_key", [True, False], ids=["key", "signal"])
def test_asleep_and_awake(open_game: Open, home: UserFolders, where: str, by_key: bool) -> None:
    scene = SCENES[where]
    console = scene.open(open_game, home)
    let_rest(console)
    before = console.text
    put_to_sleep(console, by_key)
    assert_restored(console)
    wake(console)
    console.wait_for(lambda: console.text == before)
    assert_taken(console)
    if scene.size != (80, 24):
        console.resize(80, 24)
    for key in scene.back:
        console.press(key)
        let_rest(console)  # between two screens keys are dropped
    console.wait_for(lambda: REST in console.text and "HELD" not in console.text)
    console.press("3")
    console.wait_for("3 HELD")


@pytest.mark.parametrize("by_key", [True, False], ids=["key", "signal"])
def test_asleep_while_the_dice_roll(rolling: Console, by_key: bool) -> None:
    put_to_sleep(rolling, by_key)
    assert_restored(rolling)
    wake(rolling)
    wait_until_agreed(rolling, rolled())
    rolling.press("2")
    wait_until_agreed(rolling, rolled(hold=True))


def test_asleep_again_and_again_while_much_is_drawn(rolling: Console) -> None:
    rng = Random(1)
    for _ in range(10):
        rolling.press("up", "down", "up", "down")
        rolling.read(rng.uniform(0, 0.02))
        put_to_sleep(rolling, by_key=False)
        wake(rolling)
        rolling.wait_for("Ann to play")
    rolling.press("q")
    assert rolling.wait() == 0
    assert_restored(rolling)


@pytest.mark.parametrize("stops", [True, False], ids=["stopped", "only told to go on"])
def test_stopped_by_force_and_woken(open_game: Open, home: UserFolders, stops: bool) -> None:
    console = SCENES["table"].open(open_game, home)
    let_rest(console)
    before = console.text
    if stops:
        console.send(signal.SIGSTOP)
        console.wait_for(lambda: console.stopped)
    wake(console)
    console.wait_for(lambda: console.text == before)
    console.press("2")
    wait_until_agreed(console, rolled_and_let_go())
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)


def test_a_window_that_grew_meanwhile_is_filled(open_game: Open, home: UserFolders) -> None:
    console = SCENES["too small"].open(open_game, home)
    put_to_sleep(console, by_key=True)
    console.resize(80, 24)
    wake(console)
    wait_until_agreed(console, rolled())


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_ended_while_asleep(open_game: Open, home: UserFolders, number: signal.Signals) -> None:
    console = SCENES["table"].open(open_game, home)
    put_to_sleep(console, by_key=True)
    console.send(number)  # which waits until it is awake, as a shell sees to
    console.send(signal.SIGCONT)
    assert console.wait() == 128 + number
    assert_restored(console)
    assert home.read_table().history == rolled(hold=True).history


class Shell(Console):
    """A shell with job control, in which programs are run."""

    @staticmethod
    def command(*words: str) -> list[str]:
        """Return the command that runs the shell."""
        return ["bash", "--norc", "--noprofile", "-i", *words]

    def say(self, words: str) -> None:
        """Type a command."""
        self.press(*words, "enter")


def test_to_the_shell_and_back(home: UserFolders) -> None:
    with Shell(PS1=PROMPT, BASH_SILENCE_DEPRECATION_WARNING="1", **home.env) as shell:
        shell.wait_for(PROMPT)
        shell.say(" ".join(Console.command(*PLAY)))
        shell.wait_for("Ann begins")
        for _ in range(2):
            shell.press("ctrl+z")
            shell.wait_for("Stopped")
            shell.say("bg")  # where it has no terminal to draw on
            shell.say("until jobs -s | grep -q .; do sleep 0.1; done; echo as''leep")
            shell.wait_for("asleep")
            shell.empty()
            shell.say("fg")
            wait_until_agreed(shell, TableConfig(("Ann",), seed="5").create_table())
        shell.press("space")
        wait_until_agreed(shell, rolled())
        shell.press("q")
        shell.wait_for("resume goes on with it")
        shell.say("echo code $?")
        shell.wait_for("code 0")


def rolled(hold: bool = False) -> Table:
    """Return the game of the scenes as it must be."""
    table = TableConfig(("Ann",), seed="5").create_table()
    table.apply(0, Roll())
    if hold:
        table.apply(0, Hold((1,)))
    return table


def rolled_and_let_go() -> Table:
    """Return the same after the held die was let go again."""
    table = rolled(hold=True)
    table.apply(0, Hold(()))
    return table


def put_to_sleep(console: Console, by_key: bool) -> None:
    """Stop the program, and wait until it has stopped."""
    if by_key:
        console.press("ctrl+z")
    else:
        console.send(signal.SIGTSTP)
    console.wait_for(lambda: console.stopped)
    let_rest(console)


def wake(console: Console) -> None:
    """Let the program go on, on a screen where nothing of it is left."""
    console.empty()
    console.send(signal.SIGCONT)


def let_rest(console: Console) -> None:
    """Read until nothing more is written for a moment."""
    while console.read(0.2):
        pass


def assert_silent(console: Console) -> None:
    """Make sure that nothing was said on the way out."""
    assert _SEQUENCE.sub("", console.read_farewell()).strip() == ""
