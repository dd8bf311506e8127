"""Either form of a record is told by its first line, which also says where the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tests.rules import hostile
from tests.rules.strategies import records
from yahtzee_tui.rules.records import begins_record, read_either, write_record, write_text

if TYPE_CHECKING:
    from yahtzee_tui.rules import Record


@given(records)
def test_only_the_first_line_begins_a_record(record: Record) -> None:
    for text in (write_record(record), write_text(record)):
        first, *others = text.splitlines(keepends=True)
        assert begins_record(first)
        assert not any(map(begins_record, others))


@given(records)
def test_both_forms_are_read(record: Record) -> None:
    assert read_either(write_record(record)).record == record
    read = read_either(write_text(record)).record
    assert read is not None
    assert write_text(read) == write_text(record)


@pytest.mark.parametrize(
    "line",
    [
        "\ufeff" + hostile.HEADER,
        " \t" + hostile.HEADER,
        '{ "rules" : "official", "format" : "yahtzee-tui" }',
        '{"format":"yahtzee-tui","ver',
        "\ufeff yahtzee-tui text 1\r\n",
        "yahtzee-tui text 2",
    ],
)
def test_first_lines_of_all_kinds(line: str) -> None:
    assert begins_record(line)


@pytest.mark.parametrize("line", ["", "\n", "{}", "junk", '"format"', "yahtzee-tui", "1. format 1"])
def test_other_lines(line: str) -> None:
    assert not begins_record(line)
