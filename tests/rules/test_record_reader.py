"""The readers of records never raise: whatever is wrong becomes faults, one clear sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules import hostile
from tests.rules.conformance import check_sentence, record_of, replayed
from yahtzee_tui.rules.records import (
    Fault,
    ParsedRecord,
    Replay,
    read_record,
    read_text,
    write_record,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


def by_name(cases: Mapping[str, object]) -> pytest.MarkDecorator:
    """Run a test for every case, by its name."""
    return pytest.mark.parametrize("case", cases.values(), ids=list(cases))


def check_faults(found: ParsedRecord | Replay, expected: list[tuple[int, str]]) -> None:
    """Check which faults were found, and that each has a sentence."""
    assert sorted((fault.line, fault.code) for fault in found.faults) == sorted(expected)
    assert [fault.line for fault in found.faults] == sorted(fault.line for fault in found.faults)
    for fault in found.faults:
        check_sentence(fault.sentence)
        assert str(fault).endswith(fault.sentence)


def test_there_are_enough_hostile_records() -> None:
    assert len(hostile.HEADERS) + len(hostile.EVENTS) >= 100
    assert len(hostile.TEXT_HEADERS) + len(hostile.TEXT_BODIES) >= 40


@by_name(hostile.HEADERS)
def test_without_a_header_there_is_no_game(case: tuple[str, str]) -> None:
    text, code = case
    found = read_record(text)
    check_faults(found, [(0 if code == "empty" else 1, code)])
    assert found.setup is None
    assert found.record is None
    assert found.replay() is None


@by_name(hostile.EVENTS)
def test_faulty_events_are_reported(case: tuple[str, list[tuple[int, str]]]) -> None:
    text, expected = case
    found = read_record(hostile.HEADER + text)
    replay = replayed(found)
    check_faults(replay, expected)
    assert write_record(record_of(found)).startswith(hostile.HEADER)


@by_name(hostile.TEXT_HEADERS)
def test_without_a_text_header_there_is_no_game(case: tuple[str, str]) -> None:
    text, code = case
    found = read_text(text)
    check_faults(found, [(0, code)])
    assert (found.setup, found.record, found.replay()) == (None, None, None)


@by_name(hostile.TEXT_BODIES)
def test_faulty_turns_are_reported(case: tuple[str, list[tuple[int, str]]]) -> None:
    body, expected = case
    check_faults(replayed(read_text(hostile.TEXT_HEADER + body + "\n")), expected)


def test_the_game_is_the_trusted_prefix() -> None:
    """What follows a fault is tried, so that its own faults show, but it isn't trusted."""
    score, roll = '{"score":"threes","points":9}\n', '{"roll":[1,2,3,4,5]}\n'
    whole = hostile.WITH_ROLL + score + roll
    clean = replayed(read_record(whole))
    assert (clean.accepted, clean.faults) == (3, ())
    for bad, accepted in (("junk\n", 1), ('{"hold":[9]}\n', 1), ('{"roll":[7,7,7,7,7]}\n', 1)):
        replay = replayed(read_record(hostile.WITH_ROLL + bad + score + roll))
        assert replay.accepted == accepted
        assert len(replay.faults) == 1
        assert replay.game.cards[0]["threes"] is None
        assert replay.game.faces == (3, 3, 3, 4, 4)


def test_wrong_points_are_put_right_and_the_game_goes_on() -> None:
    text = hostile.WITH_ROLL + '{"score":"threes","points":99}\n{"roll":[1,2,3,4,5]}\n'
    replay = replayed(read_record(text))
    assert replay.accepted == 3
    assert replay.game.cards[0]["threes"] == 9
    assert replay.game.player == "Bob"


def test_events_after_the_end_are_faults() -> None:
    boxes = "ones twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house"
    boxes += " small_straight large_straight yahtzee chance"
    turn = '{{"roll":[1,1,1,1,2]}}\n{{"score":"{}","points":{}}}\n'
    points = {"ones": 4, "twos": 2, "three_of_a_kind": 6, "four_of_a_kind": 6, "chance": 6}
    game = hostile.header(players=["Ann"])
    game += "".join(turn.format(box, points.get(box, 0)) for box in boxes.split())
    extra = '{"roll":[1,1,1,1,1]}\n{"hold":[1]}\n{"score":"ones","points":5}\n'
    replay = replayed(read_record(game + extra))
    check_faults(replay, [(28, "game_over"), (29, "game_over"), (30, "game_over")])
    assert replay.game.is_over
    assert (replay.accepted, replay.game.card.grand_total) == (26, 24)


@pytest.mark.parametrize("text", [
    hostile.WITH_ROLL.replace("\n", "\r\n"),
    "\ufeff" + hostile.WITH_ROLL,
    "\n\n" + hostile.WITH_ROLL.replace("\n", "\n \n"),
    hostile.WITH_ROLL.rstrip("\n"),
    hostile.WITH_ROLL.replace(":", " : ").replace(",", " , "),
    hostile.header(colour="red") + '{"roll":[3,3,3,4,4],"at":"10:15"}\n',
])  # fmt: skip
def test_harmless_differences_are_tolerated_and_written_exactly(text: str) -> None:
    found = read_record(text)
    assert found.faults == ()
    assert replayed(found).game.faces == (3, 3, 3, 4, 4)
    assert write_record(record_of(found)) == hostile.WITH_ROLL


def test_the_text_form_tolerates_what_people_do_to_text() -> None:
    turns = "1. Ann 12345 k54 123 =ones 1 | Bob 12345\n"
    body = hostile.TEXT_HEADER + turns
    exact = replayed(read_text(body))
    assert exact.faults == ()
    assert exact.game.cards[0]["ones"] == 1
    wide = hostile.TEXT_HEADER + turns.replace(" ", "   ")
    others = (body.replace("\n", "\r\n"), body.replace("\n", "\n\n"), body.rstrip("\n"))
    for text in ("\ufeff" + body, wide, *others):
        assert replayed(read_text(text)).faults == ()
        assert replayed(read_text(text)).game == exact.game


def test_faults_say_where() -> None:
    assert str(Fault(3, "x", "It broke.")) == "line 3: It broke."
    assert str(Fault(0, "x", "It broke.", warning=True)) == "warning: It broke."


def test_lines_are_counted_in_the_file_as_it_is() -> None:
    found = read_record("\n" + hostile.HEADER + "\n\njunk\n")
    assert [fault.line for fault in found.faults] == [5]
