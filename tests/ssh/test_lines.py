"""Lines over SSH with OpenSSH's client: a game with another host's player, and the example bots."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

import pytest

from tests.ssh.openssh import OPTIONS, WITHOUT_KEY, GameDatabase, open_ssh
from tests.ssh.server_process import ServerProcess
from tests.terminal.program import PATIENCE, ROOT
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.store.lobby import TableOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.ssh.openssh import Key

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here"),
]


def wait_until(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


class Lines:
    """An ssh client without a terminal, which writes lines and reads lines."""

    def __init__(self, port: int, key: Key | None, *request: str) -> None:
        identity = WITHOUT_KEY if key is None else key.options
        words = (
            "ssh",
            *OPTIONS,
            "-T",
            "-p",
            str(port),
            "-l",
            "x",
            *identity,
            "127.0.0.1",
            *request,
        )
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.said: list[str] = []
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self._at = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line.rstrip("\r\n"))

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def hear(self, what: str) -> str:
        """Wait for a line with some words, after the last one that was waited for."""

        def find() -> int:
            places = range(self._at, len(self.said))
            return next((at for at in places if what in self.said[at]), -1)

        assert wait_until(lambda: find() >= 0), f"never said: {what}\n" + "\n".join(self.said)
        self._at = find() + 1
        return self.said[self._at - 1]

    def end(self) -> int:
        """End the input, and return the exit code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if not self._process.stdin.closed:
            self._process.stdin.close()
        code = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self._process.stdout.close()
        return code


_TURNS = 3  # which show that an example plays


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int, GameDatabase]]:
    """Two servers on one database, by their ports."""
    tmp_path = tmp_path_factory.mktemp("hosts")
    file = str(tmp_path / "games" / "games.sqlite")
    (tmp_path / "games").mkdir()
    with (
        ServerProcess(tmp_path / "one", database=file) as one,
        ServerProcess(tmp_path / "two", database=file) as two,
        closing(GameDatabase(file, tmp_path)) as database,
    ):
        yield one.port, two.port, database


def test_lines_on_one_host_and_a_screen_on_another(hosts: tuple[int, int, GameDatabase]) -> None:
    one, two, database = hosts
    database.know("Ann")
    database.know("Bob")
    with Lines(one, database.keys["Ann"]) as ann:
        ann.hear("Lobby: ")
        ann.type("open")
        code = ann.hear("Waiting room of ").split()[3].rstrip(":")
        with open_ssh(two, database.keys["Bob"], "join", code) as bob:
            ann.hear("2. Bob.")
            ann.type("say hello from line one", "start")
            bob.wait_for("hello from line one")
            ann.hear("Totals: ")
            for turn in range(13):
                for _ in range(2):
                    game = database.game(code)
                    if game.player == "Ann":
                        ann.type("", "1 2", f"s {turn + 1}", "y")
                        ann.hear("Ann scored ")
                    else:
                        database.wait_until_shown(code, bob)
                        bob.press("space")
                        database.wait_for(code, lambda game: bool(game.roll), bob)
                        ann.hear("Bob rolled ")
                        bob.press("enter", "enter")  # a beginner is asked once more
                        ann.hear("Bob scored ")
            assert "Game over." in ann.hear("Game over.")
        assert ann.end() == 0
    assert database.game(code).is_over


@pytest.mark.parametrize("example", [(sys.executable, "ssh_bot.py"), ("sh", "ssh_bot.sh")])
def test_the_example_bots_play(
    hosts: tuple[int, int, GameDatabase], example: tuple[str, str]
) -> None:
    one, two, database = hosts
    program, name = example[0], example[1].removeprefix("ssh_bot.")
    ann, _bot = database.know("Ann"), database.know(name)
    database.lobby.accounts.set_bot(name, "Ann")
    where = (*OPTIONS, "-p", str(two), *database.keys[name].options, "x@127.0.0.1")
    words = (program, str(ROOT / "examples" / "bots" / example[1]), *where)
    lobby = database.lobby
    table = lobby.tables.create(TableOptions("official", 2, bots=True), ann)
    events, now = database.contests, database.contests.now()
    cup = events.create(f"Cup of {name}", "crag", 1, now, now + 86_400, bots=True)
    streams: dict[str, Any] = {"stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with subprocess.Popen(words, **streams, start_new_session=True) as bot:
        try:
            assert wait_until(lambda: not lobby.tables.read(table).free)
            assert wait_until(lambda: events.line(cup, "").players == 1)
            begin_game(lobby, lobby.tables.read(table), ann.who)
            code = lobby.tables.read(table).code
            with Lines(one, database.keys["Ann"], "join", code) as lines:
                lines.hear(f"BOT {name}")
                for turn in range(_TURNS):
                    lines.hear("Your turn")
                    lines.type("", f"s {turn + 1}")
                    lines.hear("Ann scored ")
                lines.hear("Your turn")
                assert sum(f"BOT {name} scored " in line for line in lines.said) >= _TURNS
        finally:
            os.killpg(bot.pid, signal.SIGTERM)  # also ssh, and the parts of a pipe
        assert bot.stderr is not None
        assert b"Traceback" not in bot.stderr.read()


def test_bytes_of_any_kind_end_no_session(hosts: tuple[int, int, GameDatabase]) -> None:
    one, _two, database = hosts
    database.know("Ann")
    identity = database.keys["Ann"].options
    for data in (b"\xff\xfe\n" * 5, b"x" * 1_000_000 + b"\nwho?\n", b"\x1b[2J\x00\n", b"half"):
        done = subprocess.run(
            ("ssh", *OPTIONS, "-T", "-p", str(one), "-l", "x", *identity, "127.0.0.1", "plain"),
            input=data, capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0
        assert done.stdout.count(b" is not a command. Type ? for a list.") >= 1
        lines = done.stdout.decode().split("\n")
        assert [line for line in lines if not line.isprintable()] == []
