"""Player input: turns keys and clicks of a screen into actions at its table.

It keeps the marked box and the picked dice, and is independent of widgets. Where an action is
refused, a method returns the sentence that says why, otherwise None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import (
    MOST_PLAYERS,
    Held,
    Hold,
    Refusal,
    Roll,
    Rolled,
    Score,
    Scored,
    match_boxes,
)
from yahtzee_tui.rules.actions import replace_rolled
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from yahtzee_tui.rules import Action, Faces, Game, Positions
    from yahtzee_tui.settings import HasOptions, Options
    from yahtzee_tui.table import Table, TableEvent


class PlayerInput:
    """The input of the players at one screen, who may have several seats.

    Attributes:
        cursor: The marked box, None without one.
        die: The position of the selected die, None while boxes are selected.
        changed_die: The die just held or released, None after other actions.
        typed: The faces typed of real dice that were rolled, None while none are asked for.
        find_box: Returns which open box the dice are worth most in.
    """

    def __init__(
        self,
        table: Table,
        chosen: HasOptions,
        seats: Container[int] = range(MOST_PLAYERS),
    ) -> None:
        """Create the input of a screen.

        `chosen` has the options that hold at the table, `seats` are those that are played here.
        """
        self.table = table
        self._seats = seats
        self._chosen = chosen
        self.find_box: Callable[[Game], str | None] = best_box
        self._asked: str | None = None
        self._has_chosen = self._has_new_dice = False
        self.cursor = self.posted or self.find_box(table.game)
        self.die: int | None = None
        self.changed_die: int | None = None
        self.typed: str | None = None
        self._held = set(table.game.held)

    @property
    def is_own_turn(self) -> bool:
        return self.table.game.seat in self._seats

    @property
    def shown(self) -> Game:
        return self.table.history.displayed

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
        shown = self.shown
        return bool(shown.faces and shown.card.open)

    @property
    def may_undo(self) -> bool:
        return self.table.undo_seat in self._seats

    @property
    def may_redo(self) -> bool:
        return self.table.redo_seat in self._seats

    @property
    def scores_next(self) -> bool:
        """Whether scoring is what the player does next, rather than rolling.

        It is once they have selected a box themselves or were asked about it, when they can't
        roll, and when all dice are equal.
        """
        game = self.table.game
        if self.cursor is None or not self.may_mark:
            return False
        if self.posted is not None:
            return self.may_undo and self.cursor != self.posted
        is_next = self._has_chosen or self._asked is not None or not _may_improve(game)
        return is_next and self.is_own_turn

    def changed(self, change: TableEvent) -> None:
        self._asked = self.typed = None
        self._has_chosen = False
        before, self._held = self._held, set(change.game.held)
        is_hold = isinstance(change.event, Held)
        self.changed_die = min(before ^ self._held, default=None) if is_hold else None
        if self.die is not None and not self.may_pick:
            self.die = None
        if isinstance(change.event, Rolled):
            self.cursor, self._has_new_dice = None, True
        elif isinstance(change.event, Scored):
            self.cursor = change.event.box

    def describe_no_undo(self) -> str:
        """Return why nothing can be undone here."""
        table = self.table
        if not table.history.events:
            return _("Nothing to undo yet.")
        if table.history.posted is None or self.may_undo:
            return _("Nothing to undo. A roll can't be undone.")
        seat = table.history.before.seat
        if table.setup.computer(seat):
            return _("A computer's turn can't be undone.")
        if seat in self._seats:
            return _("A score made for an absent player can't be undone.")
        return _("Only {player} can undo that score.", player=table.history.before.player)

    def mark_best(self) -> bool:
        """Mark a box for new dice that have settled; return whether there were any."""
        if not self._has_new_dice:
            return False
        self._has_new_dice = False
        self.mark_again()
        return True

    def mark_again(self) -> None:
        """Mark the box that is best now, unless the player has marked one or another rolls."""
        is_settled = self._has_chosen or self._has_new_dice or self._asked is not None
        if not is_settled and self.posted is None and self.is_own_turn:
            self.cursor = self.find_box(self.table.game)

    @property
    def must_pick(self) -> bool:
        """Whether dice must be chosen before they are rerolled, as they must be by option."""
        return self._picks_rerolls and self.table.game.roll > 0 and not self._picked

    def describe_no_roll(self) -> str:
        """Return why there is no die to roll."""
        if self.must_pick:
            return _("First choose the dice to reroll.")
        refusal = self.table.game.legal_actions.why_not(Roll())
        return refusal.sentence if refusal else ""

    @property
    def asks_faces(self) -> bool:
        """Whether digits are the faces of real dice, as before the first roll, not places."""
        game = self.table.game
        is_asked = not game.roll or self.typed is not None
        return game.is_real and is_asked and self.is_own_turn and not game.is_over

    def describe_faces(self) -> str:
        """Return which faces are typed and which are missing."""
        game, typed = self.table.game, self.typed or ""
        shown = " ".join(typed.ljust(game.ruleset.dice - len(game.held), "_"))
        return _("{player}, type the dice on your table: {dice}", player=game.player, dice=shown)

    def type_face(self, key: str) -> str | None:
        """Take the face of the next die; those of all that were rolled are a roll."""
        game, typed = self.table.game, f"{self.typed or ''}{key}"
        if not 1 <= int(key) <= game.ruleset.sides:
            return _("A die shows 1 to {most}, not {given}.", most=game.ruleset.sides, given=key)
        self.typed = typed
        shown = self.show_typed()
        return None if 0 in shown else refusal_of(self.table.enter, game.seat, Rolled(shown))

    def show_typed(self) -> Faces:
        """Return the held dice and the faces typed so far, 0 for each that is missing."""
        game, typed = self.table.game, self.typed or ""
        rolled = [int(face) for face in typed.ljust(game.ruleset.dice - len(game.held), "0")]
        return replace_rolled(game.faces or (0,) * game.ruleset.dice, game.held, rolled)

    def untype(self) -> bool:
        """Take back the last face typed, also of a whole roll; return whether there was one."""
        faces = self.table.game.faces
        newest = next(reversed(self.table.history.done), None)
        if self.typed is None and isinstance(newest, Rolled) and self.undo() is None:
            held = self.table.game.held
            self.typed = "".join(str(face) for at, face in enumerate(faces) if at not in held)
        typed, self.typed = self.typed, self.typed[:-1] if self.typed else None
        return typed is not None

    def roll(self) -> str | None:
        if self.table.game.is_real and self.is_own_turn:
            refusal = self.describe_no_roll()
            self.typed = self.typed if refusal else ""
            return refusal or None
        return self.describe_no_roll() if self.must_pick else self._act(Roll())

    @property
    def may_pick(self) -> bool:
        game = self.table.game
        return self.is_own_turn and game.roll > 0 and game.rolls_left > 0

    @property
    def is_at_dice(self) -> bool:
        """Whether the keys left and right select dice while some can be held: no box is chosen."""
        return self.die is not None or not self._has_chosen

    def select_die(self, step: int, order: Sequence[int]) -> None:
        """Select the next (1) or previous (-1) die of an order; the first or last one at first."""
        at = min(0, -step) if self.die is None else order.index(self.die)
        self.die = order[(at + step) % len(order)]

    def pick(self, position: int) -> str | None:
        return self._hold(self._picked ^ {position})

    def pick_face(self, face: int) -> str | None:
        """Pick all dice of a face, or none of them if all are picked."""
        dice = {at for at, each in enumerate(self.table.game.faces) if each == face}
        if not dice and self.may_pick:
            return _("No die shows {face}.", face=face)
        picked = self._picked
        return self._hold(picked - dice if dice <= picked else picked | dice)

    def pick_all(self) -> str | None:
        """Pick every die, or none if all are picked."""
        return self._hold(set() if self._picked == self._dice else self._dice)

    def hold(self, positions: Positions) -> str | None:
        return self._act(Hold(positions)) if positions != self.table.game.held else None

    def mark(self, box: str, asked: bool = False) -> str | None:
        """Mark a box; a question about a zero that was `asked` stays open."""
        self.cursor, self.changed_die, self._has_chosen, self.die = box, None, True, None
        if not asked:
            self._asked = None
        refusal = self.shown.legal_actions.why_not(Score(box))
        return refusal.sentence if refusal and box != self.posted else None

    def describe_move(self) -> str | None:
        """Return where Enter would move the newest score, None if it would not move it."""
        if self.posted is None or self.cursor in (None, self.posted) or not self.may_undo:
            return None
        potential = self.shown.potential(self.cursor)
        box, points = potential.box.name, potential.points
        return _("Press Enter to move the score to {box} ({points}).", box=box, points=points)

    def move(self, step: int, boxes: tuple[str, ...] = ()) -> str | None:
        """Mark another of some boxes, or of all open ones, so many steps away."""
        boxes = boxes or self.open
        if not boxes:
            return None
        if self.cursor is None and (best := self.find_box(self.table.game)) in boxes:
            return self.mark(best)
        at = boxes.index(self.cursor) if self.cursor in boxes else min(0, -step)
        return self.mark(boxes[(at + step) % len(boxes)])

    def cross(self, boxes: Iterable[str]) -> str | None:
        """Mark the first of some boxes that is open."""
        box = next((box for box in boxes if box in self.open), None)
        return None if box is None else self.mark(box)

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of the open boxes that match a text, the best match first."""
        matches = match_boxes(self.table.game.ruleset, text)
        return tuple(box.id for box in matches if box.id in self.open)

    def score(self, box: str) -> str | None:
        """Score in a box, or move the newest score there.

        An avoidable zero asks once more, and so does a box that the player hasn't chosen while
        another roll could change the dice.
        """
        if self.typed is not None:
            return self.describe_faces()
        if box == self.posted:
            return None
        if self.shown.seat not in self._seats:
            return _("Roll the dice first.") if self.is_own_turn else self._tell_turn()
        if refusal := self.shown.legal_actions.why_not(Score(box)):
            return refusal.sentence
        if self._asked != box and (question := self._question(box)):
            self._asked = self.cursor = box
            return question
        if self.posted is None:
            return self._act(Score(box))
        return refusal_of(self.table.repost, self.shown.seat, box)

    def cancel_question(self) -> bool:
        """Close the question before a score; return whether it was open."""
        was_asked, self._asked = self._asked is not None, None
        return was_asked

    def undo(self) -> str | None:
        return refusal_of(self.table.undo, self.table.undo_seat) if self.may_undo else None

    def redo(self) -> str | None:
        return refusal_of(self.table.redo, self.table.redo_seat) if self.may_redo else None

    def _question(self, box: str) -> str | None:
        question = zero_question(self.shown, box) if self._chosen.options.confirm_zero else None
        # Of real dice often the last ones alone are typed.
        is_chosen = self._has_chosen or box != self.cursor or self.table.game.is_real
        if question or is_chosen or self.posted or not _may_improve(self.table.game):
            return question
        return early_question(self.table.game, box)

    @property
    def _dice(self) -> set[int]:
        return set(range(self.table.game.ruleset.dice))

    @property
    def _picked(self) -> set[int]:
        return set(picked(self.table, self._chosen.options))

    @property
    def _picks_rerolls(self) -> bool:
        return self._chosen.options.dice_click == "reroll"

    def _hold(self, picked: set[int]) -> str | None:
        held = self._dice - picked if self._picks_rerolls else picked
        return self._act(Hold(tuple(sorted(held))))

    def _tell_turn(self) -> str:
        return _("It's {player}'s turn.", player=self.table.game.player)

    def _act(self, action: Action) -> str | None:
        if not self.is_own_turn:
            return self._tell_turn()
        return refusal_of(self.table.apply, self.table.game.seat, action)


def refusal_of(act: Callable[..., object], *given: object) -> str | None:
    """Act, and return the sentence of a refusal, None without one."""
    try:
        act(*given)
    except Refusal as refusal:
        return refusal.sentence
    return None


def picked(table: Table, options: Options) -> tuple[int, ...]:
    """Return the picked dice: those held, or by option those to reroll, none after a roll."""
    game = table.game
    if options.dice_click != "reroll":
        return game.held
    if not table.history.has_held:
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


def _may_improve(game: Game) -> bool:
    """Return whether another roll could change the dice: some are loose, and not all equal."""
    is_loose = bool(game.rolls_left) and len(game.held) < game.ruleset.dice
    return is_loose and len(set(game.faces)) > 1


def early_question(game: Game, box: str) -> str:
    """Return the question before a score with rolls left."""
    potential = game.potential(box)
    return _(
        "{points} in {box} on roll {roll}? Enter again, or reroll.",
        points=potential.worth,
        box=potential.box.name,
        roll=game.roll,
    )


def zero_question(game: Game, box: str) -> str | None:
    """Return the question before a zero where another box scores points, None if none does."""
    best = game.points_given_up(box)
    if not best:
        return None
    name = game.ruleset.box(box).name
    return _("Take 0 in {box} instead of {best}? Choose it again.", box=name, best=best)
