"""Windows of every size, while the dice roll and under everything that opens over the table."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.terminal import resize_again
from tests.terminal.console import Console
from tests.terminal.input_methods import Keyboard, hold, roll, score
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.rules import Roll
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from yahtzee_tui.table import Table

TOO_SMALL = "Needs 60x20; q quits."
FULL = (80, 24)


@pytest.fixture
def table() -> Table:
    return TableConfig(("Ann", "Bob"), seed="3").create_table()


@pytest.fixture
def console(open_game: Open, table: Table) -> Console:
    console = open_game("play", "Ann", "Bob", "--seed", "3")
    wait_until_agreed(console, table)
    return console


def storm(console: Console, seed: int) -> None:
    """Pull at the corner of the window, down to a single cell, and back to 80x24."""
    rng = Random(seed)
    for _ in range(6):
        console.resize(rng.randint(1, 140), rng.randint(1, 50))
        console.read(rng.random() / 50)
    for size in ((1, 1), (59, 20), (2, 60), (60, 20), (200, 1), (1, 1)):
        console.resize(*size)
        assert console.read(2), "nothing drawn for a new size"
    console.resize(*FULL)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_storm_while_the_dice_roll(console: Console, table: Table, seed: int) -> None:
    console.press("space")
    console.wait_for("Roll 1 of 3")
    table.apply(table.game.seat, Roll())
    storm(console, seed)
    wait_until_agreed(console, table)
    hold(console, table, Keyboard(console), 1)


@pytest.mark.parametrize(
    ("keys", "seen", "back"),
    [
        ("?", "How to play Yahtzee", "escape"),
        ("o", "Picking a die", "escape"),
        ("s", "High scores", "escape"),
        ("/", "Esc cancels", "escape"),
    ],
)
def test_a_storm_under_what_is_open(
    console: Console, table: Table, keys: str, seen: str, back: str
) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    console.press(keys)
    console.wait_for(seen)
    storm(console, 3)
    console.wait_for(seen)
    console.press(back)
    console.wait_gone(seen)
    wait_until_agreed(console, table)
    score(console, table, hands, "chance")


@pytest.mark.parametrize("size", [(59, 24), (80, 19), (30, 10), (21, 1)])
def test_too_small_says_what_is_needed_and_keeps_the_game(
    console: Console, table: Table, size: tuple[int, int]
) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    console.resize(*size)
    console.wait_for(TOO_SMALL)
    console.press("space", "1", "enter", "u", "x")
    for _ in range(2):
        console.resize(25, 2)  # drawn only after those keys have been dealt with
        assert console.read(2)
        console.resize(*size)
        assert console.read(2)
    console.resize(*FULL)
    wait_until_agreed(console, table)
    hold(console, table, hands, 4)


def test_the_quit_key_works_where_it_is_too_small(open_game: Open) -> None:
    console = open_game("play", "Ann", size=(40, 10))
    console.wait_for(TOO_SMALL)
    console.press("q")
    assert console.wait() == 0


def test_the_smallest_window_holds_dice_and_open_boxes(open_game: Open) -> None:
    console = open_game("play", "Ann", "Bob", "--seed", "3", size=(60, 20))
    console.wait_for("begins")
    console.press("space", "x")
    console.wait_for("«")
    for text in ("Roll 1 of 3", "Ones", "Sixes", "Chance", "Help", "Quit", "? Help"):
        console.wait_for(text)
    console.press("5")
    console.wait_for("5 HELD")


class ResizedAgain(Console):
    """The game whose terminal changes its size while it handles another change."""

    command = staticmethod(lambda *_: [sys.executable, "-m", resize_again.__name__])


def test_the_last_of_two_quick_sizes_counts() -> None:
    with ResizedAgain() as console:
        console.wait_for("Ann begins")
        console.resize(*resize_again.TRIGGER)
        console.wait_for("Needs 60x20")
