"""The JSON Schema of records takes all lines that the program writes, and no others."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.rules.strategies import play_some
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import MOST_PLAYERS, RULESETS, Setup
from yahtzee_tui.rules.records import read_record, write_record

ROOT = Path(__file__).parents[2]


@cache
def schema() -> Draft202012Validator:
    text = (ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8")
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


HEADER: dict[str, Any] = {
    "format": "yahtzee-tui",
    "version": 1,
    "rules": "official",
    "players": ["A"],
}


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


@pytest.mark.parametrize(
    "line",
    [
        HEADER | {"version": 2},
        HEADER | {"players": []},
        HEADER | {"players": ["A", "A"]},
        HEADER | {"began": "yesterday"},
        HEADER | {"computers": ["\x1b[2J"]},
        HEADER | {"coached": [0]},
        {"roll": [1, 2], "hold": [1]},
        {"roll": [0]},
        {"hold": [1, 1]},
        {"score": "ones"},
        {"score": "ones", "points": -1},
        {"hold": [1], "undone": 1},
        {},
    ],
)
def test_what_no_record_may_have(line: dict[str, Any]) -> None:
    assert not schema().is_valid(line)
    lines = (line,) if "format" in line else (HEADER, line)
    parsed = read_record("".join(json.dumps(each) + "\n" for each in lines))
    played = parsed.replay()
    assert parsed.faults or (played is not None and played.faults)
