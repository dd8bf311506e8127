"""While the dice tumble, a key or a click ends the animation; most keys also do what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.input_methods import Keyboard, Mouse, hold, score
from tests.terminal.screen_text import differences, wait_until_agreed
from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from tests.terminal.console import Console
    from yahtzee_tui.table import Table


@pytest.fixture
def table() -> Table:
    return TableConfig(("Ann",), seed="5").create_table()


@pytest.fixture
def console(open_game: Open) -> Console:
    console = open_game("play", "Ann", "--seed", "5")
    console.wait_for("Ann begins")
    return console


def test_keys_that_roll_and_score_only_cut_it_short(console: Console, table: Table) -> None:
    hands = Keyboard(console)
    for key in ("space", "enter", "r", "x"):
        console.press("space")
        console.wait_for("Roll 1 of 3")
        console.press(key)
        table.apply(0, Roll())
        wait_until_agreed(console, table)
        hold(console, table, hands, 2)  # shows that nothing else is still to come
        score(console, table, hands, table.game.card.open[0].id)


def test_other_keys_are_carried_out_too(console: Console, table: Table) -> None:
    """Even in one packet with the roll."""
    console.write("r12")
    table.apply(0, Roll())
    table.apply(0, Hold((0, 1)))
    wait_until_agreed(console, table)
    console.write("ra")
    table.apply(0, Roll())
    table.apply(0, Hold((0, 1, 2, 3, 4)))
    wait_until_agreed(console, table)
    console.write("u")
    table.undo(0)
    wait_until_agreed(console, table)
    console.write("r/")
    table.apply(0, Roll())
    console.wait_for("Esc cancels")


def test_a_click_on_a_box_only_cuts_it_short(console: Console, table: Table) -> None:
    hands = Mouse(console)
    hands.roll(table.game)
    table.apply(0, Roll())
    wait_until_agreed(console, table)
    hold(console, table, hands, 2)


def test_it_ends_by_itself(console: Console, table: Table) -> None:
    console.press("space")
    table.apply(0, Roll())
    console.wait_for("Roll 1 of 3")
    assert "‹" not in console.text, "what is rolling has no worth yet"
    assert differences(console, table)
    wait_until_agreed(console, table)


def test_the_last_roll_leaves_nothing_to_roll_or_to_hold(console: Console, table: Table) -> None:
    for _ in range(3):
        console.press("space", "x")
        table.apply(0, Roll())
        wait_until_agreed(console, table)
    console.press("space", "1", "r", "a")
    console.click(5, 4)
    console.click(60, 6)
    console.press("/")
    console.wait_for("Esc cancels")
    wait_until_agreed(console, table)
