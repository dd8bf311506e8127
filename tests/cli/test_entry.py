"""The way in: help, version, exit codes and streams."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Ask, ask_shell
from yahtzee_tui import __version__
from yahtzee_tui.cli import commands, main
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.rules import OFFICIAL

COMMANDS = tuple(build_parser().commands)

_IMPORTED = """
import sys
from yahtzee_tui.cli import main
code = main(sys.argv[1:])
heavy = {"textual", "rich", "numpy", "dataclasses", "yahtzee_tui.rules", "yahtzee_tui.table"}
print(code, sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


def test_version(ask: Ask) -> None:
    assert ask("--version") == (0, f"yahtzee-tui {__version__}\n", "")


def test_help_names_every_command(ask: Ask) -> None:
    code, out, err = ask("--help")
    assert (code, err) == (0, "")
    assert all(re.search(rf"^    {command}  ", out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_examples(ask: Ask, command: str) -> None:
    code, out, err = ask(command, "--help")
    assert (code, err) == (0, "")
    assert f"\n  yahtzee-tui {command}" in out.partition("for example:")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_understood_alone_as_among_all(command: str) -> None:
    alone = build_parser([each for each in commands.COMMANDS if each.name == command])
    among_all = build_parser().commands[command]
    assert alone.commands[command].format_help() == among_all.format_help()


def test_help_names_the_default_rules(ask: Ask) -> None:
    assert f"{OFFICIAL.id} if not given" in ask("score", "--help").out


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["play", "--help"]])
def test_help_and_version_import_next_to_nothing(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED, *words], capture_output=True, check=True, cwd=ROOT
    )
    assert done.stderr == b"0 []\n"


@pytest.mark.parametrize("words", [["rules"], ["score", "33344"], ["play", "Ann", "Ann"]])
def test_only_the_game_itself_imports_textual(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED, *words], capture_output=True, check=True, cwd=ROOT
    )
    assert b"textual" not in done.stderr
    assert b"rich" not in done.stderr


def test_the_words_come_from_the_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["yahtzee-tui", "--version"])
    assert main() == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["plya"], "the nearest is play"),
        (["xyzzy"], f"there are {', '.join(COMMANDS[:-1])} and {COMMANDS[-1]}"),
        (["--rules", "yatzy"], "try yahtzee-tui play --rules"),
        (["play", "--sed", "3"], "the nearest is --seed"),
        (["rules", "--frob"], "see yahtzee-tui rules --help"),
        (["score", "33344", "--jso"], "the nearest is --json"),
    ],
)
def test_what_was_meant(ask: Ask, words: list[str], hint: str) -> None:
    code, out, err = ask(*words)
    assert (code, out) == (2, "")
    assert err.endswith(f"{hint}.\n")


def test_an_interruption_is_silent(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("yahtzee_tui.cli.replay.read_games", interrupt)
    assert ask("replay", str(tmp_path)) == (130, "", "")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "faulty.jsonl"
    header = '{"format":"yahtzee-tui","version":1,"rules":"yz","players":["Ann"],"first":0}\n'
    path.write_text(header + "x\n" * 20_000)
    for option in (["--json"], []):
        program = [sys.executable, "-m", "yahtzee_tui", "replay", str(path), *option]
        with subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT
        ) as process:
            assert process.stdout is not None
            process.stdout.read(10)
            process.stdout.close()
            assert process.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
@pytest.mark.parametrize("words", [["rules"], ["--help"], ["--version"]])
def test_a_full_disk_is_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "yahtzee_tui", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            cwd=ROOT,
        )
    assert done.returncode == 2
    assert done.stderr == b"The output can't be written: No space left on device.\n"


@pytest.mark.parametrize("word", [b"\xff\xfe", b"--\xff", b"\x1b[31m"])
def test_words_that_are_no_text(word: bytes) -> None:
    done = ask_shell(word)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr


@pytest.mark.parametrize("words", [["rules", "yz"], ["score", "44444", "--rules", "yz"]])
def test_a_terminal_without_the_characters(words: list[str]) -> None:
    done = ask_shell(*words, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["rules"]) == 0
    assert main(["rules", "nonesuch"]) == 2


def _run_on_a_terminal(*words: str, term: str) -> tuple[int, bytes, bytes]:
    pty = pytest.importorskip("pty")
    main_end, terminal = pty.openpty()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "yahtzee_tui", *words],
            stdin=terminal,
            stdout=out,
            stderr=terminal,
            cwd=ROOT,
            env={**os.environ, "TERM": term},
        )
        os.close(terminal)
        said = b""
        try:
            while piece := os.read(main_end, 1024):
                said += piece
        except OSError:  # how Linux says that the other end is closed
            pass
        finally:
            os.close(main_end)
        code = process.wait(60)
        out.seek(0)
        return code, out.read(), said


@pytest.mark.parametrize(("term", "kind"), [("dumb", "is dumb"), ("", "is not set")])
def test_a_terminal_that_shows_nothing_to_visitors(term: str, kind: str) -> None:
    code, out, said = _run_on_a_terminal("visit", term=term)
    assert (code, out) == (2, b"")
    assert said == f"This terminal can't show the game: TERM {kind}.\r\n".encode()


@pytest.mark.parametrize("words", [[], ["play"], ["play", "Ann", "Bob", "--seed", "1"]])
def test_without_a_terminal(words: list[str]) -> None:
    done = ask_shell(*words, TERM="xterm-256color")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr
        == b"The game needs a terminal, and standard input is none; with --plain it needs none.\n"
    )
