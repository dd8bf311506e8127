"""Runs the whole program in lines of text, in this process or in one of its own."""

import os
import subprocess
from subprocess import PIPE
from typing import Any

from tests.cli.conftest import ask_streams
from tests.terminal.program import ROOT, yahtzee
from tests.terminal.user_folders import UserFolders


def folders(home: UserFolders) -> dict[str, str]:
    return {**os.environ, **home.env}


def run(
    home: UserFolders, *words: str, lines: str | bytes = "", **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in this process, or in one of its own if the locale matters."""
    stdin = lines if isinstance(lines, bytes) else lines.encode()
    if not env:
        return ask_streams(*words, stdin=stdin, **{**folders(home), "LC_ALL": "C.UTF-8"})
    return start(home, *words, input=stdin, env={**folders(home), **env})


def hear(home: UserFolders, *words: str, lines: str = "") -> str:
    """Return what the program says; it must end well."""
    done = run(home, *words, lines=lines)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def start(home: UserFolders, *words: str, **given: Any) -> subprocess.CompletedProcess[bytes]:
    given = {"env": folders(home), "stdout": PIPE, "stderr": PIPE, **given}
    return subprocess.run(yahtzee(*words), check=False, cwd=ROOT, timeout=600, **given)
