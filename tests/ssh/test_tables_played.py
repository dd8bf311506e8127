"""A table shared by people who come with the real client: a whole game, and what each can see."""

from __future__ import annotations

import re
import shutil
import socket
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.ssh.far_away import FarKeyboard, FarMouse, House, come, make_key, read_code
from tests.ssh.served import Served
from yahtzee_tui.store.lobby import TableOptions, TableStatus, TimeoutPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.ssh.far_away import Remote
    from tests.terminal.hands import Hands

    Playing = tuple[Remote, Hands]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def house(served: Served) -> Iterator[House]:
    opened = House(str(served.state / "games" / "games.sqlite"), served.state)
    yield opened
    opened.close()


def test_two_finish_a_game_by_keys_and_by_mouse_while_a_third_watches(
    served: Served, house: House, tmp_path: Path
) -> None:
    port, key = served.port, make_key(tmp_path, "Ann")
    with come(port, key, login="nobody") as ann:
        ann.wait_for("What is your name?")
        # What was suggested is replaced; and keys that come all at once keep their order.
        ann.press(*"Anx", "backspace", "n", "enter")
        ann.wait_for("Dice of the day")
        ann.press("q")
        assert ann.wait() == 0
    house.keys["Ann"] = key
    house.know("Ann")
    house.know("Bob")
    house.know("Cid")
    with come(port, key, login="whoever") as ann:
        ann.wait_for("YAHTZEE · Ann")
        ann.press("t")
        ann.wait_for("Lay the table")
        ann.press("enter")
        code = read_code(ann)
        with come(port, house.keys["Bob"], "join", code) as bob:
            bob.wait_for("Ann begins the game")
            ann.wait_for("all seats are taken")
            ann.press("b")
            ann.wait_for("GRAND TOTAL")
            bob.wait_for("GRAND TOTAL")
            with come(port, house.keys["Cid"], "watch", code) as cid:
                cid.wait_for("You are watching.")
                ann.wait_for("everybody is here · Cid is watching")
                bob.wait_for("everybody is here · Cid is watching")
                hands: dict[str, Playing] = {
                    "Ann": (ann, FarKeyboard(ann)),
                    "Bob": (bob, FarMouse(bob)),
                }
                while not (game := house.game(code)).is_over:
                    house.wait_until_shown(code, ann, bob, cid)
                    play_turn(house, code, *hands[game.player])
                for console in (ann, bob, cid):
                    console.wait_for("New game")
                    console.press("e")
                house.wait_until_shown(code, ann, bob, cid)
                assert house.shared(code).status is TableStatus.OVER


def test_the_seat_of_somebody_away_is_played_by_a_computer_until_they_are_back(
    served: Served, house: House
) -> None:
    code = house.begin("Ann", "Bob", options=TableOptions("official", 2, seconds=6))
    ann_key, bob_key = house.keys["Ann"], house.keys["Bob"]
    with come(served.port, bob_key, "join", code) as bob:
        with come(served.port, ann_key, "join", code) as ann:
            bob.wait_for("everybody is here")
            ann.press("space")
            house.wait_for(code, lambda game: game.roll == 1, ann, bob)
            ann.press("escape")
            ann.wait_for("YOUR TURN")
        bob.wait_for("Ann is away: a computer plays this turn.")
        bob.wait_for("You are next")
        assert len(house.game(code).cards[0].open) == 12
        with come(served.port, ann_key, "join", code) as ann:
            ann.wait_for("GRAND TOTAL")
            bob.wait_for("everybody is here")
            bob.press("space", "enter")
            ann.wait_for("You are next")
            ann.press("space", "1")
            game = house.wait_saved(code, lambda game: game.held == (0,), ann)
            assert (game.seat, game.roll) == (0, 1)


def test_or_the_best_box_is_scored_as_everybody_was_told(served: Served, house: House) -> None:
    options = TableOptions("official", 2, seconds=2, on_timeout=TimeoutPolicy.SCORE)
    code = house.begin("Ann", "Bob", options=options)
    with come(served.port, house.keys["Bob"], "join", code) as bob:
        bob.wait_for("Ann's time is over")
        bob.wait_for("You are next")
        assert len(house.game(code).cards[0].open) == 12
        assert len([event for event in house.record(code).events if "Rolled" in repr(event)]) == 1


def test_a_seat_that_was_given_up_is_taken_again(served: Served, house: House) -> None:
    code = house.begin("Ann", "Bob")
    with come(served.port, house.keys["Bob"], "join", code) as bob:
        with come(served.port, house.keys["Ann"], "join", code) as ann:
            ann.wait_for("GRAND TOTAL")
            ann.press("G")
            ann.wait_for("Leave this seat?")
            ann.press("y")
            ann.wait_for("Dice of the day")
        bob.wait_for("Ann has left: a computer plays at that seat.")
        bob.wait_for("You are next")
        with come(served.port, house.keys["Ann"], "join", code) as ann:
            bob.wait_for("everybody is here")
            bob.press("space", "enter")
            ann.wait_for("You are next")
            ann.press("space")
            house.wait_for(code, lambda game: game.roll == 1, ann, bob)


def test_a_window_can_have_another_size_at_any_time(served: Served, house: House) -> None:
    code = house.begin("Ann", "Bob")
    key = house.keys["Ann"]
    with (
        come(served.port, key, "join", code) as ann,
        come(served.port, house.keys["Bob"], "join", code, size=(120, 40)) as bob,
    ):
        ann.wait_for("everybody is here")
        for size in ((60, 20), (100, 30), (40, 10), (80, 24)):
            ann.resize(*size)
            ann.press("space")
            ann.wait_for("Needs 60x20" if size == (40, 10) else f"{code} · everybody is here")
            assert all(len(line) == size[0] for line in ann.lines)
        house.wait_until_shown(code, ann)
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
    served: Served, house: House, env: dict[str, str], shown: bytes, hidden: bytes
) -> None:
    code = house.begin("Ann", "Bob")
    words = ("-o", "SendEnv=COLORTERM NO_COLOR")
    with come(served.port, house.keys["Ann"], "join", code, words=words, env=env) as ann:
        ann.wait_for("GRAND TOTAL")
        assert re.search(shown, ann.output)
        assert not re.search(hidden, ann.output)


def test_nobody_gets_through_the_server_to_anywhere_else(served: Served, house: House) -> None:
    house.know("Ann")
    with socket.create_server(("127.0.0.1", 0)) as inside, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        local, target = free.getsockname()[1], inside.getsockname()[1]
        free.close()
        words = ("-N", "-L", f"127.0.0.1:{local}:127.0.0.1:{target}")
        with come(served.port, house.keys["Ann"], words=words) as ssh:
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


def play_turn(house: House, code: str, console: Remote, hands: Hands) -> None:
    """Play a turn on a screen: two rolls, and the box that scores most."""
    game = house.game(code)
    before = game.seat
    hands.roll(game)
    game = house.wait_for(code, lambda now: now.roll == 1, console)
    position = game.faces.index(Counter(game.faces).most_common(1)[0][0])
    hands.hold(position)
    game = house.wait_for(code, lambda now: now.held == (position,), console)
    hands.roll(game)
    game = house.wait_for(code, lambda now: now.roll == 2, console)
    allowed = [p for p in game.potentials if p.refusal is None]
    best = max(allowed, key=lambda p: p.points + p.bonus)
    hands.score(game, best.box.id, asks=False)
    house.wait_saved(code, lambda now: now.is_over or now.seat != before, console)
