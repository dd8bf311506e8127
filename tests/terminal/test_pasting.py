"""What is pasted into a field, whatever it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.terminal.conftest import Open


def test_the_cursor_goes_over_what_takes_no_room(open_game: Open) -> None:
    console = open_game()
    console.wait_for("q Quit")
    console.press("ctrl+p")
    console.wait_for("type a part of it")
    console.write("\x1b[200~❤️\x1b[201~")
    console.wait_for("❤")
    console.press("left")
    console.wait_for(lambda: b"m\xef\xb8\x8f" in console.output)  # drawn by itself now
    console.press("escape")
    console.wait_gone("❤")
    console.press("q")
    assert console.wait() == 0
