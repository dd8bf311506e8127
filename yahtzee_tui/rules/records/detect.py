"""Telling the two formats of a record apart, and where one of several in a file begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules.records.jsonl import read_record
from yahtzee_tui.rules.records.text_notation import TITLE, read_text

if TYPE_CHECKING:
    from yahtzee_tui.rules.records.replay import ParsedRecord

_SPACE = "\ufeff \t\r\n"
# A title of any version, so that the reader can say what is wrong with it.
_TITLE = TITLE.rpartition(" ")[0]


def read_either(text: str) -> ParsedRecord:
    """Read a record in the text form or as JSON Lines. Never raises."""
    return read_text(text) if text.lstrip(_SPACE).startswith(_TITLE) else read_record(text)


def begins_record(line: str) -> bool:
    """Return whether a line is the first of a record, as a header or title is, even a torn one."""
    line = line.lstrip(_SPACE)
    return line.startswith(_TITLE) or (line.startswith("{") and '"format"' in line)
