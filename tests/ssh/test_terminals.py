"""Terminals of clients: TERM, size, colours, locale."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyte
import pytest

from tests.ssh.clients import ROLLED, TABLE, connect, playing, start_session

if TYPE_CHECKING:
    from tests.ssh.server_process import ServerProcess

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
async def test_a_terminal_without_a_proper_name_shows_no_game(
    server: ServerProcess, term: str
) -> None:
    async with connect(server) as connection:
        session = await start_session(connection, term=term)
        await session.wait_over()
    assert session.code == 1
    assert session.seen == b"The game needs a full-screen terminal, and TERM names none.\r\n"


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
    server: ServerProcess, asked: tuple[int, int], given: tuple[int, int]
) -> None:
    async with connect(server) as connection:
        session = await start_session(connection, size=asked)
        await session.wait_for(b"\x1b[?1049h")
    began = server.events("begin")[-1]
    assert (began["columns"], began["rows"]) == given


async def test_the_size_can_change(server: ServerProcess) -> None:
    async with playing(server, size=(80, 24)) as session:
        for size in ((120, 40), (10**9, 10**9), (0, 0), (1, 1), (100, 30)):
            session.channel.change_terminal_size(*size)
        await session.wait_for(b"\x1b[30;1H")

        def is_drawn() -> bool:
            screen = pyte.Screen(100, 30)
            pyte.ByteStream(screen).feed(bytes(session.seen).replace(b"\x1b[<u", b""))
            return screen.display[29].rstrip().endswith("Quit")

        session.press(b"\x1b[B")
        await session.wait_for(is_drawn)


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
    server: ServerProcess, term: str, sent: dict[str, str], full: bool
) -> None:
    async with playing(server, term=term, env=sent) as session:
        assert (FULL_COLOUR in session.seen) is full
        assert (FEW_COLOURS in session.seen) is not full


async def test_no_colours_are_shown_to_those_who_want_none(server: ServerProcess) -> None:
    sent = {"NO_COLOR": "1", "COLORTERM": "truecolor"}
    async with playing(server, env=sent) as session:
        pass
    chosen = {
        number
        for each in re.findall(rb"\x1b\[([\d;]+)m", session.seen)
        for number in each.split(b";")
    }
    assert chosen
    assert chosen <= {b"0", b"1", b"2", b"3", b"4", b"7", b"9", b"22"}


@pytest.mark.parametrize(
    ("locale", "is_plain"), [("C", True), ("en_US.ISO-8859-1", True), ("de_DE.UTF-8", False)]
)
async def test_a_terminal_without_unicode_gets_none(
    server: ServerProcess, locale: str, is_plain: bool
) -> None:
    async with playing(server, env={"LC_ALL": locale}) as session:
        assert session.seen.isascii() is is_plain


@pytest.mark.parametrize("login", ESCAPES)
async def test_a_login_is_only_a_suggestion(server: ServerProcess, login: str) -> None:
    # What SSH itself takes for no name at all ends the login; the rest is cleaned.
    try:
        async with playing(server, login) as session:
            pass
    except (OSError, ValueError):
        return
    drawn = bytes(session.seen)
    assert login.encode() not in drawn
    for sequence in (b"\x1b]0;", b"\xc2\x9b", "\u202e".encode(), b"[red]", b"@click", b"../"):
        assert sequence not in drawn


async def test_nothing_stops_the_process_or_leaves_it(server: ServerProcess) -> None:
    async with playing(server) as session:
        session.press(b"\x1a\x1c\x03")
        await session.wait_over()
    assert session.code == 0


async def test_suspending_does_nothing(server: ServerProcess) -> None:
    async with playing(server) as session:
        session.press(b"\x1a")
        session.press(b" ")
        await session.wait_for(ROLLED)
        assert TABLE in session.seen
