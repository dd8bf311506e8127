"""The real client on a real terminal: a whole game by keys and by mouse, sizes, colours, keys."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.served import MISBEHAVING, Served
from tests.terminal.console import Console
from tests.terminal.hands import Keyboard, Mouse, hold, play_out, roll
from tests.terminal.reading import wait_until_agreed
from tests.terminal.restored import assert_restored
from yahtzee_tui.table import TableConfig, describe_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")

OPTIONS = (
    "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
    "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none",
)  # fmt: skip


class Remote(Console):
    """The game on the screen of somebody who came by ssh."""

    command = staticmethod(lambda *words: ["ssh", *OPTIONS, *words])


@contextmanager
def remote(
    server: Served, login: str = "ann", *words: str, size: tuple[int, int] = (80, 24), **env: str
) -> Iterator[Remote]:
    """Come by ssh."""
    where = ("-p", str(server.port), "-l", login)
    # The last of them is the host; what comes behind it is a command.
    with Remote(*where, *words, "127.0.0.1", size=size, **env) as console:
        yield console


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("server"), worker=MISBEHAVING) as served:
        yield served


def sit_down(console: Remote, name: str = "ann") -> None:
    """Wait for the table."""
    console.wait_for(f"{name} begins")


@pytest.mark.slow
@pytest.mark.parametrize("hands", [Keyboard, Mouse], ids=["keyboard", "mouse"])
def test_a_whole_game(evil: Served, hands: type[Keyboard] | type[Mouse]) -> None:
    table = TableConfig(("ann",), seed="42").create_table()
    with remote(evil) as console:
        sit_down(console)
        player = hands(console)
        play_out(console, table, player)
        console.wait_for("Play again")
        assert describe_end(table.game) in console.text
        player.look()
        wait_until_agreed(console, table)
        player.leave()
        assert console.wait() == 0
        assert console.read_farewell().endswith("Goodbye.\r\n")
        assert_restored(console)


def test_a_die_is_held_by_a_click_and_the_window_may_grow(evil: Served) -> None:
    table = TableConfig(("ann",), seed="42").create_table()
    with remote(evil) as console:
        sit_down(console)
        mouse, keyboard = Mouse(console), Keyboard(console)
        roll(console, table, keyboard)
        hold(console, table, mouse, 2)
        console.resize(120, 40)
        console.wait_for(lambda: console.lines[39].rstrip().endswith("Quit"))
        console.resize(80, 24)
        console.wait_for(lambda: console.lines[23].rstrip().endswith("Quit"))
        wait_until_agreed(console, table)
        hold(console, table, keyboard, 2)
        console.press("q")
        assert console.wait() == 0
        assert_restored(console)


@pytest.mark.parametrize(
    ("env", "words", "sequence"),
    [
        ({}, (), b"38;5;"),
        ({}, ("-o", "SendEnv=COLORTERM"), b"38;2;"),
        ({"TERM": "xterm-kitty"}, (), b"38;2;"),
    ],
    ids=["few", "sent", "known"],
)
def test_colours(
    evil: Served, env: dict[str, Any], words: tuple[str, ...], sequence: bytes
) -> None:
    with remote(evil, "ann", *words, **env) as console:
        sit_down(console)
        assert sequence in console.output


def test_a_crash_leaves_the_terminal_as_it_was(evil: Served) -> None:
    with remote(evil, "crash") as console:
        sit_down(console, "crash")
        console.press("f1")
        assert console.wait() == 1
        farewell = console.read_farewell()
        assert "Sorry, the game stopped unexpectedly" in farewell
        assert "Traceback" not in bytes(console.output).decode()
        modes = console.read_modes()
        assert modes[1049] is False
        assert modes[25] is True
        assert not any(modes.get(mode) for mode in (1000, 1002, 1003, 1006, 1015, 2004, 1004))


def test_a_key_is_who_one_is(evil: Served, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(key)], check=True, capture_output=True, text=True
    )
    with remote(evil, "ann", "-i", str(key)) as console:
        sit_down(console)
    assert evil.events("begin")[-1]["key"] == shown.stdout.split()[1]


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one of OpenSSH's programs to its end, without a terminal."""
    return subprocess.run(
        [program, *OPTIONS, *words],
        capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def test_there_is_nothing_but_the_game(evil: Served, tmp_path: Path) -> None:
    port, host = str(evil.port), "ann@127.0.0.1"
    for command in ("id", "bash -i", "join"):
        done = run("ssh", "-p", port, host, command)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Nothing runs here but the game")
    done = run("ssh", "-p", port, "-T", host)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The game needs a terminal; ssh -t gives it one.\n"
    for flags in ((), ("-O",)):
        stolen = tmp_path / "stolen"
        done = run("scp", *flags, "-P", port, f"{host}:/etc/passwd", str(stolen))
        assert done.returncode != 0
        assert not stolen.exists()
    done = run("sftp", "-P", port, "-b", "/dev/null", host)
    assert done.returncode != 0
    done = run(
        "ssh", "-p", port, "-N", "-o", "ExitOnForwardFailure=yes",
        "-R", "0:127.0.0.1:22", host,
    )  # fmt: skip
    assert done.returncode != 0
    assert "forwarding failed" in done.stderr
    done = run("ssh", "-p", port, "-W", "127.0.0.1:22", host)
    assert done.returncode != 0
    assert "SSH-2.0" not in done.stdout


def test_the_log_names_the_host_key_as_a_client_shows_it(evil: Served) -> None:
    (opened,) = evil.events("open")
    key = evil.state / "ssh_host_ed25519_key"
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(key)], check=True, capture_output=True, text=True
    )
    assert opened["key"] == shown.stdout.split()[1]
    assert opened["key"].startswith("SHA256:")


@pytest.mark.parametrize("exchange", ["curve25519-sha256", "ecdh-sha2-nistp256"])
def test_keys_are_exchanged_over_curves(evil: Served, exchange: str) -> None:
    with remote(evil, "ann", "-o", f"KexAlgorithms={exchange}") as console:
        sit_down(console)


def test_a_table_is_asked_for_by_its_code(evil: Served) -> None:
    where = ("-p", str(evil.port), "-l", "ann", "-t", "127.0.0.1", "join", "kestrel-42")
    with Remote(*where) as console:
        sit_down(console)
    assert evil.events("begin")[-1]["request"] == "join KESTREL-42"
