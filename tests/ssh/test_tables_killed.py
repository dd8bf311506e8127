"""Clients and hosts killed in the middle of a turn: the turn goes on, on one host or two."""

from __future__ import annotations

import shutil
import signal
import time
from contextlib import ExitStack
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.openssh import GameDatabase, kill_all, open_ssh
from tests.ssh.server_process import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import Server
    from tests.ssh.openssh import Remote

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here"),
]


def test_who_is_killed_in_the_middle_of_a_turn_comes_back_to_it(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    ann_key = database.keys["Ann"]
    with open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob:
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            bob.wait_for("everyone is here")
            ann.press("space", "2", "4")
            left = database.wait_for(code, lambda game: game.held == (1, 3), ann, bob)
            ann.send(signal.SIGKILL)
            ann.wait()
        bob.wait_for("Ann is away")
        assert database.shared(code).is_turn_of(database.know("Ann").who)
        bob.press("space", "1", "enter", "u")
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            database.wait_until_shown(code, ann, bob)
            assert database.game(code) == left
            bob.wait_for("everyone is here")
            ann.press("u")
            database.wait_for(code, lambda game: game.held == (1,), ann, bob)
            ann.press("U", "space")
            database.wait_for(code, lambda game: game.roll == 2, ann, bob)
            faces = database.game(code).faces
            assert (faces[1], faces[3]) == (left.faces[1], left.faces[3])
            ann.press("enter", "enter")
            posted = database.wait_for(code, lambda game: game.seat == 1, ann, bob)
            ann.send(signal.SIGKILL)
        bob.wait_for("Ann is away")
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            database.wait_until_shown(code, ann, bob)
            assert database.game(code) == posted
            ann.press("u")
            database.wait_for(code, lambda game: game.seat == 0, ann, bob)


@pytest.fixture(params=["direct", pytest.param("pooled", marks=pytest.mark.exhaustive)])
def addresses(
    request: pytest.FixtureRequest, postgres: Server, postgres_address: str
) -> Iterator[dict[str, Any]]:
    """Name a database in the settings of a host, also behind a pooler."""
    if request.param == "direct":
        yield {"database": postgres_address}
        return
    from tests.postgres import pooling  # needs psycopg

    with pooling(postgres) as folder:
        pooled = postgres_address.replace(str(postgres.folder), f"{folder}&port=6432")
        yield {"database": pooled, "listen_database": postgres_address}


def test_two_hosts_of_which_one_dies(
    addresses: dict[str, Any], postgres_address: str, tmp_path: Path
) -> None:
    """What is done on one is seen on the other at once; who was on a dead one goes on there."""
    database = GameDatabase(postgres_address, tmp_path)
    code = database.begin("Ann", "Bob")
    keys = [database.keys[name] for name in ("Ann", "Bob")]
    with ExitStack() as stack:
        stack.callback(database.close)

        def start_host(name: str) -> ServerProcess:
            (tmp_path / name).mkdir()
            return stack.enter_context(ServerProcess(tmp_path / name, **addresses))

        def start_session(who: int) -> Remote:
            console = stack.enter_context(open_ssh(hosts[who].port, keys[who], "join", code))
            database.wait_until_shown(code, console)
            return console

        hosts = [start_host("left"), start_host("right")]
        consoles = [start_session(who) for who in (0, 1)]
        for console in consoles:
            console.wait_for("everyone is here")
        took = []
        for mover in (0, 1, 0, 1):
            consoles[mover].press("space", "2")
            database.wait_for(code, lambda game: game.held == (1,), *consoles)
            began = time.monotonic()
            consoles[mover].press("enter", "enter")
            consoles[1 - mover].wait_for("Your turn")
            took.append(time.monotonic() - began)
            database.wait_for(code, lambda game: not game.roll, *consoles)
        assert median(took) < 5, took  # without a notification ten
        consoles[0].press("space", "3")
        left = database.wait_for(code, lambda game: game.held == (2,), *consoles)
        kill_all(hosts[0])
        assert consoles[0].wait() != 0
        hosts[0] = hosts[1]
        consoles[0] = start_session(0)
        assert database.game(code) == left
        consoles[0].press("enter", "enter")
        database.wait_for(code, lambda game: not game.roll, *consoles)
