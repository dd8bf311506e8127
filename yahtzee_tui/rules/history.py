"""The events of a game: undo and redo back to the last roll, which is final, and its turns.

Rolls on the players' own table are typed, and so they can be undone, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules.actions import Held, Rolled, Scored
from yahtzee_tui.rules.errors import NotNow
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules.actions import Event, Move, Positions
    from yahtzee_tui.rules.game import Game
    from yahtzee_tui.rules.ruleset import Faces


class PlayedRoll(NamedTuple):
    """A roll of a turn.

    >>> PlayedRoll((5, 5, 3), kept=(0, 1)).kept_faces
    (5, 5)
    """

    faces: Faces  # what all dice showed after it
    kept: Positions  # positions of the dice that it kept from the roll before
    by_face: bool = False  # whether only the faces of those are known; see `Held`

    @property
    def kept_faces(self) -> Faces:
        return tuple(self.faces[position] for position in self.kept)


class PlayedTurn(NamedTuple):
    """A turn as it was played.

    >>> history = History(Game.start(find_ruleset("crag"), ("Ann",))).play("roll 5 5 3")
    >>> (turn,) = history.play("score crag").turns
    >>> turn.player, turn.rolls[0].faces, turn.scored
    ('Ann', (5, 5, 3), Scored(box='crag', points=50, bonus=0))
    """

    seat: int
    player: str
    round: int  # from 1
    rolls: tuple[PlayedRoll, ...]
    held: Positions | None  # positions picked after the last roll; None if none were
    scored: Scored | None  # the posting that ended it, None for a turn that goes on
    by_face: bool = False  # whether only the faces of `held` are known; see `Held`


def gather_turns(game: Game, events: Iterable[Event], before: int = 0) -> list[PlayedTurn]:
    """Return the turns that have begun, in order; what was held is only their last choice.

    The position is any of the game; the events, already checked, are all from its start, or from a
    position with some turns `before`.
    """
    turns: list[PlayedTurn] = []
    rolls: list[PlayedRoll] = []
    held = Held(())
    picked = False
    seats = len(game.players)

    def end_turn(scored: Scored | None) -> None:
        number = before + len(turns)
        seat, round_ = (game.first + number) % seats, number // seats + 1
        choice = held.positions if picked else None
        player = game.players[seat]
        turns.append(
            PlayedTurn(seat, player, round_, tuple(rolls), choice, scored, picked and held.by_face)
        )

    for event in events:
        match event:
            case Rolled(faces):
                rolls.append(PlayedRoll(faces, held.positions, held.by_face))
                picked = False
            case Held():
                held, picked = event, True
            case Scored():
                end_turn(event)
                rolls, held, picked = [], Held(()), False
    if rolls:
        end_turn(None)
    return turns


def knows_rolls(game: Game, turn: PlayedTurn) -> bool:
    """Return whether all rolls of a turn that ended with a score are known.

    Of real dice often only the last ones are typed, as one roll; one after a hold is no such roll.
    """
    return not game.is_real or len(turn.rolls) >= min(2, game.ruleset.rolls)


@dataclass(frozen=True)
class History:
    """A game with the events that led to its position, frozen.

    >>> history = History(Game.start(find_ruleset("crag"), ("Ann",)))
    >>> history = history.play("roll 5 5 3").play("score thirteen")
    >>> history.undo().play("score crag").events
    (Rolled(faces=(5, 5, 3)), Scored(box='crag', points=50, bonus=0))
    """

    base: Game  # the position just after the last roll, or the start
    past: tuple[Event, ...] = ()  # the events that led to `base`; no undo reaches them
    done: tuple[Event, ...] = ()  # the events since; undo takes back the newest
    undone: tuple[Event, ...] = ()  # events taken back; redo puts back the last

    def __repr__(self) -> str:
        number = len(self.events)
        return f"History({self.game!r}, {number} event{'s' * (number != 1)})"

    @cached_property
    def game(self) -> Game:
        game = self.base
        for event in self.done:
            game = game.play_unchecked(event)
        return game

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Every event of the game that was not taken back."""
        return self.past + self.done

    @property
    def turns(self) -> list[PlayedTurn]:
        before = self.game.turns - sum(isinstance(event, Scored) for event in self.events)
        return gather_turns(self.base, self.events, before)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn that ended with a score, for polars, pandas or a CSV file.

        Dice are digits, as in `3344 33444`; `kept` has those of each further roll, - for none.
        """
        return [
            {
                "seat": turn.seat + 1,
                "player": turn.player,
                "round": turn.round,
                "rolls": len(turn.rolls),
                "dice": " ".join("".join(map(str, roll.faces)) for roll in turn.rolls),
                "kept": " ".join("".join(map(str, r.kept_faces)) or "-" for r in turn.rolls[1:]),
                "box": turn.scored.box,
                "points": turn.scored.points,
                "bonus": turn.scored.bonus,
            }
            for turn in self.turns
            if turn.scored is not None
        ]

    @cached_property
    def posted(self) -> Scored | None:
        """The newest event, if it is a posting that can be taken back."""
        newest = self.done[-1] if self.done else None
        return newest if isinstance(newest, Scored) else None

    @cached_property
    def has_held(self) -> bool:
        """Whether dice were held or released after the last roll."""
        for event in reversed(self.done):
            if not isinstance(event, Scored):
                return isinstance(event, Held)
        return False

    @cached_property
    def before(self) -> Game:
        """The position before the newest event that can be undone; the present one if none can."""
        return History(self.base, self.past, self.done[:-1]).game if self.done else self.game

    @cached_property
    def displayed(self) -> Game:
        """The position to show: after a posting the one before it, until the next roll."""
        return self.before if self.posted else self.game

    def play(self, move: Move, fresh: Faces = ()) -> History:
        """Return the history with a move carried out, or refuse it. See `Game.check`."""
        return self.play_unchecked(self.game.check(move, fresh))

    def play_unchecked(self, event: Event) -> History:
        """Return the history with one more event, which was checked before."""
        game = self.game.play_unchecked(event)
        if isinstance(event, Rolled) and not game.is_real:
            return History(game, (*self.events, event))
        history = History(self.base, self.past, (*self.done, event))
        history.__dict__.update(game=game, before=self.game)  # else worked out from `base` again
        return history

    def undo(self) -> History:
        """Return the history without its newest event; raise `NotNow` if that is a roll or none."""
        if not self.done:
            sentence = N_("Nothing to undo. A roll can't be undone.")
            sentence = N_("Nothing to undo yet.") if self.base.is_real else sentence
            raise NotNow("nothing_to_undo", _(sentence), self.game)
        *done, newest = self.done
        return History(self.base, self.past, tuple(done), (*self.undone, newest))

    def redo(self) -> History:
        """Return the history with the last undone event put back; raise `NotNow` without any."""
        if not self.undone:
            raise NotNow("nothing_to_redo", _("Nothing to redo."), self.game)
        *undone, newest = self.undone
        return History(self.base, self.past, (*self.done, newest), tuple(undone))
