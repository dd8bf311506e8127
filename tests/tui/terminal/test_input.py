"""The parser of terminal input, fed as the input thread feeds it."""

import sys
from random import Random

import pytest
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Paste, Resize
from textual.messages import InBandWindowResize

from tests.terminal.odd_input import odd_inputs
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.filters import TrueColorFound
from yahtzee_tui.tui.terminal.input import TolerantParser, tolerate_any_input


def parse(*pieces: bytes) -> list[object]:
    """Return the messages of bytes after which nothing comes for long; of keys their names."""
    tolerate_any_input(LinuxDriver)
    names = vars(sys.modules[LinuxDriver.__module__])
    decode, parser = names["getincrementaldecoder"]("utf-8")().decode, names["XTermParser"]()
    assert isinstance(parser, TolerantParser)
    messages = [message for piece in pieces for message in parser.feed(decode(piece))]
    if parser.is_waiting:
        with pytest.MonkeyPatch.context() as patch:
            StoppedClock(patch).wait(60)
            messages += parser.tick()
    return [message.key if isinstance(message, Key) else message for message in messages]


def test_keys_are_translated_in_any_pieces() -> None:
    for data, keys in {
        b"a1 \r": ["a", "1", "space", "enter"],
        "é🎲".encode(): ["é", "game_die"],
        b"\x15abc": ["ctrl+u", "a", "b", "c"],
        b"\x1b": ["escape"],
        b"\x1b\x1b": ["escape", "escape"],
        b"\x1bu": ["escape", "u"],
        b"\x1b\x7f": ["ctrl+w"],
        b"\x1b[A\x1bOB\x1b[[A\x1b[1;5C": ["up", "down", "f1", "ctrl+right"],
        b"\x1b[97;;97u": ["a"],
        b"\x1b[3$": ["shift+delete"],
        b"\x1bP": ["alt+shift+p"],
    }.items():
        assert parse(data) == keys
        if data != b"\x1b\x1b":
            assert parse(*(bytes([byte]) for byte in data)) == keys


def test_alt_is_a_modifier_where_a_key_is_chosen_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TolerantParser, "has_alt_keys", True)
    assert parse(b"\x1bu") == ["alt+u"]


def test_a_terminal_says_which_keys_repeat_and_where_they_are() -> None:
    parser = TolerantParser()
    feed = "\x1b[32;;32u\x1b[32;1:3u\x1b[32;1:2;32u\x1b[38::49;;38u\x1b[38:49:49;2;49u\x1b[1;1:3A"
    keys = [vars(each) | {"key": each.key} for each in parser.feed(feed) if isinstance(each, Key)]
    assert [(key["key"], key.get("is_repeat"), key.get("base")) for key in keys] == [
        ("space", None, None),
        ("space", True, None),
        ("ampersand", False, "1"),
        ("1", False, None),
    ]


@pytest.mark.slow
def test_what_is_not_understood_is_dropped_and_the_next_key_answers() -> None:
    assert parse(b"\xe9a") == ["é", "a"]
    assert parse(b"\xc3a") == ["Ã", "a"]
    assert parse(b"\x1bP1$r0;1mq\x1b\\x") == ["x"], "the answer to DECRQSS"
    assert parse(b"\x1b]11;rgb:ff/ff/ff\x07x") == ["x"]
    rng = Random(7)
    odd = odd_inputs(rng, 1500)
    for data in (*odd, *(b"".join(rng.choices(odd, k=20)) for _ in range(200))):
        assert parse(data, b"\x00\x00\x00x")[-1] == "x", data
    for data in odd:
        assert len(parse(data)) <= (1 if data.startswith(b"\x1b") else 2), data


def test_a_paste_arrives_whole_even_if_its_end_is_lost() -> None:
    for data in (b"\x1b[200~two\nlines\x1b[201~", b"\x1b[200~two\nli", b"\x1b[200~two\nlines"):
        first, *rest = parse(data)
        assert isinstance(first, Paste)
        assert "two\nlines".startswith(first.text)
        assert not rest


def test_sizes_are_taken_from_terminals_that_report_them() -> None:
    size = b"\x1b[48;24;80;480;640t"
    assert parse(size) == []
    supported, resize = parse(b"\x1b[?2048;1$y" + size)
    assert isinstance(supported, InBandWindowResize)
    assert isinstance(resize, Resize)
    assert resize.size == (80, 24)
    for bad in (b"0;0;0;0", b"24;80;0;0", b"99999;99999;9999999;9999999", b"1000000;1;1;1"):
        assert len(parse(b"\x1b[?2048;1$y\x1b[48;" + bad + b"t")) == 1


async def test_an_error_of_the_input_thread_is_an_exit_code() -> None:
    app = YahtzeeApp()
    async with app.run_test():
        app.panic("deliberate")
    assert app.return_code == 1


def test_an_answer_in_pieces_is_no_key_however_late_its_end_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer, clock = "\x1bP1$r0;48:2::1:2:3m\x1b\\", StoppedClock(monkeypatch)
    for at in range(3, len(answer)):
        parser, messages = TolerantParser(), list[object]()
        for piece in (answer[:at], answer[at:]):
            messages += [*parser.feed(piece), *parser.tick()]
            clock.wait(1)
            messages += parser.tick()
        assert [type(each) for each in messages] == [TrueColorFound], at
    for other, is_true_color in (
        ("\x1bP1$r48;2;1;2;3m\x1b\\", True),
        ("\x1bP1$r0;48:5:16m\x1b\\", False),
        ("\x1bP0$r\x1b\\", False),
    ):
        messages = [*TolerantParser().feed(other)]
        assert [type(each) for each in messages] == [TrueColorFound] * is_true_color, other
    # An end that never comes is given up, and the next key answers.
    parser = TolerantParser()
    assert list(parser.feed(answer[:9])) == []
    clock.wait(5)
    assert list(parser.tick()) == []
    assert not parser.is_waiting
    assert [each.key for each in parser.feed("x") if isinstance(each, Key)] == ["x"]
