"""Two programs and one store: two games, or one that is watched, taken over and taken back."""

from __future__ import annotations

import resource
import signal
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.terminal.input_methods import Keyboard, hold, roll, score
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.store.connect import BUSY_SECONDS
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.terminal.conftest import Open
    from tests.terminal.console import Console
    from tests.terminal.user_folders import UserFolders
    from yahtzee_tui.table import Table

PLAY = ("play", "Ann", "Bob", "--first", "Ann", "--seed", "8")
ELSEWHERE = "This game is open in another window."
SAVED_AGAIN = "The game is saved again."


@pytest.fixture
def table() -> Table:
    return TableConfig(("Ann", "Bob"), first="Ann", seed="8").create_table()


@pytest.fixture
def first(open_game: Open, home: UserFolders, table: Table) -> Console:
    """The window in which the game has begun: a roll, a held die."""
    console = open_game(*PLAY, **home.env)
    wait_until_agreed(console, table)
    hands = Keyboard(console)
    roll(console, table, hands)
    hold(console, table, hands, 2)
    return console


@pytest.fixture
def second(open_game: Open, home: UserFolders, first: Console) -> Console:
    """The window in which somebody wants to go on with the same game."""
    assert first.alive
    console = open_game("resume", **home.env)
    console.wait_for(ELSEWHERE)
    return console


def test_two_games_at_once(open_game: Open, home: UserFolders) -> None:
    tables = [TableConfig((name,), seed=name).create_table() for name in ("Ann", "Bob")]
    consoles = [open_game("play", name, "--seed", name, **home.env) for name in ("Ann", "Bob")]
    pairs = [(*pair, Keyboard(pair[0])) for pair in zip(consoles, tables, strict=True)]
    for console, table, _ in pairs:
        wait_until_agreed(console, table)
    for _ in range(3):
        for console, table, hands in pairs:
            roll(console, table, hands)
        for console, table, hands in pairs:
            hold(console, table, hands, 1)
        for console, table, hands in pairs:
            score(console, table, hands, best_box(table))
    saved = {table.game.player: table.history for table in home.read_tables()}
    assert saved == {table.game.player: table.history for table in tables}
    for console in consoles:
        console.press("q")
        assert console.wait() == 0


def test_the_second_watches_every_action(first: Console, second: Console, table: Table) -> None:
    watch(second)
    wait_until_agreed(second, table)
    hands = Keyboard(first)
    for _ in range(2):
        roll(first, table, hands)
        wait_until_agreed(second, table)
        hold(first, table, hands, 0)
        wait_until_agreed(second, table)
        score(first, table, hands, best_box(table))
        wait_until_agreed(second, table)
    first.press("u")
    table.undo(table.undo_seat or 0)
    wait_until_agreed(first, table)
    wait_until_agreed(second, table)


def test_whoever_watches_changes_nothing(
    first: Console, second: Console, table: Table, home: UserFolders
) -> None:
    watch(second)
    wait_until_agreed(second, table)
    second.press("space", "1", "a", "enter", "u", "U")
    second.click(60, 6)
    second.click(5, 4)
    hold(first, table, Keyboard(first), 4)
    wait_until_agreed(second, table)
    assert home.read_table().history == table.history


def test_taken_over_and_taken_back(
    first: Console, second: Console, table: Table, home: UserFolders
) -> None:
    second.press("t")
    wait_until_agreed(second, table)
    hold(second, table, Keyboard(second), 0)
    first.press("5")
    first.wait_for(ELSEWHERE)
    assert home.read_table().history == table.history  # with nothing of what was pressed there
    watch(first)
    wait_until_agreed(first, table)
    roll(second, table, Keyboard(second))
    wait_until_agreed(first, table)
    first.press("t")
    first.wait_gone("You are watching")
    score(first, table, Keyboard(first), "chance")
    second.press("1")
    second.wait_for(ELSEWHERE)
    assert home.read_table().history == table.history
    second.press("t")
    wait_until_agreed(second, table)
    roll(second, table, Keyboard(second))
    assert home.read_table().history == table.history


def test_left_by_the_first_it_is_the_seconds(
    open_game: Open, first: Console, table: Table, home: UserFolders
) -> None:
    first.press("q")
    assert first.wait() == 0
    continue_unasked(open_game, table, home)


def test_killed_the_first_holds_nothing(
    open_game: Open, first: Console, table: Table, home: UserFolders
) -> None:
    first.send(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    continue_unasked(open_game, table, home)


def test_asleep_the_first_holds_it_still(
    first: Console, open_game: Open, home: UserFolders
) -> None:
    first.press("ctrl+z")
    first.wait_for(lambda: first.stopped)
    open_game("resume", **home.env).wait_for(ELSEWHERE)


@pytest.mark.usefixtures("first")
def test_the_title_offers_no_game_that_is_open_elsewhere(
    open_game: Open, home: UserFolders, table: Table
) -> None:
    title = open_game(**home.env)
    title.wait_for("1 unfinished")
    assert "Continue" not in title.text
    title.click_on("Saved games")
    title.wait_for("open in another window")
    title.press("d")
    title.wait_for(ELSEWHERE)
    title.press("enter")
    title.wait_for("Take it over")
    watch(title)
    wait_until_agreed(title, table)


def test_a_locked_store_stops_no_game(first: Console, table: Table, home: UserFolders) -> None:
    before = home.read_table().history
    with locked(home):
        hold(first, table, Keyboard(first), 0)
        first.wait_for("Not saved. Another program keeps the saved games locked.")
        first.wait_for("NOT SAVED")
        assert home.read_table().history == before
    hold(first, table, Keyboard(first), 1)
    first.wait_for(SAVED_AGAIN)
    first.wait_gone("NOT SAVED")
    assert home.read_table().history == table.history


def test_what_is_locked_for_a_moment_is_waited_for(first: Console, home: UserFolders) -> None:
    with locked(home):
        first.press("1")
        assert not first.read_until(lambda: "1 HELD" in first.text, BUSY_SECONDS / 4)
    first.wait_for("1 HELD")
    assert "NOT SAVED" not in first.text
    assert 0 in home.read_table().game.held


def test_a_locked_store_lets_no_second_in(
    open_game: Open, first: Console, home: UserFolders, table: Table
) -> None:
    first.press("q")
    assert first.wait() == 0
    with locked(home):
        console = open_game("resume", **home.env)
        console.wait_for("Another program keeps the saved games locked.")
    console.wait_for("Continue")
    console.press("enter")
    wait_until_agreed(console, table)


def test_a_full_disk_stops_no_game(first: Console, table: Table, home: UserFolders) -> None:
    before = home.read_table().history
    with full_disk(first):
        hold(first, table, Keyboard(first), 0)
        first.wait_for("Not saved. The disk with the saved games")
        roll(first, table, Keyboard(first))
        first.wait_for("NOT SAVED")
        assert home.read_table().history == before
    hold(first, table, Keyboard(first), 1)
    first.wait_for(SAVED_AGAIN)
    first.wait_gone("NOT SAVED")
    home.assert_sound()
    assert home.read_table().history == table.history


def test_with_a_full_disk_leaving_asks(first: Console, table: Table, home: UserFolders) -> None:
    with full_disk(first):
        hold(first, table, Keyboard(first), 0)
        first.press("q")
        first.wait_for("Stay (n)")
        first.press("y")
        assert first.wait() == 0
    assert "It is saved" not in first.read_farewell()
    home.assert_sound()


def best_box(table: Table) -> str:
    """Return the box that is worth most now, which is asked about by nobody."""
    return max(table.game.potentials, key=lambda each: each.points).box.id


def watch(console: Console) -> None:
    """Choose to look on."""
    console.press("w")
    console.wait_for("You are watching.")


def continue_unasked(open_game: Open, table: Table, home: UserFolders) -> None:
    """Go on with the game from the title, which must ask nothing."""
    console = open_game(**home.env)
    console.wait_for("Continue")
    console.press("enter")
    wait_until_agreed(console, table)
    hold(console, table, Keyboard(console), 4)
    assert home.read_table().history == table.history


@contextmanager
def locked(home: UserFolders) -> Iterator[None]:
    """Keep everybody else from writing."""
    with closing(sqlite3.connect(home.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def full_disk(console: Console) -> Iterator[None]:
    """Let no file of a program grow, nor be written further than a little way in."""
    before = resource.prlimit(console.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(console.pid, resource.RLIMIT_FSIZE, (1, before[1]))
    yield
    if console.alive:
        resource.prlimit(console.pid, resource.RLIMIT_FSIZE, before)
