"""The game of tests/scenarios, by two people at a table of a server, to which each comes by ssh."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.host.ssh.openssh import GameDatabase, Remote, needs_ssh, open_ssh
from tests.host.ssh.server_process import ServerProcess
from tests.later_textual import make_later_textual
from tests.scenarios.players import PEOPLE, FrontEnd, Player, play_ahead
from tests.scenarios.test_scenarios import (
    test_a_game_is_played_taken_back_left_resumed_and_finished,
)
from yahtzee_tui.rules import Game

__all__ = ["test_a_game_is_played_taken_back_left_resumed_and_finished"]

pytestmark = needs_ssh


class OverSsh:
    """A table of a server, to which each person comes by ssh."""

    def __init__(self, database: GameDatabase, port: int) -> None:
        self.database, self.port, self.code = database, port, ""

    def play_ahead(self) -> Game:
        table = self.database.table(self.code)
        play_ahead(table)
        self.database.save(self.code, table)
        return table.game

    @contextmanager
    def play(self, resume: bool) -> Iterator[Player]:
        if not resume:
            self.code = self.database.begin(*PEOPLE)
        with ExitStack() as stack:
            consoles: dict[str, Remote] = {}
            for name in PEOPLE:
                visit = open_ssh(self.port, self.database.keys[name], "join", self.code)
                consoles[name] = stack.enter_context(visit)
            for console in consoles.values():
                console.wait_for("everyone is here")
            yield Player(consoles, lambda: self.database.table(self.code))


@pytest.fixture(
    params=[
        pytest.param(False, marks=pytest.mark.slow),
        pytest.param(True, marks=pytest.mark.exhaustive, id="later Textual"),
    ]
)
def front_end(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FrontEnd]:
    if request.param:
        make_later_textual(tmp_path)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with ServerProcess(tmp_path) as server:
        database = GameDatabase(str(server.state / "games" / "games.sqlite"), tmp_path)
        with closing(database):
            yield OverSsh(database, server.port)
