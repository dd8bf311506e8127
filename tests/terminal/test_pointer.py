"""The mouse's pointer has another shape over what can be clicked, and the usual one afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.terminal.terminal_state import assert_restored

if TYPE_CHECKING:
    from tests.terminal.conftest import Open


def test_it_is_left_as_it_was(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for("q Quit")
    row = next(row for row, line in enumerate(console.lines) if "q Quit" in line)
    column = console.lines[row].index("q Quit") + 1
    console.write(f"\x1b[<35;{column + 1};{row + 1}M")
    console.wait_for(lambda: b"\x1b]22;pointer\x07" in console.output)
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)
