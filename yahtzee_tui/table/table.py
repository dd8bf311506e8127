"""The table of one live game: checks actions, rolls dice, keeps the history, notifies watchers."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice, Throw
from yahtzee_tui.rules import (
    History,
    Malformed,
    NotNow,
    Record,
    Refusal,
    Roll,
    Rolled,
    Score,
    Scored,
    Setup,
)
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Action, Event, Faces, Game


DICE_PUBLISHED = N_("The secret of these dice is published, so they can't be rolled again.")


class EventKind(Enum):
    """How a table came to its newest position: action, moved posting, correction, undo or redo."""

    ACT = "act"
    MOVE = "move"
    CORRECT = "correct"
    UNDO = "undo"
    REDO = "redo"


class TableEvent(NamedTuple):
    """What watchers receive after a change."""

    kind: EventKind
    event: Event  # the event that was added, removed or put back
    seat: int  # the seat whose event it is
    game: Game  # the position after the change

    @property
    def player(self) -> str:
        return self.game.players[self.seat]


class Table:
    """A game with its history and its dice, on which every front end acts.

    Attributes:
        undo_floor: How many events can't be undone, as another player posted the newest of them.
        before_commit: Called with the record and the position as they would be, before anything
            changes here: it saves them, or raises a `Refusal` so that nothing changes. Any other
            exception changes the game and reaches the caller. None to save nothing.
    """

    def __init__(self, setup: Setup, dice: Dice, history: History | None = None) -> None:
        """Create a table, from the start or with events; raise `Malformed` if no game starts so."""
        self.setup = setup
        self.history = history or History(setup.start())
        self.game = self.history.game
        self.undo_floor = 0
        self.before_commit: Callable[[Record, Game], None] | None = None
        self._dice = dice
        self._watchers: list[Callable[[TableEvent], None]] = []
        self._pending: deque[TableEvent] = deque()
        # What each correction replaced, by the events after it: history, event and its seat.
        self._replaced: dict[tuple[Event, ...], tuple[History, Event, int]] = {}

    @property
    def record(self) -> Record:
        return Record.of(self.setup, self.history)

    @property
    def secret(self) -> str:
        """The secret that decides the dice, which only the store may see; empty without one."""
        return self._dice.secret if isinstance(self._dice, CommittedDice) else ""

    @property
    def undo_seat(self) -> int | None:
        """The seat whose event undo would remove, None if there is none."""
        if not self.history.done or self._is_below_undo_floor:
            return None
        return self.history.before.seat if self.history.posted else self.game.seat

    @property
    def redo_seat(self) -> int | None:
        """The seat whose event redo would put back, None if there is none."""
        return self.game.seat if self.history.undone else None

    def watch(self, watcher: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Call `watcher` after every change; the function returned ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def apply(self, seat: int, action: Action) -> Event:
        """Carry out an action of a seat, rolling the dice if it is a roll.

        Raises:
            Refusal: If the rules refuse it, or it isn't that seat's turn.
        """
        game = self.game
        self._check_turn(seat)
        faces: Faces = ()
        if isinstance(action, Roll):
            if refusal := game.legal_actions.why_not(action):  # refused before the dice are rolled
                raise refusal
            if self.setup.secret:  # else the player could know what is rolled
                raise NotNow("dice_published", _(DICE_PUBLISHED), game)
            faces = self._dice.roll(self._throw())
        event = game.check(action, faces)
        return self._change(self.history.play_unchecked(event), EventKind.ACT, event, seat)

    def enter(self, seat: int, event: Event) -> Event:
        """Carry out what happened with real dice: a roll with these faces, or a score without any.

        Raises a `Refusal` as `apply` does, and where the dice aren't the players' own.
        """
        self._check_real()
        self._check_turn(seat)
        self.game.check(event)
        return self._change(self.history.play_unchecked(event), EventKind.ACT, event, seat)

    def correct_faces(self, seat: int, faces: Faces) -> Event:
        """Give other faces to the last roll of a turn, at whose dice nothing is held any more."""
        self._check_real()
        self._check_turn(seat)
        self.game.legal_actions.check_dice()
        history = self.history
        while history.game.roll == self.game.roll:
            history = history.undo()
        history = History(history.base, history.past, history.done).play(Rolled(faces))
        return self._correct(history, history.done[-1], Rolled(self.game.faces), seat)

    def correct(self, turn: int, box: str, points: int, bonus: int = 0) -> Event:
        """Replace what was scored in a turn, by its number from 0, at a table with real dice.

        The dice of that turn don't count any more. What was scored later with dice is worked out
        anew. Raises a `Refusal` if the box can't hold the points, or no later score fits any more.
        """
        self._check_real()
        if not 0 <= turn < self.game.turns:
            raise Malformed("bad_turn", _("Nothing was scored in that turn."), self.game)
        event = Scored(box, points, bonus, corrected=True)
        history, seats = History(self.history.base), len(self.game.players)
        for each in self.history.events:
            game = history.game
            if game.turns == turn:
                history = history.play(event) if isinstance(each, Scored) else history
            elif not isinstance(each, Scored):
                history = history.play_unchecked(each)
            else:
                try:
                    history = history.play(Score(each.box) if game.roll else each)
                except Refusal as refusal:
                    places = {"player": game.player, "box": game.ruleset.box(each.box).name}
                    sentence = N_("{player}'s score in {box}, round {round}, would not fit: {why}")
                    sentence = _(sentence, **places, round=game.round, why=refusal.sentence)
                    raise NotNow("later_score", sentence, self.game) from None
        old = self.history.turns[turn].scored or event
        return self._correct(history, event, old, (self.game.first + turn) % seats)

    def undo(self, seat: int) -> Event:
        """Remove the newest event if it is that seat's and no roll, except of real dice.

        If it was a correction, what that replaced comes back. Raise `NotNow` if there is no such
        event, or it is below `undo_floor`.
        """
        history = self.history.undo()
        self._check_undo_floor()
        self._check_seat(seat, self.undo_seat)
        if (after := self.history.events) in self._replaced:
            history, event, seat = self._replaced[after]
            self._change(history, EventKind.CORRECT, event, seat)
            del self._replaced[after]
            return event
        return self._change(history, EventKind.UNDO, history.undone[-1], seat)

    def redo(self, seat: int) -> Event:
        """Put back the event removed last, or raise `NotNow`; see `undo`."""
        history = self.history.redo()
        self._check_seat(seat, self.redo_seat)
        return self._change(history, EventKind.REDO, history.done[-1], seat)

    def repost(self, seat: int, box: str) -> Event:
        """Move a seat's newest posting to another box, or raise a `Refusal` and change nothing."""
        if self.history.posted is None:
            raise NotNow("nothing_to_move", _("No score can be moved."), self.game)
        self._check_undo_floor()
        self._check_seat(seat, self.undo_seat)
        if refusal := self.history.before.legal_actions.why_not(Score(box)):
            raise refusal
        history = self.history.undo().play(Score(box))
        return self._change(history, EventKind.MOVE, history.done[-1], seat)

    def note_coach(self, seat: int) -> None:
        """Record that the player at a seat used the coach, unless `before_commit` refuses that."""
        if seat in self.setup.coached:
            return
        setup = self.setup._replace(coached=tuple(sorted({*self.setup.coached, seat})))
        if self.before_commit is not None:
            self.before_commit(Record.of(setup, self.history), self.game)
        self.setup = setup

    def sync(self, history: History) -> None:
        """Replace the history by another one of the same game, unsaved, and notify watchers."""
        if history == self.history:
            return
        new, old = history.events, self.history.events
        is_undone = len(new) < len(old) and old[: len(new)] == new
        kind, event = (EventKind.UNDO, old[len(new)]) if is_undone else (EventKind.ACT, new[-1])
        was_scored = isinstance(event, Scored) and not is_undone
        seat = history.before.seat if was_scored else history.game.seat
        self._publish(history, TableEvent(kind, event, seat, history.game))

    def translate(self) -> None:
        """Give the boxes their names in the player's language, which has changed."""
        base, ruleset = self.history.base, self.setup.ruleset
        cards = tuple(replace(card, ruleset=ruleset) for card in base.cards)
        self.history = replace(self.history, base=replace(base, ruleset=ruleset, cards=cards))
        self.game = self.history.game

    @property
    def _is_below_undo_floor(self) -> bool:
        return len(self.history.events) <= self.undo_floor

    def _throw(self) -> Throw:
        game = self.game
        return Throw(game.seat, game.round, game.roll + 1, game.ruleset.dice, game.ruleset.sides)

    def _check_turn(self, seat: int) -> None:
        game = self.game
        if not game.is_over and seat != game.seat:
            raise NotNow("not_your_turn", _("It's {player}'s turn.", player=game.player), game)

    def _check_real(self) -> None:
        if not self.game.is_real:
            sentence = _("Only dice on your own table can be typed and corrected.")
            raise NotNow("not_real", sentence, self.game)

    def _check_seat(self, seat: int, owner: int | None) -> None:
        if seat != owner:
            sentence = _("Only the player who did that can undo it.")
            raise NotNow("not_yours", sentence, self.game)

    def _check_undo_floor(self) -> None:
        if self._is_below_undo_floor:
            sentence = _("A score made for an absent player can't be undone.")
            raise NotNow("stands", sentence, self.game)

    def _correct(self, history: History, event: Event, old: Event, seat: int) -> Event:
        replaced = self.history, old, seat
        self._change(history, EventKind.CORRECT, event, seat)
        self._replaced[history.events] = replaced
        return event

    def _change(self, history: History, kind: EventKind, event: Event, seat: int) -> Event:
        setup = self.setup
        if history.game.is_over and isinstance(self._dice, CommittedDice):
            setup = setup._replace(secret=self._dice.revealed)
        try:
            if self.before_commit is not None:
                self.before_commit(Record(setup, history.events, history.undone), history.game)
        except Refusal:
            raise
        except BaseException:  # Ctrl+C: it may be saved already, so it takes effect
            self.setup = setup
            self.history, self.game = history, history.game
            raise
        self.setup = setup
        self._publish(history, TableEvent(kind, event, seat, history.game))
        return event

    def _publish(self, history: History, change: TableEvent) -> None:
        self.history, self.game = history, history.game
        self._pending.append(change)
        if len(self._pending) > 1:  # a watcher acted: its event follows once all got this one
            return
        try:
            while self._pending:
                for watcher in tuple(self._watchers):
                    watcher(self._pending[0])
                self._pending.popleft()
        finally:
            self._pending.clear()
