"""What commands declare is what their code reads; what a shell offers; any other words."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, check_refusal
from tests.source import PACKAGE, read_lines
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.cli.arguments import SHELLS, Argument, CommandSpec
from yahtzee_tui.cli.commands import list_commands
from yahtzee_tui.cli.event import ACTIONS
from yahtzee_tui.cli.export_import import TABLES
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig


@cache
def read_module(name: str) -> str:
    return (PACKAGE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")


def find_modules(module: str) -> set[str]:
    """Return a module of the command line with those of them that it imports."""
    found, waiting = set[str](), {module}
    while waiting:
        found.add(one := waiting.pop())
        waiting |= {
            *re.findall(r"from yahtzee_tui\.((?:host\.)?cli\.\w+)", read_module(one))
        } - found
    return found - {"cli.commands"}


def list_arguments(command: CommandSpec) -> Iterator[Argument]:
    for each in command.arguments:
        yield from (each,) if isinstance(each, Argument) else each


@pytest.mark.parametrize("command", list_commands(), ids=lambda command: command.name)
def test_every_argument_is_read(command: CommandSpec) -> None:
    module = command.runner.partition(":")[0]
    code = "".join(map(read_module, find_modules(module) | {"cli.main"}))
    for each in list_arguments(command):
        name = each.settings.get("dest", each.name).removeprefix("--").replace("-", "_")
        assert re.search(rf'args\.{name}\b|"{name}"', code), name


def test_the_words_of_an_argument_are_those_that_its_code_knows() -> None:
    """They are declared beside the command: help and completion import no code of it."""
    commands = {command.name: command for command in list_commands()}
    for command, argument, known in (("event", "action", ACTIONS), ("export", "--table", TABLES)):
        (found,) = (each for each in list_arguments(commands[command]) if each.name == argument)
        assert {*found.settings["choices"]} == {*known}


@pytest.mark.slow
def test_what_a_shell_offers(tmp_path: Path) -> None:
    home = UserFolders(tmp_path)
    with home.open_store() as store:
        table = TableConfig(("Ann",)).create_table()
        saved = store.games.add(table.record, table.game).game
    answer = tmp_path / "answer"
    (tmp_path / "mine.toml").touch()
    names = {"SAVED": saved, "BEGINNING": saved[:2], "FOLDER": f"{tmp_path}"}
    names["RULES"] = " ".join(RULESETS)
    for case in read_lines(__file__, "completions.jsonl"):
        line, word = (re.sub("[A-Z]{5,}", lambda name: names[name[0]], each) for each in case)
        environment = {
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_COMP_WORDBREAKS": " ",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
            "COMP_TYPE": "9",
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        }
        command = (sys.executable, "-m", "yahtzee_tui")
        subprocess.run(command, env={**os.environ, **home.env, **environment}, check=True)
        assert answer.read_text().split() == word.split(), line


def test_the_lines_for_a_start_file(ask: Ask) -> None:
    for shell in SHELLS:
        out = ask.text("completion", shell)
        assert "yahtzee-tui" in out
        assert ("compinit" in out) is (shell == "zsh")
    check_refusal(ask("completion", "tcsh"))


FILLERS = {"@LONG@": "x" * 100_000, "@NINES@": "9" * 10_000}


def test_words_that_make_no_sense_are_refused_in_one_sentence(
    ask: Ask, database: str, subtests: pytest.Subtests
) -> None:
    """Also where there are saved games, without which some commands say only so."""
    with closing(Store(database)) as store:
        store.games.check_writing()
    for words in read_lines(__file__, "hostile.jsonl"):
        with subtests.test(json.dumps(words)):
            for name, filler in FILLERS.items():
                words = [word.replace(name, filler) for word in words]
            check_refusal(ask(*words))
