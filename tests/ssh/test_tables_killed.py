"""Clients and servers killed in the middle of a turn: the turn goes on."""

from __future__ import annotations

import shutil
import signal
from typing import TYPE_CHECKING

import pytest

from tests.ssh.openssh import GameDatabase, kill_all, open_ssh, read_code, read_word
from tests.ssh.server_process import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]


def test_who_is_killed_in_the_middle_of_a_turn_comes_back_to_it(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    ann_key = database.keys["Ann"]
    with open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob:
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            bob.wait_for("everybody is here")
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
            bob.wait_for("everybody is here")
            ann.press("u")
            database.wait_for(code, lambda game: game.held == (1,), ann, bob)
            ann.press("U", "space")
            database.wait_for(code, lambda game: game.roll == 2, ann, bob)
            assert [database.game(code).faces[at] for at in (1, 3)] == [
                left.faces[at] for at in (1, 3)
            ]
            ann.press("enter")
            posted = database.wait_for(code, lambda game: game.seat == 1, ann, bob)
            ann.send(signal.SIGKILL)
        bob.wait_for("Ann is away")
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            database.wait_until_shown(code, ann, bob)
            assert database.game(code) == posted
            ann.press("u")
            database.wait_for(code, lambda game: game.seat == 0, ann, bob)


def test_a_guest_comes_back_with_a_word(game_server: ServerProcess, database: GameDatabase) -> None:
    database.know("Bob")
    with open_ssh(game_server.port, database.keys["Bob"], login="Bob") as bob:
        bob.wait_for("Dice of the day")
        bob.press("t")
        bob.wait_for("Lay the table")
        bob.press("enter")
        code = read_code(bob)
        with open_ssh(game_server.port, None, "join", code, login="Zed") as zed:
            zed.wait_for("What is your name?")
            zed.press("enter")
            bob.wait_for("Zed*")
            word = read_word(zed)
            bob.press("b")
            zed.wait_for("GRAND TOTAL")
            bob.wait_for("everybody is here")
            if database.game(code).player == "Bob":
                bob.press("space", "enter")
                zed.wait_for("You are next")
            zed.press("space", "x")  # the second cuts the first short
            database.wait_for(code, lambda game: game.player == "Zed*" and game.roll == 1, zed, bob)
            zed.press("3")
            left = database.wait_for(code, lambda game: game.held == (2,), zed, bob)
            zed.send(signal.SIGKILL)
        bob.wait_for("Zed* is away")
        with open_ssh(game_server.port, None, "join", code, login="Zed") as other:
            other.wait_for("What is your name?")
            other.press(*"Zed", "enter")
            other.wait_for("You are watching.")
        with open_ssh(game_server.port, None, "join", code) as zed:
            zed.wait_for("What is your name?")
            zed.press(*word, "enter")
            bob.wait_for("everybody is here")
            database.wait_until_shown(code, zed, bob)
            assert database.game(code) == left
            zed.press("u")
            database.wait_for(code, lambda game: not game.held, zed, bob)


def test_after_the_end_of_a_server_all_go_on_where_they_were(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        database = GameDatabase(str(server.state / "games" / "games.sqlite"), tmp_path)
        code = database.begin("Ann", "Bob")
        ann_key, bob_key = database.keys["Ann"], database.keys["Bob"]
        with (
            open_ssh(server.port, ann_key, "join", code) as ann,
            open_ssh(server.port, bob_key, "join", code) as bob,
        ):
            bob.wait_for("everybody is here")
            ann.press("space", "enter")
            bob.wait_for("You are next")
            bob.press("space", "1", "5")
            left = database.wait_for(code, lambda game: game.held == (0, 4), ann, bob)
            kill_all(server)
            assert ann.wait() != 0
            assert bob.wait() != 0
    with ServerProcess(tmp_path) as server:
        with (
            open_ssh(server.port, ann_key, "join", code) as ann,
            open_ssh(server.port, bob_key, "join", code) as bob,
        ):
            database.wait_until_shown(code, ann, bob)
            assert database.game(code) == left
            bob.press("u")
            database.wait_for(code, lambda game: game.held == (0,), ann, bob)
            bob.press("enter")
            database.wait_for(code, lambda game: game.seat == 0, ann, bob)
            bob.press("u")
            database.wait_for(code, lambda game: game.seat == 1, ann, bob)
        database.close()
