"""Ended, suspended and resumed from outside: the terminal is put right, and nothing is lost."""

import re
import signal
from itertools import cycle
from typing import NamedTuple

import pytest

from tests.terminal.conftest import Open
from tests.terminal.console import ALTERNATE_SCREEN, Console
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.table import Table, TableConfig

PLAY = ("play", "Ann", "--seed", "5")
REST = "«"
"""What only stands at a table where dice have come to rest."""
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PROMPT = "ready>"
_SEQUENCE = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")


class Scene(NamedTuple):
    """Where the program is when it happens: how it is run, and which keys lead there."""

    words: tuple[str, ...]
    keys: tuple[str, ...]
    seen: str
    size: tuple[int, int] = (80, 24)

    def open(self, open_game: Open, home: UserFolders) -> Console:
        console = open_game(*self.words, **home.env)
        if self.words:
            console.wait_for("3 rolls left")
            console.press("space")
            console.wait_for(REST)
        console.press(*self.keys)
        if self.size != (80, 24):
            console.resize(*self.size)
        console.wait_for(self.seen)
        return console


SCENES = {
    "table": Scene(PLAY, ("2",), "2 held"),
    "title": Scene((), (), "Learn the game in 90 seconds"),
    "finder": Scene(PLAY, ("/",), "Esc to cancel"),
    "options": Scene(PLAY, ("o",), "Colors"),
    "help": Scene(PLAY, ("?",), "How to play Yahtzee"),
    "too small": Scene(PLAY, (), "Needs 60x20", size=(40, 10)),
}


@pytest.mark.slow
@pytest.mark.parametrize(("where", "number"), [*zip(SCENES, cycle(ENDING))])
def test_suspended_woken_and_ended(
    open_game: Open, home: UserFolders, where: str, number: signal.Signals
) -> None:
    scene = SCENES[where]
    console = scene.open(open_game, home)
    console.let_rest()
    before = console.text
    console.suspend(by_key=number is not signal.SIGHUP)
    console.assert_restored()
    console.wake()
    console.wait_for(lambda: console.text == before)
    console.assert_taken()
    console.send(number)
    assert_ended(console, number)
    if scene.words:
        assert home.read_table().history == rolled(hold=where == "table").history


@pytest.mark.slow
def test_suspended_woken_and_ended_while_the_dice_roll(open_game: Open, home: UserFolders) -> None:
    home.settings.write_text('dice_speed = "full"\nconfirm_reroll = false\n')
    console = open_game(*PLAY, **home.env)
    console.wait_for("3 rolls left")
    console.press("space")
    console.wait_for("roll 1 of 3")
    console.suspend()
    console.assert_restored()
    console.wake()
    wait_until_agreed(console, rolled())
    console.press("space")
    console.wait_for("roll 2 of 3")
    console.send(signal.SIGTERM)
    assert_ended(console, signal.SIGTERM)
    table = rolled()
    table.apply(0, Roll())
    assert home.read_table().history == table.history


def test_a_signal_ends_it_while_it_starts(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for(lambda: console.read_modes().get(ALTERNATE_SCREEN, False))
    console.send(signal.SIGHUP)
    assert_ended(console, signal.SIGHUP)


@pytest.mark.parametrize("closes", [True, False])
@pytest.mark.parametrize("where", ["table", pytest.param("help", marks=pytest.mark.slow)])
def test_a_closed_window_and_ctrl_c_leave_with_the_game_saved(
    open_game: Open, home: UserFolders, where: str, closes: bool
) -> None:
    console = SCENES[where].open(open_game, home)
    if closes:
        assert console.hang_up() == 128 + signal.SIGHUP
        home.assert_sound()
    else:
        console.press("ctrl+c")
        assert console.wait() == 0
        console.assert_restored()
        assert "Saved. To continue, run yahtzee-tui resume." in console.read_farewell()
    assert home.read_table().history == rolled(hold=where == "table").history


@pytest.mark.slow
def test_stopped_by_force_or_only_told_to_go_on(open_game: Open, home: UserFolders) -> None:
    console = SCENES["table"].open(open_game, home)
    for stops in (True, False):
        console.let_rest()
        before = console.text
        if stops:
            console.send(signal.SIGSTOP)
            console.wait_for(lambda: console.stopped)
        console.wake()
        console.wait_for(lambda expected=before: console.text == expected)  # type: ignore[misc]
    console.press("2")
    table = rolled(hold=True)
    table.apply(0, Hold(()))
    wait_until_agreed(console, table)
    console.quit()


@pytest.mark.slow
def test_a_window_that_grew_meanwhile_is_filled(open_game: Open, home: UserFolders) -> None:
    console = SCENES["too small"].open(open_game, home)
    console.suspend()
    console.resize(80, 24)
    console.wake()
    wait_until_agreed(console, rolled())
    console.suspend()
    console.send(signal.SIGTERM)  # which waits until it is awake, as a shell sees to
    console.send(signal.SIGCONT)
    assert_ended(console, signal.SIGTERM)
    assert home.read_table().history == rolled().history


class Shell(Console):
    @staticmethod
    def command(*words: str) -> list[str]:
        return ["bash", "--norc", "--noprofile", "-i", *words]

    def say(self, words: str) -> None:
        self.press(*words, "enter")


@pytest.mark.slow
def test_to_the_shell_and_back(home: UserFolders) -> None:
    with Shell(PS1=PROMPT, BASH_SILENCE_DEPRECATION_WARNING="1", **home.env) as shell:
        shell.wait_for(PROMPT)
        shell.say(" ".join(Console.command(*PLAY)))
        shell.wait_for("3 rolls left")
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
        shell.wait_for("run yahtzee-tui resume")
        shell.say("echo code $?")
        shell.wait_for("code 0")


def rolled(hold: bool = False) -> Table:
    table = TableConfig(("Ann",), seed="5").create_table()
    table.apply(0, Roll())
    if hold:
        table.apply(0, Hold((1,)))
    return table


def assert_ended(console: Console, number: signal.Signals) -> None:
    """Check that a signal ended it, with the terminal put right and not a word."""
    assert console.wait() == 128 + number
    console.assert_restored()
    assert _SEQUENCE.sub("", console.read_farewell()).strip() == ""
