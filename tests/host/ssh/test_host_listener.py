"""The listener of a host: what it tells its sessions, and what they do without it."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.host.ssh.host_listener import running_listener
from tests.host.ssh.openssh import GameDatabase, open_ssh
from tests.host.ssh.server_process import ServerProcess
from tests.moved_clock import MovedClock
from tests.store.games import execute
from tests.waiting import wait_until
from yahtzee_tui.host.lobby.bans import find_subjects
from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY, ChangeFeed, Changes
from yahtzee_tui.host.lobby.host_link import MAX_PACKET, HostLink, LinkState
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.schema import PRESENCES
from yahtzee_tui.rules import Roll
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import MOST_SAVES


@pytest.fixture
def lobby(address: str) -> Iterator[Lobby]:
    database, _ = open_database(address)
    yield Lobby(database)
    database.close()


class Told:
    """What a feed is told, instead of the feed."""

    def __init__(self, feed: ChangeFeed) -> None:
        self.changes: list[Changes | None] = []
        vars(feed)["report"] = self.changes.append

    @property
    def ids(self) -> set[str | None]:
        return {change[0] for each in self.changes for change in each or ((None,),)}  # anything


async def follow(links: list[HostLink], *ids: frozenset[str]) -> list[Told]:
    """Let each session follow something, and wait for three reports: of listener, ids, database."""
    told = [
        Told(link.change_feed(each, counts=True)) for link, each in zip(links, ids, strict=True)
    ]
    await wait_until(lambda: all(len(each.changes) >= 3 for each in told))
    return told


async def test_each_session_is_told_of_its_own_table(lobby: Lobby, address: str) -> None:
    begun = [begin_new(lobby) for _ in range(2)]
    games = [each.version.game for each in begun]
    async with running_listener(address, 2) as running:
        tables = [frozenset({each.table, each.version.game}) for each in begun]
        told = await follow(running.links, *tables)
        for at, each in enumerate(begun):
            for other in told:
                other.changes.clear()
            each.save(lobby, each.history.play(Roll(), (1, 2, 3, 4, 5)))
            await wait_until(lambda at=at: {games[at], None} & told[at].ids)  # type: ignore[misc]
            assert not told[1 - at].ids & tables[at]


async def test_those_in_the_lobby_are_told_one_after_another(lobby: Lobby, address: str) -> None:
    """So that not all of them read at once whenever a player comes or goes."""
    async with running_listener(address, 3) as running:
        told = await follow(running.links, *[WHOLE_LOBBY] * 3)
        for each in told:
            each.changes.clear()
        lobby.enter(ANN).set_table(None)
        while not all(each.changes for each in told):
            before = sum(len(each.changes) for each in told)
            await asyncio.sleep(0)
            # Nobody else is told in the same turn of the event loop.
            assert sum(len(each.changes) for each in told) <= before + 1


async def test_presences_live_on_and_bans_end_sessions(
    lobby: Lobby, address: str, clock: MovedClock
) -> None:
    removed: list[str] = []
    missing: list[bool] = []
    ann, bob = (lobby.enter(user, "192.0.2.7") for user in (ANN, BOB))
    ann.set_table(None)

    def who() -> set[str]:
        return {each.name for each in lobby.list_present()}

    async with running_listener(address, 2) as running:
        running.links[0].on_removal = removed.append
        running.links[1].on_missing = lambda: missing.append(True)
        for link, presence, user in zip(running.links, (ann, bob), (ANN, BOB), strict=True):
            subjects = find_subjects({user.who}, "192.0.2.7", presence.session)
            link.be_present(presence.session, sorted(subjects))
        await clock.pass_until(lambda: missing, 1)
        bob.set_table(None)
        database, _ = open_database(address)
        execute(database, update(PRESENCES).values(seen=0))
        database.close()
        assert who() == set(), "as if their heartbeats had ended"
        await clock.pass_until(lambda: who() == {"Ann", "Bob"}, 1)
        lobby.bans.ban(ANN.who, 60)
        await clock.pass_until(lambda: removed, 1)
        assert set(removed) == {"banned"}


async def test_a_session_reads_by_itself_while_the_listener_is_silent(clock: MovedClock) -> None:
    own, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    link = HostLink(own.detach())
    link.open()
    feed = link.change_feed(frozenset({"table"}), counts=False)

    async def is_told_after(seconds: float) -> bool:
        waiting = asyncio.create_task(feed.wait())
        with clock.standing_still():
            await clock.move(1)  # two reports have a pause between them
            await clock.move(seconds - 1)
            is_told = waiting.done()
        waiting.cancel()
        return is_told

    async def hear() -> None:
        before = link.seconds_alive
        theirs.send(b"{}")
        await wait_until(lambda: link.seconds_alive > before)

    with theirs:
        assert await is_told_after(3), "nothing was ever heard"
        await hear()
        assert await is_told_after(1), "what happened before wasn't heard"
        await hear()
        assert not await is_told_after(2)
        assert await is_told_after(4)
        assert await is_told_after(3)
    link.close()


NONSENSE = (
    b"\xff", b"[]", b"7", b"{", b'{"ids": "ab"}', b'{"ids": [7]}', b'{"who": ""}',
    b'{"presence": null}', b'{"is_in_lobby": true}', b"[" * 9000,
    json.dumps({"ids": ["x" * 101]}).encode(),
    json.dumps({"ids": ["x"] * 17}).encode(),
    b'{"memory": -1}', b'{"memory": true}', b'{"memory": "9"}', b'{"memory": 1e13}',
    b'{"memory": NaN}', b'{"saves": "11"}', b'{"saves": [-1]}', b'{"saves": [NaN]}',
    b'{"saves": [Infinity]}', b'{"saves": [[1]]}', b'{"saves": [null]}', b'{"saves": {"1": 1}}',
    json.dumps({"saves": [0.1] * (MOST_SAVES + 1)}).encode(),
)  # fmt: skip


async def test_a_session_that_sends_nonsense_or_too_much_is_ended(tmp_path: Path) -> None:
    count = len(NONSENSE)
    async with running_listener(str(tmp_path / "games.sqlite"), count + 2) as running:
        await wait_until(lambda: all(link.seconds_alive for link in running.links))
        for at, data in enumerate(NONSENSE):
            running.sockets[at].send(data)
            assert await running.hear("misbehaving") == [at], data
        for at in range(101):
            running.links[count].be_present(str(at), [])
            await asyncio.sleep(0)
        assert await running.hear("misbehaving") == [count]
        most = LinkState(["x" * 100] * 16, "b", ["c"], 7, [0.001] * MOST_SAVES)
        for state in (most, LinkState(saves=[-1])):
            running.sockets[count + 1].send(json.dumps(state._asdict()).encode())
            await asyncio.sleep(0)
        assert await running.hear("misbehaving") == [count + 1], "by the second message only"


async def test_who_reads_nothing_for_a_while_is_told_afterwards(
    lobby: Lobby, address: str, clock: MovedClock
) -> None:
    begun = begin_new(lobby)
    async with running_listener(address, 2) as running:
        slow = running.sockets[0]
        running.links[0].close()

        def read() -> list[dict[str, Any]]:
            found = []
            with suppress(BlockingIOError):
                while True:
                    found.append(json.loads(slow.recv(MAX_PACKET)))
            return found

        slow.send(json.dumps(LinkState([begun.table])._asdict()).encode())
        (told,) = await follow(running.links[1:], frozenset({begun.table}))
        told.changes.clear()
        lobby.messages.say(begun.table, ANN, "hello")
        await wait_until(lambda: {begun.table, None} & told.ids)
        assert "changes" in str(read())
        for _ in range(100):  # signs of life, until no more fit into the queue
            await clock.move(2)
        told.changes.clear()
        lobby.messages.say(begun.table, ANN, "hello?")
        await wait_until(lambda: {begun.table, None} & told.ids)
        assert "changes" not in str(read())
        await clock.pass_until(lambda: "changes" in str(read()), 1)


async def test_a_listener_that_fails_ends(tmp_path: Path) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with running_listener(
            str(tmp_path / "games.sqlite"), sender=SimpleNamespace(run=fail)
        ) as running:
            assert await asyncio.get_running_loop().sock_recv(running.control, 0) == b""


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
        before = game_server.listener
        os.kill(before, number)
        ann.press("space", "2")
        database.wait_for(code, lambda game: game.held == (1,), ann, bob)
        bob.wait_for(lambda: game_server.listener not in (before, 0))
        ann.press("4")
        database.wait_for(code, lambda game: game.held == (1, 3), ann, bob)
        bob.wait_for("everyone is here")
