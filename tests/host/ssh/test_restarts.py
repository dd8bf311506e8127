"""Clients and hosts that are killed, drained or replaced in the middle of a game.

The turn goes on, on one host or two: no action is lost, and none counts twice.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.host.postgres import Server
from tests.host.ssh import next_release
from tests.host.ssh.clients import connect, start_session
from tests.host.ssh.openssh import FarKeyboard, GameDatabase, Remote, needs_ssh, open_ssh
from tests.host.ssh.server_process import ServerProcess, kill_all
from tests.store.games import refused
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.store.schema import SCHEMA

pytestmark = [pytest.mark.slow, needs_ssh]

NEXT_RELEASE = ("-m", "tests.host.ssh.next_release")
_RESTARTS = "This server is restarting. Your games are saved; connect again to continue."


class Hosts:
    """Servers on one database, and Ann and Bob at one table, each at a server of their own."""

    def __init__(self, folder: Path, stack: ExitStack, **settings: Any) -> None:
        self.folder, self.stack, self.settings = folder, stack, settings
        self.database = GameDatabase(settings["database"], folder)
        stack.callback(self.database.close)
        self.code = self.database.begin("Ann", "Bob")
        self.keys = [self.database.keys[name] for name in ("Ann", "Bob")]
        self.count = 0

    def start(self, **choices: Any) -> ServerProcess:
        self.count += 1
        folder = self.folder / f"host {self.count}"
        folder.mkdir()
        return self.stack.enter_context(ServerProcess(folder, **self.settings | choices))

    def join(self, server: ServerProcess, who: int) -> Remote:
        console = self.stack.enter_context(open_ssh(server.port, self.keys[who], "join", self.code))
        self.database.wait_until_shown(self.code, console)
        return console

    def play_turn(self, consoles: list[Remote]) -> None:
        """Roll if that isn't done yet, and score; both players see each action."""
        game = self.database.game(self.code)
        mover = consoles[game.seat]
        if not game.roll:
            mover.press("space")
            self.database.wait_for(self.code, lambda game: game.roll == 1, *consoles)
        mover.score()
        self.database.wait_for(self.code, lambda now: now.seat != game.seat, *consoles)


@pytest.fixture(params=["direct", pytest.param("pooled", marks=pytest.mark.exhaustive)])
def addresses(
    request: pytest.FixtureRequest, postgres: Server, postgres_address: str
) -> Iterator[dict[str, Any]]:
    """Name a database in the settings of a host by its plain roles, also behind a pooler."""
    sessions, listener = postgres.restrict(postgres_address)
    if request.param == "direct":
        yield {"database": sessions, "listen_database": listener}
        return
    from tests.host.postgres import pooling  # needs psycopg

    with pooling(postgres) as folder:
        pooled = sessions.replace(str(postgres.folder), f"{folder}&port=6432")
        yield {"database": pooled, "listen_database": listener}


def test_two_hosts_of_which_one_dies(addresses: dict[str, Any], tmp_path: Path) -> None:
    """What is done on one is seen on the other at once; who was on a dead one goes on there."""
    with ExitStack() as stack:
        hosts = Hosts(tmp_path, stack, **addresses)
        servers = [hosts.start(), hosts.start()]
        consoles = [hosts.join(server, who) for who, server in enumerate(servers)]
        for console in consoles:
            console.wait_for("everyone is here")
        for mover in (0, 1, 0, 1):
            consoles[mover].press("space", "2")
            hosts.database.wait_for(hosts.code, lambda game: game.held == (1,), *consoles)
            consoles[mover].score()
            consoles[1 - mover].wait_for("Your turn")
            hosts.database.wait_for(hosts.code, lambda game: not game.roll, *consoles)
        consoles[0].press("space", "3")
        left = hosts.database.wait_for(hosts.code, lambda game: game.held == (2,), *consoles)
        kill_all(servers[0])
        assert consoles[0].wait() != 0
        consoles[0] = hosts.join(servers[1], 0)
        assert hosts.database.game(hosts.code) == left
        hosts.play_turn(consoles)


def test_players_go_on_at_the_newer_server_after_their_turn(tmp_path: Path) -> None:
    with ExitStack() as stack:
        hosts = Hosts(
            tmp_path, stack, database=str(tmp_path / "games.sqlite"), public_name="play.example.org"
        )
        database, code = hosts.database, hosts.code
        database.know("Cid")
        old = hosts.start()
        ann, bob = (hosts.join(old, who) for who in (0, 1))
        cid = stack.enter_context(open_ssh(old.port, database.keys["Cid"]))
        cid.wait_for("SOLO")
        ann.press(" ")
        database.wait_for(code, lambda game: game.roll == 1, ann)
        cid.wait_for(lambda: len(database.lobby.servers.list_running()) == 1)
        (host,) = database.lobby.servers.list_running()
        database.lobby.servers.say("Cup at eight")
        database.lobby.servers.drain(host.id, time.time() + 600, "Tea meanwhile.")
        for each in (ann, bob, cid):
            each.wait_for("Cup at eight")
            each.wait_for("This server restarts in 10 minutes.")
        new = hosts.start(port=old.port)
        for each in (bob, cid):
            each.wait_for(_RESTARTS)

        def puts_notices_away() -> bool:
            ann.press("x")
            return "Cup at eight" not in ann.text

        ann.wait_for(puts_notices_away)
        database.wait_for(code, lambda game: game.roll == 1, ann)
        FarKeyboard(ann).score(database.game(code), "chance", asks=False)
        ann.wait_for(_RESTARTS)
        assert old.wait() == 0
        assert {event["why"] for event in old.events("session-end")} == {"restarting"}
        again = hosts.join(new, 1)
        again.press(" ")
        database.wait_for(code, lambda game: game.seat == game.roll == 1, again)


@pytest.mark.exhaustive
def test_at_the_end_of_the_time_all_sessions_end(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, drain_seconds=4) as server:
        database = GameDatabase(str(server.state / "games" / "games.sqlite"), tmp_path)
        code = database.begin("Ann", "Bob")
        with open_ssh(server.port, database.keys["Ann"], "join", code) as ann:
            database.wait_until_shown(code, ann)
            ann.press(" ")
            database.wait_for(code, lambda game: game.roll == 1, ann)
            server.send(signal.SIGUSR1)
            ann.wait_for("This server restarts in ")
            ann.wait_for(_RESTARTS)
            assert server.wait() == 0
        assert database.lobby.servers.list_running() == []
        database.close()


@pytest.mark.exhaustive
async def test_a_host_goes_on_while_one_of_the_next_release_begins(tmp_path: Path) -> None:
    with ExitStack() as stack:
        hosts = Hosts(tmp_path, stack, database=str(tmp_path / "games.sqlite"))
        old = hosts.start()
        consoles = [hosts.join(old, who) for who in (0, 1)]
        hosts.play_turn(consoles)
        new = hosts.start(worker=NEXT_RELEASE)
        hosts.play_turn(consoles)
        consoles[1] = hosts.join(new, 1)
        for _ in range(2):
            hosts.play_turn(consoles)
        opened, _ = open_database(hosts.database.address)
        with opened.writing() as connection:
            assert connection.scalar(select(SCHEMA.c.version)) == next_release.VERSION > VERSION
            connection.execute(update(SCHEMA).values(oldest=next_release.VERSION))
        opened.close()
        assert "newer version" in refused(hosts.database.address)
        async with connect(old) as connection:
            await (await start_session(connection)).wait_for(b"newer version")
