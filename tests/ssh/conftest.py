"""Servers that many tests share, since starting one takes a second or two."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.ssh.moved_clock import MovedClock
from tests.ssh.openssh import GameDatabase
from tests.ssh.server_process import MISBEHAVING, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def _shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess | str]]:
    """Start the server, and hand over it or why it didn't start."""
    with ExitStack() as stack:
        try:
            folder = tmp_path_factory.mktemp("server")
            yield [
                stack.enter_context(ServerProcess(folder, worker=MISBEHAVING, memory_megabytes=400))
            ]
        except AssertionError as error:
            yield [str(error)]


@pytest.fixture
def server(_shared_server: list[ServerProcess | str]) -> Iterator[ServerProcess]:
    """A server with roomy limits, whose sessions misbehave under certain login names.

    If it didn't start, the first test that needs it reports its log, and all others one line. The
    report of a test that fails has what the server wrote during it.
    """
    found = _shared_server[0]
    if isinstance(found, str):
        _shared_server[0] = "The shared server didn't start; an earlier test shows its log."
        pytest.fail(found, pytrace=False)
    before = len(found.log.read_text())
    yield found
    print(found.log.read_text()[before:])


@pytest.fixture(scope="session")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def database(game_server: ServerProcess) -> Iterator[GameDatabase]:
    opened = GameDatabase(str(game_server.state / "games" / "games.sqlite"), game_server.state)
    yield opened
    opened.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovedClock:
    """The clock of this process, for the test to move."""
    clock = MovedClock()
    monkeypatch.setattr("time.monotonic", clock)
    return clock
