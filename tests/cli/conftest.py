"""Running the command line, in this process and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pytest

from yahtzee_tui.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).parents[2]


class Answer(NamedTuple):
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str


class Ask(Protocol):
    """Runs the command line with some words."""

    def __call__(self, *words: str) -> Answer: ...


def check_refusal(answer: Answer) -> None:
    """Check that a command was refused in one sentence on the error output."""
    code, out, err = answer
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(".\n")
    assert err[:-1].isprintable()
    assert len(err) < 400
    assert "usage:" not in err
    assert "Traceback" not in err


def check_refusals(ask: Ask, subtests: pytest.Subtests, commands: Iterable[Sequence[str]]) -> None:
    """Check that each of several commands is refused in one sentence."""
    for words in commands:
        with subtests.test(ascii(words)[:60]):
            check_refusal(ask(*words))


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run the command line in this process."""

    def run(*words: str) -> Answer:
        code = main(words)
        return Answer(code, *capsys.readouterr())

    return run


def ask_shell(
    *words: str | bytes, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "yahtzee_tui", *words],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=60,
    )
