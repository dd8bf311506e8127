"""A server that is replaced by a newer one: what players read, and when their sessions end."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.openssh import FarKeyboard, GameDatabase, open_ssh
from tests.ssh.server_process import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ssh.openssh import Remote

pytestmark = pytest.mark.slow

_RESTARTS = "This server restarts. Your games are saved; connect again to continue."
_LISTENER_SECONDS = 30.0  # in which the listener's heartbeat comes at least twice


def test_players_go_on_at_the_newer_server_after_their_turn(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    settings: dict[str, Any] = {"database": address, "public_name": "play.example.org"}
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
    with ServerProcess(tmp_path / "old", **settings) as old:
        database = GameDatabase(address, tmp_path)
        code = database.begin("Ann", "Bob")
        database.know("Cid")
        with (
            open_ssh(old.port, database.keys["Ann"], "join", code) as ann,
            open_ssh(old.port, database.keys["Bob"], "join", code) as bob,
            open_ssh(old.port, database.keys["Cid"]) as cid,
        ):
            keyboard = FarKeyboard(ann)
            database.wait_until_shown(code, ann, bob)
            cid.wait_for("SOLO")
            ann.press(" ")
            database.wait_for(code, lambda game: game.roll == 1, ann)
            host = _wait_for_servers(database, 1, cid)[0]
            database.lobby.hosts.say("Cup at eight")
            database.lobby.hosts.drain(host, time.time() + 600, "Tea meanwhile.")
            for each in (ann, bob, cid):
                each.wait_for("Cup at eight", _LISTENER_SECONDS)
                each.wait_for("This server restarts in 10 minutes.", _LISTENER_SECONDS)
            with ServerProcess(tmp_path / "new", port=old.port, **settings) as new:
                for each in (bob, cid):
                    each.wait_for(_RESTARTS, 2 * _LISTENER_SECONDS)
                database.wait_for(code, lambda game: game.roll == 1, ann)
                keyboard.score(database.game(code), "chance", asks=False)
                ann.wait_for(_RESTARTS, _LISTENER_SECONDS)
                assert old.wait() == 0
                assert {event["why"] for event in old.events("session-end")} == {"restarting"}
                with open_ssh(new.port, database.keys["Bob"], "join", code) as again:
                    database.wait_until_shown(code, again)
                    again.press(" ")
                    database.wait_for(code, lambda game: game.seat == game.roll == 1, again)
        database.close()


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
        assert database.lobby.hosts.list_running() == []
        database.close()


def _wait_for_servers(database: GameDatabase, count: int, console: Remote) -> list[str]:
    found: list[str] = []

    def is_so() -> bool:
        found[:] = [host.id for host in database.lobby.hosts.list_running()]
        return len(found) == count

    assert console.read_until(is_so)
    return found
