"""Player input: turns keys and clicks of a screen into actions at its table.

It keeps the marked box and the picked dice, and is independent of widgets. Where an action is
refused, a method returns the sentence that says why, otherwise None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, Hold, Refusal, Roll, Rolled, Score, Scored, match_boxes
from yahtzee_tui.settings import DiceClick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.rules import Action, Game, Positions
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table, TableEvent


class PlayerInput:
    """The input of the players at one screen, who may have several seats.

    `cursor` is the marked box, `changed_die` the die just held or released, None after other
    actions.
    """

    def __init__(
        self,
        table: Table,
        options: Callable[[], Options],
        acts_for: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Create the input of a screen; `acts_for` returns whether a seat is played at it."""
        self.table = table
        self._acts_for = acts_for
        self._options = options
        self._zero_asked: str | None = None
        self.cursor = self.posted or best_box(table.game)
        self.changed_die: int | None = None
        self._held = set(table.game.held)

    @property
    def is_own_turn(self) -> bool:
        return self._acts_for(self.table.game.seat)

    @property
    def shown(self) -> Game:
        return displayed_game(self.table)

    @property
    def posted(self) -> str | None:
        """The id of the box whose posting can still be moved."""
        posted = self.table.history.posted
        return posted.box if posted else None

    @property
    def open(self) -> tuple[str, ...]:
        """The ids of the boxes that can be marked, in the order of the card."""
        shown = self.shown
        return tuple([box.id for box in shown.card.open]) if shown.faces else ()

    @property
    def may_mark(self) -> bool:
        return bool(self.shown.faces and self.shown.card.open)

    @property
    def may_undo(self) -> bool:
        seat = self.table.undo_seat
        return seat is not None and self._acts_for(seat)

    @property
    def may_redo(self) -> bool:
        seat = self.table.redo_seat
        return seat is not None and self._acts_for(seat)

    def changed(self, change: TableEvent) -> None:
        self._zero_asked = None
        before, self._held = self._held, set(change.game.held)
        is_hold = isinstance(change.event, Held)
        self.changed_die = min(before ^ self._held, default=None) if is_hold else None
        if isinstance(change.event, Rolled):
            self.cursor = None
        elif isinstance(change.event, Scored):
            self.cursor = change.event.box

    def mark_best(self) -> bool:
        """Mark the box that scores most, unless one is marked; return whether it was marked."""
        if self.cursor is not None:
            return False
        self.cursor = best_box(self.table.game)
        return True

    def roll(self) -> str | None:
        if self._picks_rerolls and self.table.game.roll and not self._picked:
            return "Pick the dice to roll again first."
        return self._act(Roll())

    def pick(self, position: int) -> str | None:
        return self._hold(self._picked ^ {position})

    def pick_all(self) -> str | None:
        """Pick every die, or none if all are picked."""
        return self._hold(set() if self._picked == self._dice else self._dice)

    def hold(self, positions: Positions) -> str | None:
        return self._act(Hold(positions)) if positions != self.table.game.held else None

    def mark(self, box: str, asked: bool = False) -> str | None:
        """Mark a box; a question about a zero that was `asked` stays open."""
        self.cursor, self.changed_die = box, None
        if not asked:
            self._zero_asked = None
        refusal = self.shown.legal_actions.why_not(Score(box))
        return refusal.sentence if refusal and box != self.posted else None

    def describe_move(self) -> str | None:
        """Return where Enter would move the newest score, None if it would not move it."""
        if self.posted is None or self.cursor in (None, self.posted) or not self.may_undo:
            return None
        potential = self.shown.potential(self.cursor)
        return f"Enter moves the score to {potential.box.name} ({potential.points})."

    def move(self, step: int, boxes: tuple[str, ...] = ()) -> str | None:
        """Mark another of some boxes, or of all open ones, so many steps away."""
        boxes = boxes or self.open
        if not boxes:
            return None
        at = boxes.index(self.cursor) if self.cursor in boxes else min(0, -step)
        return self.mark(boxes[(at + step) % len(boxes)])

    def cross(self, boxes: Iterable[str]) -> str | None:
        box = next((box for box in boxes if box in self.open), None)
        return None if box is None else self.mark(box)

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of the open boxes that match a text, the best match first."""
        matches = match_boxes(self.table.game.ruleset, text)
        return tuple(box.id for box in matches if box.id in self.open)

    def score(self, box: str) -> str | None:
        """Score in a box, or move the newest score there; an avoidable zero asks once more."""
        if box == self.posted:
            return None
        if not self._acts_for(self.shown.seat):
            return "Roll first." if self.is_own_turn else self._tell_turn(self.table.game)
        if refusal := self.shown.legal_actions.why_not(Score(box)):
            return refusal.sentence
        if self._options().confirm_zero and self._zero_asked != box:
            question = zero_question(self.shown, box)
            if question is not None:
                self._zero_asked = self.cursor = box
                return question
        if self.posted is None:
            return self._act(Score(box))
        return _try(lambda: self.table.repost(self.shown.seat, box))

    def cancel_zero(self) -> bool:
        """Close the question about a zero; return whether it was open."""
        was_asked, self._zero_asked = self._zero_asked is not None, None
        return was_asked

    def undo(self) -> str | None:
        seat = self.table.undo_seat
        if seat is None or not self.may_undo:
            return None
        return _try(lambda: self.table.undo(seat))

    def redo(self) -> str | None:
        seat = self.table.redo_seat
        if seat is None or not self.may_redo:
            return None
        return _try(lambda: self.table.redo(seat))

    @property
    def _dice(self) -> set[int]:
        return set(range(self.table.game.ruleset.dice))

    @property
    def _picked(self) -> set[int]:
        return set(picked(self.table, self._options()))

    @property
    def _picks_rerolls(self) -> bool:
        return self._options().dice_click is DiceClick.REROLL

    def _hold(self, picked: set[int]) -> str | None:
        held = self._dice - picked if self._picks_rerolls else picked
        return self._act(Hold(tuple(sorted(held))))

    @staticmethod
    def _tell_turn(game: Game) -> str:
        return f"It is {game.player}'s turn."

    def _act(self, action: Action) -> str | None:
        if not self.is_own_turn:
            return self._tell_turn(self.table.game)
        return _try(lambda: self.table.apply(self.table.game.seat, action))


def _try(act: Callable[[], object]) -> str | None:
    """Act, and return the sentence of a refusal, None without one."""
    try:
        act()
    except Refusal as refusal:
        return refusal.sentence
    return None


def displayed_game(table: Table) -> Game:
    """Return the position to show: after a posting the one before it, until the next roll."""
    return table.history.before if table.history.posted else table.game


def picked(table: Table, options: Options) -> tuple[int, ...]:
    """Return the picked dice: those held, or by option those to reroll, none after a roll."""
    game = table.game
    if options.dice_click is DiceClick.HOLD:
        return game.held
    if not any(isinstance(event, Held) for event in table.history.done):
        return ()
    return tuple(at for at in range(game.ruleset.dice) if at not in game.held)


def best_box(game: Game) -> str | None:
    """Return the open box that the dice would score most in, None before a roll.

    Of boxes with equal points it is the first in the lower section, since an upper box is easier to
    fill later.
    """
    allowed = [p for p in game.potentials if p.refusal is None]
    if not allowed:
        return None
    return max(allowed, key=lambda p: (p.worth, p.box in game.ruleset.lower)).box.id


def zero_question(game: Game, box: str) -> str | None:
    """Return the question before a zero where another box scores points, None if none does."""
    best = game.points_given_up(box)
    if not best:
        return None
    name = game.ruleset.box(box).name
    return f"0 in {name} instead of {best}? Choose it once more."
