"""No byte and no sequence ends the game, or arrives as keys that were not pressed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.terminal.console import Console
from tests.terminal.odd_input import odd_inputs

if TYPE_CHECKING:
    from pathlib import Path

    from tests.terminal.conftest import Open

pytestmark = pytest.mark.slow

_LONGER_THAN_ESCAPE = 0.25
"""Seconds in which an incomplete sequence is given up."""


def write_all(console: Console, seed: int) -> None:
    """Write odd input in pieces, and end an incomplete letter or sequence."""
    for odd in odd_inputs(Random(seed), 1500):
        console.write(odd)
        console.read(0)
    console.write(b"\0\0\0")
    console.read(_LONGER_THAN_ESCAPE)


def test_at_the_table(open_game: Open) -> None:
    console = open_game("play", "Ann", "--seed", "5")
    console.wait_for("Ann, press")
    write_all(console, 1)
    console.press("space", "x", "1")
    console.wait_for("1 held")


@pytest.mark.exhaustive
def test_in_a_text_field_and_in_the_lobby(tmp_path: Path) -> None:
    with Console("visit", "--database", str(tmp_path / "games.sqlite")) as ann:
        ann.wait_for("What is your name?")
        write_all(ann, 2)
        ann.press(*["backspace"] * 30, *"Ann", "enter")
        ann.wait_for("SOLO")
        write_all(ann, 3)
        ann.press("?")
        ann.wait_for("How to play")
