"""What stands before the first event: when the game began, computers, and who asked a coach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from yahtzee_tui.rules import Record, Setup
from yahtzee_tui.rules.records import read_record, read_text, write_record, write_text

SETUP = Setup(
    "official", ("Ann", "Bob"), began="2026-11-21T20:15:00Z", computers=("", "expert"), coached=(0,)
)
HEADER = json.loads(write_record(Record(SETUP)))


def test_they_are_kept_in_both_forms() -> None:
    assert read_record(write_record(Record(SETUP))).setup == SETUP
    assert read_text(write_text(Record(SETUP))).setup == SETUP
    assert SETUP.computer(1) == "expert"
    assert Setup("official", ("Ann",)).computer(0) == ""


def test_what_is_not_said_is_not_written() -> None:
    header = json.loads(write_record(Record(Setup("official", ("Ann",)))))
    assert not {"began", "computers", "coached"} & set(header)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("began", "yesterday"),
        ("began", "2026-11-21"),
        ("began", 5),
        ("computers", "expert"),
        ("computers", ["expert"]),
        ("computers", ["", "", "expert"]),
        ("computers", ["", None]),
        ("computers", ["", "\x1b[2J"]),
        ("computers", ["", "x" * 21]),
        ("coached", 1),
        ("coached", [0]),
        ("coached", [3]),
        ("coached", [2, 1]),
        ("coached", [1, 1]),
        ("coached", [True]),
        ("coached", ["1"]),
    ],
)
def test_what_makes_no_sense_is_a_fault(key: str, value: Any) -> None:
    reading = read_record(json.dumps(HEADER | {key: value}) + "\n")
    assert reading.setup is None
    (fault,) = reading.faults
    assert fault.code == f"bad_{key}"
    text = write_text(Record(SETUP)).splitlines()
    kept = [line for line in text if not line.startswith(key)]
    said = value if key == "began" else json.dumps(value)
    reading = read_text("\n".join([*kept[:3], f"{key} {said}", *kept[3:]]))
    assert [fault.code for fault in reading.faults] == [f"bad_{key}"]
