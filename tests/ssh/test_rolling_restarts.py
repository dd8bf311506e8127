"""Servers that are replaced while players press keys: no action is lost, and none counts twice."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
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

pytestmark = pytest.mark.slow

NEXT_RELEASE = ("-m", "tests.ssh.next_release")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.exhaustive)])
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
            ScriptedPlayer(name, database.keys[name], code, self.ports(seat), 0.1 * tables)
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
                for failed in filter(asyncio.Task.done, self._tasks):
                    failed.result()

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
                assert list_actions(record, seat) == player.done, name


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
async def test_five_restarts_lose_and_double_no_action(
    database: GameDatabase, tmp_path: Path
) -> None:
    """Two hosts are restarted in turn: three times by a drain, twice all at once by SIGTERM."""
    with ExitStack() as stack:

        def start(port: int = 0) -> ServerProcess:
            folder = Path(mkdtemp(dir=tmp_path))
            server = ServerProcess(folder, database=database.address, port=port, grace_seconds=1)
            return stack.enter_context(server)

        hosts = [start(), start()]
        async with Play(database, 5, hosts) as play:
            for restart in range(5):
                await play.go_on(2)
                old = hosts[restart % 2]
                if restart in (0, 1, 4):
                    old.send(signal.SIGUSR1)
                    await asyncio.to_thread(old.wait_for, "draining")
                    hosts[restart % 2] = await asyncio.to_thread(start, old.port)
                    await play.go_on(1)
                    old.send(signal.SIGTERM)
                else:  # players go to the other host
                    old.send(signal.SIGTERM)
                    await play.go_on(1)
                    hosts[restart % 2] = await asyncio.to_thread(start)
                await asyncio.to_thread(old.wait)
            await play.go_on(2)
        play.check()
    again = sorted(seconds for player in play.players for seconds in player.again)
    assert len(again) >= 5 * 5
    print(f"{play.actions} actions, {len(again)} times back at the table, in seconds: "
          f"{median(again):.2f}, at most {again[-1]:.2f}")  # fmt: skip
