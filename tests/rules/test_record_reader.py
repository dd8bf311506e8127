"""The readers of records: both forms, what is wrong with them, and records torn and mutated.

They never raise: whatever is wrong becomes faults, one clear sentence each. A writer may die at any
byte, and disks do odd things.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import hostile
from tests.rules.conformance import check_sentence, malformed_code, record_of
from tests.rules.strategies import play_some, records
from tests.source import read_lines
from yahtzee_tui.rules import OFFICIAL, Held, Record, Rolled, Scored, Setup
from yahtzee_tui.rules.records import (
    Fault,
    ParsedRecord,
    Replay,
    begins_record,
    read_either,
    read_record,
    read_text,
    replay,
    write_record,
    write_text,
)

SETUP = Setup(
    "official", ("Ann", "Bob"), began="2026-11-21T20:15:00Z", computers=("", "expert"), coached=(0,)
)

# What makes no sense in a header, by its key.
BAD_HEADER: dict[str, list[Any]] = {
    "began": ["yesterday", "2026-11-21", 5],
    "computers": ["expert", ["expert"], ["", "", "expert"], ["", None], ["", "\x1b[2J"],
                  ["", "x" * 49]],
    "coached": [1, [0], [3], [2, 1], [1, 1], [True], ["1"]],
}  # fmt: skip


def check_faults(found: ParsedRecord | Replay, expected: list[tuple[int, str]]) -> None:
    """Check which faults were found, and that each has a sentence."""
    assert sorted((fault.line, fault.code) for fault in found.faults) == sorted(expected)
    assert [fault.line for fault in found.faults] == sorted(fault.line for fault in found.faults)
    for fault in found.faults:
        check_sentence(fault.sentence)
        assert str(fault).endswith(fault.sentence)


def test_without_a_header_there_is_no_game(subtests: pytest.Subtests) -> None:
    for read, cases in ((read_record, hostile.HEADERS), (read_text, hostile.TEXT_HEADERS)):
        for name, (text, code) in cases.items():
            with subtests.test(name, read=read.__name__):
                found = read(text)
                check_faults(found, [(int(read is read_record and code != "empty"), code)])
                replay = found.replay()
                assert (found.setup, found.record, replay.faults) == (None, None, found.faults)
                assert malformed_code(getattr, replay, "game") == code


def test_faulty_events_are_reported(subtests: pytest.Subtests) -> None:
    for name, (text, expected) in hostile.EVENTS.items():
        with subtests.test(name):
            found = read_record(hostile.HEADER + text)
            check_faults(found.replay(), expected)
            assert write_record(record_of(found)).startswith(hostile.HEADER)
    for name, (body, expected) in hostile.TEXT_BODIES.items():
        with subtests.test(name, form="text"):
            check_faults(read_text(hostile.TEXT_HEADER + body).replay(), expected)


@given(records)
def test_only_the_first_line_begins_a_record_and_both_forms_are_read(record: Record) -> None:
    for write in (write_record, write_text):
        text = write(record)
        first, *others = text.splitlines(keepends=True)
        assert begins_record(first)
        assert not any(map(begins_record, others))
        assert write(record_of(read_either(text))) == text
    assert read_either(write_record(record)).record == record


def test_first_lines_and_others() -> None:
    for line in read_lines(__file__, "first_lines.jsonl"):
        assert begins_record(line), line
    for line in ("", "\n", "{}", "junk", '"format"', "yahtzee-tui", "1. format 1"):
        assert not begins_record(line), line


def test_what_makes_no_sense_in_a_header_is_a_fault(subtests: pytest.Subtests) -> None:
    assert (SETUP.computer(0), SETUP.computer(1)) == ("", "expert")
    header = json.loads(write_record(Record(SETUP)))
    text = write_text(Record(SETUP)).splitlines()
    for key, value in ((key, value) for key, values in BAD_HEADER.items() for value in values):
        with subtests.test(key, value=value):
            reading = read_record(json.dumps(header | {key: value}) + "\n")
            assert reading.setup is None
            assert [fault.code for fault in reading.faults] == [f"bad_{key}"]
            kept = [line for line in text if not line.startswith(key)]
            said = value if key == "began" else json.dumps(value)
            reading = read_text("\n".join([*kept[:3], f"{key} {said}", *kept[3:]]))
            assert [fault.code for fault in reading.faults] == [f"bad_{key}"]


def test_the_game_is_the_trusted_prefix() -> None:
    """What follows a fault is tried, so that its own faults show, but it isn't trusted."""
    score, roll = '{"score":"threes","points":9}\n', '{"roll":[1,2,3,4,5]}\n'
    whole = hostile.WITH_ROLL + score + roll
    clean = read_record(whole).replay()
    assert (clean.accepted, clean.faults) == (3, ())
    for bad, accepted in (("junk\n", 1), ('{"hold":[9]}\n', 1), ('{"roll":[7,7,7,7,7]}\n', 1)):
        replay = read_record(hostile.WITH_ROLL + bad + score + roll).replay()
        assert replay.accepted == accepted
        assert len(replay.faults) == 1
        assert replay.game.cards[0]["threes"] is None
        assert replay.game.faces == (3, 3, 3, 4, 4)


def test_wrong_points_are_put_right_and_the_game_goes_on() -> None:
    text = hostile.WITH_ROLL + '{"score":"threes","points":99}\n{"roll":[1,2,3,4,5]}\n'
    replay = read_record(text).replay()
    assert replay.accepted == 3
    assert replay.game.cards[0]["threes"] == 9
    assert replay.game.player == "Bob"


def test_events_after_the_end_are_faults() -> None:
    turn = '{{"roll":[1,1,1,1,2]}}\n{{"score":"{}","points":{}}}\n'
    points = {"ones": 4, "twos": 2, "three_of_a_kind": 6, "four_of_a_kind": 6, "chance": 6}
    game = hostile.header(players=["Ann"])
    game += "".join(turn.format(box.id, points.get(box.id, 0)) for box in OFFICIAL.boxes)
    extra = '{"roll":[1,1,1,1,1]}\n{"hold":[1]}\n{"score":"ones","points":5}\n'
    replay = read_record(game + extra).replay()
    check_faults(replay, [(28, "game_over"), (29, "game_over"), (30, "game_over")])
    assert replay.game.is_over
    assert (replay.accepted, replay.game.card.grand_total) == (26, 24)


def test_harmless_differences_are_tolerated_and_written_exactly() -> None:
    for text in (
        hostile.WITH_ROLL.replace("\n", "\r\n"),
        "\ufeff" + hostile.WITH_ROLL,
        "\n\n" + hostile.WITH_ROLL.replace("\n", "\n \n"),
        hostile.WITH_ROLL.rstrip("\n"),
        hostile.WITH_ROLL.replace(":", " : ").replace(",", " , "),
        hostile.header(colour="red") + '{"roll":[3,3,3,4,4],"at":"10:15"}\n',
    ):
        found = read_record(text)
        assert found.faults == ()
        assert found.replay().game.faces == (3, 3, 3, 4, 4)
        assert write_record(record_of(found)) == hostile.WITH_ROLL


def test_the_text_form_tolerates_what_people_do_to_text() -> None:
    turns = "1. Ann 12345 k54 123 =ones 1 | Bob 12345\n"
    body = hostile.TEXT_HEADER + turns
    exact = read_text(body).replay()
    assert exact.faults == ()
    assert exact.game.cards[0]["ones"] == 1
    wide = hostile.TEXT_HEADER + turns.replace(" ", "   ")
    others = (body.replace("\n", "\r\n"), body.replace("\n", "\n\n"), body.rstrip("\n"))
    for text in ("\ufeff" + body, wide, *others):
        assert read_text(text).replay().faults == ()
        assert read_text(text).replay().game == exact.game


def test_the_text_form_counts_on_from_a_wrong_round() -> None:
    rounds = ((1, "ones 1"), (3, "twos 2"), (4, "threes 3"))
    lines = (f"{n}. Ann 12345 ={scored} | Bob 12345 ={scored}\n" for n, scored in rounds)
    (fault,) = read_text(hostile.TEXT_HEADER + "".join(lines)).faults
    assert fault.code == "wrong_round"


def test_faults_say_where_in_the_file_as_it_is() -> None:
    assert str(Fault(3, "x", "It broke.")) == "line 3: It broke."
    assert str(Fault(0, "x", "It broke.", warning=True)) == "warning: It broke."
    found = read_record("\n" + hostile.HEADER + "\n\njunk\n")
    assert [fault.line for fault in found.faults] == [5]


REAL = write_record(play_some(Setup("official", ("李雷", "Zoë"), 1), seed=3, steps=30))


def test_a_record_torn_at_any_byte_keeps_every_whole_line() -> None:
    data = REAL.encode()
    lengths = [len(line) for line in data.splitlines(keepends=True)]
    ends = [sum(lengths[: count + 1]) for count in range(len(lengths))]
    for cut in range(len(data) + 1):
        found = read_record(data[:cut].decode(errors="replace"))
        # A line is whole with its last brace, whether its newline was written or not.
        whole = sum(end - 1 <= cut for end in ends)
        if not whole:
            assert found.setup is None
            assert len(found.faults) == 1
            continue
        assert len(record_of(found).events) + len(record_of(found).undone) == whole - 1
        is_torn = cut not in {spot for end in ends for spot in (end - 1, end)}
        assert [fault.code for fault in found.faults] == ["torn_line"] * is_torn
        assert all(fault.warning and fault.line == whole + 1 for fault in found.faults)
        assert found.replay().accepted == len(record_of(found).events)


def test_a_broken_line_in_the_middle_is_no_torn_line() -> None:
    found = read_record(hostile.WITH_ROLL + '{"hold":[1\n' + '{"hold":[1]}')
    assert [(fault.line, fault.warning) for fault in found.faults] == [(3, False)]


def check_reading(found: ParsedRecord) -> None:
    """Check that a reading and its replay are sound, whatever was read."""
    game = found.replay()
    for fault in (*found.faults, *game.faults):
        check_sentence(fault.sentence)
        assert fault.line >= 0
    if found.setup is None:
        assert game.faults == found.faults != ()
        return
    assert game.accepted <= len(found.lines)
    assert set(found.faults) <= set(game.faults)
    if not game.faults:
        assert game.accepted == len(found.lines)
    # The trusted prefix is a game: its own record is without fault.
    again = read_record(write_record(Record.of(found.setup, game.history)))
    assert again.replay().faults == ()
    assert again.replay().history == game.history


TOKENS = """{ } [ ] " : , null true NaN -1 1e9 7 | k- =ones +100 1. Ann 12345 ,"undone":true}"""
LINES = ('{"hold":[1]}\n', '{"roll":[1,2,3,4,5]}\n', '{"score":"chance","points":15}\n')
pieces = st.text(max_size=30) | st.sampled_from([*TOKENS.split(), *LINES, "\n", "\r\n", "\ufeff"])


@given(st.text(), st.lists(pieces).map("".join))
def test_any_text_is_read_without_raising(text: str, behind: str) -> None:
    for each in (text, hostile.HEADER + behind):
        check_reading(read_record(each))
    for each in (text, hostile.TEXT_HEADER + behind):
        check_reading(read_text(each))


@settings(max_examples=50)
@given(
    records,
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), pieces), min_size=1, max_size=4),
)
def test_mutated_records_are_read_without_raising(
    record: Record, changes: list[tuple[float, int, str]]
) -> None:
    written, text = write_record(record), write_text(record)
    for where, length, piece in changes:
        written = _splice(written, where, length, piece)
        text = _splice(text, where, length, piece)
    check_reading(read_record(written))
    check_reading(read_text(text))


def _splice(text: str, where: float, length: int, piece: str) -> str:
    at = int(where * len(text))
    return text[:at] + piece + text[at + length :]


def test_a_record_is_written_exactly_so() -> None:
    """Bytes that old saves consist of: a change here needs a new version of the format."""
    events = (Rolled((1, 4, 1, 5, 6)), Held((0, 2)), Rolled((1, 1, 1, 1, 1)), Scored("yahtzee", 50))
    record = Record(
        Setup("official", ("Zoë",), dice="seed:7"),
        (*events, Rolled((1, 1, 1, 1, 1)), Scored("ones", 5, 100), Rolled((1, 2, 3, 4, 6))),
        (Held(()),),
    )
    assert write_record(record) == (
        '{"format":"yahtzee-tui","version":1,"rules":"official","players":["Zoë"],"first":0,'
        '"dice":"seed:7"}\n{"roll":[1,4,1,5,6]}\n{"hold":[1,3]}\n{"roll":[1,1,1,1,1]}\n'
        '{"score":"yahtzee","points":50}\n{"roll":[1,1,1,1,1]}\n'
        '{"score":"ones","points":5,"bonus":100}\n{"roll":[1,2,3,4,6]}\n'
        '{"hold":[],"undone":true}\n'
    )
    assert write_text(record) == (
        'yahtzee-tui text 1\nrules official\nplayers ["Zoë"]\nfirst 1\ndice seed:7\n\n'
        "1. Zoë 14156 k11 111 =yahtzee 50\n2. Zoë 11111 =ones 5 +100\n3. Zoë 12346\n"
    )


def test_no_record_can_make_undo_take_back_a_roll() -> None:
    setup = Setup("official", ("Ann",))
    forged = replay(setup, [], undone=(Rolled((6, 6, 6, 6, 6)),))
    assert [fault.code for fault in forged.faults] == ["undone_misfit"]
    assert forged.history.undone == ()


def test_a_line_that_was_read_before_is_not_read_again() -> None:
    first, second = read_record(REAL), read_record(REAL)
    assert first == second
    assert all(a.event is b.event for a, b in zip(first.lines, second.lines, strict=True))
