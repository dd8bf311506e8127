"""The way in: help, version, exit codes and streams."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Ask, ask_streams
from yahtzee_tui import __version__
from yahtzee_tui.cli import commands, main
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.rules import OFFICIAL

COMMANDS = tuple(build_parser().commands)

_IMPORTED = """
import sys
from yahtzee_tui.cli import main
heavy = {"textual", "rich", "numpy", "dataclasses", "yahtzee_tui.rules", "yahtzee_tui.table"}
for words in (["--version"], ["--help"], ["play", "--help"]):
    print(main(words), sorted(heavy & set(sys.modules)), file=sys.stderr)
for words in (["rules"], ["score", "33344"], ["play", "Ann", "Ann"]):
    main(words)
print(sorted({"textual", "rich"} & set(sys.modules)), file=sys.stderr)
"""


def test_version(ask: Ask) -> None:
    assert ask("--version") == (0, f"yahtzee-tui {__version__}\n", "")


def test_help_names_every_command(ask: Ask) -> None:
    code, out, err = ask("--help")
    assert (code, err) == (0, "")
    assert all(re.search(rf"^    {command}  ", out, re.MULTILINE) for command in COMMANDS)


def test_help_of_a_command_has_examples_and_is_the_same_alone(ask: Ask) -> None:
    among_all = build_parser().commands
    for command in commands.COMMANDS:
        name = command.name
        code, out, err = ask(name, "--help")
        assert (code, err) == (0, ""), name
        assert f"\n  yahtzee-tui {name}" in out.partition("for example:")[2], name
        alone = build_parser([command]).commands[name]
        assert alone.format_help() == among_all[name].format_help(), name


def test_help_names_the_default_rules(ask: Ask) -> None:
    assert f"{OFFICIAL.id} if not given" in ask("score", "--help").out


def test_help_and_version_import_next_to_nothing_and_only_the_game_textual() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED], capture_output=True, check=True, cwd=ROOT, text=True
    )
    first, second, third, *_, last = done.stderr.splitlines()
    assert first == second == third == "0 []"
    assert last == "[]"


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
    program = [sys.executable, "-m", "yahtzee_tui", "replay", str(path)]
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
@pytest.mark.parametrize("words", [["rules"], ["--version"]])
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
    done = ask_streams(os.fsdecode(word))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr


@pytest.mark.parametrize("words", [["rules", "yz"], ["score", "44444", "--rules", "yz"]])
def test_a_terminal_without_the_characters(words: list[str]) -> None:
    done = ask_streams(*words, encoding="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["rules"]) == 0
    assert main(["rules", "nonesuch"]) == 2


@pytest.mark.parametrize(("term", "kind"), [("dumb", "is dumb"), ("", "is not set")])
def test_a_terminal_that_shows_nothing_to_visitors(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, term: str, kind: str
) -> None:
    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setenv("TERM", term)
    assert ask("visit") == (2, "", f"This terminal can't show the game: TERM {kind}.\n")


@pytest.mark.parametrize("words", [[], ["play"], ["play", "Ann", "Bob", "--seed", "1"]])
def test_without_a_terminal(words: list[str]) -> None:
    done = ask_streams(*words, TERM="xterm-256color")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr
        == b"The game needs a terminal, and standard input is none; with --plain it needs none.\n"
    )
