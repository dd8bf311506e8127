"""The JSON Schemas of records and of rule files take what the program does, and no more."""

import json
import shutil
import subprocess
import sys
import tomllib
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.rules import hostile
from tests.rules.house_rules import random_definition, read_seed
from tests.rules.strategies import play_some
from tests.source import ROOT, read_lines
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import BUILT_IN, MOST_PLAYERS, RULESETS, Malformed, Setup
from yahtzee_tui.rules.definition import write_definition
from yahtzee_tui.rules.definition_reader import _BOX, _JOKER, _PATTERN, _PAYS, _REPEAT_BONUS, _TOP
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.settings.options import Manners


def test_a_checker_of_editors_reads_the_schema_of_rule_files(tmp_path: Path) -> None:
    """Taplo, which Even Better TOML uses too, finds what the schema says, in the right line."""
    shutil.copy(ROOT / "docs" / "rules.schema.json", tmp_path)
    shown = "#:schema ./rules.schema.json\n"
    assert f"    {shown}" in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for path in (ROOT / "examples" / "rules").glob("*.toml"):
        text = shown + path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    taplo = [Path(sys.executable).with_name("taplo"), "lint"]
    run = partial(subprocess.run, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    right = run([*taplo, *tmp_path.glob("*.toml")])
    assert right.returncode == 0, right.stderr
    wrong = f'{shown}id = "wrong"\nname = "Wrong"\nrolls = 12\n[box.full]\ngroups = [3, 9]\n'
    (tmp_path / "wrong.toml").write_text(wrong, encoding="utf-8")
    found = run([*taplo, "wrong.toml"])
    assert found.returncode != 0
    assert "wrong.toml:4:9" in found.stderr
    assert "9 is greater than the maximum of 8" in found.stderr


@cache
def schema(name: str = "record") -> Draft202012Validator:
    text = (ROOT / "docs" / f"{name}.schema.json").read_text(encoding="utf-8")
    Draft202012Validator.check_schema(json.loads(text))
    return Draft202012Validator(json.loads(text))


@pytest.mark.parametrize("rules", RULESETS)
def test_the_lines_of_a_game(rules: str) -> None:
    setup = Setup(
        rules, ("Ann", "李雷"), 1, "seed:42", "2026-01-02T03:04:05Z", ("", "chaser:250"), (0,)
    )
    record = play_some(setup, 5, 60, SeededDice("42"))
    for line in write_record(record).splitlines():
        schema().validate(json.loads(line))


HEADER: dict[str, Any] = json.loads(hostile.HEADER) | {"players": ["A"]}


def test_as_many_players_as_the_program_allows() -> None:
    for players in range(1, MOST_PLAYERS + 2):
        names = [f"Player {seat}" for seat in range(players)]
        for more in ({}, {"first": players - 1}, {"coached": [players]}):
            line = HEADER | {"players": names} | more
            is_right = players <= MOST_PLAYERS
            assert schema().is_valid(line) == is_right, line
            assert (read_record(json.dumps(line) + "\n").faults == ()) == is_right, line
    for more in ({"first": MOST_PLAYERS}, {"coached": [MOST_PLAYERS + 1]}):
        assert not schema().is_valid(HEADER | more)


@pytest.mark.parametrize("line", read_lines(__file__, "no_records.jsonl"))
def test_what_no_record_may_have(line: dict[str, Any]) -> None:
    assert not schema().is_valid(line)
    lines = (line,) if "format" in line else (HEADER, line)
    parsed = read_record("".join(json.dumps(each) + "\n" for each in lines))
    played = parsed.replay()
    assert parsed.faults or played.faults


def test_every_rule_file_fits_its_schema() -> None:
    for path in (ROOT / "examples" / "rules").glob("*.toml"):
        schema("rules").validate(tomllib.loads(path.read_text(encoding="utf-8")))
    for ruleset in BUILT_IN.values():
        schema("rules").validate(write_definition(ruleset))
    for seed in range(100):
        if read_seed(seed):
            schema("rules").validate(random_definition(seed))
    assert not schema("rules").is_valid({"id": "house"})
    assert not schema("rules").is_valid(
        {"id": "house", "name": "House", "box": {"two": {"any": True, "run": 2}}}
    )


_VALUES = (
    *(*range(-1, 11), 72, 73, 998, 999, 1000, True, False, "", "sum", "any", "down", "upper"),
    *("x", "xx", "a" * 25, [], [1], [9], [0], [2] * 8, [2] * 9, ["ones"], [[63, 35]]),
    *([[63]], {}, [{"any": True}] * 2, [{"any": True}] * 5),
)


def test_a_key_of_a_rule_file_takes_what_the_reader_does() -> None:
    """The keys are the same, and so is what they take of many values."""
    whole = schema("rules").schema
    parts, top = whole["$defs"], whole["properties"]
    assert top.keys() == {*_TOP, "manners", "names"}
    assert [*top["based_on"]["enum"]] == [*BUILT_IN]
    assert top["manners"]["properties"].keys() == {*Manners._fields}
    pays = parts["box"]["properties"]["pays"]["anyOf"][-1]
    tables = [(top, _TOP), (parts["box"]["properties"], _BOX), (pays["properties"], _PAYS)]
    tables += [(parts["pattern"]["properties"], _PATTERN), (top["joker"]["properties"], _JOKER)]
    tables.append((top["repeat_bonus"]["properties"], _REPEAT_BONUS))
    for properties, kinds in tables:
        assert tables[0][0] is properties or properties.keys() == kinds.keys()
        for key, kind in kinds.items():
            check = Draft202012Validator({"$defs": parts, **properties[key]})
            for value in _VALUES:
                try:
                    taken = kind.fits(value) and kind.make(value) is not None
                except Malformed:
                    taken = False
                if not isinstance(value, dict):
                    assert check.is_valid(value) == taken, (key, value)
