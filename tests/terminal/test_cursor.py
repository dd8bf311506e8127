"""The terminal's own cursor, shown where it is wanted, as a screen reader would find it."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from tests.terminal.terminal_state import CURSOR, assert_restored

if TYPE_CHECKING:
    from tests.terminal.conftest import Open
    from tests.terminal.console import Console


def wait_until_at(console: Console, text: str) -> None:
    """Wait until the cursor is seen, and a text begins there."""
    console.wait_for(lambda: console.at_cursor.startswith(text) and console.read_modes()[CURSOR])


def test_it_follows_is_there_again_after_a_stop_and_sends_nothing_idle(open_game: Open) -> None:
    console = open_game("play", "Ann", "--seed", "5", "--cursor")
    wait_until_at(console, "Ann begins")
    console.press("space", "space")
    console.wait_for("Hold with 1-5")
    console.press("2")
    wait_until_at(console, "2 HELD")
    console.press("o")
    wait_until_at(console, "Picking a die")
    console.press("escape", "down")
    console.wait_for(lambda: console.before_cursor.endswith("▸"))
    console.press("ctrl+z")
    console.wait_for(lambda: console.stopped)
    console.empty()
    console.send(signal.SIGCONT)
    console.wait_for(lambda: console.before_cursor.endswith("▸") and console.read_modes()[CURSOR])
    while console.read(0.3):
        pass
    written = len(console.output)
    assert console.read(1) == b""
    assert len(console.output) == written
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)
