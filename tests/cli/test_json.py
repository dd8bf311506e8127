"""Every command with `--json` answers in a form of docs/json.schema.json."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.answers import check_answer, find_form, read_schema
from tests.cli.conftest import mixed, save
from tests.host.lobby.users_and_tables import ANN, BOB, open_table
from tests.host.ssh.host_listener import make_identity
from tests.source import ROOT
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.rules.records import write_record

if TYPE_CHECKING:
    from tests.cli.conftest import Ask, Clock

COMMANDS = Path(__file__).with_name("json_commands.txt").read_text().splitlines()


@pytest.fixture
def names(database: str, file: Path, clock: Clock) -> dict[str, str]:
    finished, begun = (each for each in mixed() if each.setup.rules == "yz")
    save(database, [finished, begun])
    file.write_text(write_record(finished) + write_record(begun) + "junk\n", encoding="utf-8")
    store = HostStore(database)
    table = store.lobby.tables.read(open_table(store.lobby, ANN, BOB))
    presence = store.lobby.enter(ANN, "192.0.2.7")
    presence.set_table(table.id)
    store.lobby.accounts.bind(ANN.who, ANN.name)
    store.lobby.keep_alive([], make_identity("play-1", clock.seconds), {"sessions": 1})
    store.games.day_secret("2026-11-21")
    store.close()
    return {"FILE": str(file), "SESSION": presence.session, "CODE": table.code}


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
    seen = set()
    for line in COMMANDS:
        words = [names.get(word, word) for word in line.split()] + ["--json"]
        with subtests.test(line):
            answer = ask(*words)  # which checks it
            assert answer.out.startswith('{"version": 1, ')
            assert (answer.code == 0) is ("FILE" not in line and "--port" not in line)
        seen.add(find_form(words))
    with subtests.test("all of them"):
        assert {f"#/$defs/{form}" for form in (*seen, "error")} == {
            each["$ref"] for each in read_schema()["anyOf"]
        }
        commands = build_parser().commands
        with_json = {name for name, each in commands.items() if "--json" in each.options}
        assert {form.partition("_")[0] for form in seen} == with_json
