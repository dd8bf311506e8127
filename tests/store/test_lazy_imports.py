"""What starts fast stays fast: neither database nor settings are loaded before they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_LOADED = "print(sorted({'sqlalchemy', 'sqlite3', 'tomlkit'} & set(sys.modules)), file=sys.stderr)"


def run(code: str, *words: str) -> str:
    """Return what of the heavy is loaded after some code, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{_LOADED}", *words],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=60,
    )
    return done.stderr


@pytest.mark.parametrize(
    "module", ["store", "store.listing", "store.saved_game", "table", "tui.app"]
)
def test_importing(module: str) -> None:
    assert run(f"import yahtzee_tui.{module}") == "[]\n"


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["rules"], ["score", "33344"], ["export", "--help"]]
)
def test_commands(words: list[str]) -> None:
    code = "from yahtzee_tui.cli import main\nassert main(sys.argv[1:]) == 0"
    assert run(code, *words) == "[]\n"


def test_the_check_sees_what_is_loaded() -> None:
    assert run("import yahtzee_tui.store.games") == "['sqlalchemy']\n"
