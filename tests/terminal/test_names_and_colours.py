"""Names that look like markup or are wider than they are long, and a terminal without colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.terminal.input_methods import Keyboard, hold, roll, score
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.terminal.conftest import Open

_COLOUR = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


@pytest.mark.parametrize(
    ("name", "other"), [("[b]Ann[/b]", "[/]"), ("[red", r"\[x]"), ("$name", "[@click=q]Q[/]")]
)
def test_markup_in_a_name_is_text(open_game: Open, name: str, other: str) -> None:
    console = open_game("play", name, other, "--first", name)
    console.wait_for(f"{name} begins")
    console.wait_for(f" {name} to play")
    console.press("space", "x")
    console.wait_for("1-5 or a click")
    console.press("/")
    console.wait_for("Esc cancels")
    console.press(*"chance", "enter")
    console.wait_for(f"{name}: ")
    console.wait_for(f" {other} to play")
    console.press("q", "y")
    assert console.wait() == 0
    assert f"{name} " in console.read_farewell()


def test_wide_names_keep_the_columns(open_game: Open) -> None:
    names = ("李雷", "ハナコ")
    console = open_game("play", *names, "--first", "李雷")
    console.wait_for("李雷 to play")
    console.press("space", "x")
    console.wait_for("«")
    console.wait_for(lambda: all(name in console.text for name in names))
    console.wait_for("Quit")  # the last line, below all that is looked at
    cells = ["".join(c if c.isascii() else "·" for c in line) for line in console.lines]
    assert all(len(line) <= 80 for line in cells)


def test_a_wide_name_is_typed(open_game: Open) -> None:
    console = open_game()
    console.click_on("New game")
    console.wait_for("Who begins")
    console.press(*"李雷", "ctrl+s")
    console.wait_for("GRAND TOTAL")
    console.wait_for(" to play")  # who begins is drawn
    assert "李雷" in console.text


def test_no_color(open_game: Open) -> None:
    table = TableConfig(("Ann", "Bob"), seed="9").create_table()
    console = open_game("play", "Ann", "Bob", "--seed", "9", NO_COLOR="1")
    hands = Keyboard(console)
    roll(console, table, hands)
    hold(console, table, hands, 0)
    hold(console, table, hands, 3)
    score(console, table, hands, "chance")
    wait_until_agreed(console, table)
    assert _COLOUR.findall(bytes(console.output)) == []
