"""A copy of the repository without the folders of the host: it plays, and passes tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source import ROOT
from tests.terminal.program import yahtzee
from yahtzee_tui.cli.parser import HOST_COMMANDS

pytestmark = pytest.mark.slow

TESTS = (
    "tests/test_structure.py", "tests/cli/test_entry.py", "tests/plain/test_program.py",
    "tests/scenarios", "tests/tui/test_conventions.py",
)  # fmt: skip
"""Tests that look at all modules, start all commands, and play on a screen and in lines."""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder from which the program and its tests are imported, without the host."""
    folder = tmp_path / "copy"
    for each in ("docs", "examples", "tests", "yahtzee_tui"):
        leave_out = shutil.ignore_patterns("host", "__pycache__")
        shutil.copytree(ROOT / each, folder / each, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}")
    return folder


@pytest.mark.usefixtures("copy")
def test_it_plays_and_says_that_hosting_is_not_installed() -> None:
    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            yahtzee(*words), input=typed, capture_output=True, check=False, text=True, timeout=60
        )

    played = run("play", "Ann", "--plain", typed="roll\nscore chance\n")
    assert "Ann scored" in played.stdout, played.stderr
    for word in HOST_COMMANDS:
        for done in (run(word), run(word, "--help"), run("help", word)):
            assert (done.returncode, done.stderr) == (2, "This part isn't installed.\n")
        assert f" {word} " not in run("--help").stdout


@pytest.mark.exhaustive
def test_it_passes_tests(copy: Path) -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--basetemp={copy}/made", *TESTS]
    done = subprocess.run(words, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stdout
    assert " skipped" not in done.stdout
