"""The tutorials as a reader follows them, in an empty folder: each file, command and answer."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.source import ROOT
from tests.terminal.console import Console

_BLOCK = re.compile(r"(?<=\n\n)(?:    .*\n(?:\n+(?=    ))?)+")
_SAVED = re.compile(r"[Ss]ave [^.:]*?\bas\s+`([\w.]+)`:\n\n$")
_COMMAND = re.compile(r"(?:yahtzee-tui|python3|echo|mkdir|cp) ")


class Typed(Console):
    """A shell that runs one command."""

    command = staticmethod(lambda *words: ["sh", "-c", *words])


def run(command: str, folder: Path) -> str:
    """Type a command in a folder, play a turn if it plays, and return what it wrote."""
    scripts = Path(sys.executable).parent
    # Best play is solved once for all tests.
    env = {
        "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        "PATH": f"{scripts}:{os.environ['PATH']}", "HOME": str(folder / "home"),
    }  # fmt: skip
    if command.startswith("yahtzee-tui play"):
        with Typed(f"cd {folder} && exec {command}", size=(80, 24), **env) as console:
            console.wait_for("roll")
            console.press(" ")
            console.wait_for("roll 1 of 3")
            console.press("q")
            assert console.wait() == 0
        return ""
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True
    )
    is_wrong = "wrong" in command
    assert (done.returncode, bool(done.stderr)) == (int(is_wrong), is_wrong), done.stderr
    return done.stdout + done.stderr


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("page", "files", "commands", "answers"),
    [("first-rules", 3, 11, 6), ("first-bot", 3, 5, 4)],
)
def test_a_tutorial_works_as_it_is_written(
    page: str, files: int, commands: int, answers: int, tmp_path: Path
) -> None:
    text, said, counts = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"), "", [0, 0, 0]
    for found in _BLOCK.finditer(text):
        block = dedent(found[0]).strip("\n") + "\n"
        if saved := _SAVED.search(text[: found.start()]):
            (tmp_path / saved[1]).write_text(block, encoding="utf-8")
            counts[0] += 1
        elif _COMMAND.match(block):
            said = "".join(run(command, tmp_path) for command in block.splitlines())
            counts[1] += len(block.splitlines())
        else:
            assert block in said, said
            counts[2] += 1
    assert counts == [files, commands, answers]
