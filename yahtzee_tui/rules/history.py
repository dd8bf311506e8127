"""Undo and redo, back to the last roll: nothing that chance has decided is ever taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from yahtzee_tui.rules.actions import Rolled, Scored
from yahtzee_tui.rules.refusal import NotNow

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Action, Event
    from yahtzee_tui.rules.game import Game
    from yahtzee_tui.rules.patterns import Faces


@dataclass(frozen=True)
class History:
    """A game with the way it came, frozen.

    Attributes:
        base: The position just after the last roll, or the start.
        past: The events that led to `base`; no undo reaches them.
        done: The events since; undo takes back the newest.
        undone: Events taken back, the one that redo puts back last.
    """

    base: Game
    past: tuple[Event, ...] = ()
    done: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()

    @cached_property
    def game(self) -> Game:
        """The position now."""
        game = self.base
        for event in self.done:
            game = game.apply(event)
        return game

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event of the game that stands."""
        return self.past + self.done

    @property
    def posted(self) -> Scored | None:
        """The posting that can still be taken back, if that is what happened last."""
        newest = self.done[-1] if self.done else None
        return newest if isinstance(newest, Scored) else None

    @cached_property
    def before(self) -> Game:
        """The position before the newest event that can be undone; the present one if none can."""
        return History(self.base, self.past, self.done[:-1]).game if self.done else self.game

    def play(self, action: Action, fresh: Faces = ()) -> History:
        """Return the history with an action carried out. See `Game.decide`.

        Raises:
            Refusal: If the rules refuse it.
        """
        return self.extend(self.game.decide(action, fresh))

    def extend(self, event: Event) -> History:
        """Return the history with one more event, which is trusted."""
        if isinstance(event, Rolled):
            return History(self.game.apply(event), (*self.events, event))
        return History(self.base, self.past, (*self.done, event))

    def undo(self) -> History:
        """Return the history without its newest event.

        Raises:
            NotNow: If nothing happened since the last roll.
        """
        if not self.done:
            sentence = "Nothing to take back: a roll is final."
            raise NotNow("nothing_to_undo", sentence, self.game)
        *done, newest = self.done
        return History(self.base, self.past, tuple(done), (*self.undone, newest))

    def redo(self) -> History:
        """Return the history with the event put back that was undone last.

        Raises:
            NotNow: If nothing was undone since the last action.
        """
        if not self.undone:
            raise NotNow("nothing_to_redo", "Nothing to put back.", self.game)
        *undone, newest = self.undone
        return History(self.base, self.past, (*self.done, newest), tuple(undone))
