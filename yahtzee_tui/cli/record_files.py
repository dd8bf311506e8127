"""Record files: reads the games in a file or in standard input, one or several in each."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.cli.output import complain, shown_name
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import begins_record, read_either

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import IO

    from yahtzee_tui.rules import Setup
    from yahtzee_tui.rules.records import Fault, Replay

STANDARD_INPUT = "-"
MOST_BYTES = 5_000_000
"""The longest line that is read, and the longest record."""


_BLANK = "\ufeff \t\r\n"


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`, with what ends them.

    Raises:
        Complaint: If there is no such text file, or a line of no sensible length.
    """
    try:
        with _open(name) as file:
            for number in count(1):
                line = file.readline(MOST_BYTES + 1)
                if not line:
                    return
                yield _decode(name, number, line)
    except OSError as error:
        raise unreadable(name, error.strerror or str(error)) from None
    except ValueError:  # a NUL, or what no file system could encode
        raise unreadable(name, "No file can have this name") from None


def unreadable(name: str, why: str) -> Complaint:
    """Return the complaint that a file can't be read.

    Args:
        name: The file's name.
        why: The reason, as a sentence without its full stop.
    """
    return Complaint(f"{shown_name(name)} can't be read: {why}.")


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("It is closed")
        return nullcontext(sys.stdin.buffer)
    # Opening a pipe would wait for somebody to write into it.
    mode = os.stat(name).st_mode  # noqa: PTH116 - a path would take no name for the folder
    if stat.S_ISDIR(mode):
        raise OSError("It is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(f"It is no file; what comes out of it can be piped into {STANDARD_INPUT}")
    return Path(name).open("rb")


def _decode(name: str, number: int, line: bytes) -> str:
    if len(line) > MOST_BYTES:
        raise unreadable(name, f"Line {number} is longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise unreadable(name, f"It is not a text in UTF-8, as line {number} shows") from None


class Found(NamedTuple):
    """A game that was found in a file and played through.

    Attributes:
        setup: What it starts from, None if its header can't be read.
        played: The game as far as it can be trusted, None likewise.
        faults: What is wrong with it, with the lines of the file.
    """

    setup: Setup | None
    played: Replay | None
    faults: tuple[Fault, ...]

    @property
    def record(self) -> Record | None:
        """The record of the game as far as it can be trusted, None if nothing of it can."""
        if self.setup is None or self.played is None:
            return None
        return Record(self.setup, self.played.history.events)

    @property
    def is_faulty(self) -> bool:
        """Whether the game is not whole."""
        return any(not fault.warning for fault in self.faults)


def find_games(name: str) -> Iterator[Found]:
    """Yield the games in a file, or in standard input for `-`; its faults are said meanwhile.

    Raises:
        Complaint: If the file can't be read, or not any further.
    """
    for before, text in _split(name):
        found = _read(text, before)
        complain(*(f"{shown_name(name)}: {fault}" for fault in found.faults))
        yield found


def _split(name: str) -> Iterator[tuple[int, str]]:
    """Yield the text of each record, with how many lines stand before it."""
    lines: list[str] = []
    before = length = 0
    for line in read_lines(name):
        if begins_record(line) and (text := "".join(lines)).strip(_BLANK):
            yield before, text
            before += len(lines)
            lines, length = [], 0
        lines.append(line)
        length += len(line)
        if length > MOST_BYTES:
            raise unreadable(name, f"A record in it is longer than {MOST_BYTES // 1_000_000} MB")
    yield before, "".join(lines)


def _read(text: str, before: int) -> Found:
    reading = read_either(text)
    played = reading.replay()
    faults = reading.faults if played is None else played.faults
    if before:
        # A fault of the record as a whole stands at its beginning.
        faults = tuple(replace(fault, line=before + max(fault.line, 1)) for fault in faults)
    return Found(reading.setup, played, faults)
