"""A shared table with OpenSSH's client: a whole game, and what each player sees."""

from __future__ import annotations

import re
import shutil
import socket
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.ssh.openssh import FarKeyboard, FarMouse, GameDatabase, make_key, open_ssh, read_code
from yahtzee_tui.store.lobby import TableOptions, TableStatus, TimeoutPolicy

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ssh.openssh import Remote
    from tests.ssh.server_process import ServerProcess
    from tests.terminal.input_methods import Hands

    Playing = tuple[Remote, Hands]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]


def test_two_finish_a_game_by_keys_and_by_mouse_while_a_third_watches(
    game_server: ServerProcess, database: GameDatabase, tmp_path: Path
) -> None:
    port, key = game_server.port, make_key(tmp_path, "Ann")
    with open_ssh(port, key, login="nobody") as ann:
        ann.wait_for("What is your name?")
        # What was suggested is replaced; and keys that come all at once keep their order.
        ann.press(*"Anx", "backspace", "n", "enter")
        ann.wait_for("Dice of the day")
        ann.press("q")
        assert ann.wait() == 0
    database.keys["Ann"] = key
    database.know("Ann")
    database.know("Bob")
    database.know("Cid")
    with open_ssh(port, key, login="whoever") as ann:
        ann.wait_for("YAHTZEE · Ann")
        ann.press("t")
        ann.wait_for("Lay the table")
        ann.press("enter")
        code = read_code(ann)
        with open_ssh(port, database.keys["Bob"], "join", code) as bob:
            bob.wait_for("Ann begins the game")
            ann.wait_for("all seats are taken")
            ann.press("b")
            ann.wait_for("GRAND TOTAL")
            bob.wait_for("GRAND TOTAL")
            with open_ssh(port, database.keys["Cid"], "watch", code) as cid:
                cid.wait_for("You are watching.")
                ann.wait_for("everybody is here · Cid is watching")
                bob.wait_for("everybody is here · Cid is watching")
                hands: dict[str, Playing] = {
                    "Ann": (ann, FarKeyboard(ann)),
                    "Bob": (bob, FarMouse(bob)),
                }
                while not (game := database.game(code)).is_over:
                    database.wait_until_shown(code, ann, bob, cid)
                    play_turn(database, code, *hands[game.player])
                for console in (ann, bob, cid):
                    console.wait_for("New game")
                    console.press("e")
                database.wait_until_shown(code, ann, bob, cid)
                assert database.shared(code).status is TableStatus.OVER


def test_the_seat_of_somebody_away_is_played_by_a_computer_until_they_are_back(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob", options=TableOptions("official", 2, seconds=6))
    ann_key, bob_key = database.keys["Ann"], database.keys["Bob"]
    with open_ssh(game_server.port, bob_key, "join", code) as bob:
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            bob.wait_for("everybody is here")
            ann.press("space")
            database.wait_for(code, lambda game: game.roll == 1, ann, bob)
            ann.press("escape")
            ann.wait_for("YOUR TURN")
        bob.wait_for("Ann is away: a computer plays this turn.")
        bob.wait_for("You are next")
        assert len(database.game(code).cards[0].open) == 12
        with open_ssh(game_server.port, ann_key, "join", code) as ann:
            ann.wait_for("GRAND TOTAL")
            bob.wait_for("everybody is here")
            bob.press("space", "enter")
            ann.wait_for("You are next")
            ann.press("space", "1")
            game = database.wait_saved(code, lambda game: game.held == (0,), ann)
            assert (game.seat, game.roll) == (0, 1)


def test_the_best_box_is_scored_if_the_table_says_so(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    options = TableOptions("official", 2, seconds=2, on_timeout=TimeoutPolicy.SCORE)
    code = database.begin("Ann", "Bob", options=options)
    with open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob:
        bob.wait_for("Ann's time is over")
        bob.wait_for("You are next")
        assert len(database.game(code).cards[0].open) == 12
        assert (
            len([event for event in database.record(code).events if "Rolled" in repr(event)]) == 1
        )


def test_a_seat_that_was_given_up_is_taken_again(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    with open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob:
        with open_ssh(game_server.port, database.keys["Ann"], "join", code) as ann:
            ann.wait_for("GRAND TOTAL")
            ann.press("G")
            ann.wait_for("Leave this seat?")
            ann.press("y")
            ann.wait_for("Dice of the day")
        bob.wait_for("Ann has left: a computer plays at that seat.")
        bob.wait_for("You are next")
        with open_ssh(game_server.port, database.keys["Ann"], "join", code) as ann:
            bob.wait_for("everybody is here")
            bob.press("space", "enter")
            ann.wait_for("You are next")
            ann.press("space")
            database.wait_for(code, lambda game: game.roll == 1, ann, bob)


def test_a_window_can_have_another_size_at_any_time(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    key = database.keys["Ann"]
    with (
        open_ssh(game_server.port, key, "join", code) as ann,
        open_ssh(game_server.port, database.keys["Bob"], "join", code, size=(120, 40)) as bob,
    ):
        ann.wait_for("everybody is here")
        for size in ((60, 20), (100, 30), (40, 10), (80, 24)):
            ann.resize(*size)
            ann.press("space")
            ann.wait_for("Needs 60x20" if size == (40, 10) else f"{code} · everybody is here")
            assert all(len(line) == size[0] for line in ann.lines)
        database.wait_until_shown(code, ann)
        bob.wait_for(f"{code} · everybody is here")


@pytest.mark.parametrize(
    ("env", "shown", "hidden"),
    [
        ({"COLORTERM": ""}, rb"\x1b\[[0-9;]*38;5;", rb"38;2;"),
        ({}, rb"\x1b\[[0-9;]*38;2;", rb"38;5;"),
        ({"NO_COLOR": "1"}, rb"\x1b\[(?:\d;)*7m", rb"[34]8;[25];|\x1b\[[349]\d[;m]"),
    ],
    ids=["few", "full", "none"],
)
def test_a_shared_table_has_the_colours_of_the_terminal(
    game_server: ServerProcess,
    database: GameDatabase,
    env: dict[str, str],
    shown: bytes,
    hidden: bytes,
) -> None:
    code = database.begin("Ann", "Bob")
    sent = ("-o", "SendEnv=COLORTERM NO_COLOR")
    with open_ssh(
        game_server.port, database.keys["Ann"], "join", code, options=sent, env=env
    ) as ann:
        ann.wait_for("GRAND TOTAL")
        assert re.search(shown, ann.output)
        assert not re.search(hidden, ann.output)


def test_nobody_gets_through_the_server_to_anywhere_else(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    database.know("Ann")
    with socket.create_server(("127.0.0.1", 0)) as inside, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        local, target = free.getsockname()[1], inside.getsockname()[1]
        free.close()
        forward = ("-N", "-L", f"127.0.0.1:{local}:127.0.0.1:{target}")
        with open_ssh(game_server.port, database.keys["Ann"], options=forward) as ssh:
            assert ssh.read_until(lambda: is_refused(local))
            inside.settimeout(0)
            with pytest.raises(BlockingIOError):
                inside.accept()


def is_refused(port: int) -> bool:
    """Return whether a port answers, and then hangs up without a word."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as through:
            return through.recv(1) == b""
    except ConnectionRefusedError:  # ssh isn't there yet
        return False


def play_turn(database: GameDatabase, code: str, console: Remote, hands: Hands) -> None:
    """Play a turn on a screen: two rolls, and the box that scores most."""
    game = database.game(code)
    before = game.seat
    hands.roll(game)
    game = database.wait_for(code, lambda now: now.roll == 1, console)
    position = game.faces.index(Counter(game.faces).most_common(1)[0][0])
    hands.hold(position)
    game = database.wait_for(code, lambda now: now.held == (position,), console)
    hands.roll(game)
    game = database.wait_for(code, lambda now: now.roll == 2, console)
    allowed = [p for p in game.potentials if p.refusal is None]
    best = max(allowed, key=lambda p: p.points + p.bonus)
    hands.score(game, best.box.id, asks=False)
    database.wait_saved(code, lambda now: now.is_over or now.seat != before, console)
