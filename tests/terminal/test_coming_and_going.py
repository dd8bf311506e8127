"""From the shell to the first roll, and from the game back to the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.screen_text import read_dice, wait_until_agreed
from tests.terminal.terminal_state import assert_restored
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

    from tests.terminal.conftest import Open

ASKED = "Stay (n)"


def test_enter_twice_is_the_first_roll(open_game: Open) -> None:
    console = open_game()
    console.wait_for("ann alone")
    console.press("enter")
    console.wait_for("ann begins")
    console.press("enter")
    console.wait_for("Roll 1 of 3")
    console.wait_for("Hold with 1-5 or a click")
    assert len(read_dice(console)[0]) == 5


def test_before_the_first_roll_nothing_is_asked_and_nothing_said(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for("Ann begins")
    console.press("q")
    assert console.wait() == 0
    assert console.read_farewell().count("\n") == 0
    assert_restored(console)


def test_from_the_title_by_mouse_to_a_game_of_other_rules(open_game: Open) -> None:
    console = open_game()
    console.click_on("New game")
    console.click_on("Scandinavian Yatzy")
    console.wait_for("upper bonus 50")
    console.click_on("   Start   ")
    console.wait_for("Two pairs")
    console.click_on("    Roll")  # the button, not the key
    console.wait_for("Roll 1 of 3")
    console.click_on("Chance")
    console.wait_for("«")


def test_from_the_title_by_keys_to_a_game_of_two(open_game: Open) -> None:
    console = open_game()
    console.wait_for("ann alone")
    console.press("down", "enter")
    console.wait_for("Who begins")
    console.press(*"Bob")
    console.wait_for("Bob")
    console.press("ctrl+s")
    console.wait_for("GRAND TOTAL")
    heading = next(line for line in console.lines if "UPPER" in line)
    assert [name.strip("▸") for name in heading.split()[1:3]] == ["ann", "Bob"]


def test_a_game_left_halfway_is_told_on_the_normal_screen(open_game: Open) -> None:
    table = TableConfig(("Ann", "Bob"), seed="7").create_table()
    console = open_game("play", "Ann", "Bob", "--seed", "7")
    wait_until_agreed(console, table)
    console.press("space", "x")
    table.apply(table.game.seat, Roll())
    wait_until_agreed(console, table)
    console.press("/")
    console.wait_for("Esc cancels")
    console.press(*"chance", "enter")
    table.apply(table.game.seat, Score("chance"))
    wait_until_agreed(console, table)
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)
    totals = ", ".join(
        f"{player} {card.grand_total}"
        for player, card in zip(table.game.players, table.game.cards, strict=True)
    )
    farewell = console.read_farewell()
    assert f"The game was left in round 1 of 13: {totals}." in farewell
    assert "It is saved: yahtzee-tui resume goes on with it." in farewell
    assert "\x1b" not in farewell.partition("The game")[2]


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_no_key_ends_a_game_that_is_not_saved_unasked(
    open_game: Open, key: str, tmp_path: Path
) -> None:
    console = open_game("play", "Ann", "--database", str(tmp_path))  # a folder
    console.wait_for("Games can't be saved.")
    console.press("space", "x")
    console.wait_for("«")
    console.press(key)
    console.wait_for(ASKED)
    assert console.alive
    console.press("enter")
    console.wait_gone(ASKED)
    assert console.alive


def test_out_through_the_menu(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for("Ann begins")
    console.press("escape")
    console.wait_for("Play   ")
    console.press("up", "enter")
    assert console.wait() == 0
    assert_restored(console)
