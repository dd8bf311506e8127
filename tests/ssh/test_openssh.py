"""OpenSSH's client on a pseudo-terminal: keys, clicks, sizes, colors, and what is refused."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.ssh.openssh import assert_only_the_game, open_ssh
from tests.terminal.input_methods import Keyboard, Mouse, hold, roll
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ssh.server_process import ServerProcess

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here")


def test_a_die_is_held_by_a_click_and_the_window_may_grow(server: ServerProcess) -> None:
    table = TableConfig(("ann",), seed="42").create_table()
    options = ("-o", "SendEnv=COLORTERM", "-o", "KexAlgorithms=ecdh-sha2-nistp256")
    with open_ssh(server.port, None, login="ann", options=options) as console:
        console.wait_for("ann, press")
        assert b"38;2;" in console.output
        mouse, keyboard = Mouse(console), Keyboard(console)
        roll(console, table, keyboard)
        hold(console, table, mouse, 2)
        for columns, rows in ((120, 40), (80, 24)):
            console.resize(columns, rows)
            console.wait_for(lambda: console.lines[-1].rstrip().endswith("Quit"))
        wait_until_agreed(console, table)
        hold(console, table, keyboard, 2)
        console.press("q")
        assert console.wait() == 0, console.output
        assert console.read_farewell().endswith("Goodbye.\r\n")
        console.assert_restored()


def test_a_terminal_known_by_name_has_all_colors(server: ServerProcess) -> None:
    with open_ssh(server.port, None, login="ann", env={"TERM": "xterm-kitty"}) as console:
        console.wait_for("ann, press")
        assert b"38;2;" in console.output


def test_there_is_nothing_but_the_game(server: ServerProcess, tmp_path: Path) -> None:
    refusal = "Only the game runs here"
    assert_only_the_game(server.port, "ann", (), tmp_path, code=1, refusal=refusal)
