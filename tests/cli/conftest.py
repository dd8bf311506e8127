"""Running the command line, in this process and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
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


def ask_streams(
    *words: str, stdin: bytes = b"", encoding: str = "utf-8", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in this process with streams of bytes, none of them a terminal.

    Args:
        words: The words after the program's name.
        stdin: The input.
        encoding: The encoding of the output.
        environment: Variables of the environment.
    """
    out, err = (TextIOWrapper(BytesIO(), encoding) for _ in range(2))
    with TemporaryFile("w+", encoding="utf-8") as source, pytest.MonkeyPatch.context() as patch:
        source.buffer.write(stdin)
        source.seek(0)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr(os, "isatty", lambda _: False)
        patch.setattr(sys, "stdin", source)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = main(words)
        out.flush()
        err.flush()
    return subprocess.CompletedProcess(words, code, *(_read(stream) for stream in (out, err)))


def _read(stream: TextIOWrapper) -> bytes:
    stream.seek(0)
    return bytes(stream.buffer.read())


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
