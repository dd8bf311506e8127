"""How likely everybody was to win, all through a reviewed game.

All chances assume that everybody plays for points from there on. What a decision changes is skill
and can be a gain, as what is best for points doesn't always win most often; so decisions are also
compared with what would have been best to win.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Card, Game
from yahtzee_tui.strategy.advice import Advice, HoldChoice
from yahtzee_tui.strategy.forecast import (
    NOTICEABLE_SHARE,
    Forecast,
    Forecaster,
    WinAdvice,
)
from yahtzee_tui.strategy.game_review import Mistake
from yahtzee_tui.strategy.solver.payoffs import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.strategy.advice import Choice
    from yahtzee_tui.strategy.game_review import Review, ReviewedRoll, ReviewedTurn
    from yahtzee_tui.strategy.solver.turn_recursion import TurnValues
    from yahtzee_tui.strategy.solver.value_table import ValueTable

_TURNING = 0.05
"""The chance that a turn must bring or take to be called a turning point."""


class RollForecasts(NamedTuple):
    """The chances about a roll and the decision after it."""

    before: Forecast  # everybody's chances before the roll
    value: Forecast  # after the roll
    after: Forecast  # after the decision
    best: Choice | None = None  # to win; None where the game was left
    loss: float = 0.0  # how much less likely a win was with the decision

    @property
    def is_mistake(self) -> bool:
        return self.loss >= NOTICEABLE_SHARE


class Swing(NamedTuple):
    """A turn that changed the chance of the player whose turn it was."""

    turn_number: int  # among all turns of the game, from 0
    turn: ReviewedTurn
    before: float
    after: float
    luck: float  # what the dice changed

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def is_luck(self) -> bool:
        """Whether the dice did more of it than the decisions."""
        return abs(self.luck) >= abs(self.change - self.luck)


class WinReview(NamedTuple):
    """Everybody's chances of winning all through a game."""

    review: Review
    start: Forecast  # before the game
    turns: tuple[tuple[RollForecasts, ...], ...]  # by turn and roll of `review`

    @property
    def course(self) -> tuple[Forecast, ...]:
        """The chances before the game and after each turn, or as far as it has come."""
        return (self.start, *(rolls[-1].after for rolls in self.turns))

    def swings(self) -> list[Swing]:
        """Return the turning points of the game, the greatest first."""
        pairs = zip(self.review.turns, self.turns, strict=True)
        found = (_swing(number, turn, rolls) for number, (turn, rolls) in enumerate(pairs))
        some = [swing for swing in found if abs(swing.change) >= _TURNING]
        return sorted(some, key=lambda swing: abs(swing.change), reverse=True)

    def mistakes(self, seat: int | None = None) -> list[Mistake]:
        """Return the mistakes of one player or of all, the costliest first."""
        found = [
            Mistake(turn_number, roll_number, turn, roll, chances.best, chances.loss)
            for turn_number, turn in enumerate(self.review.turns)
            for roll_number, roll in enumerate(turn.rolls)
            if (chances := self.turns[turn_number][roll_number]).is_mistake
            and chances.best is not None
            and seat in (None, turn.seat)
        ]
        return sorted(found, key=attrgetter("loss"), reverse=True)


def review_wins(
    table: ValueTable,
    review: Review,
    cancelled: Callable[[], bool] = lambda: False,
) -> WinReview:
    """Work out everybody's chances all through a game, which takes about a second.

    Raises:
        Cancelled: If `cancelled` returned true, which is called now and then.
        Unsolvable: If no game leads to one of the cards.
    """
    forecaster = Forecaster(table)
    positions = _positions(review)
    start = before = forecaster.forecast(positions[0])
    turns: list[tuple[RollForecasts, ...]] = []
    for turn, (game, after) in zip(review.turns, pairwise(positions), strict=True):
        if cancelled():
            raise Cancelled
        turns.append(tuple(_follow(table, forecaster, turn, game, after, before)))
        before = turns[-1][-1].after
    return WinReview(review, start, tuple(turns))


def _positions(review: Review) -> list[Game]:
    """Return the position before each turn, and at last the one after the last."""
    end = review.game
    cards = [Card.empty(end.ruleset)] * len(end.players)
    found = []
    for number, turn in enumerate(review.turns):
        found.append(Game(end.ruleset, end.players, end.first, tuple(cards), number))
        scored = turn.scored
        if scored is not None:
            cards[turn.seat] = turn.card.write(scored.box.id, scored.points, scored.bonus)
    return [*found, end]


def _follow(
    table: ValueTable,
    forecaster: Forecaster,
    turn: ReviewedTurn,
    game: Game,
    played: Game,
    before: Forecast,
) -> Iterator[RollForecasts]:
    """Yield the chances about each roll of a turn, from the positions before and after it."""
    wins = forecaster.turn(game)
    for roll in turn.rolls:
        rolled = replace(game, roll=game.ruleset.rolls - roll.rolls_left, faces=roll.faces)
        value = after = forecaster.forecast(rolled)
        if isinstance(roll.choice, HoldChoice):
            after = forecaster.forecast(rolled, roll.choice.faces)
        elif roll.choice is not None:
            after = forecaster.forecast(played)
        yield RollForecasts(before, value, after, *_judge(table, turn, roll, wins))
        before = after


def _judge(
    table: ValueTable, turn: ReviewedTurn, roll: ReviewedRoll, wins: TurnValues
) -> tuple[Choice | None, float]:
    """Return what would have been best to win after a roll, and what the choice cost."""
    if roll.choice is None:
        return None, 0.0
    advice = WinAdvice(Advice(table, turn.card, roll.faces, roll.rolls_left), wins)
    return advice.best, advice.loss(roll.choice)


def _swing(number: int, turn: ReviewedTurn, rolls: tuple[RollForecasts, ...]) -> Swing:
    seat = turn.seat
    luck = sum(roll.value.shares[seat] - roll.before.shares[seat] for roll in rolls)
    return Swing(number, turn, rolls[0].before.shares[seat], rolls[-1].after.shares[seat], luck)
