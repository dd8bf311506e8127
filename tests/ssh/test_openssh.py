"""OpenSSH's client on a pseudo-terminal: a whole game, sizes, colours, keys, refusals."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.openssh import OPTIONS, make_key, open_ssh, read_fingerprint
from tests.terminal.input_methods import Keyboard, Mouse, hold, play_out, roll
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.terminal_state import assert_restored
from yahtzee_tui.table import TableConfig, describe_end

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tests.ssh.openssh import Key, Remote
    from tests.ssh.server_process import ServerProcess

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")


def remote(
    server: ServerProcess, login: str = "ann", *options: str, key: Key | None = None, **env: str
) -> AbstractContextManager[Remote]:
    """Connect to a server."""
    return open_ssh(server.port, key, login=login, options=options, env=env)


def wait_for_table(console: Remote, name: str = "ann") -> None:
    """Wait for the table."""
    console.wait_for(f"{name} begins")


@pytest.mark.slow
@pytest.mark.parametrize("hands", [Keyboard, Mouse], ids=["keyboard", "mouse"])
def test_a_whole_game(server: ServerProcess, hands: type[Keyboard] | type[Mouse]) -> None:
    table = TableConfig(("ann",), seed="42").create_table()
    with remote(server) as console:
        wait_for_table(console)
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


def test_a_die_is_held_by_a_click_and_the_window_may_grow(server: ServerProcess) -> None:
    table = TableConfig(("ann",), seed="42").create_table()
    with remote(server) as console:
        wait_for_table(console)
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
    server: ServerProcess, env: dict[str, Any], words: tuple[str, ...], sequence: bytes
) -> None:
    with remote(server, "ann", *words, **env) as console:
        wait_for_table(console)
        assert sequence in console.output


def test_a_crash_leaves_the_terminal_as_it_was(server: ServerProcess) -> None:
    with remote(server, "crash") as console:
        wait_for_table(console, "crash")
        console.press("f1")
        assert console.wait() == 1
        farewell = console.read_farewell()
        assert "Sorry, the game stopped unexpectedly" in farewell
        assert "Traceback" not in bytes(console.output).decode()
        modes = console.read_modes()
        assert modes[1049] is False
        assert modes[25] is True
        assert not any(modes.get(mode) for mode in (1000, 1002, 1003, 1006, 1015, 2004, 1004))


def test_a_key_is_who_one_is(server: ServerProcess, tmp_path: Path) -> None:
    key = make_key(tmp_path, "Ann")
    with remote(server, key=key) as console:
        wait_for_table(console)
    assert server.events("begin")[-1]["key"] == key.fingerprint


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one of OpenSSH's programs to its end, without a terminal."""
    return subprocess.run(
        [program, *OPTIONS, *words],
        capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def test_there_is_nothing_but_the_game(server: ServerProcess, tmp_path: Path) -> None:
    port, host = str(server.port), "ann@127.0.0.1"
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


def test_the_log_names_the_host_key_as_a_client_shows_it(server: ServerProcess) -> None:
    (opened,) = server.events("open")
    key = server.state / "ssh_host_ed25519_key"
    assert opened["key"] == read_fingerprint(key)
    assert opened["key"].startswith("SHA256:")


@pytest.mark.parametrize("exchange", ["curve25519-sha256", "ecdh-sha2-nistp256"])
def test_keys_are_exchanged_over_curves(server: ServerProcess, exchange: str) -> None:
    with remote(server, "ann", "-o", f"KexAlgorithms={exchange}") as console:
        wait_for_table(console)


def test_a_table_is_asked_for_by_its_code(server: ServerProcess) -> None:
    with open_ssh(server.port, None, "join", "kestrel-42", login="ann") as console:
        wait_for_table(console)
    assert server.events("begin")[-1]["request"] == "join KESTREL-42"
