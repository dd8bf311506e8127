"""The mouse: the shape of its pointer, and the buttons that do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.terminal.terminal_state import assert_restored

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from tests.terminal.console import Console


def test_the_shape_is_left_as_it_was(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for("q Quit")
    row = next(row for row, line in enumerate(console.lines) if "q Quit" in line)
    column = console.lines[row].index("q Quit") + 1
    console.write(f"\x1b[<35;{column + 1};{row + 1}M")
    console.wait_for(lambda: b"\x1b]22;pointer\x07" in console.output)
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)


def test_only_the_left_button_acts(open_game: Open) -> None:
    console = open_game("play", "Ann", "--seed", "5")
    console.wait_for("Ann begins")
    row, column = find(console, "Roll")
    press_button(console, 1, column, row)
    press_button(console, 2, column, row)
    console.click(column, row)
    console.wait_for("Roll 1 of 3")
    console.press("x")
    row, column = find(console, "Chance")
    for button in (1, 2):
        press_button(console, button, column, row)
    console.press("1")
    console.wait_for("1 HELD")
    assert "Roll 1 of 3" in console.text
    console.click(column, row)
    console.wait_for("Chance")
    console.wait_for(lambda: "1 HELD" not in console.text)


def find(console: Console, text: str) -> tuple[int, int]:
    """Return the row and column of a text."""
    row = next(row for row, line in enumerate(console.lines) if text in line)
    return row, console.lines[row].index(text) + 1


def press_button(console: Console, button: int, column: int, row: int) -> None:
    """Press and release the middle button, 1, or the right one, 2."""
    console.write(f"\x1b[<{button};{column + 1};{row + 1}M\x1b[<{button};{column + 1};{row + 1}m")
