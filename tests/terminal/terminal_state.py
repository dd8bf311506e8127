"""Checks that the program has taken the terminal, or restored its modes and settings."""

from __future__ import annotations

import re
import termios
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.terminal.console import Console

ALTERNATE_SCREEN, CURSOR, PASTE, FOCUS, WRAP = 1049, 25, 2004, 1004, 7
MOUSE = (1000, 1002, 1003, 1006, 1015, 1016)
_SPECIAL_CHARACTERS = 6


def assert_restored(console: Console) -> None:
    """Make sure that the terminal is as the program found it."""
    modes = console.read_modes()
    assert modes[ALTERNATE_SCREEN] is False
    assert modes[CURSOR] is True
    assert modes[WRAP] is True
    assert [mode for mode in (*MOUSE, PASTE, FOCUS) if modes.get(mode)] == []
    output = bytes(console.output)
    pushed = re.findall(rb"\x1b\[>\d+u", output)  # what keys send is pushed on a stack
    assert len(pushed) == output.count(b"\x1b[<u")
    shapes = re.findall(rb"\x1b\]22;([\w-]*)\x07", output)  # of the mouse's pointer
    assert shapes[-1:] in ([], [b"default"])
    before, now = console.modes, console.settings()
    assert now[:_SPECIAL_CHARACTERS] == before[:_SPECIAL_CHARACTERS]
    assert isinstance(now[3], int)
    assert now[3] & termios.ECHO
    assert now[3] & termios.ICANON


def assert_taken(console: Console) -> None:
    """Make sure that the terminal is the program's."""
    modes = console.read_modes()
    assert modes[ALTERNATE_SCREEN] is True
    assert modes[CURSOR] is False
    assert all(modes[mode] for mode in (1000, 1003, 1006, PASTE))
    settings = console.settings()
    assert isinstance(settings[3], int)
    assert not settings[3] & (termios.ECHO | termios.ICANON)
