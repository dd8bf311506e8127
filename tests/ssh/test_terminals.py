"""Terminals: what they are called, how large they say they are, and which colours they have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyte
import pytest

from tests.ssh.clients import ROLLED, TABLE, connect, sit_down, visiting

if TYPE_CHECKING:
    from tests.ssh.served import Served

FULL_COLOUR = b"\x1b[38;2;"
FEW_COLOURS = b"38;5;"
ESCAPES = [
    "a\x1b]0;pwned\x07",
    "\x9b31mred",
    "\u202elive",
    "[red]x[/red]",
    "[@click=app.quit]x[/]",
    "../../etc",
    "x" * 900,
    "a\tb",
    "$(id)",
]


@pytest.mark.parametrize("term", ["dumb", "\x1b]0;x\x07", "x" * 60, "a/../b", "-vt100", "a b"])
async def test_a_terminal_without_a_proper_name_shows_no_game(server: Served, term: str) -> None:
    async with connect(server) as connection:
        visit = await sit_down(connection, term=term)
        await visit.wait_over()
    assert visit.code == 1
    assert visit.seen == b"The game needs a full-screen terminal, and TERM names none.\r\n"


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ((0, 0), (80, 24)),
        ((1, 1), (20, 8)),
        ((100_000, 5), (300, 8)),
        ((2**32 - 1, 2**32 - 1), (300, 120)),
    ],
)
async def test_no_size_is_out_of_bounds(
    server: Served, asked: tuple[int, int], given: tuple[int, int]
) -> None:
    async with connect(server) as connection:
        visit = await sit_down(connection, size=asked)
        await visit.wait_for(b"\x1b[?1049h")
    began = server.events("begin")[-1]
    assert (began["columns"], began["rows"]) == given


async def test_the_size_can_change(server: Served) -> None:
    async with visiting(server, size=(80, 24)) as visit:
        for size in ((120, 40), (10**9, 10**9), (0, 0), (1, 1), (100, 30)):
            visit.channel.change_terminal_size(*size)
        await visit.wait_for(b"\x1b[30;1H")

        def is_drawn() -> bool:
            screen = pyte.Screen(100, 30)
            pyte.ByteStream(screen).feed(bytes(visit.seen).replace(b"\x1b[<u", b""))
            return screen.display[29].rstrip().endswith("Quit")

        visit.press(b"\x1b[B")
        await visit.wait_for(is_drawn)


@pytest.mark.parametrize(
    ("term", "sent", "full"),
    [
        ("xterm-256color", {}, False),
        ("xterm-256color", {"COLORTERM": "truecolor"}, True),
        ("xterm-256color", {"COLORTERM": "yes"}, False),
        ("xterm-kitty", {}, True),
    ],
)
async def test_colours_are_those_of_the_terminal(
    server: Served, term: str, sent: dict[str, str], full: bool
) -> None:
    async with visiting(server, term=term, env=sent) as visit:
        assert (FULL_COLOUR in visit.seen) is full
        assert (FEW_COLOURS in visit.seen) is not full


async def test_no_colours_are_shown_to_those_who_want_none(server: Served) -> None:
    sent = {"NO_COLOR": "1", "COLORTERM": "truecolor"}
    async with visiting(server, env=sent) as visit:
        pass
    chosen = {
        number
        for each in re.findall(rb"\x1b\[([\d;]+)m", visit.seen)
        for number in each.split(b";")
    }
    assert chosen
    assert chosen <= {b"0", b"1", b"2", b"3", b"4", b"7", b"9", b"22"}


@pytest.mark.parametrize(
    ("locale", "is_plain"), [("C", True), ("en_US.ISO-8859-1", True), ("de_DE.UTF-8", False)]
)
async def test_a_terminal_without_unicode_gets_none(
    server: Served, locale: str, is_plain: bool
) -> None:
    async with visiting(server, env={"LC_ALL": locale}) as visit:
        assert visit.seen.isascii() is is_plain


@pytest.mark.parametrize("login", ESCAPES)
async def test_a_login_is_only_a_suggestion(server: Served, login: str) -> None:
    # What SSH itself takes for no name at all ends the login; the rest is cleaned.
    try:
        async with visiting(server, login) as visit:
            pass
    except (OSError, ValueError):
        return
    drawn = bytes(visit.seen)
    assert login.encode() not in drawn
    for sequence in (b"\x1b]0;", b"\xc2\x9b", "\u202e".encode(), b"[red]", b"@click", b"../"):
        assert sequence not in drawn


async def test_nothing_stops_the_process_or_leaves_it(server: Served) -> None:
    async with visiting(server) as visit:
        visit.press(b"\x1a\x1c\x03")
        await visit.wait_over()
    assert visit.code == 0


async def test_suspending_does_nothing(server: Served) -> None:
    async with visiting(server) as visit:
        visit.press(b"\x1a")
        visit.press(b" ")
        await visit.wait_for(ROLLED)
        assert TABLE in visit.seen
