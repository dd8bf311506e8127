"""The two formats of a record, JSON Lines for programs and a text form for people, and replaying.

It reads and writes texts and knows no files.

    parsed = read_record(text)     # never raises; faults say what is wrong, and in which line
    played = parsed.replay()       # the game as far as it can be trusted, and all faults
"""

from yahtzee_tui.rules.records.jsonl import read_record, write_record
from yahtzee_tui.rules.records.replay import Fault, ParsedRecord, RecordLine, Replay, replay
from yahtzee_tui.rules.records.text_notation import (
    begins_record,
    read_either,
    read_records,
    read_text,
    split_records,
    write_text,
)

__all__ = [
    "Fault", "ParsedRecord", "RecordLine", "Replay", "begins_record", "read_either",
    "read_record", "read_records", "read_text", "replay", "split_records", "write_record",
    "write_text",
]  # fmt: skip
