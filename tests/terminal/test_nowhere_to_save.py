"""Where nothing can be saved: that is said in one sentence, and the game can be played."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.terminal.console import Console
from tests.terminal.input_methods import Keyboard, hold, roll, score
from tests.terminal.program import yahtzee
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

    from tests.terminal.conftest import Open
    from tests.terminal.user_folders import UserFolders

PLAY = ("play", "Ann", "--seed", "5")
NOT_SAVED = "Games can't be saved."
ADDRESSES = (
    "://", "nonsense://games", "sqlite://host/games", "postgresql://no:way@nowhere:x/",
    "/dev/null/games.sqlite", "/proc/games.sqlite", "/dev/null", "/",
)  # fmt: skip
"""What can't be opened by anybody, whatever they may do here."""


class Homeless(Console):
    """The game for somebody of whose folders the environment says nothing but `HOME`, if that."""

    @staticmethod
    def command(*words: str) -> list[str]:
        """Return the command that runs the game so."""
        forgotten = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        return ["env", *(f"--unset={name}" for name in forgotten), *yahtzee(*words)]


class Unset(Console):
    """The game without `HOME`."""

    @staticmethod
    def command(*words: str) -> list[str]:
        """Return the command that runs the game so."""
        return ["env", "--unset=HOME", *yahtzee(*words)]


def assert_played_unsaved(console: Console) -> None:
    """Play a turn, and leave; the sentence is all that is said about saving."""
    table = TableConfig(("Ann",), seed="5").create_table()
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
    assert console.wait() == 0
    assert "Traceback" not in console.read_farewell()
    assert "It is saved" not in console.read_farewell()


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none(open_game: Open, address: str) -> None:
    assert_played_unsaved(open_game(*PLAY, YAHTZEE_TUI_DATABASE=address))


@pytest.mark.parametrize("address", ["://", "nonsense://games", "sqlite://host/games"])
def test_an_address_that_makes_no_sense_is_called_so(open_game: Open, address: str) -> None:
    console = open_game(*PLAY, YAHTZEE_TUI_DATABASE=address)
    console.wait_for(f"{NOT_SAVED} The address of the database makes no sense.")


@pytest.mark.parametrize("folder", ["/dev/null", "/proc", "/dev/null/ann"])
def test_a_home_that_can_not_be_written(folder: str) -> None:
    with Homeless(*PLAY, HOME=folder) as console:
        assert_played_unsaved(console)


def test_a_file_where_the_folder_should_be(open_game: Open, tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("mine")
    assert_played_unsaved(open_game(*PLAY, XDG_DATA_HOME=str(file)))
    assert file.read_text() == "mine"


def test_a_text_where_the_games_should_be(open_game: Open, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_text("mine")
    assert_played_unsaved(open_game(*PLAY, YAHTZEE_TUI_DATABASE=str(file)))
    assert file.read_text() == "mine"
    assert [*tmp_path.iterdir()] == [file]


def test_the_database_of_another_program(open_game: Open, tmp_path: Path) -> None:
    file = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE theirs (thing TEXT)")
    before = file.read_bytes()
    assert_played_unsaved(open_game(*PLAY, YAHTZEE_TUI_DATABASE=str(file)))
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]


def test_the_title_says_so_too(open_game: Open) -> None:
    console = open_game(YAHTZEE_TUI_DATABASE="/dev/null/games.sqlite")
    console.wait_for(NOT_SAVED)
    console.press("enter")
    console.wait_for("ann begins")
    console.press("space")
    console.wait_for("«")
    console.wait_for("NOT SAVED")


def test_the_words_of_the_shell_say_it_in_one_line(open_game: Open) -> None:
    console = open_game("resume", YAHTZEE_TUI_DATABASE="/dev/null/games.sqlite")
    assert console.wait() == 2
    assert len(console.text.split("\n\n")[0].splitlines()) == 1, console.text


def test_without_a_home_but_with_folders(home: UserFolders) -> None:
    table = TableConfig(("Ann",), seed="5").create_table()
    with Unset(*PLAY, **home.env) as console:
        wait_until_agreed(console, table)
        roll(console, table, Keyboard(console))
        assert "NOT SAVED" not in console.text
    assert home.read_table().history == table.history
