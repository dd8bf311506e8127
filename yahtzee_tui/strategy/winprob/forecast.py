"""Forecasts: each player's chance of winning, and the chance with every hold and every posting.

All players are assumed to play for points after the decision at hand; then their totals are
independent. The last box of each of two players is different: there both play to win, which is
worked out in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import NotNow
from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.solver.turn_values import EQUAL, TurnValues
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.strategy.solver.widget import TurnWidget
from yahtzee_tui.strategy.winprob.distributions import AtLeast, Totals, WinShare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.value_table import ValueTable
    from yahtzee_tui.strategy.winprob.distributions import Worth

# Against a total that is certain, where nothing smooths the step at it, all frequencies count as
# soon as a turn leaves no more boxes open.
_EXACT_TO = 7
# While frequencies are left out nothing is quite certain.
_LEAST = 1e-6
# Rounding must not make what is certain uncertain.
_DECIMALS = 12


class Forecast(NamedTuple):
    """Each seat's chance of winning, ties shared, which sum to 1."""

    shares: tuple[float, ...]


class _Posted(NamedTuple):
    """What the postings of a turn bring: each array (boxes, 252)."""

    gained: FloatArray  # points and bonus, minus infinity where the rules forbid the box
    after: IntArray  # the state


class Forecaster:
    """Forecasts games of one rule set; early in a game the table's outcomes must be loaded."""

    def __init__(self, table: ValueTable) -> None:
        self._space, self._values, self._outcomes = table.space, table.values, table.outcomes

    def forecast(self, game: Game, hold: Faces | None = None) -> Forecast:
        """Return each seat's chance of winning, the dice on the table included.

        `hold` has the faces that the next roll keeps, None where that is not decided yet. Raise
        `Unsolvable` if no game leads to one of the cards.
        """
        if _is_last_box(game):
            share = self._share_of_last(game, hold)
            other = 1 - share
            return Forecast((share, other) if game.seat == 0 else (other, share))
        exact_to = _EXACT_TO if any(card.is_full for card in game.cards) else 0
        totals = self._totals(game.cards, exact_to)
        if game.roll and not game.is_over:
            totals[game.seat] = self._totals_in_turn(game, hold, exact_to)
        shares = np.array(
            [
                WinShare([*totals[:seat], *totals[seat + 1 :]]).share(each)
                for seat, each in enumerate(totals)
            ]
        )
        if self._outcomes.is_kept(np.array([self._space.index(card) for card in game.cards])):
            shares = np.maximum(shares, _LEAST)
        return Forecast(tuple((shares / shares.sum()).tolist()))

    def can_forecast(self, game: Game) -> bool:
        """Return whether the outcomes are loaded, or so few boxes are open that it goes without."""
        states = np.array([self._space.index(card) for card in game.cards])
        return self._outcomes.table is not None or not self._outcomes.is_kept(states)

    def turn(self, game: Game) -> TurnValues:
        """Return the chances of winning, ties shared, with every hold and posting of a turn.

        Raise `NotNow` after the end of the game.
        """
        if game.is_over:
            raise NotNow("game_over", "The game is over.", game)
        if _is_last_box(game):
            return self._last_turn(game)
        others = [each for seat, each in enumerate(game.cards) if seat != game.seat]
        exact_to = _EXACT_TO if any(card.is_full for card in others) else 0
        field = WinShare(self._totals(others, exact_to))
        return self._turn(game.card, field, exact_to)

    def turn_to_reach(self, card: Card, target: int) -> TurnValues:
        """Return the chances of a final total of at least `target` with every hold and posting.

        The card is played for points after this turn. Who decides anew by these chances in every
        turn reaches the target more often, so they are least chances.
        """
        return self._turn(card, AtLeast(target), _EXACT_TO)

    def _turn(self, card: Card, worth: Worth, exact_to: int) -> TurnValues:
        gained, after = self._post(card)
        allowed = gained > -np.inf
        states = np.unique(after[allowed])
        to_come = self._outcomes.odds(self._outcomes.of(states, exact_to))
        lowest, period = written_points(card) - self._outcomes.padding, to_come.shape[1]
        # What is gained in the turn moves the totals along the shares.
        most = int(gained[allowed].max())
        shares = worth.shares(lowest, period + most)
        windows = np.lib.stride_tricks.sliding_window_view(shares, period)
        postings = np.full(gained.shape, -np.inf)
        for state, odds in zip(states.tolist(), to_come, strict=True):
            some = allowed & (after == state)
            points, which = np.unique(gained[some].astype(np.intp), return_inverse=True)
            postings[some] = np.einsum("gt,t->g", windows[points], odds)[which]
        if self._outcomes.is_kept(states):
            postings[allowed] = np.clip(postings[allowed], _LEAST, 1 - _LEAST)
        return TurnValues(card, postings)

    def _post(self, card: Card) -> _Posted:
        space = self._space
        state = np.array([space.index(card)])
        chart = space.payoffs.chart(int(space.like(state)[0]))
        is_open = np.array([points is None for points in card.scores])
        gained = np.where(is_open[:, None], chart.points, -np.inf)
        gained += space.payoffs.bonus * space.armed(state)
        transitions = np.unique(chart.transitions[is_open])
        after = np.zeros(len(space.payoffs.transitions), np.intp)
        after[transitions] = space.after(np.repeat(state, len(transitions)), transitions)
        return _Posted(gained, after[chart.transitions])

    def _totals(self, cards: Sequence[Card], exact_to: int) -> list[Totals]:
        """Return the final totals of some players between turns."""
        states = np.array([self._space.index(card) for card in cards])
        open_boxes = np.array([len(card.open) for card in cards])
        found = [Totals(card.grand_total, np.ones(1)) for card in cards]
        for number in np.unique(open_boxes[open_boxes > 0]).tolist():
            which = np.flatnonzero(open_boxes == number)
            to_come = self._outcomes.odds(self._outcomes.of(states[which], exact_to))
            for at, odds in zip(which.tolist(), to_come, strict=True):
                lowest = written_points(cards[at]) - self._outcomes.padding
                found[at] = Totals(lowest, odds)
        return found

    def _totals_in_turn(self, game: Game, hold: Faces | None, exact_to: int) -> Totals:
        card, left, keeps = game.card, game.rolls_left, self._space.payoffs.keeps
        rolls = np.zeros(len(keeps.rolls))
        if hold is None or len(hold) == len(game.faces):
            rolls[keeps.roll_number(game.faces)] = 1
            left = left if hold is None else 0
        else:
            rolls, left = keeps.keep_odds[keeps.numbers[tuple(sorted(hold))]], left - 1
        state = self._space.index(card)
        found = self._outcomes.of_turn(state, rolls[:, None], left, exact_to)
        lowest = written_points(card) - self._outcomes.padding
        return Totals(lowest, self._outcomes.odds(found)[0])

    def _share_of_last(self, game: Game, hold: Faces | None) -> float:
        turn = self._last_turn(game)
        if not game.roll:
            return round(turn.value, _DECIMALS)
        if hold is None:
            return turn.of_roll(game.faces, game.rolls_left)
        return turn.of_hold(hold, game.faces, game.rolls_left)

    def _last_turn(self, game: Game) -> TurnValues:
        """Return the chances of the player to move if both play to win with their last boxes."""
        card, other = game.card, game.cards[1 - game.seat]
        finals = self._final_totals(card)
        allowed = finals > -np.inf
        totals, which = np.unique(finals[allowed], return_inverse=True)
        if other.is_full:
            total = other.grand_total
            shares = (totals > total) + (totals == total) / 2
        else:
            # The other's turns against each of these totals, side by side.
            theirs = self._final_totals(other)[..., None]
            widget = TurnWidget(self._space.payoffs.keeps, len(totals))
            widget.rolls[:] = ((theirs > totals) + (theirs == totals) / 2).max(axis=0)
            for _ in range(game.ruleset.rolls - 1):
                widget.add_die()
                widget.keep_best()
            shares = np.round(1 - widget.expected(), _DECIMALS)
        postings = np.full(finals.shape, -np.inf)
        postings[allowed] = shares[which]
        return TurnValues(card, postings)

    def _final_totals(self, card: Card) -> FloatArray:
        """Return the final total with every posting of a card's last box: (boxes, 252)."""
        gained, after = self._post(card)
        allowed = gained > -np.inf
        finals = np.full(gained.shape, -np.inf)
        bonus = self._values.take(after[allowed])
        finals[allowed] = gained[allowed] + bonus + written_points(card)
        return finals


def _is_last_box(game: Game) -> bool:
    """Return whether two players have at most their last boxes to fill."""
    is_late = all(len(card.open) <= 1 for card in game.cards)
    return len(game.cards) == 2 and is_late and not game.is_over


NOTICEABLE_SHARE = 0.005
"""The chance that a decision must cost to be told of: less doesn't show in whole percents."""


class WinAdvice:
    """What can be done in a position, and the chance of winning with each.

    Attributes:
        advice: The same in points.
        best: What wins most often; of what wins equally often, what brings most points.
        target: The total that a win means here, None for more than the others.
    """

    def __init__(self, advice: Advice, turn: TurnValues, target: int | None = None) -> None:
        """Compare all choices of a position by the chances of the turn."""
        self.advice, self.target = advice, target
        self._turn = turn
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
