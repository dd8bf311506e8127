"""The game behind an OpenSSH server, with the example files."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ssh.openssh import OPTIONS, WITHOUT_KEY, GameDatabase, make_key, open_ssh
from tests.ssh.server_process import ServerProcess
from tests.terminal.program import PATIENCE
from tests.terminal.terminal_state import assert_restored
from yahtzee_tui.ssh.server.exit_reasons import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from tests.ssh.openssh import Remote

    Done = subprocess.CompletedProcess[str]

pytestmark = pytest.mark.slow

SHIPPED = Path(str(files("yahtzee_tui.ssh") / "files"))
_GAME = "/opt/yahtzee-tui/bin/yahtzee-tui"
_WRONG, _REFUSED_BY_SSH = 2, 255
_MOST_EXPOSED = 30
"""Tenths of systemd's measure, which calls a service of up to 5.0 no worse than OK."""


class OpenSSH:
    """An OpenSSH server with the shipped settings, for the user who runs the tests.

    Attributes:
        port: Where it listens.
        log: What it says.
    """

    def __init__(self, program: str, folder: Path, database: str) -> None:
        """Start the server, and wait until it listens.

        Args:
            program: The path of sshd.
            folder: An empty folder for what it needs.
            database: Where the games are.
        """
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        user = getpass.getuser()
        settings = folder / "yahtzee.conf"
        changes = {
            "Match User yahtzee": f"Match User {user}",
            "CommandUser nobody": f"CommandUser {'nobody' if os.geteuid() == 0 else user}",
            _GAME: f"{sys.executable} -m yahtzee_tui",
            "/home/yahtzee/games.sqlite": database,
        }
        text = (SHIPPED / "sshd_config").read_text()
        for shipped, ours in changes.items():
            assert text.count(shipped) == 1, shipped
            text = text.replace(shipped, ours)
        settings.write_text(text)
        self.log = folder / "sshd.log"
        config, key = folder / "sshd_config", make_key(folder, "host").path
        config.write_text(
            f"Include {settings}\nPort {self.port}\nListenAddress 127.0.0.1\nUsePAM no\n"
            f"HostKey {key}\nPidFile none\nPermitRootLogin yes\n"
            "Subsystem sftp internal-sftp\n"
        )
        self._process = subprocess.Popen([program, "-D", "-f", config, "-E", self.log])
        self._wait_until_open()

    def close(self) -> None:
        """Stop the server."""
        self._process.terminate()
        self._process.wait(PATIENCE)

    def _wait_until_open(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        self.close()
        raise AssertionError(self.log.read_text())


@pytest.fixture(scope="module")
def sshd() -> str:
    """Return the path of OpenSSH's server."""
    found = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        # Where everything must be tested, nothing is left out.
        if os.environ.get("YAHTZEE_TUI_NEED_SSHD"):
            pytest.fail("OpenSSH's server is not installed.")
        pytest.skip("OpenSSH's server is not installed.")
    with suppress(OSError):  # where the system makes it when it starts; only root can
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    return found


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameDatabase]:
    """A database of OpenSSH's server."""
    folder = tmp_path_factory.mktemp("database")
    opened = GameDatabase(str(folder / "games.sqlite"), folder)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def openssh(
    sshd: str, database: GameDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OpenSSH]:
    server = OpenSSH(sshd, tmp_path_factory.mktemp("sshd"), database.address)
    yield server
    server.close()


def login(
    openssh: OpenSSH, database: GameDatabase, name: str, *request: str
) -> AbstractContextManager[Remote]:
    """Connect to OpenSSH's server."""
    return open_ssh(openssh.port, database.keys[name], *request, login=getpass.getuser())


def run(openssh: OpenSSH, database: GameDatabase, *words: str, program: str = "ssh") -> Done:
    """Run one of OpenSSH's programs to its end, without a terminal."""
    port = "-p" if program == "ssh" else "-P"
    return subprocess.run(
        [program, *OPTIONS, port, str(openssh.port), *database.keys["Ann"].options, *words],
        capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def test_a_key_is_somebody_and_plays_a_turn(openssh: OpenSSH, database: GameDatabase) -> None:
    code = database.begin("Ann", "Bob")
    with login(openssh, database, "Ann", "join", code) as ann:
        ann.wait_for(f"{code} · Bob is away")
        ann.press("space", "2")
        database.wait_for(code, lambda game: game.held == (1,), ann)
        ann.press("space", "enter")
        database.wait_for(code, lambda game: game.seat == 1, ann)
        ann.press("q")
        assert ann.wait() == 0
        assert_restored(ann)


def test_a_new_key_takes_a_name_which_is_theirs_at_the_other_door_too(
    openssh: OpenSSH, database: GameDatabase, tmp_path: Path
) -> None:
    database.keys["Dee"] = make_key(tmp_path, "Dee")
    with login(openssh, database, "Dee") as dee:
        dee.wait_for("What is your name?")
        dee.press(*"Dee", "enter")
        dee.wait_for("YAHTZEE · Dee")
        dee.press("q")
        assert dee.wait() == 0
    with ServerProcess(tmp_path, database=database.address) as server:
        code = database.begin("Ann", "Bob")
        with (
            open_ssh(server.port, database.keys["Dee"]) as dee,
            open_ssh(server.port, database.keys["Bob"], "join", code) as bob,
            login(openssh, database, "Ann", "join", code) as ann,
        ):
            dee.wait_for("YAHTZEE · Dee")
            ann.wait_for("everybody is here")
            ann.press("space", "enter")
            bob.wait_for("You are next")
            database.wait_until_shown(code, ann, bob)
            ann.send(signal.SIGKILL)
            bob.wait_for("Ann is away")


def test_there_is_nothing_but_the_game(
    openssh: OpenSSH, database: GameDatabase, tmp_path: Path
) -> None:
    database.know("Ann")
    host = f"{getpass.getuser()}@127.0.0.1"
    for command in ("ls", "bash -i", "join", "join KESTREL-42; id", "watch $(id)"):
        done = run(openssh, database, host, command)
        assert (done.returncode, done.stdout, done.stderr) == (
            _WRONG,
            "",
            REFUSALS["request"] + "\n",
        )
    done = run(openssh, database, "-T", host)
    no_terminal = f"{REFUSALS['no-terminal']}\n"
    assert (done.returncode, done.stdout, done.stderr) == (_WRONG, "", no_terminal)
    stolen = tmp_path / "stolen"
    for flags in ((), ("-O",)):
        done = run(openssh, database, *flags, f"{host}:/etc/hostname", str(stolen), program="scp")
        assert done.returncode != 0
        assert not stolen.exists()
    assert run(openssh, database, "-b", "/dev/null", host, program="sftp").returncode != 0


def test_nobody_gets_through_to_anywhere_else(openssh: OpenSSH, database: GameDatabase) -> None:
    database.know("Ann")
    host = f"{getpass.getuser()}@127.0.0.1"
    done = run(
        openssh, database, "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", host
    )
    assert done.returncode != 0
    assert "forwarding failed" in done.stderr
    done = run(openssh, database, "-W", f"127.0.0.1:{openssh.port}", host)
    assert done.returncode != 0
    assert "SSH-2.0" not in done.stdout


def test_without_a_key_nobody_comes_in(openssh: OpenSSH, database: GameDatabase) -> None:
    database.know("Ann")
    done = run(
        openssh, database, *WITHOUT_KEY, "-o", "BatchMode=yes", f"{getpass.getuser()}@127.0.0.1"
    )
    assert done.returncode == _REFUSED_BY_SSH
    assert "Permission denied (publickey" in done.stderr


def test_the_settings_of_sshd_concern_one_user_only(sshd: str, tmp_path: Path) -> None:
    config = tmp_path / "sshd_config"
    key = make_key(tmp_path, "host").path
    config.write_text(f"Include {SHIPPED / 'sshd_config'}\nHostKey {key}\nX11Forwarding yes\n")
    subprocess.run([sshd, "-t", "-f", config], check=True)
    for user, command, forwarding in (("yahtzee", f"{_GAME} visit", "no"), ("ann", "none", "yes")):
        done = subprocess.run(
            [sshd, "-T", "-f", config, "-C", f"user={user},host=far.example,addr=192.0.2.1"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
        assert said["forcecommand"].startswith(command)
        assert said["allowtcpforwarding"] == forwarding
        assert said["x11forwarding"] == forwarding


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    text = (SHIPPED / "yahtzee-tui.service").read_text()
    assert text.count(_GAME) == 1
    unit = tmp_path / "yahtzee-tui.service"
    unit.write_text(text.replace(_GAME, "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not [line for line in done.stderr.splitlines() if unit.name in line], done.stderr
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", f"--threshold={_MOST_EXPOSED}", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
