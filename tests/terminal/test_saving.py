"""Where nothing can be saved, or some folders are not known."""

import pytest

from tests.terminal.conftest import Open
from tests.terminal.console import Console
from tests.terminal.input_methods import Keyboard, hold, roll, score
from tests.terminal.program import yahtzee
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.table import Table, TableConfig

PLAY = ("play", "Ann", "Bob", "--first", "Ann", "--seed", "8")
NOT_SAVED = "Games won't be saved."


@pytest.fixture
def table() -> Table:
    return TableConfig(("Ann", "Bob"), first="Ann", seed="8").create_table()


def without(*names: str) -> type[Console]:
    unset = [f"--unset={name}" for name in names]
    command = staticmethod(lambda *words: ["env", *unset, *yahtzee(*words)])
    return type("Without", (Console,), {"command": command})


def assert_played_unsaved(console: Console, table: Table) -> None:
    """Play a turn, and leave; the sentence is all that is said about saving."""
    console.wait_for(NOT_SAVED)
    wait_until_agreed(console, table)
    hands = Keyboard(console)
    roll(console, table, hands)
    hold(console, table, hands, 2)
    console.wait_for("NOT SAVED")
    score(console, table, hands, "chance")
    console.press("q")
    console.wait_for("Stay (n)")
    console.press("y")
    assert console.wait() == 1
    assert "Traceback" not in console.read_farewell()
    assert "It is saved" not in console.read_farewell()


@pytest.mark.slow
def test_a_home_that_can_not_be_written(table: Table) -> None:
    folders = (f"XDG_{kind}_HOME" for kind in ("DATA", "CONFIG", "CACHE", "STATE"))
    with without(*folders)(*PLAY, HOME="/dev/null") as console:
        assert_played_unsaved(console, table)


@pytest.mark.slow
def test_the_file_of_another_program(open_game: Open, table: Table, home: UserFolders) -> None:
    home.database.parent.mkdir(parents=True)
    home.database.write_text("mine")
    assert_played_unsaved(open_game(*PLAY, **home.env), table)
    assert home.database.read_text() == "mine"


@pytest.mark.slow
def test_without_a_home_but_with_folders(table: Table, home: UserFolders) -> None:
    with without("HOME")(*PLAY, **home.env) as console:
        wait_until_agreed(console, table)
        roll(console, table, Keyboard(console))
        assert "NOT SAVED" not in console.text
    assert home.read_table().history == table.history
