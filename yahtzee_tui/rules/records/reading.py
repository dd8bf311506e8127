"""What was found in a record file, before and after it is played through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yahtzee_tui.rules.record import Record
from yahtzee_tui.rules.records.replay import Replay, replay

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.record import Setup
    from yahtzee_tui.rules.records.replay import Fault, Line


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a file.

    Attributes:
        setup: What the game starts from; None if the header could not be read.
        lines: The events, with their lines.
        undone: Events that redo could put back.
        faults: What could not be read.
    """

    setup: Setup | None
    lines: tuple[Line, ...] = ()
    undone: tuple[Event, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def record(self) -> Record | None:
        """The record as read, unchecked by the rules."""
        if self.setup is None:
            return None
        return Record(self.setup, tuple(line.event for line in self.lines), self.undone)

    def replay(self) -> Replay | None:
        """Return the game played through, with the faults of reading and of playing together.

        Nothing behind a line that could not be read is trusted, since an event is missing there.
        """
        if self.setup is None:
            return None
        torn = min((fault.line for fault in self.faults if not fault.warning), default=None)
        whole = replay(self.setup, self.lines, self.undone if torn is None else ())
        faults = tuple(sorted(self.faults + whole.faults, key=lambda fault: fault.line))
        if torn is None:
            return Replay(whole.history, whole.accepted, faults)
        trusted = replay(self.setup, [line for line in self.lines if line.number < torn])
        return Replay(trusted.history, trusted.accepted, faults)
