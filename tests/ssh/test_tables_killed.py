"""People and servers that are killed in the middle of a turn, and come back to it."""

from __future__ import annotations

import shutil
import signal
from typing import TYPE_CHECKING

import pytest

from tests.ssh.far_away import House, come, kill_all, read_code, read_word
from tests.ssh.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def test_who_is_killed_in_the_middle_of_a_turn_comes_back_to_it(
    served: Served, house: House
) -> None:
    code = house.begin("Ann", "Bob")
    ann_key = house.keys["Ann"]
    with come(served.port, house.keys["Bob"], "join", code) as bob:
        with come(served.port, ann_key, "join", code) as ann:
            bob.wait_for("everybody is here")
            ann.press("space", "2", "4")
            left = house.wait_for(code, lambda game: game.held == (1, 3), ann, bob)
            ann.send(signal.SIGKILL)
            ann.wait()
        bob.wait_for("Ann is away")
        assert house.shared(code).is_turn_of(house.know("Ann").who)
        bob.press("space", "1", "enter", "u")
        with come(served.port, ann_key, "join", code) as ann:
            house.wait_until_shown(code, ann, bob)
            assert house.game(code) == left
            bob.wait_for("everybody is here")
            ann.press("u")
            house.wait_for(code, lambda game: game.held == (1,), ann, bob)
            ann.press("U", "space")
            house.wait_for(code, lambda game: game.roll == 2, ann, bob)
            assert [house.game(code).faces[at] for at in (1, 3)] == [
                left.faces[at] for at in (1, 3)
            ]
            ann.press("enter")
            posted = house.wait_for(code, lambda game: game.seat == 1, ann, bob)
            ann.send(signal.SIGKILL)
        bob.wait_for("Ann is away")
        with come(served.port, ann_key, "join", code) as ann:
            house.wait_until_shown(code, ann, bob)
            assert house.game(code) == posted
            ann.press("u")
            house.wait_for(code, lambda game: game.seat == 0, ann, bob)


def test_a_guest_comes_back_with_a_word(served: Served, house: House) -> None:
    house.know("Bob")
    with come(served.port, house.keys["Bob"], login="Bob") as bob:
        bob.wait_for("Dice of the day")
        bob.press("t")
        bob.wait_for("Lay the table")
        bob.press("enter")
        code = read_code(bob)
        with come(served.port, None, "join", code, login="Zed") as zed:
            zed.wait_for("What is your name?")
            zed.press("enter")
            bob.wait_for("Zed*")
            word = read_word(zed)
            bob.press("b")
            zed.wait_for("GRAND TOTAL")
            bob.wait_for("everybody is here")
            if house.game(code).player == "Bob":
                bob.press("space", "enter")
                zed.wait_for("You are next")
            zed.press("space", "up")  # the second cuts the first short
            house.wait_for(code, lambda game: game.player == "Zed*" and game.roll == 1, zed, bob)
            zed.press("3")
            left = house.wait_for(code, lambda game: game.held == (2,), zed, bob)
            zed.send(signal.SIGKILL)
        bob.wait_for("Zed* is away")
        with come(served.port, None, "join", code, login="Zed") as other:
            other.wait_for("What is your name?")
            other.press(*"Zed", "enter")
            other.wait_for("You are watching.")
        with come(served.port, None, "join", code) as zed:
            zed.wait_for("What is your name?")
            zed.press(*word, "enter")
            bob.wait_for("everybody is here")
            house.wait_until_shown(code, zed, bob)
            assert house.game(code) == left
            zed.press("u")
            house.wait_for(code, lambda game: not game.held, zed, bob)


def test_after_the_end_of_a_server_all_go_on_where_they_were(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        house = House(str(server.state / "games" / "games.sqlite"), tmp_path)
        code = house.begin("Ann", "Bob")
        ann_key, bob_key = house.keys["Ann"], house.keys["Bob"]
        with (
            come(server.port, ann_key, "join", code) as ann,
            come(server.port, bob_key, "join", code) as bob,
        ):
            bob.wait_for("everybody is here")
            ann.press("space", "enter")
            bob.wait_for("You are next")
            bob.press("space", "1", "5")
            left = house.wait_for(code, lambda game: game.held == (0, 4), ann, bob)
            kill_all(server)
            assert ann.wait() != 0
            assert bob.wait() != 0
    with Served(tmp_path) as server:
        with (
            come(server.port, ann_key, "join", code) as ann,
            come(server.port, bob_key, "join", code) as bob,
        ):
            house.wait_until_shown(code, ann, bob)
            assert house.game(code) == left
            bob.press("u")
            house.wait_for(code, lambda game: game.held == (0,), ann, bob)
            bob.press("enter")
            house.wait_for(code, lambda game: game.seat == 0, ann, bob)
            bob.press("u")
            house.wait_for(code, lambda game: game.seat == 1, ann, bob)
        house.close()
