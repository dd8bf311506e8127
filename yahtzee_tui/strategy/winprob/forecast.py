"""Forecasts: each player's chance of winning, and the chance with every hold and every posting.

All players are assumed to play for points after the decision at hand; then their totals are
independent. With few boxes open on every card the chances are exact; before that, final scores
are assumed to be normally distributed about the exact mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import NotNow
from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.solver.keeps import KEEP_NUMBERS, ROLLS, keep_odds, roll_number
from yahtzee_tui.strategy.solver.turn_values import EQUAL, TurnValues
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.strategy.winprob.distributions import (
    PointsToGo,
    Totals,
    WinShare,
    measure_spreads,
    normal,
)

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.solver.value_table import ValueTable

EXACT_BOXES = 6
"""Up to so many open boxes on each card, forecasts are exact."""


class Forecast(NamedTuple):
    """Each seat's chance of winning, ties shared, which sum to 1, and whether they are exact."""

    shares: tuple[float, ...]
    exact: bool


class WinTurn(NamedTuple):
    """The chances of winning, ties shared, of every hold and posting; whether they are exact."""

    turn: TurnValues
    exact: bool


class Forecaster:
    """Forecasts games of one rule set, for one thread; the first takes a tenth of a second."""

    def __init__(self, table: ValueTable) -> None:
        self._table, self._space = table, table.space
        self._points_to_go = PointsToGo(table)
        self._spreads: list[float] = []

    def forecast(self, game: Game, hold: Faces | None = None) -> Forecast:
        """Return each seat's chance of winning, the dice on the table included.

        `hold` has the faces that the next roll keeps, None where that is not decided yet. Raise
        `Unsolvable` if no game leads to one of the cards.
        """
        exact = is_exact(game)
        totals = [self._totals(card, exact=exact) for card in game.cards]
        if game.roll and not game.is_over:
            totals[game.seat] = self._totals_in_turn(game, hold, exact=exact)
        shares = [
            WinShare([*totals[:seat], *totals[seat + 1 :]]).share(each)
            for seat, each in enumerate(totals)
        ]
        whole = sum(shares)
        return Forecast(tuple(share / whole for share in shares), exact)

    def turn(self, game: Game) -> WinTurn:
        """Return what the turn is worth to the player to move; raise `NotNow` after the end."""
        if game.is_over:
            raise NotNow("game_over", "The game is over.", game)
        card, exact, space = game.card, is_exact(game), self._space
        others = [each for seat, each in enumerate(game.cards) if seat != game.seat]
        states = np.array([space.index(card)])
        chart = space.payoffs.chart(int(space.like(states)[0]))
        is_open = np.array([points is None for points in card.scores])
        gained = np.where(is_open[:, None], chart.points, -np.inf)
        gained += space.payoffs.bonus * space.armed(states)
        allowed = gained > -np.inf
        transitions = np.unique(chart.transitions[allowed])
        after = space.after(states, transitions).tolist()
        if exact:  # all at once, which is quicker
            self._points_to_go.of([*after, *map(space.index, others)])
        field = WinShare([self._totals(other, exact=_is_late(other)) for other in others])
        postings = np.full(gained.shape, -np.inf)
        for transition, state in zip(transitions.tolist(), after, strict=True):
            some = allowed & (chart.transitions == transition)
            points = gained[some].astype(np.intp)
            to_go = self._to_go(state, exact=exact)
            reach = int(points.max()) + len(to_go.odds)
            # What is gained in the turn moves the totals along the field.
            shares = field.shares(written_points(card) + to_go.lowest, reach)
            postings[some] = np.correlate(shares, to_go.odds)[points]
        return WinTurn(TurnValues(card, postings), exact)

    def _totals(self, card: Card, *, exact: bool) -> Totals:
        to_go = self._to_go(self._space.index(card), exact=exact)
        return to_go._replace(lowest=to_go.lowest + written_points(card))

    def _totals_in_turn(self, game: Game, hold: Faces | None, *, exact: bool) -> Totals:
        card, faces, left = game.card, game.faces, game.rolls_left
        if not exact:
            turn = self._table.turn(card)
            mean = turn.of_roll(faces, left) if hold is None else turn.of_hold(hold, faces, left)
            return normal(mean, self._spread(len(card.open) - 1))
        if hold is None:
            rolls = np.zeros(len(ROLLS))
            rolls[roll_number(faces)] = 1
        else:
            rolls, left = keep_odds()[KEEP_NUMBERS[tuple(sorted(hold))]], left - 1
        return Totals(
            written_points(card), self._points_to_go.of_turn(self._space.index(card), rolls, left)
        )

    def _to_go(self, state: int, *, exact: bool) -> Totals:
        """Return the points still to come in a state."""
        if exact:
            return Totals(0, self._points_to_go.of([state])[0])
        spread = self._spread(self._space.open_boxes(state))
        return normal(float(self._table.values.take(state)), spread)

    def _spread(self, open_boxes: int) -> float:
        if not self._spreads:
            self._spreads = measure_spreads(self._table)
        return self._spreads[open_boxes]


def is_exact(game: Game) -> bool:
    """Return whether few enough boxes are open for exact chances."""
    return all(map(_is_late, game.cards))


def _is_late(card: Card) -> bool:
    """Return whether few enough boxes are open on a card for exact odds of what is to come."""
    return len(card.open) <= EXACT_BOXES


NOTICEABLE_SHARE = 0.005
"""The chance that a decision must cost to be told of: less doesn't show in whole percents."""


class WinAdvice:
    """What can be done in a position, and the chance of winning with each.

    Attributes:
        advice: The same in points.
        exact: Whether the chances are exact.
        best: What wins most often; of what wins equally often, what brings most points.
    """

    def __init__(self, advice: Advice, found: WinTurn) -> None:
        """Compare all choices of a position by the values of the turn for the win."""
        self.advice, self.exact = advice, found.exact
        self._turn = found.turn
        choices = (advice.best, *advice.choices)
        least = max(map(self.share, choices)) - EQUAL
        self.best = next(choice for choice in choices if self.share(choice) >= least)

    @property
    def value(self) -> float:
        return self.share(self.best)

    @property
    def is_other(self) -> bool:
        """Whether something wins noticeably more often than what is best for points."""
        return self.loss(self.advice.best) >= NOTICEABLE_SHARE

    def share(self, choice: Choice) -> float:
        """Return the chance of winning with a choice, ties shared."""
        faces = self.advice.faces
        if isinstance(choice, HoldChoice):
            return self._turn.of_hold(choice.faces, faces, self.advice.rolls_left)
        value = self._turn.of_posting(choice.box.id, faces)
        return 0.0 if value is None else value

    def loss(self, choice: Choice) -> float:
        """Return how much less likely a win is with a choice than with the best."""
        return self.value - self.share(choice)
