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

from yahtzee_tui.cli.output import format_file_name, show_errors
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import begins_record, read_either, read_record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import IO

    from yahtzee_tui.rules import Setup
    from yahtzee_tui.rules.records import Fault, Replay
    from yahtzee_tui.rules.records.replay import ParsedRecord
    from yahtzee_tui.store.saved_game import SavedGame

STANDARD_INPUT = "-"
MOST_BYTES = 5_000_000  # the longest line and the longest record that are read
EXIT_FAULTY = 1  # the exit code of a command that met a faulty record
_BLANK = "\ufeff \t\r\n"


class UnreadableFile(UserError):
    """A file of records can't be read; `why` is a sentence without its full stop."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{format_file_name(name)} can't be read: {why}.")


def _read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`, with their line ends."""
    try:
        with _open(name) as file:
            for number in count(1):
                line = file.readline(MOST_BYTES + 1)
                if not line:
                    return
                yield _decode(name, number, line)
    except OSError as error:
        raise UnreadableFile(name, error.strerror or str(error)) from None
    except ValueError:  # a NUL, or characters that no file system can encode
        raise UnreadableFile(name, "No file can have this name") from None


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("It is closed")
        return nullcontext(sys.stdin.buffer)
    # Opening a named pipe would wait for a writer.
    mode = os.stat(name).st_mode  # noqa: PTH116 - a Path would read an empty name as the present folder
    if stat.S_ISDIR(mode):
        raise OSError("It is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(f"It is no file; what comes out of it can be piped into {STANDARD_INPUT}")
    return Path(name).open("rb")


def _decode(name: str, number: int, line: bytes) -> str:
    if len(line) > MOST_BYTES:
        raise UnreadableFile(name, f"Line {number} is longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFile(name, f"It is not a text in UTF-8, as line {number} shows") from None


class RecordedGame(NamedTuple):
    """A record that was read and replayed."""

    setup: Setup | None  # the game's setup, None if the header can't be read
    played: Replay | None  # the game up to the first fault, None without a setup
    faults: tuple[Fault, ...]  # what is wrong with the record, with the lines of the file

    @property
    def record(self) -> Record | None:
        """The record of the game up to the first fault, None without a setup."""
        if self.setup is None or self.played is None:
            return None
        return Record.of(self.setup, self.played.history)

    @property
    def is_faulty(self) -> bool:
        """Whether a fault is more than a warning."""
        return any(not fault.warning for fault in self.faults)


def read_games(name: str) -> Iterator[RecordedGame]:
    """Yield the games of a file, `-` for standard input, and print their faults."""
    for before, text in _split(name):
        game = _replay(read_either(text), before)
        show_errors(*(f"{format_file_name(name)}: {fault}" for fault in game.faults))
        yield game


def read_saved(saved: SavedGame) -> RecordedGame:
    """Return a saved game; print its faults."""
    game = _replay(read_record(saved.text))
    show_errors(*(f"The saved game {saved.id} is damaged: {fault}" for fault in game.faults))
    return game


def _split(name: str) -> Iterator[tuple[int, str]]:
    """Yield the text of each record, with the number of lines before it."""
    lines: list[str] = []
    before = length = 0
    for line in _read_lines(name):
        if begins_record(line) and (text := "".join(lines)).strip(_BLANK):
            yield before, text
            before += len(lines)
            lines, length = [], 0
        lines.append(line)
        length += len(line)
        if length > MOST_BYTES:
            raise UnreadableFile(
                name, f"A record in it is longer than {MOST_BYTES // 1_000_000} MB"
            )
    yield before, "".join(lines)


def _replay(parsed: ParsedRecord, before: int = 0) -> RecordedGame:
    """Replay what was read; `before` is the number of lines before it in its file."""
    played = parsed.replay()
    faults = parsed.faults if played is None else played.faults
    if before:
        # A fault of the record as a whole gets the record's first line.
        faults = tuple(replace(fault, line=before + max(fault.line, 1)) for fault in faults)
    return RecordedGame(parsed.setup, played, faults)
