"""Terminals of every kind: each is sent only what it understands, and is left as it was found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.terminal.input_methods import Keyboard, roll
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.terminal_state import assert_restored
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.terminal.conftest import Open
    from tests.terminal.user_folders import UserFolders

FEW, MANY, FULL = "16 colours", "256 colours", "all colours"

_STYLE = re.compile(rb"\x1b\[([\d;]*)m")
_CONTROL = re.compile(r"\x1b\[[?<>=]?[\d;]*[A-Za-z]|\x1b[()]?[A-Z0-9=>]|[\r\n\x08]")
_SIGNS = "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼"
"""What the code page 437 has where others have control characters."""


class Kind(NamedTuple):
    """A terminal.

    Attributes:
        env: What it tells programs.
        colours: Which colours it has.
    """

    env: dict[str, str]
    colours: set[str]


KINDS = {
    "linux": Kind({"TERM": "linux", "COLORTERM": ""}, {FEW}),
    "16 colours": Kind({"TERM": "xterm-16color", "COLORTERM": ""}, {FEW}),
    "screen": Kind({"TERM": "screen", "COLORTERM": "", "LC_ALL": "C"}, {FEW}),
    "tmux": Kind({"TERM": "tmux-256color", "COLORTERM": ""}, {MANY}),
    "full": Kind({"LC_ALL": "", "LC_CTYPE": "", "LANG": "de_DE.ISO-8859-1"}, {FULL}),
    "no colour": Kind({"NO_COLOR": "1"}, set()),
}


def colours_of(output: bytes) -> Iterator[str]:
    """Yield which colours are named in what was written."""
    for found in _STYLE.findall(output):
        numbers = [int(number or 0) for number in found.split(b";")]
        while numbers:
            number = numbers.pop(0)
            if number in (38, 48):
                is_full = numbers.pop(0) == 2
                del numbers[: 3 if is_full else 1]
                yield FULL if is_full else MANY
            elif number // 10 in (3, 4, 9, 10) and number % 10 < 8:
                yield FEW


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_a_turn_on_every_kind_of_terminal(open_game: Open, home: UserFolders, kind: Kind) -> None:
    console = open_game("play", "Ann", "--seed", "9", **home.env | kind.env)
    console.wait_for("Ann begins")
    console.press("space")
    console.wait_for("Roll 1 of 3")
    console.press("2")
    console.wait_for("2 HELD")
    console.press("enter")
    console.wait_for("u undoes")
    console.press("q")
    assert console.wait() == 0
    assert_restored(console)
    output = bytes(console.output)
    assert set(colours_of(output)) == kind.colours
    text = _CONTROL.sub("", output.decode())
    if kind is KINDS["linux"]:
        assert not re.search(rb"\x1b\[(?:[\d;]*;)?10[0-7][;m]", output)
        assert "═" in text
        text.translate(dict.fromkeys(map(ord, _SIGNS))).encode("cp437")
    elif kind in (KINDS["screen"], KINDS["full"]):
        assert text.isascii()
    else:
        assert "━" in text


@pytest.mark.slow
def test_a_terminal_that_empties_itself_is_filled_again(open_game: Open) -> None:
    table = TableConfig(("Ann",), seed="9").create_table()
    console = open_game("play", "Ann", "--seed", "9")
    roll(console, table, Keyboard(console))
    console.resize(80, 30)
    console.empty()
    wait_until_agreed(console, table)
    console.wait_for("? Help")


@pytest.mark.slow
def test_nothing_is_left_behind_where_there_is_no_other_screen(open_game: Open) -> None:
    console = open_game("play", "Ann", TERM="linux", COLORTERM="")
    console.wait_for("Ann begins")
    console.press("space", "x")
    console.wait_for("Roll 1 of 3")
    console.press("q")
    assert console.wait() == 0
    first, *others = [line for line in console.lines if line.strip()]
    assert "The game was left in round 1 of 13" in first
    assert len(others) == 1


def test_colours_are_told_from_one_another() -> None:
    assert list(colours_of(b"\x1b[1;38;2;1;2;3;48;5;7m\x1b[0;91m\x1b[39;49m\x1b[m")) == [
        FULL, MANY, FEW,
    ]  # fmt: skip
