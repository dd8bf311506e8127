"""What `tests/test_other_systems.py` runs under `tests.like_windows`: the program without Unix."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import yahtzee_tui
from tests.cli.conftest import Ask, ask, check_refusal
from yahtzee_tui.store import saved_game
from yahtzee_tui.strategy.bots import programs

__all__ = ["ask"]

ROOT = Path(yahtzee_tui.__file__).parent
UNIX = (
    "yahtzee_tui.plain.bot_session",
    "yahtzee_tui.plain.line_visit",
    "yahtzee_tui.plain.lobby",
    "yahtzee_tui.plain.place",
    "yahtzee_tui.plain.remote_session",
    "yahtzee_tui.plain.shared_table",
    "yahtzee_tui.ssh.server",
    "yahtzee_tui.ssh.worker",
    "yahtzee_tui.strategy.bots.supervisor",
)
"""What hosts games, and what supervises programs, which need Unix."""


def test_the_program_sees_windows() -> None:
    seen = vars(saved_game)
    assert (seen["sys"].platform, hasattr(seen["os"], "fork")) == ("win32", False)
    assert sys.platform == "linux"


def test_all_but_the_server_can_be_imported() -> None:
    failed = []
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        if name.endswith("__main__"):  # it would run
            continue
        try:
            importlib.import_module(name.removesuffix(".__init__"))
        except (ImportError, AttributeError):
            failed.append(name)
    assert failed
    assert all(name.startswith(UNIX) for name in failed), failed


@pytest.mark.parametrize("words", ["serve", "serve --check", "visit"])
def test_hosting_is_refused_in_a_sentence(ask: Ask, words: str) -> None:
    answer = ask(*words.split())
    check_refusal(answer)
    assert "can't be hosted on this system" in answer.err


def test_example_files_can_be_printed(ask: Ask) -> None:
    assert ask("serve", "--print", "compose").code == 0


def test_paths_in_the_command_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAMS", {})
    monkeypatch.setattr("shutil.which", lambda name: name)  # as there is no such file here
    rank = programs.register_program(r'"C:\Program Files\py.exe" C:\bots\mine.py', 1.0)
    assert programs.PROGRAMS[rank].command == (r"C:\Program Files\py.exe", r"C:\bots\mine.py")
