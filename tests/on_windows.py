"""What `tests/test_other_systems.py` runs under `tests.like_windows`: the program without Unix."""

import importlib
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ask
from tests.source import from_host, modules
from yahtzee_tui.store import saved_game
from yahtzee_tui.strategy.bots import programs

__all__ = ["ask"]

UNIX = ("yahtzee_tui.strategy.bots.supervisor", *from_host("on_windows:UNIX"))
"""What supervises programs, and what hosts games, which need Unix."""


def test_the_program_sees_windows() -> None:
    seen = vars(saved_game)
    assert (seen["sys"].platform, hasattr(seen["os"], "fork")) == ("win32", False)
    assert sys.platform == "linux"


def test_all_but_the_server_can_be_imported() -> None:
    failed = []
    for name in modules():
        if name.endswith("__main__"):  # it would run
            continue
        try:
            importlib.import_module(name)
        except (ImportError, AttributeError):
            failed.append(name)
    assert failed
    assert all(name.startswith(UNIX) for name in failed), failed


def test_paths_in_the_command_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / r"C:\Program Files\py.exe").touch(0o755)  # a name as any other here
    monkeypatch.setenv("PATH", str(tmp_path))
    rank = programs.register_program(r'"C:\Program Files\py.exe" C:\bots\mine.py', 1.0)
    assert programs.PROGRAMS.pop(rank).command == (r"C:\Program Files\py.exe", r"C:\bots\mine.py")
