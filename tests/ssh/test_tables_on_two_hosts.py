"""Two servers on one PostgreSQL: people on different hosts play at one table.

Two who act at once at the store itself, a great many times, are in `tests/store/lobby`.
"""

from __future__ import annotations

import shutil
import time
from contextlib import ExitStack
from statistics import median
from typing import TYPE_CHECKING

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
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]

TURNS = 5
"""In each of them there are four races."""

REFUSED = "was faster"


class Hosts:
    """Two servers that have nothing in common but a database.

    Attributes:
        address: Where it is.
    """

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self._folders = [folder / "left", folder / "right"]
        for each in self._folders:
            each.mkdir()
        self._servers = [self._serve(each) for each in self._folders]

    def __getitem__(self, number: int) -> ServerProcess:
        return self._servers[number]

    def _serve(self, folder: Path) -> ServerProcess:
        return ServerProcess(folder, database=self.address)

    def kill(self, number: int) -> None:
        """End one of them by force."""
        kill_all(self._servers[number])

    def start(self, number: int) -> None:
        """Start one of them again."""
        self._servers[number] = self._serve(self._folders[number])

    def close(self) -> None:
        """End both."""
        for server in self._servers:
            server.close()


@pytest.fixture(scope="module")
def hosts(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    address = postgres.make()
    opened = Hosts(address, tmp_path_factory.mktemp("hosts"))
    yield opened
    opened.close()
    postgres.drop(address)


@pytest.fixture(scope="module")
def database(hosts: Hosts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameDatabase]:
    opened = GameDatabase(hosts.address, tmp_path_factory.mktemp("keys"))
    yield opened
    opened.close()


def test_what_is_done_on_one_host_is_seen_on_the_other_at_once(
    hosts: Hosts, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    with (
        open_ssh(hosts[0].port, database.keys["Ann"], "join", code) as ann,
        open_ssh(hosts[1].port, database.keys["Bob"], "join", code) as bob,
    ):
        ann.wait_for("everybody is here")
        bob.wait_for("everybody is here")
        took = []
        for mover, other in ((ann, bob), (bob, ann)) * 3:
            mover.press("space", "2")
            database.wait_for(code, lambda game: game.held == (1,), ann, bob)
            began = time.monotonic()
            mover.press("enter")
            other.wait_for("You are next")
            took.append(time.monotonic() - began)
            database.wait_for(code, lambda game: not game.roll, ann, bob)
        assert median(took) < 1, took


def test_two_windows_that_act_at_once_are_never_both_right(
    hosts: Hosts, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    with (
        open_ssh(hosts[0].port, database.keys["Ann"], "join", code) as left,
        open_ssh(hosts[1].port, database.keys["Ann"], "join", code) as right,
        open_ssh(hosts[1].port, database.keys["Bob"], "join", code) as bob,
    ):
        for console in (left, right, bob):
            console.wait_for("everybody is here")
        for _ in range(TURNS):
            race(database, code, left, right, "space", "space")
            race(database, code, left, right, "1", "2")
            race(database, code, left, right, "3", "4")
            race(database, code, left, right, "enter", "enter")
            database.wait_for(code, lambda game: game.seat == 1, left, right, bob)
            bob.press("space", "enter")
            database.wait_for(code, lambda game: game.seat == 0, left, right, bob)
        assert len(database.game(code).cards[0].open) == 13 - TURNS


def forget_refusal(console: Remote) -> None:
    """Let the line say something else than what came of an earlier race."""
    if REFUSED in console.text:
        console.press("/")
        console.wait_for("Esc cancels")
        console.press("escape")
        console.wait_gone("Esc cancels")
        assert REFUSED not in console.text


def race(database: GameDatabase, code: str, left: Remote, right: Remote, *keys: str) -> None:
    """Press a key in two windows at the same moment: each is refused, or builds on the other.

    Raises:
        AssertionError: If something was lost, done twice, or left unsaid.
    """
    before = database.record(code).events
    for console in (left, right):
        forget_refusal(console)
    left.press(keys[0])
    right.press(keys[1])

    def written() -> int:
        return len(database.record(code).events) - len(before)

    def refused() -> int:
        # On the screen, since of what is drawn only that is sent which was different before.
        return sum(REFUSED in console.text for console in (left, right))

    # Who sees that the score is there already, and where, does nothing.
    least = 1 if keys[0] == "enter" else 2
    left.wait_for(lambda: written() + refused() >= least)
    database.wait_until_shown(code, left, right)
    assert least <= written() + refused() <= 2
    assert written() >= 1
    assert database.record(code).events[: len(before)] == before


def test_a_player_whose_host_dies_goes_on_at_the_other(
    hosts: Hosts, database: GameDatabase
) -> None:
    code = database.begin("Ann", "Bob")
    names, at = ["Ann", "Bob"], [0, 1]
    with ExitStack() as stack:

        def start_session(who: int) -> Remote:
            where = hosts[at[who]].port
            console = stack.enter_context(open_ssh(where, database.keys[names[who]], "join", code))
            database.wait_until_shown(code, console)
            return console

        consoles = [start_session(who) for who in (0, 1)]
        for victim in (0, 1):
            survivor = 1 - victim
            mover = consoles[victim]
            mover.press("space", "3")
            left = database.wait_for(code, lambda game: game.held == (2,), *consoles)
            hosts.kill(at[victim])
            assert mover.wait() != 0
            at[victim] = at[survivor]
            consoles[victim] = start_session(victim)
            assert database.game(code) == left
            consoles[victim].press("enter")
            database.wait_for(code, lambda game: not game.roll, *consoles)
            if victim == 0:
                # Bob, who was never disturbed, plays on; then his host dies, and Ann's is new.
                hosts.start(0)
                consoles[0].press("q")
                consoles[0].wait()
                at[0] = 0
                consoles[0] = start_session(0)
