"""Records as files: JSON Lines for programs, a text form for people, and playing both through.

reading = read_record(text)     # never raises; faults say what is wrong, and in which line
played = reading.replay()       # the game as far as it can be trusted, and all faults
"""

from yahtzee_tui.rules.records.either import begins_record, read_either
from yahtzee_tui.rules.records.jsonlines import read_record, write_record
from yahtzee_tui.rules.records.notation import TITLE, read_text, write_text
from yahtzee_tui.rules.records.reading import Reading
from yahtzee_tui.rules.records.replay import Fault, Line, Replay, replay

__all__ = [
    "TITLE",
    "Fault",
    "Line",
    "Reading",
    "Replay",
    "begins_record",
    "read_either",
    "read_record",
    "read_text",
    "replay",
    "write_record",
    "write_text",
]
