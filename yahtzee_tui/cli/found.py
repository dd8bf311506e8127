"""The games in a file of records, one or several of them behind each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.files import MOST_BYTES, read_lines, shown_name, unreadable
from yahtzee_tui.cli.streams import complain
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import begins_record, read_either

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Setup
    from yahtzee_tui.rules.records import Fault, Replay

_BLANK = "\ufeff \t\r\n"


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
