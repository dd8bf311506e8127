"""What a slow line has to carry: nothing while nothing happens, and little for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.user_folders import UserFolders

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.terminal.conftest import Open
    from tests.terminal.console import Console

SPEEDS = ("off", "short", "full")
IDLE = 2.5
"""Seconds for which a table is watched; games look every 2 s whether they go on elsewhere."""
WATCHES = 4
"""How often a table is watched at most, as a busy machine draws late what still was to come."""

_SILENCE = 0.5
_SHOWS_AT_ONCE = "\x1b[?2026;2$y"
_END = b"\x1b[?2026l"


def count(console: Console, key: str, seen: str | Callable[[], bool]) -> int:
    """Press a key; return how many bytes came until something stood there in a whole picture."""
    begin = len(console.output)
    console.press(key)
    console.wait_for(seen)
    console.wait_for(lambda: console.output.endswith(_END))
    return len(console.output) - begin


def sit_down(open_game: Open, home: UserFolders, *words: str) -> Console:
    """Open a table on a terminal that shows a picture at once, and let it be drawn whole."""
    console = open_game("play", "Ann", "Bob", *words, "--seed", "42", **home.env)
    console.wait_for(lambda: console.lines[-1].rstrip().endswith("Quit"))
    console.wait_for("the highest total wins")  # the tip comes last
    console.write(_SHOWS_AT_ONCE)
    console.let_rest(_SILENCE)
    return console


def has_changed(console: Console) -> Callable[[], bool]:
    before = console.text
    return lambda: console.text != before


@pytest.mark.exhaustive
def test_a_key_costs_little_and_slower_dice_more(open_game: Open, tmp_path: Path) -> None:
    rolls = []
    for speed in SPEEDS:
        home = UserFolders(tmp_path / speed, f'dice_speed = "{speed}"\n')
        console = sit_down(open_game, home)
        first = len(console.output)
        assert first < 10_000
        rolls.append(count(console, "space", "Hold dice with"))
    assert 1000 < rolls[0] < rolls[1] < rolls[2] < 8000
    for _ in range(2):
        assert 100 < count(console, "1", "1 held") < 1200
        assert 100 < count(console, "1", lambda: "1 held" not in console.text) < 1300
    for _ in range(3):
        assert 50 < count(console, "down", has_changed(console)) < 700


@pytest.mark.slow
def test_an_idle_table_sends_nothing(open_game: Open, tmp_path: Path) -> None:
    """Not even with a coach who advises, and with a computer that waits for its turn."""
    home = UserFolders(tmp_path, 'dice_speed = "off"\ncoach = "always"\n')
    console = sit_down(open_game, home, "--bot", "beginner")
    console.press("space")
    console.wait_for(lambda: "in total" in console.text or "to win" in console.text)
    console.let_rest(_SILENCE)
    assert any(console.read(IDLE) == b"" for _ in range(WATCHES))
    assert console.alive
