"""A server that many tests share, since starting one takes seconds."""

from collections.abc import Iterator

import pytest

from tests.host.ssh.openssh import GameDatabase
from tests.host.ssh.server_process import MISBEHAVING, ServerProcess


@pytest.fixture(scope="session")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with roomy limits, whose sessions play for the login name `x`."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(folder, worker=MISBEHAVING, memory_megabytes=400, json=True) as server:
        yield server


@pytest.fixture
def server(game_server: ServerProcess) -> Iterator[ServerProcess]:
    """The same server, whose sessions misbehave under certain login names.

    The report of a test that fails has what the server wrote during it.
    """
    before = len(game_server.log.read_text())
    yield game_server
    print(game_server.log.read_text()[before:])


@pytest.fixture(scope="session")
def database(game_server: ServerProcess) -> Iterator[GameDatabase]:
    opened = GameDatabase(str(game_server.state / "games" / "games.sqlite"), game_server.state)
    yield opened
    opened.close()
