"""The Host and Origin checks, the limit of sessions, and a game that doesn't exit."""

import asyncio
import sys
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from tests.moved_clock import MovedClock
from tests.source import read_lines
from tests.waiting import is_running, wait_until
from yahtzee_tui.host.web import WebSettings, server
from yahtzee_tui.host.web.origins import is_known_host, is_loopback, is_own_page, origin_of
from yahtzee_tui.host.web.server import BrowserSession

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
    session: ClientSession
    address: str


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    settings = WebSettings("127.0.0.1", 0, "", (sys.executable, "-c", UNSTOPPABLE))
    async with server.open_server(settings) as port:
        address = f"http://127.0.0.1:{port}"
        async with ClientSession(address) as session:
            yield Browser(session, address)


async def test_other_pages_and_names_are_refused(browser: Browser) -> None:
    evil = ("null", "http://evil.example", "http://127.0.0.1", "http://localhost:3000")
    for origin in (None, *evil):
        with pytest.raises(WSServerHandshakeError) as refusal:
            await browser.session.ws_connect("/ws", origin=origin)
        assert refusal.value.status == 403
    headers = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    for path in ("/", "/ws", "/static/js/textual.js"):
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


async def test_a_game_that_does_not_end_is_ended(browser: Browser, clock: MovedClock) -> None:
    async with browser.session.ws_connect("/ws", origin=browser.address) as connection:
        process = int(await connection.receive_bytes())
    await clock.pass_until(lambda: not is_running(process), 1)


async def test_the_end_of_a_session_waits_for_its_process(clock: MovedClock) -> None:
    """Else its pipes are still open when the loop ends."""
    received: list[bytes] = []

    async def receive(data: bytes = b"") -> None:
        received.append(data)

    browser: Any = SimpleNamespace(send_bytes=receive, send_str=receive, close=receive)
    game = BrowserSession((sys.executable, "-c", UNSTOPPABLE), browser)
    await game.start(80, 24)
    await wait_until(lambda: received)
    ending = asyncio.create_task(game.end())
    await clock.pass_until(ending.done, 1)
    assert not is_running(int(received[0]))


def test_pages_and_names_are_told_by_where_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    for origin, host, public_url, is_own in read_lines(__file__, "origins.jsonl"):
        assert is_own_page(origin, host, public_url) is is_own, (origin, host, public_url)
    monkeypatch.setattr("yahtzee_tui.host.web.origins.gethostname", lambda: "Box")
    for host in (
        "localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.0.2.7:8000",
        "box:8000", "BOX.local:8000", "dice.example.org",
    ):  # fmt: skip
        assert is_known_host(host, ELSEWHERE), host
    for host in (
        "example.org", "box.example.org", "localhost.example.org", "dice.example.org", "[::1", "",
    ):  # fmt: skip
        assert not is_known_host(host, ELSEWHERE if host != "dice.example.org" else ""), host
    for address in ("localhost", "127.0.0.1", "127.8.8.8", "::1"):
        assert is_loopback(address)
    for address in ("", "0.0.0.0", "::", "192.0.2.7", "localhost.example.org"):
        assert not is_loopback(address)
    for word in ("dice.example.org", "ftp://x", "https://", "http://[x", "x", ""):
        assert origin_of(word) == ""
