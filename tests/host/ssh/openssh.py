"""OpenSSH's client on a pseudo-terminal, and the database that the games are saved in."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import pytest

from tests.terminal.console import Console
from tests.terminal.input_methods import Keyboard, Mouse
from tests.terminal.screen_text import wait_until_agreed
from tests.tui.app_driver import NO_TUMBLING
from tests.waiting import HANG_SECONDS
from yahtzee_tui.dice import find_dice
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import SharedTable, TableOptions, User
from yahtzee_tui.rules import Game, Record
from yahtzee_tui.settings import write_options
from yahtzee_tui.table import Table, TableConfig

OPTIONS = (
    "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
    "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes",
)  # fmt: skip

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here")


class Key(NamedTuple):
    """A user's key pair: the path of the private key, and the fingerprint."""

    path: Path
    fingerprint: str

    @property
    def options(self) -> tuple[str, ...]:
        return ("-i", str(self.path))


def make_key(folder: Path, name: str) -> Key:
    path = folder / f"{name}-key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return Key(path, read_fingerprint(path))


def read_fingerprint(path: Path) -> str:
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(path)], check=True, capture_output=True, text=True
    )
    return shown.stdout.split()[1]


WITHOUT_KEY = ("-o", "PubkeyAuthentication=no")


class Remote(Console):
    """OpenSSH's client on a pseudo-terminal, connected to a server."""

    command = staticmethod(lambda *words: ["ssh", *OPTIONS, *words])
    everybody: ClassVar[list[Remote]] = []

    def read(self, seconds: float) -> bytes:
        """Read this client's output, and that of all others, whose games would block else."""
        for other in self.everybody:
            if other is not self:
                other.read_alone(0)
        return self.read_alone(seconds)

    def read_alone(self, seconds: float) -> bytes:
        return super().read(seconds)

    def __enter__(self) -> Self:
        self.everybody.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        self.everybody.remove(self)
        self.close()


@contextmanager
def open_ssh(port: int, key: Key | None, *request: str, login: str = "x") -> Iterator[Remote]:
    """Connect, without a key as a guest; the request is `join` or `watch`, and a table's code."""
    identity = WITHOUT_KEY if key is None else key.options
    where = ("-t", "-p", str(port), "-l", login, *identity, "127.0.0.1")
    with Remote(*where, *request) as console:
        yield console


class GameDatabase:
    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.keys: dict[str, Key] = {}
        self.folder = folder
        self.store = HostStore(address)
        self.lobby, self.events = self.store.lobby, self.store.events

    def close(self) -> None:
        self.store.close()

    def know(self, name: str) -> User:
        """Return a user with a key and an account, created if needed; nothing asks or tumbles."""
        if name not in self.keys:
            self.keys[name] = make_key(self.folder, name)
        user = User(f"key:{self.keys[name].fingerprint}", name)
        if self.lobby.accounts.name_of(user.who) is None:
            self.lobby.accounts.bind(*user)
        self.lobby.accounts.keep_options(
            user.who, write_options(NO_TUMBLING._replace(confirm_zero=False))
        )
        return user

    def begin(self, *names: str, options: TableOptions | None = None) -> str:
        host, *others = map(self.know, names)
        table = self.lobby.tables.create(options or TableOptions("official", len(names)), host)
        for other in others:
            self.lobby.seats.sit(table, other)
        made = TableConfig(names, first=names[0], seed="far").create_table("2026-11-21T20:15:00Z")
        seen = self.lobby.tables.read(table)
        self.lobby.games.start(seen, host.who, made.record, made.game)
        return seen.code

    def shared(self, code: str) -> SharedTable:
        return self.lobby.tables.read(self.lobby.tables.find(code))

    def record(self, code: str) -> Record:
        return self.store.games.read(self.shared(code).game or "").load()[0]

    def table(self, code: str) -> Table:
        record, history = self.store.games.read(self.shared(code).game or "").load()
        return Table(record.setup, find_dice(record.setup.dice), history)

    def save(self, code: str, table: Table) -> None:
        shared = self.shared(code)
        version = self.store.games.read(shared.game or "").version
        self.lobby.games.save(shared.id, version, table.record, table.game)

    def game(self, code: str) -> Game:
        return self.table(code).game

    def wait_for(self, code: str, what: Callable[[Game], bool], *consoles: Remote) -> Game:
        """Wait until a position is saved, and shown on screens; return it."""
        game = self.wait_saved(code, what, consoles[0])
        self.wait_until_shown(code, *consoles)
        return game

    def wait_saved(self, code: str, what: Callable[[Game], bool], console: Remote) -> Game:
        """Wait until a position is saved, and return it; screens are read meanwhile."""
        if not console.read_until(lambda: what(self.game(code))):
            raise AssertionError(f"never saved, but {self.game(code)}\n{console.text}")
        return self.game(code)

    def wait_until_shown(self, code: str, *consoles: Remote) -> None:
        """Wait until screens show the game at a table as it is saved."""
        for console in consoles:
            wait_until_agreed(console, lambda: self.table(code))


def run(program: str, port: int, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *OPTIONS, "-p" if program == "ssh" else "-P", str(port), *words],
        capture_output=True, text=True, timeout=HANG_SECONDS, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def assert_only_the_game(
    port: int, login: str, identity: tuple[str, ...], folder: Path, code: int
) -> None:
    """Ask for commands, files and connections, all of which a server must refuse."""
    host = f"{login}@127.0.0.1"
    for command in ("bash -i", "join KESTREL-42; id"):
        done = run("ssh", port, *identity, host, command)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith("Only the game runs here: ssh -t ")
        assert done.stderr.count("\n") == 3
    stolen = folder / "stolen"
    for flags in ((), ("-O",)):
        done = run("scp", port, *identity, *flags, f"{host}:/etc/hostname", str(stolen))
        assert done.returncode != 0
        assert not stolen.exists()
    assert run("sftp", port, *identity, "-b", "/dev/null", host).returncode != 0
    backwards = ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22")
    done = run("ssh", port, *identity, *backwards, host)
    assert done.returncode != 0
    assert "forwarding failed" in done.stderr
    done = run("ssh", port, *identity, "-W", f"127.0.0.1:{port}", host)
    assert done.returncode != 0
    assert "SSH-2.0" not in done.stdout


class FarKeyboard(Keyboard):
    """Plays by keys, without the animation of dice."""

    def roll(self, game: Game) -> None:
        self.console.press("space")


class FarMouse(Mouse):
    """Plays by mouse, without the animation of dice."""

    def roll(self, game: Game) -> None:
        self.console.click(60, 5)
