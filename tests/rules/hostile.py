"""Records and texts that somebody damaged, forged or mistook, each with the faults expected.

Most are in `hostile.txt`, as they are; those here are too long for it, or can't be printed.
"""

import json
import re
from pathlib import Path

HEADER = (
    '{"format":"yahtzee-tui","version":1,"rules":"official","players":["Ann","Bob"],'
    '"first":0,"dice":"system"}\n'
)
WITH_ROLL = HEADER + '{"roll":[3,3,3,4,4]}\n'
TEXT_HEADER = 'yahtzee-tui text 1\nrules official\nplayers ["Ann","Bob"]\nfirst 1\ndice system\n\n'
DEEP = 100_000

Faults = list[tuple[int, str]]

_CASE = re.compile(r"== (text header|text body|header|event): (.+): (.+)\n((?:(?!== ).*\n)+)")


def header(**changes: object) -> str:
    return json.dumps(json.loads(HEADER) | changes) + "\n"


def _read(kind: str) -> dict[str, tuple[str, str]]:
    """Return the texts and the faults of a kind of cases in the file, by name."""
    cases = _CASE.findall(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))
    return {name: (text, faults) for each, name, faults, text in cases if each == kind}


def _read_lines(kind: str) -> dict[str, tuple[str, Faults]]:
    """The same with the faults split into lines and codes."""
    return {
        name: (text, [(int(line), code) for line, code in re.findall(r"(\d+) (\w+)", faults)])
        for name, (text, faults) in _read(kind).items()
    }


# No game can be made of these: the header is at fault. Text, and the code of the one fault.
HEADERS = _read("header") | {
    "nothing": ("", "empty"),
    "blank lines": ("\n\n  \r\n\t\n", "empty"),
    "only a byte order mark": ("\ufeff", "empty"),
    "binary junk": ("\x00\x01\x02\xff\xfe\x7fELF\n\x00", "not_json"),
    "lone surrogates": ("\ud800\udfff\n", "not_json"),
    "escapes": ("\x1b[2J\x1b]0;owned\x07\n", "not_json"),
    "a very long line": ("x" * 1_000_000, "not_json"),
    "nested lists": ("[" * DEEP + "]" * DEEP + "\n", "not_json"),
    "nested objects": ('{"a":' * DEEP + "1" + "}" * DEEP + "\n", "not_json"),
    "a huge number": ('{"version":' + "9" * 10_000 + "}\n", "not_json"),
    "a torn header": (HEADER[:40], "not_json"),
    "rules with escapes": (header(rules="\x1b[31m" * 99), "unknown_rules"),
    "rules of astral characters": (header(rules="\U000e0041" * 99), "unknown_rules"),
    "a name too long": (header(players=["x" * 5000]), "long_name"),
}

# The game starts, and these faults are found: the text behind the header, and (line, code) each.
EVENTS: dict[str, tuple[str, Faults]] = _read_lines("event") | {
    "junk": ("\x00\x01\n", [(2, "not_json")]),
    "a deep list": ("[" * DEEP + "\n", [(2, "not_json")]),
    "a deep event": ('{"roll":' + "[" * DEEP + "]" * DEEP + "}\n", [(2, "not_json")]),
    "an unknown event at length": ('{"x":"' + "\\ud800" * 999 + '"}\n', [(2, "unknown_event")]),
    "a roll of huge numbers": ('{"roll":[' + "9" * 4000 + ",3,3,4,4]}\n", [(2, "bad_roll")]),
    "ten thousand dice": ('{"roll":[' + "3," * 9999 + "3]}\n", [(2, "bad_dice")]),
    "a box of escapes": (
        '{"roll":[3,3,3,4,4]}\n' + json.dumps({"score": "\U000e0041\x1b" * 99, "points": 0}) + "\n",
        [(3, "unknown_box")],
    ),
    "a torn last line": ('{"roll":[3,3,3,4,4]}\n' + '{"hold":[1', [(3, "torn_line")]),
}

TEXT_HEADERS = _read("text header") | {
    "nothing": ("", "bad_format"),
    "junk": ("\x00\ud800\x1b[2J", "bad_format"),
    "players nested deep": (TEXT_HEADER.replace('"Ann"', "[" * DEEP), "bad_players"),
    "a huge first seat": (TEXT_HEADER.replace("first 1", "first " + "9" * 9999), "bad_first"),
    "unknown rules": (TEXT_HEADER.replace("official", "\U000e0041" * 99), "unknown_rules"),
    "dice with escapes": (TEXT_HEADER.replace("system", "\x1b[0m!"), "bad_dice"),
}

TEXT_BODIES: dict[str, tuple[str, Faults]] = _read_lines("text body") | {
    "endless points": ("1. Ann 12345 =ones " + "9" * 999, [(7, "bad_points")]),
    "an endless line": ("1. Ann" + " 12345 k-" * 9999, [(7, "long_line")]),
    "an unknown box": ("1. Ann 12345 =" + "\udb40" * 99 + " 2", [(7, "unknown_box")]),
    "a round of enormous number": ("9" * 9999 + ". Ann 12345", [(7, "bad_round")]),
}
