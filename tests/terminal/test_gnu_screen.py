"""Inside GNU screen, which holds back a lone Esc while a program uses the mouse."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.terminal.console import Console
from tests.terminal.program import yahtzee

if TYPE_CHECKING:
    from pathlib import Path


class InScreen(Console):
    """The game in a window of GNU screen."""

    command = staticmethod(
        lambda *words: ["screen", "-mUS", "yahtzee", "-c", "/dev/null", *yahtzee(*words)]
    )


@pytest.mark.skipif(shutil.which("screen") is None, reason="GNU screen is not installed")
def test_a_lone_escape_arrives(tmp_path: Path) -> None:
    folder = tmp_path / "screens"
    folder.mkdir(0o700)
    with InScreen("play", "Ann", SCREENDIR=str(folder)) as console:
        try:
            console.wait_for("The mouse is off")
            console.press("escape")
            console.wait_for("First time?")
        finally:
            quit_it = ["screen", "-S", "yahtzee", "-X", "quit"]
            subprocess.run(quit_it, env={"SCREENDIR": str(folder)}, check=False)
