"""From a record back to a game: the one fold that loading, checking and watching share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yahtzee_tui.rules.actions import Rolled
from yahtzee_tui.rules.game import WrongPoints
from yahtzee_tui.rules.history import History
from yahtzee_tui.rules.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.game import Game
    from yahtzee_tui.rules.record import Setup


@dataclass(frozen=True, slots=True)
class Line:
    """An event and where it stood in the file.

    Attributes:
        event: The event.
        number: The line, from 1.
    """

    event: Event
    number: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a record.

    Attributes:
        line: Where, from 1; 0 for the record as a whole.
        code: A stable word for programs.
        sentence: One sentence for people.
        warning: Whether the game is whole all the same.
    """

    line: int
    code: str
    sentence: str
    warning: bool = False

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{'warning: ' if self.warning else ''}{self.sentence}"


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a record.

    Attributes:
        history: The game as far as it could be trusted.
        accepted: How many events that is.
        faults: Everything that was wrong, in the order of the lines.
    """

    history: History
    accepted: int
    faults: tuple[Fault, ...]

    @property
    def game(self) -> Game:
        """The position at the end of what was accepted."""
        return self.history.game


def replay(setup: Setup, lines: Iterable[Line], undone: tuple[Event, ...] = ()) -> Replay:
    """Play a record through, checking every event.

    The game returned is the one before the first event that can't have happened; wrong points are
    put right and go on. The events behind are still tried, so that all faults are reported.

    Args:
        setup: What the game starts from.
        lines: The events with their line numbers.
        undone: Events that redo could put back; left out where they don't fit.

    Raises:
        Malformed: If no game can start from the setup.
    """
    game = start = setup.start()
    trusted: list[Event] = []
    whole = True
    faults: list[Fault] = []
    for line in lines:
        event = line.event
        try:
            game.admit(event)
        except WrongPoints as refusal:
            faults.append(Fault(line.number, refusal.code, refusal.sentence))
            event = refusal.right
        except Refusal as refusal:
            faults.append(Fault(line.number, refusal.code, refusal.sentence))
            whole = False
            continue
        game = game.apply(event)
        if whole:
            trusted.append(event)
    history = _remember(start, trusted)
    if whole and undone:
        fitting = _with_undone(history, undone)
        if fitting is None:
            sentence = "What was taken back last doesn't fit this game, and is left out."
            faults.append(Fault(0, "undone_misfit", sentence, warning=True))
        history = fitting or history
    return Replay(history, len(trusted), tuple(faults))


def _remember(game: Game, events: list[Event]) -> History:
    """Return the history of a game from its start, in one go however long it is."""
    rolls = (at for at in range(len(events), 0, -1) if isinstance(events[at - 1], Rolled))
    barrier = next(rolls, 0)
    for event in events[:barrier]:
        game = game.apply(event)
    return History(game, tuple(events[:barrier]), tuple(events[barrier:]))


def _with_undone(history: History, undone: tuple[Event, ...]) -> History | None:
    """Return a history whose redo puts these events back, or None if they aren't legal here."""
    game = history.game
    try:
        for event in reversed(undone):
            if isinstance(event, Rolled):
                return None
            game = game.admit(event)
    except Refusal:
        return None
    return History(history.base, history.past, history.done, undone)
