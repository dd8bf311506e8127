"""The listener of a host: what it tells its sessions, and what they do without it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from typing import TYPE_CHECKING

import pytest

from tests.ssh.host_listener import running_listener
from tests.ssh.openssh import GameDatabase, open_ssh
from tests.ssh.server_process import ServerProcess, children
from tests.store.lobby.feeds import is_told, settle
from tests.store.lobby.people import ANN, BOB, begin_new
from tests.terminal.program import PATIENCE
from yahtzee_tui.rules import Roll
from yahtzee_tui.ssh.worker import host_listener
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.lobby import change_feed, host_link
from yahtzee_tui.store.lobby.host_link import HostLink, LinkState
from yahtzee_tui.store.lobby.lobby import Lobby
from yahtzee_tui.store.lobby.models import WHOLE_LOBBY, find_subjects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from yahtzee_tui.store.lobby.change_feed import ChangeFeed


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_address"))
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def lobby(address: str) -> Iterator[Lobby]:
    database, _ = open_database(address)
    yield Lobby(database)
    database.close()


async def wait_until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


async def test_each_session_is_told_of_its_own_table(lobby: Lobby, address: str) -> None:
    ours, theirs = begin_new(lobby), begin_new(lobby)
    async with running_listener(address, 2) as (links, _):
        feeds = [
            link.change_feed(frozenset({begun.table, begun.version.game}), counts=True)
            for link, begun in zip(links, (ours, theirs), strict=True)
        ]
        await wait_until(lambda: all(link.seconds_alive for link in links))
        for feed in feeds:
            await settle(feed)
        ours.save(lobby, ours.history.play(Roll(), (1, 2, 3, 4, 5)))
        assert await is_told(feeds[0], PATIENCE)
        assert not await is_told(feeds[1], 0.6)
        for feed in feeds:
            feed.close()


async def test_those_in_the_lobby_are_told_one_after_another(
    lobby: Lobby, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that not all of them read at once whenever a player comes or goes."""
    monkeypatch.setattr(host_listener, "LOBBY_PAUSE_SECONDS", 0.3)
    async with running_listener(address, 3) as (links, _):
        feeds = [link.change_feed(WHOLE_LOBBY, counts=True) for link in links]
        await wait_until(lambda: all(link.seconds_alive for link in links))
        for feed in feeds:
            await settle(feed)

        async def time_told(feed: ChangeFeed) -> float:
            assert await is_told(feed, PATIENCE)
            return time.monotonic()

        waiting = [asyncio.create_task(time_told(feed)) for feed in feeds]
        lobby.enter(ANN).set_table(None)
        first, second, third = sorted([await each for each in waiting])
        assert min(second - first, third - second) > 0.2
        for feed in feeds:
            feed.close()


async def test_presences_live_on_and_bans_end_sessions(
    lobby: Lobby, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEEP_ALIVE_SECONDS", "BEAT_SECONDS"):
        monkeypatch.setattr(host_listener, name, 0.1)
    removed: list[str] = []
    missing: list[bool] = []
    ann, bob = (lobby.enter(user, "192.0.2.7") for user in (ANN, BOB))
    ann.set_table(None)
    async with running_listener(address, 2) as (links, _):
        links[0].on_removal = removed.append
        links[1].on_missing = lambda: missing.append(True)
        for link, presence, user in zip(links, (ann, bob), (ANN, BOB), strict=True):
            subjects = find_subjects({user.who}, "192.0.2.7", presence.session)
            link.be_present(presence.session, sorted(subjects))
        await wait_until(lambda: missing)
        bob.set_table(None)
        seen = time.time()
        await asyncio.sleep(0.3)
        assert {each.name for each in lobby.list_present()} == {"Ann", "Bob"}
        assert time.time() - seen < PATIENCE
        lobby.bans.ban(ANN.who, 60)
        await wait_until(lambda: removed)
        assert set(removed) == {"banned"}


async def test_a_session_reads_by_itself_while_the_listener_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(change_feed, "_OWN_SECONDS", 0.2)
    own, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    link = HostLink(own.detach())
    link.open()
    feed = link.change_feed(frozenset({"table"}), counts=False)
    with theirs:
        assert await is_told(feed, PATIENCE), "nothing was ever heard"
        theirs.send(b"{}")
        await wait_until(lambda: link.seconds_alive)
        assert await is_told(feed, PATIENCE), "what happened before wasn't heard"
        assert not await is_told(feed, 0.8)
        monkeypatch.setattr(host_link, "SILENT_SECONDS", 0.0)
        assert await is_told(feed, PATIENCE)
        assert await is_told(feed, PATIENCE)
    link.close()


@pytest.mark.parametrize(
    "data",
    [
        b"\xff", b"[]", b"7", b"{", b'{"ids": "ab"}', b'{"ids": [7]}', b'{"who": ""}',
        b'{"presence": null}', b'{"is_in_lobby": true}', b"[" * 9000,
        json.dumps({"ids": ["x" * 101]}).encode(),
        json.dumps({"ids": ["x"] * 17}).encode(),
    ],
)  # fmt: skip
async def test_a_session_that_sends_nonsense_is_ended(tmp_path: Path, data: bytes) -> None:
    assert host_listener.read_state(data) is None
    async with running_listener(str(tmp_path / "games.sqlite"), 2) as (links, control):
        await wait_until(lambda: links[0].seconds_alive)
        assert links[0]._link is not None
        links[0]._link.send(data)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while "misbehaving" not in (ended := json.loads(await loop.sock_recv(control, 999))):
                pass
        assert ended == {"misbehaving": [0]}
        await wait_until(lambda: links[1].seconds_alive)


async def test_who_reads_nothing_for_a_while_is_told_afterwards(
    lobby: Lobby, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_listener, "BEAT_SECONDS", 0.1)
    begun = begin_new(lobby)
    async with running_listener(address) as (links, _):
        link = links[0]
        feed = link.change_feed(frozenset({begun.table}), counts=True)
        await wait_until(lambda: link.seconds_alive)
        await settle(feed)
        assert link._link is not None
        loop = asyncio.get_running_loop()
        loop.remove_reader(link._link)
        await asyncio.sleep(1.5)  # its queue is full by now
        lobby.messages.say(begun.table, ANN, "hello")
        await asyncio.sleep(0.5)
        loop.add_reader(link._link, link._read, link._link)
        assert await is_told(feed, PATIENCE)
        feed.close()


async def test_a_session_that_sends_too_much_is_ended(tmp_path: Path) -> None:
    async with running_listener(str(tmp_path / "games.sqlite")) as (links, control):
        await wait_until(lambda: links[0].seconds_alive)
        for at in range(101):
            links[0].be_present(str(at), [])
            await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while "misbehaving" not in (ended := json.loads(await loop.sock_recv(control, 999))):
                pass
        assert ended == {"misbehaving": [0]}


async def test_a_listener_that_fails_ends(
    lobby: Lobby, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_listener, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(Lobby, "keep_alive", lambda *_: 1 / 0)
    assert lobby.list_present() == []

    async def fail() -> None:
        async with running_listener(address) as (links, _):
            links[0].be_present("a", [])
            await wait_until(lambda: links[0]._link is None)

    with pytest.raises(ZeroDivisionError):
        await fail()


def test_what_a_session_wants_is_read() -> None:
    state = LinkState(["a"], "b", ["c"], 7, [0.001])
    assert host_listener.read_state(json.dumps(state._asdict()).encode()) == state


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_lost_listener_is_replaced_while_two_play(
    game_server: ServerProcess, database: GameDatabase, number: signal.Signals
) -> None:
    code = database.begin("Ann", "Bob")
    with (
        open_ssh(game_server.port, database.keys["Ann"], "join", code) as ann,
        open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob,
    ):
        bob.wait_for("everyone is here")
        before = find_listener(game_server)
        os.kill(before, number)
        ann.press("space", "2")
        database.wait_for(code, lambda game: game.held == (1,), ann, bob)
        until = time.monotonic() + PATIENCE
        while find_listener(game_server) == before:
            bob.read(0.1)
            assert time.monotonic() < until
        time.sleep(1.0)
        ann.press("4")
        database.wait_for(code, lambda game: game.held == (1, 3), ann, bob)
        bob.wait_for("everyone is here")


def find_listener(server: ServerProcess) -> int:
    """Return the process of the listener: the one child of the fork server in its own session."""
    (fork_server,) = children(server.pid)
    ours = [each for each in children(fork_server) if os.getsid(each) == os.getsid(fork_server)]
    return max(ours, default=0)
