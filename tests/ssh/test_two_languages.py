"""Two players at one table, each in a language of their own, from OpenSSH's LANG."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.ssh.openssh import GameDatabase, open_ssh

if TYPE_CHECKING:
    from tests.ssh.openssh import Remote
    from tests.ssh.server_process import ServerProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here"),
]

_SENDS = ("-o", "SendEnv=LANG LC_ALL LC_MESSAGES")


def test_a_whole_game_of_a_german_and_a_polish_player(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ute", "Ola")
    consoles = [
        open_ssh(
            game_server.port, database.keys[name], "join", code, options=_SENDS,
            env={"LANG": lang, "LC_ALL": lang, "LC_MESSAGES": lang},
        )
        for name, lang in (("Ute", "de_DE.UTF-8"), ("Ola", "pl_PL.UTF-8"))
    ]  # fmt: skip
    with consoles[0] as ute, consoles[1] as ola:
        ute.wait_for("SUMME")
        ola.wait_for("SUMA")
        for turn in range(26):
            mover, mark = ((ute, "▸Ute"), (ola, "▸Ola"))[turn % 2]
            until_turn(mover, mark)
            mover.press("space")
            database.wait_saved(code, lambda game: game.roll == 1, mover)
            mover.press("enter", "enter")
            database.wait_saved(code, lambda game: game.roll == 0, mover)
            if turn == 8:
                ute.wait_for("Wurf")
                ola.wait_for("Jedynki")
                assert "Einer" in ute.text
                assert "Ones" not in ute.text + ola.text
        assert database.game(code).is_over
        ute.wait_for("Rückblick")
        ola.wait_for("Analiza")
        for word in ("Review", "New game", "Play again"):
            assert word not in ute.text + ola.text


def until_turn(console: Remote, mark: str) -> None:
    console.wait_for(lambda: mark in console.lines[0])
