"""The game behind an OpenSSH server, with the example files."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.host.ssh.openssh import (
    WITHOUT_KEY,
    GameDatabase,
    assert_only_the_game,
    make_key,
    open_ssh,
    run,
)
from tests.waiting import wait_in_thread
from yahtzee_tui.host.ssh.server.session_end import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from tests.host.ssh.openssh import Remote
    from tests.host.ssh.server_process import ServerProcess

pytestmark = pytest.mark.slow

USER = getpass.getuser()
SHIPPED = Path(str(files("yahtzee_tui.host.ssh") / "files"))
_GAME = "/opt/yahtzee-tui/bin/yahtzee-tui"
_REFUSED_BY_SSH = 255
_MOST_EXPOSED = 30
"""Tenths of systemd's measure, which calls a service of up to 5.0 no worse than OK."""


@pytest.fixture(scope="module")
def sshd() -> str:
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
def port(
    sshd: str, database: GameDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    """Run OpenSSH's server with the shipped settings, for the user who runs the tests."""
    folder = tmp_path_factory.mktemp("sshd")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    changes = {
        "Match User yahtzee": f"Match User {USER}",
        "CommandUser nobody": f"CommandUser {'nobody' if os.geteuid() == 0 else USER}",
        _GAME: f"{sys.executable} -m yahtzee_tui",
        "/home/yahtzee/games.sqlite": database.address,
    }
    text = (SHIPPED / "sshd_config").read_text()
    for shipped, ours in changes.items():
        assert text.count(shipped) == 1, shipped
        text = text.replace(shipped, ours)
    (folder / "yahtzee.conf").write_text(text)
    config, log = folder / "sshd_config", folder / "sshd.log"
    config.write_text(
        f"Include {folder / 'yahtzee.conf'}\nPort {port}\nListenAddress 127.0.0.1\nUsePAM no\n"
        f"HostKey {make_key(folder, 'host').path}\nPidFile none\nPermitRootLogin yes\n"
        "Subsystem sftp internal-sftp\n"
    )
    with subprocess.Popen([sshd, "-D", "-f", config, "-E", log]) as process:
        try:
            wait_in_thread(lambda: is_open(port) or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield port
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def login(
    port: int, database: GameDatabase, name: str, *request: str
) -> AbstractContextManager[Remote]:
    return open_ssh(port, database.keys[name], *request, login=USER)


def test_a_name_and_a_table_are_the_same_at_both_doors(
    port: int, game_server: ServerProcess, database: GameDatabase, tmp_path: Path
) -> None:
    database.keys["Dee"] = make_key(tmp_path, "Dee")
    with login(port, database, "Dee") as dee:
        dee.wait_for("Choose a name.")
        dee.press(*"Dee", "enter")
        dee.wait_for("Lobby  ·  Dee")
        dee.press("q")
        assert dee.wait() == 0
        dee.assert_restored()
    code = database.begin("Ann", "Bob")
    with (
        open_ssh(game_server.port, database.keys["Dee"]) as dee,
        open_ssh(game_server.port, database.keys["Bob"], "join", code) as bob,
        login(port, database, "Ann", "join", code) as ann,
    ):
        dee.wait_for("Lobby  ·  Dee")
        ann.wait_for(f"{code} · everyone is here")
        ann.press("space", "2")
        database.wait_for(code, lambda game: game.held == (1,), ann, bob)
        ann.press("space")
        ann.score()
        bob.wait_for("Your turn")
        database.wait_until_shown(code, ann, bob)
        ann.send(signal.SIGKILL)
        bob.wait_for("Ann is away")


def test_there_is_nothing_but_the_game(port: int, database: GameDatabase, tmp_path: Path) -> None:
    database.know("Ann")
    identity = database.keys["Ann"].options
    assert_only_the_game(port, USER, identity, tmp_path, 2)
    done = run("ssh", port, *identity, f"{USER}@127.0.0.1", "scores --json")
    assert (done.returncode, done.stdout) == (2, "")
    assert json.loads(done.stderr) == {"version": 1, "error": REFUSALS["json"], "code": "json"}
    bans, subject = database.lobby.bans, database.lobby.accounts.find("Ann")
    bans.ban(subject)
    for request in ("", "plain", "daily"):
        done = run("ssh", port, *identity, f"{USER}@127.0.0.1", request)
        assert done.stdout + done.stderr == f"{REFUSALS['banned']}\n"
    bans.lift(subject)
    batch = (*identity, *WITHOUT_KEY, "-o", "BatchMode=yes")
    done = run("ssh", port, *batch, f"{USER}@127.0.0.1")
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


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="unknown systemd here")
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
