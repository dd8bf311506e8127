"""Servers that are replaced while players press keys: no action is lost, and none counts twice."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update

from tests.ssh import next_release
from tests.ssh.clients import connect, start_session
from tests.ssh.openssh import GameDatabase
from tests.ssh.scripted_player import ScriptedPlayer, list_actions
from tests.ssh.server_process import ServerProcess
from tests.store.games import refused
from tests.terminal.program import PATIENCE
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.schema import SCHEMA, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

NEXT_RELEASE = ("-m", "tests.ssh.next_release")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GameDatabase]:
    if request.param == "postgresql":
        address = str(request.getfixturevalue("postgres_address"))
    else:
        (tmp_path / "games").mkdir()
        address = str(tmp_path / "games" / "games.sqlite")
    opened = GameDatabase(address, tmp_path)
    yield opened
    opened.close()


class Play:
    """Tables of two scripted players each, who play until the `with` block ends."""

    def __init__(self, database: GameDatabase, tables: int, hosts: list[ServerProcess]) -> None:
        self.database, self.hosts = database, hosts
        pairs = [(f"Ann {at}", f"Bob {at}") for at in range(tables)]
        self.codes = {database.begin(*pair): pair for pair in pairs}
        self.players = [
            ScriptedPlayer(name, database.keys[name], code, self.ports(seat))
            for code, pair in self.codes.items() for seat, name in enumerate(pair)
        ]  # fmt: skip

    def ports(self, seat: int) -> Any:
        """Return how a player finds servers: the first one by seat, then the other."""
        return lambda: [host.port for host in self.hosts[seat % len(self.hosts) :] + self.hosts]

    @property
    def actions(self) -> int:
        return sum(len(player.done) for player in self.players)

    async def go_on(self, actions: int) -> None:
        """Wait until players have done some more actions."""
        wanted = self.actions + actions * len(self.players)
        async with asyncio.timeout(PATIENCE):
            while self.actions < wanted:
                await asyncio.sleep(0.02)

    async def __aenter__(self) -> Play:
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        for player in self.players:
            player.stop.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks)

    def check(self) -> None:
        """Check that records have what the players saw, once each."""
        for code, pair in self.codes.items():
            record = self.database.record(code)
            for seat, name in enumerate(pair):
                player = next(each for each in self.players if each.name == name)
                assert list_actions(record, seat) == player.done


async def test_a_host_goes_on_while_one_of_the_next_release_begins(
    database: GameDatabase, tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def start(name: str, **choices: Any) -> ServerProcess:
            (tmp_path / name).mkdir()
            server = ServerProcess(tmp_path / name, database=database.address, **choices)
            return stack.enter_context(server)

        old = start("old")
        async with Play(database, 1, [old]) as play:
            await play.go_on(3)
            new = await asyncio.to_thread(start, "new", worker=NEXT_RELEASE)
            await play.go_on(3)
            play.hosts = [new, old]
            for player in play.players:
                player.disconnect()
            await play.go_on(6)
        play.check()
        assert [len(host.events("session-start")) for host in (old, new)] == [3, 1]
        opened, _ = open_database(database.address)
        with opened.writing() as connection:
            assert connection.scalar(select(SCHEMA.c.version)) == next_release.VERSION > VERSION
            connection.execute(update(SCHEMA).values(oldest=next_release.VERSION))
        opened.close()
        assert "newer version" in refused(database.address)
        async with connect(old) as connection:
            session = await start_session(connection)
            await session.wait_for(b"newer version")
