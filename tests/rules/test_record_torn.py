"""Records torn, cut and mutated: a writer may die at any byte, and disks do odd things."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import hostile
from tests.rules.conformance import check_sentence, record_of, replayed
from tests.rules.strategies import play_some, records
from yahtzee_tui.rules import Held, History, Record, Rolled, Scored, Setup
from yahtzee_tui.rules.records import (
    ParsedRecord,
    read_record,
    read_text,
    replay,
    write_record,
    write_text,
)

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
        assert replayed(found).accepted == len(record_of(found).events)


def test_a_text_torn_at_any_character_never_raises() -> None:
    text = write_text(record_of(read_record(REAL)))
    for cut in range(len(text) + 1):
        check_reading(read_text(text[:cut]))


def test_a_broken_line_in_the_middle_is_no_torn_line() -> None:
    found = read_record(hostile.WITH_ROLL + '{"hold":[1\n' + '{"hold":[1]}')
    assert [(fault.line, fault.warning) for fault in found.faults] == [(3, False)]


def check_reading(found: ParsedRecord) -> None:
    """Check that a reading and its replay are sound, whatever was read."""
    game = found.replay()
    assert (game is None) is (found.setup is None)
    for fault in (*found.faults, *(game.faults if game else ())):
        check_sentence(fault.sentence)
        assert fault.line >= 0
    if game is None:
        assert found.faults
        return
    assert game.accepted <= len(found.lines)
    assert set(found.faults) <= set(game.faults)
    if not game.faults:
        assert game.accepted == len(found.lines)
    # The trusted prefix is a game: its own record is without fault.
    assert found.setup is not None
    again = read_record(write_record(Record.of(found.setup, game.history)))
    assert replayed(again).faults == ()
    assert replayed(again).history == game.history


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


def test_what_was_undone_can_be_put_back_after_loading() -> None:
    setup = Setup("official", ("Ann",))
    history = History(setup.start()).play(Rolled((3, 3, 3, 4, 4))).play(Held((0, 1, 2)))
    history = history.play(Scored("threes", 9)).undo().undo()
    loaded = replayed(read_record(write_record(Record.of(setup, history)))).history
    assert loaded == history
    assert loaded.redo().redo().game.cards[0]["threes"] == 9


def test_no_record_can_make_undo_take_back_a_roll() -> None:
    setup = Setup("official", ("Ann",))
    forged = replay(setup, [], undone=(Rolled((6, 6, 6, 6, 6)),))
    assert [fault.code for fault in forged.faults] == ["undone_misfit"]
    assert forged.history.undone == ()


def test_a_trailing_hold_is_kept_in_the_text_form() -> None:
    setup = Setup("official", ("Ann",))
    for held in ((), (1,), (0, 1, 2, 3, 4)):
        record = Record(setup, (Rolled((3, 3, 3, 4, 4)), Held((0,)), Held(held)))
        text = write_text(record)
        assert write_text(record_of(read_text(text))) == text
        assert len(replayed(read_text(text)).game.held) == len(held)
