"""The commands of each page as a reader types them, one after another, in an empty folder."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from textwrap import dedent

import pytest

from tests.source import ROOT, needs_host
from tests.terminal.console import Console

_PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK = re.compile(r"(?<=\n\n)(?:    .*\n(?:\n+(?=    ))?)+")
_SAVED = re.compile(r"[Ss]ave [^.:]*?\bas\s+`([\w.]+)`:\n\n$")
_COMMAND = re.compile(
    r"^(?:\$ )?((?:[A-Z_]+=\S+ )*(?:\S*/)?(?:chmod|chown|cp|curl|echo|git|jq|mkdir|mkfifo|pip|pipx|"
    r"printf|py|python3?|sed|sh|ssh|ssh-keygen|useradd|uvx?|yahtzee-tui)(?: .*?)?)(?: +#.*)?$",
    re.MULTILINE,
)
_SCREEN = re.compile(
    r"yahtzee-tui(?: (?:daily|event play|play|practice|resume)\b(?!.* --(?:list|plain)).*)?"
)

NOT_RUN = {
    r"play\.example\.org|: ssh |ssh_bot": "talks to another machine",
    r"\bpip |\bpipx |\buvx? |\.venv|: py |: git ": "installs or removes the program",
    r" serve$| serve --(public-name|user)| web\b": "runs until Ctrl+C",
    r" serve --check| host |: curl ": "needs a server with players",
    r"/etc/|/opt/|/sys/|/var/|: useradd": "is for root",
    r"known_hosts|game\.sig": "needs a record that a host has signed",
    r"\b3f9a": "needs the game of this id",
    r" daily --(picture|share)": "needs the finished game of today",
    r"/fish/|\$PROFILE": "needs fish or PowerShell",
    r"gym_|luck_figures": "runs for minutes",
    r"yahtzee-tui text 1": "is the first line of a record",
    r"^json\.md": "is there for its answer, whose form tests/cli/test_json.py checks",
}
"""Patterns of `PAGE: COMMAND`, and why such a command doesn't run here."""

_PLAYED = ("coach.md", "records.md", "scores.md", "scripting.md")
_PLAY = """
yahtzee-tui simulate --players casual --games 1 --records game.jsonl
yahtzee-tui import game.jsonl
echo | yahtzee-tui play Ann --plain
"""
"""Pages for a reader who has played and has a record, and how to become one."""

_TUTORIALS = ("first-rules.md", "first-bot.md")
"""Pages whose every block is a file, or commands, or an answer."""


class Typed(Console):
    """A shell that runs one command."""

    command = staticmethod(lambda *words: ["sh", "-c", *words])


def find_blocks(page: Path) -> Iterator[tuple[str, list[str], str]]:
    """Yield the blocks of a page in a clone, with their commands, or the name of their file."""
    text = re.sub(r"<!-- index\n.*?-->\n", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for found in _BLOCK.finditer(text):
        block = dedent(found[0]).strip("\n").replace("\\\n", "") + "\n"
        saved = _SAVED.search(text[: found.start()])
        yield block, _COMMAND.findall(block), saved[1] if saved else ""


def run(command: str, folder: Path) -> str:
    """Type a command in a folder, roll if it shows a table, and return what it wrote."""
    scripts = Path(sys.executable).parent
    # Best play is solved once for all tests.
    env = {
        "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        "PATH": f"{scripts}:{os.environ['PATH']}", "HOME": str(folder / "home"),
        "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "",
    }  # fmt: skip
    if _SCREEN.fullmatch(command):
        with Typed(f"cd {folder} && exec {command}", size=(80, 24), **env) as console:
            console.wait_for(lambda: len(console.text.split()) > 20)
            for key in (" ", "ctrl+q"):
                console.let_rest()
                console.press(key)
            assert console.wait() == 0, console.text
        return ""
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == ("wrong" in command), done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
@needs_host
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[pytest.mark.exhaustive] * (page != _PAGES[0]))
        for page in _PAGES
    ],
)
def test_the_commands_of_a_page_run_in_its_order(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # as in a clone
    (tmp_path / "old").symlink_to(tmp_path)
    bot = (ROOT / "examples/bots/greedy.py").read_text(encoding="utf-8")
    (tmp_path / "mybot").write_text(f"#!{sys.executable}\n{bot}", encoding="utf-8")
    (tmp_path / "mybot").chmod(0o700)
    for command in _PLAY.split("\n") * (page.name in _PLAYED):
        run(command, tmp_path)
    said = ""
    for block, commands, file in find_blocks(page):
        if file:
            (tmp_path / file).write_text(block, encoding="utf-8")
        elif commands:
            said = "".join(
                run(each.replace("2026-11-29", str(date.today() + timedelta(1))), tmp_path)
                for each in commands
                if not any(re.search(pattern, f"{page.name}: {each}") for pattern in NOT_RUN)
            )
        elif page.name in _TUTORIALS:
            assert block in said, said


def test_no_reason_is_out_of_date() -> None:
    blocks = [(page.name, block) for page in _PAGES for block in find_blocks(page)]
    found = [f"{name}: {each}" for name, (_, commands, _) in blocks for each in commands]
    assert len(found) > 200
    for pattern, why in NOT_RUN.items():
        assert any(re.search(pattern, each) for each in found), why
