"""Records and texts that somebody damaged, forged or mistook, each with the faults expected."""

from __future__ import annotations

import json

HEADER = (
    '{"format":"yahtzee-tui","version":1,"rules":"official","players":["Ann","Bob"],'
    '"first":0,"dice":"system"}\n'
)
ROLL = '{"roll":[3,3,3,4,4]}\n'
WITH_ROLL = HEADER + ROLL
DEEP = 100_000


def header(**changes: object) -> str:
    """Return a header with fields changed."""
    return json.dumps(json.loads(HEADER) | changes) + "\n"


def without(field: str) -> str:
    """Return a header without a field."""
    return json.dumps({k: v for k, v in json.loads(HEADER).items() if k != field}) + "\n"


# No game can be made of these: the header is at fault. Text, and the code of the one fault.
HEADERS = {
    "nothing": ("", "empty"),
    "blank lines": ("\n\n  \r\n\t\n", "empty"),
    "only a byte order mark": ("\ufeff", "empty"),
    "binary junk": ("\x00\x01\x02\xff\xfe\x7fELF\n\x00", "not_json"),
    "lone surrogates": ("\ud800\udfff\n", "not_json"),
    "prose": ("Dear Ann, here is our game.\n", "not_json"),
    "escapes": ("\x1b[2J\x1b]0;owned\x07\n", "not_json"),
    "emoji": ("😀" * 500 + "\n", "not_json"),
    "a very long line": ("x" * 1_000_000, "not_json"),
    "nested lists": ("[" * DEEP + "]" * DEEP + "\n", "not_json"),
    "nested objects": ('{"a":' * DEEP + "1" + "}" * DEEP + "\n", "not_json"),
    "a huge number": ('{"version":' + "9" * 10_000 + "}\n", "not_json"),
    "a list": ("[]\n", "not_an_object"),
    "a number": ("7\n", "not_an_object"),
    "not a number": ("NaN\n", "not_an_object"),
    "null": ("null\n", "not_an_object"),
    "an empty object": ("{}\n", "bad_format"),
    "a torn header": (HEADER[:40], "not_json"),
    "an event first": (ROLL + HEADER, "bad_format"),
    "another format": (header(format="chess"), "bad_format"),
    "a format of another type": (header(format=["yahtzee-tui"]), "bad_format"),
    "no version": (without("version"), "bad_version"),
    "version zero": (header(version=0), "bad_version"),
    "a negative version": (header(version=-1), "bad_version"),
    "version true": (header(version=True), "bad_version"),
    "version 1.0": (header(version=1.0), "bad_version"),
    "version NaN": (header(version=float("nan")), "bad_version"),
    "an infinite version": (header(version=float("inf")), "bad_version"),
    "an enormous version": (header(version=10**30), "bad_version"),
    "version as text": (header(version="1"), "bad_version"),
    "a newer version": (header(version=2), "newer_version"),
    "no rules": (without("rules"), "bad_rules"),
    "rules of another type": (header(rules={"id": "official"}), "bad_rules"),
    "unknown rules": (header(rules="kniffel"), "unknown_rules"),
    "rules with escapes": (header(rules="\x1b[31m" * 99), "unknown_rules"),
    "rules with a tail": (header(rules="official" + " " * 99), "unknown_rules"),
    "rules of astral characters": (header(rules="\U000e0041" * 99), "unknown_rules"),
    "no players": (without("players"), "bad_players"),
    "nobody plays": (header(players=[]), "bad_players"),
    "nine players": (header(players=list("abcdefghi")), "bad_players"),
    "players as text": (header(players="Ann"), "bad_players"),
    "players as an object": (header(players={"Ann": 1}), "bad_players"),
    "a player who is a number": (header(players=["Ann", 7]), "bad_players"),
    "a player who is null": (header(players=[None]), "bad_players"),
    "one name twice": (header(players=["Ann", "Ann"]), "same_name"),
    "one name in two cases": (header(players=["STRASSE", "straße"]), "same_name"),
    "an empty name": (header(players=["Ann", ""]), "empty_name"),
    "a name with escapes": (header(players=["\x1b[31mAnn"]), "bad_name"),
    "a name with a newline": (header(players=["Ann\nBob"]), "bad_name"),
    "a name turned around": (header(players=["\u202ennA"]), "bad_name"),
    "a name with half a surrogate": (header(players=["\ud83d"]), "bad_name"),
    "a name with stray spaces": (header(players=["Ann" + " " * 500]), "bad_name"),
    "a name of many marks": (header(players=["a" + "\u20dd" * 90]), "bad_name"),
    "a name too long": (header(players=["x" * 5000]), "long_name"),
    "nobody in the first seat": (header(first=2), "bad_first"),
    "a negative first seat": (header(first=-1), "bad_first"),
    "first as text": (header(first="0"), "bad_first"),
    "first true": (header(first=True), "bad_first"),
    "first null": (header(first=None), "bad_first"),
    "dice as a number": (header(dice=6), "bad_dice"),
    "dice with escapes": (header(dice="seed:\x1b[31m"), "bad_dice"),
}

# The game starts, and these faults are found: the text behind the header, and (line, code) each.
EVENTS: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "junk": ("\x00\x01\n", [(2, "not_json")]),
    "junk in the middle": ("junk\n" + ROLL, [(2, "not_json")]),
    "a deep list": ("[" * DEEP + "\n", [(2, "not_json")]),
    "a deep event": ('{"roll":' + "[" * DEEP + "]" * DEEP + "}\n", [(2, "not_json")]),
    "a text": ('"roll"\n', [(2, "not_an_object")]),
    "a list": ("[3,3,3,4,4]\n", [(2, "not_an_object")]),
    "an empty event": ("{}\n", [(2, "unknown_event")]),
    "an unknown event": ('{"bid":3}\n', [(2, "unknown_event")]),
    "two events at once": ('{"roll":[3,3,3,4,4],"hold":[1]}\n', [(2, "unknown_event")]),
    "an unknown event at length": ('{"x":"' + "\\ud800" * 999 + '"}\n', [(2, "unknown_event")]),
    "a roll as text": ('{"roll":"33344"}\n', [(2, "bad_roll")]),
    "a roll of texts": ('{"roll":["3",3,3,4,4]}\n', [(2, "bad_roll")]),
    "a roll of null": ('{"roll":null}\n', [(2, "bad_roll")]),
    "a roll of truth": ('{"roll":[true,3,3,4,4]}\n', [(2, "bad_roll")]),
    "a roll of fractions": ('{"roll":[1.0,3,3,4,4]}\n', [(2, "bad_roll")]),
    "a roll of NaN": ('{"roll":[NaN,3,3,4,4]}\n', [(2, "bad_roll")]),
    "a roll of infinity": ('{"roll":[Infinity,3,3,4,4]}\n', [(2, "bad_roll")]),
    "a roll of huge numbers": ('{"roll":[' + "9" * 4000 + ",3,3,4,4]}\n", [(2, "bad_roll")]),
    "a seventh face": ('{"roll":[7,3,3,4,4]}\n', [(2, "bad_face")]),
    "a face of zero": ('{"roll":[0,3,3,4,4]}\n', [(2, "bad_face")]),
    "a negative face": ('{"roll":[-3,3,3,4,4]}\n', [(2, "bad_face")]),
    "four dice": ('{"roll":[3,3,3,4]}\n', [(2, "bad_dice")]),
    "ten thousand dice": ('{"roll":[' + "3," * 9999 + "3]}\n", [(2, "bad_dice")]),
    "no dice": ('{"roll":[]}\n', [(2, "bad_dice")]),
    "a hold before the roll": ('{"hold":[1]}\n', [(2, "roll_first")]),
    "a hold as a number": (ROLL + '{"hold":1}\n', [(3, "bad_hold")]),
    "a hold of position zero": (ROLL + '{"hold":[0]}\n', [(3, "bad_hold")]),
    "a negative position": (ROLL + '{"hold":[-1]}\n', [(3, "bad_hold")]),
    "a sixth position": (ROLL + '{"hold":[6]}\n', [(3, "bad_hold")]),
    "a position twice": (ROLL + '{"hold":[2,2]}\n', [(3, "bad_hold")]),
    "positions out of order": (ROLL + '{"hold":[3,1]}\n', [(3, "bad_hold")]),
    "a held die that changed": (
        ROLL + '{"hold":[1,2,3]}\n{"roll":[3,3,4,4,4]}\n',
        [(4, "held_die_changed")],
    ),
    "a fourth roll": (ROLL * 4, [(5, "no_rolls_left")]),
    "a score before the roll": ('{"score":"ones","points":0}\n', [(2, "roll_first")]),
    "a score without points": (ROLL + '{"score":"ones"}\n', [(3, "bad_score")]),
    "points as text": (ROLL + '{"score":"ones","points":"0"}\n', [(3, "bad_score")]),
    "points of NaN": (ROLL + '{"score":"ones","points":NaN}\n', [(3, "bad_score")]),
    "enormous points": (ROLL + '{"score":"ones","points":99999}\n', [(3, "bad_score")]),
    "a bonus as a list": (ROLL + '{"score":"ones","points":0,"bonus":[]}\n', [(3, "bad_score")]),
    "a box as a number": (ROLL + '{"score":1,"points":0}\n', [(3, "bad_score")]),
    "an unknown box": (ROLL + '{"score":"eights","points":0}\n', [(3, "unknown_box")]),
    "a box of escapes": (
        ROLL + json.dumps({"score": "\U000e0041\x1b" * 99, "points": 0}) + "\n",
        [(3, "unknown_box")],
    ),
    "wrong points": (ROLL + '{"score":"threes","points":12}\n', [(3, "wrong_points")]),
    "negative points": (ROLL + '{"score":"threes","points":-9}\n', [(3, "wrong_points")]),
    "a bonus out of nothing": (
        ROLL + '{"score":"threes","points":9,"bonus":100}\n',
        [(3, "wrong_points")],
    ),
    "undone as a number": (ROLL + '{"hold":[1],"undone":1}\n', [(3, "bad_undone")]),
    "undone as text": (ROLL + '{"hold":[1],"undone":"no"}\n', [(3, "bad_undone")]),
    "a roll that was undone": (
        ROLL + '{"roll":[1,1,1,1,1],"undone":true}\n',
        [(3, "roll_undone")],
    ),
    "an undone event that fits nowhere": (
        ROLL + '{"score":"threes","points":12,"undone":true}\n',
        [(0, "undone_misfit")],
    ),
    "a second header": (HEADER + ROLL, [(2, "unknown_event")]),
    "a torn last line": (ROLL + '{"hold":[1', [(3, "torn_line")]),
    "three faults apart": (
        ROLL
        + '{"roll":[9,9,9,9,9]}\n{"hold":[0]}\n{"score":"threes","points":10}\n'
        + '{"roll":[1,2,3,4,5]}\n{"score":"chance","points":14}\n',
        [(3, "bad_face"), (4, "bad_hold"), (5, "wrong_points"), (7, "wrong_points")],
    ),
}

TEXT_HEADER = 'yahtzee-tui text 1\nrules official\nplayers ["Ann","Bob"]\nfirst 1\ndice system\n\n'

TEXT_HEADERS = {
    "nothing": ("", "bad_format"),
    "junk": ("\x00\ud800\x1b[2J", "bad_format"),
    "a record of the other form": (WITH_ROLL, "bad_format"),
    "a newer version": (TEXT_HEADER.replace("text 1", "text 2"), "bad_format"),
    "only the title": ("yahtzee-tui text 1\n", "bad_players"),
    "players without quotes": (TEXT_HEADER.replace('"', ""), "bad_players"),
    "players nested deep": (TEXT_HEADER.replace('"Ann"', "[" * DEEP), "bad_players"),
    "nine players": (
        TEXT_HEADER.replace('"Ann"', '"1","2","3","4","5","6","7","8"'),
        "bad_players",
    ),
    "players that are numbers": (TEXT_HEADER.replace('"Ann"', "1"), "bad_players"),
    "a name turned around": (TEXT_HEADER.replace("Ann", "\\u202ennA"), "bad_name"),
    "a name twice": (TEXT_HEADER.replace("Ann", "BOB"), "same_name"),
    "nobody in the first seat": (TEXT_HEADER.replace("first 1", "first 3"), "bad_first"),
    "a huge first seat": (TEXT_HEADER.replace("first 1", "first " + "9" * 9999), "bad_first"),
    "first as a word": (TEXT_HEADER.replace("first 1", "first Ann"), "bad_first"),
    "unknown rules": (TEXT_HEADER.replace("official", "\U000e0041" * 99), "unknown_rules"),
    "dice with escapes": (TEXT_HEADER.replace("system", "\x1b[0m!"), "bad_dice"),
}

TEXT_BODIES: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "another player": ("1. Cleo 12345", [(7, "wrong_player")]),
    "a player whose name begins so": ("1. Anna 12345", [(7, "wrong_player")]),
    "six dice": ("1. Ann 123456", [(7, "bad_roll")]),
    "a face of zero": ("1. Ann 12340", [(7, "bad_digit")]),
    "a seventh face": ("1. Ann 12347", [(7, "bad_face")]),
    "letters for dice": ("1. Ann abcde", [(7, "bad_digit")]),
    "other digits": ("1. Ann ١٢٣٤٥", [(7, "bad_digit")]),
    "a kept face that nobody rolled": ("1. Ann 12345 k6 1234", [(7, "bad_keep")]),
    "a kept face twice": ("1. Ann 12345 k11 123", [(7, "bad_keep")]),
    "dice kept before the roll": ("1. Ann k1", [(7, "bad_keep")]),
    "too many dice rolled again": ("1. Ann 12345 k12 1234", [(7, "bad_roll")]),
    "a box without points": ("1. Ann 12345 =ones", [(7, "bad_points")]),
    "a box with a word for points": ("1. Ann 12345 =ones one", [(7, "bad_points")]),
    "negative points": ("1. Ann 12345 =ones -1", [(7, "bad_points")]),
    "endless points": ("1. Ann 12345 =ones " + "9" * 999, [(7, "bad_points")]),
    "an endless line": ("1. Ann" + " 12345 k-" * 9999, [(7, "long_line")]),
    "a bonus without a plus": ("1. Ann 12345 =ones 1 100", [(7, "bad_turn")]),
    "a turn that goes on": ("1. Ann 12345 =ones 1 +0 12345", [(7, "bad_turn")]),
    "wrong points": ("1. Ann 12345 =ones 2", [(7, "wrong_points")]),
    "an unknown box": ("1. Ann 12345 =" + "\udb40" * 99 + " 2", [(7, "unknown_box")]),
    "no dice": ("1. Ann =ones 0", [(7, "roll_first")]),
    "a turn without a box": ("1. Ann 14156 | Bob 12345 =large_straight 40", [(7, "open_turn")]),
    "a player who was passed over": ("1. Ann | Bob 12345 =large_straight 40", [(7, "open_turn")]),
    "a round out of turn": ("2. Ann 12345 =ones 1", [(7, "wrong_round")]),
    "a round that is missing": (
        "1. Ann 12345 =ones 1 | Bob 12345 =ones 1\n3. Ann 12345 =twos 2",
        [(8, "wrong_round")],
    ),
    "half a round": (
        "1. Ann 12345 =ones 1\n2. Ann 12345 =twos 2",
        [(8, "wrong_round")],
    ),
    "a round of enormous number": ("9" * 9999 + ". Ann 12345", [(7, "bad_round")]),
    "a round without a dot": (
        "1. Ann 12345 =ones 1 | Bob 12345 =ones 1\n2 Ann 12345 =twos 2",
        [(8, "bad_round")],
    ),
    "prose between the rounds": (
        "1. Ann 12345 =ones 1 | Bob 12345 =ones 1\nwell played!",
        [(8, "bad_round")],
    ),
    "faults in two turns": (
        "1. Ann 12345 =ones 9 | Bob 12345 =ones nine",
        [(7, "bad_points"), (7, "wrong_points")],
    ),
}
