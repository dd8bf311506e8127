"""The tutorials as a reader follows them, in an empty folder: each file, command and answer."""

from __future__ import annotations

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


class Reader:
    """One who types what a page says.

    Attributes:
        said: What the last commands wrote.
        counts: How many files were saved, commands typed and answers found.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scripts = Path(sys.executable).parent
        path = {"PATH": f"{scripts}:{os.environ['PATH']}", "HOME": str(folder / "home")}
        # Best play is solved once for all tests.
        self.env = {"LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]} | path
        self.said = ""
        self.counts = {"files": 0, "commands": 0, "answers": 0}

    def take(self, before: str, block: str) -> None:
        if saved := _SAVED.search(before):
            (self.folder / saved[1]).write_text(block, encoding="utf-8")
            self.counts["files"] += 1
        elif _COMMAND.match(block):
            self.said = "".join(map(self.type, block.splitlines()))
            self.counts["commands"] += len(block.splitlines())
        else:
            assert block in self.said, self.said
            self.counts["answers"] += 1

    def type(self, command: str) -> str:
        if command.startswith("yahtzee-tui play"):
            return self.play(command)
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=self.env, capture_output=True, text=True
        )
        is_wrong = "wrong" in command
        assert (done.returncode, bool(done.stderr)) == (int(is_wrong), is_wrong), done.stderr
        return done.stdout + done.stderr

    def play(self, command: str) -> str:
        words = f"cd {self.folder} && exec {command}"
        with _Typed(words, size=(80, 24), **self.env) as console:
            console.wait_for("roll")
            console.press(" ")
            console.wait_for("roll 1 of 3")
            console.press("q")
            assert console.wait() == 0
        return ""


class _Typed(Console):
    @staticmethod
    def command(*words: str) -> list[str]:
        return ["sh", "-c", *words]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("page", "files", "commands", "answers"),
    [("first-rules", 3, 11, 6), ("first-bot", 3, 5, 4)],
)
def test_a_tutorial_works_as_it_is_written(
    page: str, files: int, commands: int, answers: int, tmp_path: Path
) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    reader = Reader(tmp_path)
    for block in _BLOCK.finditer(text):
        reader.take(text[: block.start()], dedent(block[0]).strip("\n") + "\n")
    assert reader.counts == {"files": files, "commands": commands, "answers": answers}
