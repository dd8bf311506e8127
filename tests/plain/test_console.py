"""Lines out and lines in, whatever they are made of."""

import io
import os
import signal
from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.source import read_lines
from yahtzee_tui.plain.console import LONGEST, Console, exit_on_signals, spell


class Pieces:
    """A source that gives what it has piece by piece."""

    def __init__(self, pieces: Iterable[bytes | OSError]) -> None:
        self.pieces = iter(pieces)

    def read(self, size: int, /) -> bytes:
        piece = next(self.pieces, b"")
        if isinstance(piece, OSError):
            raise piece
        return piece

    def fileno(self) -> int:
        raise OSError("no file")


def hear(*pieces: bytes | OSError, encoding: str = "utf-8") -> list[str]:
    """Return the answers that somebody gives until they leave."""
    console = Console(Pieces(pieces), io.StringIO(), encoding=encoding)
    answers: list[str] = []
    while True:
        try:
            answers.append(console.ask("What") or "")
        except EOFError:
            return answers


def test_lines_are_heard() -> None:
    heard: list[tuple[list[bytes | OSError], list[str]]] = [
        ([], []),
        ([b"r\n", b"s 1\n"], ["r", "s 1"]),
        ([b"r\ns 1\n\n"], ["r", "s 1", ""]),
        ([b"r", b"o", b"ll\n"], ["roll"]),
        ([b"r\r\n \t q \n"], ["r", "q"]),
        ([b"without an end"], ["without an end"]),
        ([b"Zo\xc3", b"\xab\n"], ["Zoë"]),
        ([b"a\xff\xfeb\n"], ["a\ufffd\ufffdb"]),
        ([b"r\n", OSError("gone")], ["r"]),
    ]
    for pieces, answers in heard:
        assert hear(*pieces) == answers
    assert hear(b"Zo\xeb\n", encoding="latin-1") == ["Zoë"]


def test_a_line_without_end_is_passed_over_and_what_follows_is_heard() -> None:
    long, next_line = hear(*[b" " * 4096] * 50, b"q\nr\n")
    assert len(long) <= LONGEST + 1
    assert long.strip() == "…"
    assert next_line == "r"


@pytest.mark.parametrize("blocks", [True, False])
def test_an_answer_is_waited_for_only_so_long(blocks: bool) -> None:
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, blocks)
    with os.fdopen(read_end, "rb", 0) as source, os.fdopen(write_end, "wb", 0) as sink:
        console = Console(source, io.StringIO())
        assert console.ask("What", 0.0) is None
        sink.write(b"half")
        assert console.ask("What", 0.0) is None
        sink.write(b" a line\nanother\n")
        assert console.ask("What", 0.0) == "half a line"
        assert console.ask("What") == "another"


@pytest.mark.parametrize(
    ("typed", "said"),
    [(False, "Which:\nWell.\nAnd.\nWhich:\nBye.\n"), (True, "Which: Well.\nAnd.\nWhich: \nBye.\n")],
)
def test_the_answer_stands_behind_the_question_on_a_terminal_only(typed: bool, said: str) -> None:
    output = io.StringIO()
    console = Console(io.BytesIO(b"1\n"), output, typed=typed)
    console.ask("Which")
    console.say("Well.", "And.")
    with pytest.raises(EOFError):
        console.ask("Which")
    console.say("Bye.")
    assert output.getvalue() == said


@given(st.text(), st.sampled_from(["utf-8", "ascii", "latin-1", "cp437"]))
def test_nothing_but_printable_lines_is_ever_said(text: str, code: str) -> None:
    spelled = spell(text, code)
    assert spelled.isprintable()
    spelled.encode(code)


def test_what_an_output_has_no_code_for_is_spelled_like_it() -> None:
    for text, code, spelled in read_lines(__file__, "spellings.jsonl"):
        assert spell(text, code) == spelled
    output = io.StringIO()
    Console(io.BytesIO(), output, ascii_only=True).say("Zoë")
    assert output.getvalue() == "Zoe\n"


def test_a_signal_whose_exception_is_lost_ends_the_next_question() -> None:
    for number, error in ((signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)):
        console = Console(io.BytesIO(b"answer\n"), io.StringIO())
        with exit_on_signals(console):
            # As Python loses it in a destructor.
            with suppress(error):
                signal.raise_signal(number)
            with pytest.raises(error):
                console.ask("Question")
