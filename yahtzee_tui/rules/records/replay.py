"""Replaying a record: every event is checked and applied, for loading, checking and watching."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yahtzee_tui.rules.actions import Rolled
from yahtzee_tui.rules.errors import Malformed, Refusal
from yahtzee_tui.rules.game import WrongPoints
from yahtzee_tui.rules.history import History
from yahtzee_tui.rules.record import Record
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.game import Game
    from yahtzee_tui.rules.record import Setup, Signature


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An event and its line in the file, from 1."""

    event: Event
    number: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a record."""

    line: int  # from 1; 0 for the record as a whole
    code: str  # a stable word for programs
    sentence: str  # for people
    warning: bool = False  # whether the game is whole all the same

    def __str__(self) -> str:
        line = _("line {number}", number=self.line) if self.line else ""
        parts = line, _("warning") if self.warning else "", self.sentence
        return ": ".join(filter(None, parts))


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """The game that a record leads to, and what is wrong with the record.

    >>> events = Rolled((5, 5, 3)), Scored("crag", 26)
    >>> replay = read_record(write_record(Record(Setup("crag", ("Ann",)), events))).replay()
    >>> replay.game.card["crag"], str(replay.faults[0])
    (50, 'line 3: Recorded as scored crag 26, but the rules say scored crag 50.')
    """

    _history: History | None  # None if the header could not be read
    faults: tuple[Fault, ...]  # everything that was wrong, in the order of the lines

    def __repr__(self) -> str:
        return f"Replay({self._history}, {self.faults})"

    @property
    def history(self) -> History:
        """The game as far as it could be trusted; raises `Malformed` if there is no header."""
        if self._history is None:
            raise Malformed(self.faults[0].code, self.faults[0].sentence)
        return self._history

    @property
    def game(self) -> Game:
        return self.history.game

    @property
    def accepted(self) -> int:
        """How many events could be trusted."""
        return len(self.history.events)


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record file as it was parsed, before its events are checked.

    >>> parsed = read_record(write_record(Record(Setup("crag", ("Ann",)))))
    >>> parsed.setup.players, parsed.lines, parsed.replay().game.roll
    (('Ann',), (), 0)
    """

    setup: Setup | None  # None if the header could not be read
    lines: tuple[RecordLine, ...] = ()
    undone: tuple[Event, ...] = ()  # events that redo could put back
    faults: tuple[Fault, ...] = ()  # what could not be read
    signature: Signature | None = None

    def __repr__(self) -> str:
        return f"ParsedRecord({self.record!r}, {len(self.faults)} errors)"

    @property
    def record(self) -> Record | None:
        """The record as it was parsed, unchecked by the rules."""
        if self.setup is None:
            return None
        events = tuple(line.event for line in self.lines)
        return Record(self.setup, events, self.undone, self.signature)

    def replay(self) -> Replay:
        """Return the game played through, with the faults of reading and of playing together.

        Nothing behind a line that could not be read is trusted, since an event is missing there.
        """
        if self.setup is None:
            return Replay(None, self.faults)
        torn = min((fault.line for fault in self.faults if not fault.warning), default=None)
        whole = replay(self.setup, self.lines, self.undone if torn is None else ())
        faults = tuple(sorted(self.faults + whole.faults, key=lambda fault: fault.line))
        if torn is not None:
            whole = replay(self.setup, [line for line in self.lines if line.number < torn])
        return Replay(whole.history, faults)


def replay(setup: Setup, lines: Iterable[RecordLine], undone: tuple[Event, ...] = ()) -> Replay:
    """Replay a record, checking every event; raise `Malformed` if no game can start from the setup.

    The game returned is the one before the first event that can't have happened; wrong points are
    corrected. The events behind it are still tried, so that all faults are reported. Undone events
    are left out where they don't fit.
    """
    game = base = setup.start()
    whole, rolled = True, 0
    events: list[Event] = []
    faults: list[Fault] = []
    for line in lines:
        event = line.event
        try:
            game.check(event)
        except WrongPoints as refusal:
            faults.append(Fault(line.number, refusal.code, refusal.sentence))
            event = refusal.right
        except Refusal as refusal:
            faults.append(Fault(line.number, refusal.code, refusal.sentence))
            whole = False
            continue
        game = game.play_unchecked(event)
        if whole:
            events.append(event)
            if isinstance(event, Rolled) and not game.is_real:
                base, rolled = game, len(events)
    history = History(base, tuple(events[:rolled]), tuple(events[rolled:]))
    if whole and undone:
        fitting = _with_undone(history, undone)
        if fitting is None:
            sentence = _("The last undone action doesn't fit this game and was skipped.")
            faults.append(Fault(0, "undone_misfit", sentence, warning=True))
        history = fitting or history
    return Replay(history, tuple(faults))


def _with_undone(history: History, undone: tuple[Event, ...]) -> History | None:
    """Return a history whose redo puts these events back, or None if they aren't legal here."""
    game = history.game
    try:
        for event in reversed(undone):
            if isinstance(event, Rolled) and not game.is_real:
                return None
            game = game.play(event)
    except Refusal:
        return None
    return History(history.base, history.past, history.done, undone)
