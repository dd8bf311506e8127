"""What is sent to a terminal has the effect of all that Textual draws, in fewer bytes."""

from collections.abc import Iterator
from random import Random

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from yahtzee_tui.tui.terminal.cell_diff import ScreenBuffer

WIDTH, HEIGHT = 24, 6
GROUND, HELD = "48;2;12;29;22", "1;38;2;36;26;2;48;2;227;179;65"
NUMBERS = (
    "", "1", "2", "4", "7", "31", "97;44", "39;49", "1;4;38;5;7", "38;2;1;2;3", GROUND, HELD,
    f"38;2;232;239;233;{GROUND}", f"2;38;2;232;239;233;{GROUND}", f"9;{GROUND}",
)  # fmt: skip
WORDS = ("Ann holds 1.", "Ann holds 1, 2.", " ", "      ", "┏━━━┓", "● 3", "山田", "é ", "x")
MARKS = ("\u0301", "\u0301x", "\ufe0f", "ิ", "ิ์")
"""Pieces that begin without a letter, as in fields with the cursor before them."""


class Terminal:
    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.screen.set_mode(pyte.modes.LNM)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self.stream = pyte.Stream(self.screen)

    def cells(self) -> Iterator[tuple[object, ...]]:
        """Yield what one sees: of a cell without a letter, only what is behind it."""
        yield self.screen.cursor.y, self.screen.cursor.x
        for row in range(HEIGHT):
            for column in range(WIDTH):
                cell = self.screen.buffer[row][column]
                is_bare = cell.data == " " and not (
                    cell.reverse or cell.underscore or cell.strikethrough
                )
                yield (" ", cell.bg) if is_bare else tuple(cell)


def at(row: int, column: int, *pieces: tuple[str, str]) -> str:
    """Return what Textual writes to draw texts from a place on, each with its numbers."""
    drawn = (f"\x1b[{numbers}m{text}\x1b[0m" if numbers else text for numbers, text in pieces)
    return f"\x1b[{row};{column}H{''.join(drawn)}"


def whole(rng: Random) -> str:
    lines = (
        "".join(at(1, 1, piece).removeprefix("\x1b[1;1H") for piece in row(rng, 0))
        for _ in range(HEIGHT)
    )
    return "\x1b[1;1H" + "\n".join(lines) + "\x1b[1;1H"


def row(rng: Random, start: int) -> Iterator[tuple[str, str]]:
    left = WIDTH - start
    while left > 0:
        text = rng.choice(WORDS)
        width = len(text) + ("山" in text) * 2
        if width > left:
            text, width = " " * left, left
        yield rng.choice(NUMBERS), text
        left -= width


def part(rng: Random) -> str:
    rows = sorted(rng.sample(range(HEIGHT), rng.randint(1, HEIGHT)))
    drawn = []
    for each in rows:
        column = rng.choice((0, 0, 4, 9))
        pieces = list(row(rng, column))
        pieces = pieces[: rng.randint(1, len(pieces))]
        if rng.random() < 0.02:
            pieces[-1:] = [(rng.choice(NUMBERS), "e"), (rng.choice(NUMBERS), rng.choice(MARKS))]
        drawn.append(at(each + 1, column + 1, *pieces))
    return "\n".join(drawn) + f"\x1b[{rng.randint(1, 2)};{rng.randint(1, 3)}H"


@pytest.mark.parametrize("seed", range(6))
def test_a_terminal_shows_the_same(seed: int) -> None:
    rng, cells = Random(seed), ScreenBuffer()
    stock, spared = Terminal(), Terminal()
    long = short = 0
    data = whole(rng)
    for _ in range(60):
        kind = rng.random()
        if kind < 0.1:
            data = whole(rng)
        elif kind < 0.2:
            data = "\x1b[2J"
        elif kind < 0.8:  # else the same once more
            data = part(rng)
        shortened = cells.shorten(data)
        stock.stream.feed(data)
        spared.stream.feed(shortened)
        assert [*stock.cells()] == [*spared.cells()], (data, shortened)
        long, short = long + len(data), short + len(shortened)
    assert short < long * 0.79


@pytest.mark.parametrize("seed", range(4))
def test_strips_are_sent_as_their_text_would_be(seed: int) -> None:
    rng, by_text, by_strip = Random(seed), ScreenBuffer(), ScreenBuffer()
    console = Console(color_system="truecolor")
    looks = [*map(Style.parse, ("bold", "red on blue", "dim #e8efe9 on #0c1d16", "reverse"))]
    is_known = []
    for _ in range(60):
        strips = []
        for y in sorted(rng.sample(range(HEIGHT), rng.randint(1, HEIGHT))):
            column = rng.choice((0, 0, 4, 9))
            segments = [Segment(text, rng.choice(looks)) for _, text in row(rng, column)]
            if rng.random() < 0.03:
                odd = Segment(rng.choice(MARKS)), Segment("a\tb"), Segment("x", Style(link="x:y"))
                segments[-1] = rng.choice(odd)
            strips.append((y, column, Strip(segments)))
        move = "".join(f"{Control.move_to(x, y)}{strip.render(console)}" for y, x, strip in strips)
        text = f"{move}{Control.move_to(3, 2)}"
        painted = by_strip.paint(strips, (2, 3), ColorSystem.TRUECOLOR)
        is_known.append(painted is not None)
        assert (by_strip.shorten(text) if painted is None else painted) == by_text.shorten(text)
    assert {*is_known} == {True, False}


def test_only_what_changes_is_sent() -> None:
    cells = ScreenBuffer()
    first = cells.shorten(at(3, 5, (HELD, "Ann holds 1."), (GROUND, "    ")) + "\x1b[1;1H")
    assert first == f"\x1b[3;5H\x1b[{HELD}mAnn holds 1.\x1b[0;{GROUND}m    \x1b[m\x1b[H"
    more = cells.shorten(at(3, 5, (HELD, "Ann holds 1, 2.")) + "\x1b[1;1H")
    assert more == f"\x1b[3;16H\x1b[{HELD}m, 2.\x1b[m\x1b[H"
    assert cells.shorten(at(3, 5, (HELD, "Ann holds 1, 2.")) + "\x1b[1;1H") == ""
    assert cells.shorten("\x1b[2;4H") == "\x1b[2;4H"
    # Cells far apart are reached without drawing those between.
    cells.shorten(at(1, 1, ("", "abcdefghijklm")))
    assert cells.shorten(at(1, 1, ("", "ABcdefghijkLm"))) == "\x1b[HAB\x1b[9CL\x1b[C"
    # Nothing old shows through where a terminal takes less room.
    wide = ScreenBuffer().shorten(at(1, 1, (GROUND, "山田")))
    assert wide == f"\x1b[H\x1b[{GROUND}m    \x1b[H山田\x1b[m\x1b[1;5H"
    # The whole screen is sent, whatever is known.
    data = "\x1b[1;1Hupper\nlower\x1b[1;1H"
    assert cells.shorten(data) == cells.shorten(data) == "\x1b[Hupper\x1b[2;1Hlower\x1b[H"


@pytest.mark.parametrize(
    "data",
    [
        "\x1b[?1049h", "\x1b[2J", "text alone", "\x1b[1mtext\x1b[0m", "\x1b[1;1H\x1b[1mnever ended",
        "\x1b[1;1H\x1b[38;9mx\x1b[0m", "\x1b[1;1H\x1b[38;2;1mx\x1b[0m", "\x1b[1;1H\x1b[Kx", "",
        "\x1b[1;1Hx\ttab", "\x1b[1;1Hx\x1b[6n", "\x1b[1;1H\x1b[38mx\x1b[0m",
        *(at(1, 1, ("", "e"), ("7", mark)) for mark in MARKS),
    ],
)  # fmt: skip
def test_anything_else_is_sent_as_it_is_and_leaves_nothing_known(data: str) -> None:
    cells = ScreenBuffer()
    picture = at(1, 1, ("", "abc"))
    drawn = cells.shorten(picture)
    for what in ("\x1b[?2026h", "\x1b[?25l", "\x1b]22;text\x1b\\", "\x07"):  # draws nothing
        assert cells.shorten(what) == what
    assert cells.shorten(picture) == ""
    assert cells.shorten(data) == data
    assert cells.shorten(picture) == drawn
