"""Every command with `--json` answers in a form of docs/json.schema.json."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.answers import check_answer
from tests.cli.conftest import Ask, mixed, save
from tests.source import ROOT
from yahtzee_tui.cli.commands import GAME_COMMANDS, build_parser
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.store import Store

COMMANDS = Path(__file__).with_name("json_commands.txt").read_text().splitlines()


@pytest.fixture
def names(database: str, file: Path) -> dict[str, str]:
    finished, begun = (each for each in mixed() if each.setup.rules == "yz")
    save(database, [finished, begun])
    file.write_text(write_record(finished) + write_record(begun) + "junk\n", encoding="utf-8")
    with closing(Store(database)) as store:
        store.games.day_secret("2026-11-21")
    return {"FILE": str(file)}


def test_the_page_shows_answers_in_their_form() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    found = re.findall(r"^    yahtzee-tui (.*--json)\n((?:    [{ ].*\n)+)", page, re.MULTILINE)
    assert len(found) > 8
    for command, text in found:
        out = " ".join(text.split())
        is_error = '"error"' in out
        check_answer(command.split(), *(("", out) if is_error else (out, "")))


@pytest.mark.slow
def test_every_answer_has_its_form(
    ask: Ask, names: dict[str, str], subtests: pytest.Subtests
) -> None:
    check_forms(ask, COMMANDS, names, subtests)
    parser = build_parser(GAME_COMMANDS)
    with_json = {name for name, each in parser.commands.items() if "--json" in each.options}
    assert {line.partition(" ")[0] for line in COMMANDS} == with_json


def check_forms(
    ask: Ask, commands: list[str], names: dict[str, str], subtests: pytest.Subtests
) -> None:
    for line in commands:
        words = [names.get(word, word) for word in line.split()] + ["--json"]
        with subtests.test(line):
            answer = ask(*words)  # which checks it
            assert answer.out.startswith('{"version": 1, ')
            assert (answer.code == 0) is ("FILE" not in line and "--port" not in line)
