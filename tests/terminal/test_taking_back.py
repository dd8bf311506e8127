"""Undo, redo and moving a score, by keys and by clicks; and finding a box by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.hands import Keyboard, Mouse, hold, roll, score
from tests.terminal.reading import read_cursor, wait_until_agreed
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from tests.terminal.console import Console
    from yahtzee_tui.table import Table

PLAYERS = ("Ann", "Bob")


@pytest.fixture
def table() -> Table:
    return TableConfig(PLAYERS, seed="11").create_table()


@pytest.fixture
def console(open_game: Open) -> Console:
    return open_game("play", *PLAYERS, "--seed", "11")


def undo(console: Console, table: Table) -> None:
    seat = table.undo_seat
    assert seat is not None
    table.undo(seat)
    wait_until_agreed(console, table)


def redo(console: Console, table: Table) -> None:
    seat = table.redo_seat
    assert seat is not None
    table.redo(seat)
    wait_until_agreed(console, table)


def test_by_key_back_to_the_roll_and_no_further(console: Console, table: Table) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    for position in (0, 3, 4, 3):
        hold(console, table, hands, position)
    score(console, table, hands, "chance")
    for _ in range(5):
        console.press("u")
        undo(console, table)
    assert table.undo_seat is None
    console.press("u", "u")
    for key in ("U", "ctrl+r", "U"):
        console.press(key)
        redo(console, table)
    assert len(table.game.held) == 3
    hold(console, table, hands, 1)
    console.press("U")
    hold(console, table, hands, 3)
    roll(console, table, hands)
    console.press("u")
    hold(console, table, hands, 0)


def test_by_click(console: Console, table: Table) -> None:
    hands = Mouse(console)
    console.wait_for("begins")
    roll(console, table, hands)
    hold(console, table, hands, 2)
    score(console, table, hands, "chance")
    console.click_on("u Undo")
    undo(console, table)
    console.click_on("u Undo")
    undo(console, table)
    hold(console, table, hands, 4)


def test_a_score_is_moved_by_key(console: Console, table: Table) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    shown, seat = table.game, table.game.seat
    score(console, table, hands, "chance")
    best = _second_best(table)
    hands.score(shown, best, asks=False)
    table.repost(seat, best)
    wait_until_agreed(console, table)
    console.press("u")
    undo(console, table)
    roll(console, table, hands)


def test_a_score_is_moved_by_click(console: Console, table: Table) -> None:
    hands = Mouse(console)
    console.wait_for("begins")
    roll(console, table, hands)
    shown, seat = table.game, table.game.seat
    score(console, table, hands, "chance")
    best = _second_best(table)
    hands.click_box(shown, best)
    table.repost(seat, best)
    wait_until_agreed(console, table)
    hands.click_box(shown, "chance", seat)
    table.repost(seat, "chance")
    wait_until_agreed(console, table)
    roll(console, table, hands)
    assert table.game.seat != seat


def test_a_click_into_the_card_of_another_does_nothing(console: Console, table: Table) -> None:
    hands = Mouse(console)
    console.wait_for("begins")
    roll(console, table, hands)
    other = 1 - table.game.seat
    hands.click_box(table.game, "chance", other)
    console.wait_for(f"The dice are for {table.game.player}'s card.")
    wait_until_agreed(console, table)


def test_the_finder_narrows_and_escape_leaves_everything(console: Console, table: Table) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    console.press("/")
    console.wait_for("Esc cancels")
    console.press(*"str")
    console.wait_for(lambda: read_cursor(console) == "Small straight")
    console.press("down")
    console.wait_for(lambda: read_cursor(console) == "Large straight")
    console.press("escape")
    console.wait_for("Hold with 1-5 or a click")
    wait_until_agreed(console, table)
    hold(console, table, hands, 0)


def test_the_finder_takes_digits_as_text(console: Console, table: Table) -> None:
    hands = Keyboard(console)
    roll(console, table, hands)
    console.press("/")
    console.wait_for("Esc cancels")
    console.press(*"3k")
    console.wait_for(lambda: read_cursor(console) == "Three of a kind")
    wait_until_agreed(console, table)
    console.press("backspace", "backspace", *"xyz", "enter")
    console.wait_for("No open box is called that.")
    wait_until_agreed(console, table)


def _second_best(table: Table) -> str:
    """Return the box that the dice just scored in chance are worth most in besides."""
    shown = table.history.before
    found = [p for p in shown.potentials if p.box.id != "chance"]
    return max(found, key=lambda p: p.points).box.id
