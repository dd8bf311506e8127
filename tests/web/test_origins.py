"""The Host and Origin checks, the limit of sessions, and a game that doesn't exit."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from tests.web.server_process import wait_gone
from yahtzee_tui.web import WebSettings, server, session
from yahtzee_tui.web.origins import is_known_host, is_loopback, is_own_page, origin_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HERE = "http://127.0.0.1:8000"
ELSEWHERE = "https://dice.example.org"

UNSTOPPABLE = """
import os
print("__GANGLION__", flush=True)
os.write(1, b"D" + len(str(os.getpid())).to_bytes(4, "big") + str(os.getpid()).encode())
while os.read(0, 100):
    pass
"""
"""A game that sends its process id, and ignores requests to exit."""


class Browser(NamedTuple):
    """A client of a server, and the server's address."""

    session: ClientSession
    address: str


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Run a server of `UNSTOPPABLE` games."""
    settings = WebSettings("127.0.0.1", 0, "", (sys.executable, "-c", UNSTOPPABLE))
    async with server.open_server(settings) as port:
        address = f"http://127.0.0.1:{port}"
        async with ClientSession(address) as session:
            yield Browser(session, address)


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://127.0.0.1", "http://localhost:3000"]
)
async def test_other_pages_are_refused(browser: Browser, origin: str | None) -> None:
    with pytest.raises(WSServerHandshakeError) as refusal:
        await browser.session.ws_connect("/ws", origin=origin)
    assert refusal.value.status == 403


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js"])
async def test_another_name_for_the_same_address_is_refused(browser: Browser, path: str) -> None:
    headers = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    answer = await browser.session.get(path, headers=headers)
    assert answer.status == 403
    assert "--public-url" in await answer.text()


async def test_a_full_house_is_refused(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_MAX_SESSIONS", 0)
    with pytest.raises(WSServerHandshakeError) as refusal:
        await browser.session.ws_connect("/ws", origin=browser.address)
    assert refusal.value.status == 503


async def test_the_page_needs_nothing_from_elsewhere(browser: Browser) -> None:
    answer = await browser.session.get("/")
    text = await answer.text()
    assert "://" not in text
    for path in text.split('"')[1::2]:
        if path.startswith("static/"):
            async with browser.session.get(f"/{path}") as part:
                assert part.status == 200, path
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy


async def test_a_game_that_does_not_end_is_ended(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_EXIT_SECONDS", 0.1)
    async with browser.session.ws_connect("/ws", origin=browser.address) as connection:
        process = int(await connection.receive_bytes())
    await wait_gone(process)


@pytest.mark.parametrize(
    ("origin", "host", "public_url", "is_own"),
    [
        (HERE, "127.0.0.1:8000", "", True),
        ("HTTP://LocalHost:8000", "localhost:8000", "", True),
        ("http://[::1]:8000", "[::1]:8000", "", True),
        (ELSEWHERE, "dice.example.org", "", True),  # which is refused for its name
        (ELSEWHERE, "localhost:8000", ELSEWHERE, True),
        (ELSEWHERE, "localhost:8000", f"{ELSEWHERE}/yahtzee/", True),
        (HERE, "127.0.0.1:8000", ELSEWHERE, True),
        (ELSEWHERE, "localhost:8000", "", False),
        ("http://dice.example.org", "localhost:8000", ELSEWHERE, False),
        (f"{ELSEWHERE}.evil.example", "localhost:8000", ELSEWHERE, False),
        (HERE, "localhost:8000", "", False),
        ("null", "localhost:8000", "", False),
        ("", "", "", False),
    ],
)
def test_pages_are_told_by_where_they_come_from(
    origin: str, host: str, public_url: str, is_own: bool
) -> None:
    assert is_own_page(origin, host, public_url) is is_own


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.0.2.7:8000", True),
        ("box:8000", True),
        ("BOX.local:8000", True),
        ("dice.example.org", True),
        ("example.org", False),
        ("box.example.org", False),
        ("localhost.example.org", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_the_server_knows_its_names(
    monkeypatch: pytest.MonkeyPatch, host: str, is_known: bool
) -> None:
    monkeypatch.setattr("yahtzee_tui.web.origins.gethostname", lambda: "Box")
    assert is_known_host(host, ELSEWHERE) is is_known
    assert not is_known_host("dice.example.org", "")


def test_the_driver_of_games_exists() -> None:
    module, name = session.DRIVER.split(":")
    assert hasattr(import_module(module), name)


def test_only_this_machine_reaches_a_loopback_address() -> None:
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.8.8.8", "::1")))
    assert not any(map(is_loopback, ("", "0.0.0.0", "::", "192.0.2.7", "localhost.example.org")))


@pytest.mark.parametrize("word", ["dice.example.org", "ftp://x", "https://", "http://[x", "x", ""])
def test_what_is_no_address_of_a_page(word: str) -> None:
    assert origin_of(word) == ""
