"""What somebody does at the table: roll, hold, score, take back, and ask the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain.cards import find_open, tell_boxes
from yahtzee_tui.plain.commands import HOLD
from yahtzee_tui.plain.questions import Question
from yahtzee_tui.plain.words import tell_dice
from yahtzee_tui.rules import Hold, Malformed, NotNow, Roll, Score
from yahtzee_tui.table import count_given_up
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.plain.coach import Coach
    from yahtzee_tui.plain.computers import Computers
    from yahtzee_tui.plain.questions import Handler
    from yahtzee_tui.plain.talk import Talk
    from yahtzee_tui.rules import Action
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table

_YES, _NO = ("y", "yes"), ("", "n", "no")


class Hand:
    """The hand of whoever sits here, for every seat at which no computer plays.

    Every command may raise a `Refusal`; then nothing has changed.
    """

    def __init__(
        self, table: Table, talk: Talk, options: Options, computers: Computers, coach: Coach
    ) -> None:
        """Take a seat.

        Args:
            table: The table.
            talk: With whoever sits here.
            options: The options in force.
            computers: Those who play at the other seats.
            coach: Whom to ask.
        """
        self._table, self._talk, self._options = table, talk, options
        self._computers, self._coach = computers, coach

    @property
    def commands(self) -> dict[str, Handler]:
        """What can be done beside rolling, by the word for it."""
        return {
            HOLD: self._hold,
            "score": self._score,
            "undo": self._undo,
            "redo": self._redo,
            "hint": self._ask_coach,
        }

    @property
    def may_undo(self) -> bool:
        """Whether there is something to take back, done by somebody who sits here."""
        seat = self._table.undo_seat
        return seat is not None and not self._computers.plays(seat)

    @property
    def seat(self) -> int:
        """The seat of who is to move, or has moved last if a computer comes next."""
        newest = self._table.undo_seat
        if newest is not None and self._computers.is_their_turn:
            return newest
        return self._table.game.seat

    def roll(self) -> None:
        """Roll."""
        self._act(Roll())

    def _hold(self, digits: str) -> None:
        positions = () if digits == "0" else tuple(sorted(int(digit) - 1 for digit in digits))
        if self._table.game.roll and positions == self._table.game.held:
            self._talk.say(tell_dice(self._table.game))
        else:
            self._act(Hold(positions))

    def _score(self, name: str) -> Question | None:
        game = self._table.game
        self._check_turn()
        if refusal := game.legal_actions.no_dice():
            raise refusal
        if name:
            return self._choose(name)
        self._talk.say(*tell_boxes(game))
        return Question("Which box", self._names_box, self._choose)

    def _names_box(self, name: str) -> bool:
        return not name or find_open(self._table.game, name) is not None

    def _choose(self, name: str) -> Question | None:
        game = self._table.game
        if not name:
            self._talk.say("No box is chosen.")
            return None
        box = find_open(game, name)
        if box is None:
            raise Malformed("unknown_box", f"No open box is called {quote(name)}.", game)
        if refusal := game.legal_actions.why_not(Score(box.id)):
            raise refusal
        given_up = count_given_up(game, box.id) if self._options.confirm_zero else 0
        if not given_up:
            self._act(Score(box.id))
            return None
        return Question(
            f"0 in {box.name} instead of {given_up} elsewhere, y or n",
            lambda answer: answer.lower() in (*_YES, *_NO),
            lambda answer: self._confirm(answer, box.id),
        )

    def _confirm(self, answer: str, box: str) -> None:
        if answer.lower() in _YES:
            self._act(Score(box))
        else:
            self._talk.say("Nothing is scored.")

    def _undo(self, _: str) -> None:
        seat = self._table.undo_seat
        if seat is not None and not self.may_undo:
            raise NotNow("not_yours", "What a computer did stays done.", self._table.game)
        self._table.undo(self._table.game.seat if seat is None else seat)

    def _redo(self, _: str) -> None:
        self._table.redo(self._table.game.seat)

    def _ask_coach(self, _: str) -> None:
        self._check_turn()
        self._talk.say(self._coach.say())

    def _act(self, action: Action) -> None:
        self._check_turn()
        self._table.act(self._table.game.seat, action)

    def _check_turn(self) -> None:
        game = self._table.game
        if self._computers.is_their_turn:
            raise NotNow("not_your_turn", f"It is {game.player}'s turn.", game)
