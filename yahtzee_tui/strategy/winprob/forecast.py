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
from yahtzee_tui.strategy.solver.widget import WIDTH, TurnWidget
from yahtzee_tui.strategy.winprob.distributions import AtLeast, Totals, WinShare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
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


class Cards(NamedTuple):
    """Cards side by side, all with as many boxes open."""

    states: IntArray  # (cards,)
    written: IntArray  # the points on each card without the upper bonus: (cards,)


class _Endings(NamedTuple):
    """Every way in which turns from some cards can end: by a transition, with some points.

    Attributes:
        transitions: Of each ending: (endings,).
        gains: The points of each ending, bonuses for further Yahtzees among them: (endings,).
        is_open: Whether each ending is possible on each card: (endings, cards).
        numbers: The ending of each posting, -1 if the rules forbid it: (boxes, rolls, cards).
    """

    transitions: IntArray
    gains: IntArray
    is_open: BoolArray
    numbers: IntArray

    def spread(self, values: FloatArray) -> FloatArray:
        """Return the value of each posting from that of each ending: (boxes, rolls, cards)."""
        # The last row is for postings that the rules forbid.
        every = np.full((len(values) + 1, values.shape[1]), -np.inf)
        np.copyto(every[:-1], values, where=self.is_open)
        return every[self.numbers, np.arange(values.shape[1])]


class Forecaster:
    """Forecasts games of one rule set; early in a game the table's outcomes must be loaded."""

    def __init__(self, table: ValueTable) -> None:
        self._space, self._values, self._outcomes = table.space, table.values, table.outcomes
        self._base = self._space.payoffs.most_gained + 1
        self._charts: dict[tuple[int, bool], tuple[IntArray, IntArray]] = {}

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
        cards = [self._find_cards(card) for card in game.cards]
        totals = [self._totals(each, exact_to) for each in cards]
        if game.roll and not game.is_over:
            totals[game.seat] = self._totals_in_turn(game, hold, exact_to)
        shares = np.array(
            [
                WinShare([*totals[:seat], *totals[seat + 1 :]]).share(each)[0]
                for seat, each in enumerate(totals)
            ]
        )
        if any(self._outcomes.is_kept(each.states) for each in cards):
            shares = np.maximum(shares, _LEAST)
        return Forecast(tuple((shares / shares.sum()).tolist()))

    def can_forecast(self, game: Game) -> bool:
        """Return whether the outcomes are loaded, or so few boxes are open that it goes without."""
        return self._outcomes.can_find(np.array([self._space.index(card) for card in game.cards]))

    def turn(self, game: Game) -> TurnValues:
        """Return the chances of winning, ties shared, with every hold and posting of a turn.

        Raise `NotNow` after the end of the game.
        """
        if game.is_over:
            raise NotNow("game_over", "The game is over.", game)
        mine, *others = (self._find_cards(card) for card in _from_seat(game))
        return TurnValues(game.card, self.postings_to_win(mine, others)[..., 0])

    def turn_to_reach(self, card: Card, target: int, exact_to: int = _EXACT_TO) -> TurnValues:
        """Return the chances of a final total of at least `target` with every hold and posting.

        The card is played for points after this turn. Who decides anew by these chances in every
        turn reaches the target more often, so they are least chances. They are exact as soon as a
        turn leaves at most `exact_to` boxes open.
        """
        cards = self._find_cards(card)
        return TurnValues(card, self.postings_to_reach(cards, target, exact_to)[..., 0])

    def postings_to_win(self, mine: Cards, others: Sequence[Cards]) -> FloatArray:
        """Return the chance of winning with every posting of every roll: (boxes, rolls, games).

        In each of the games a player has one of the cards `mine`, and the opponents have the
        others. The chance is minus infinity where the rules forbid the posting.
        """
        open_boxes = [self._count_open(each) for each in others]
        if len(others) == 1 and self._count_open(mine) == 1 and open_boxes[0] <= 1:
            return self._last_postings(mine, others[0])
        exact_to = _EXACT_TO if 0 in open_boxes else 0
        field = WinShare([self._totals(each, exact_to) for each in others])
        return self._postings(mine, field, exact_to)

    def postings_to_reach(self, cards: Cards, target: int, exact_to: int) -> FloatArray:
        """Return the chance of a final total of at least `target`, like `postings_to_win`."""
        return self._postings(cards, AtLeast(target), exact_to)

    def _postings(self, cards: Cards, worth: Worth, exact_to: int) -> FloatArray:
        endings = self._list_endings(cards.states)
        values = np.full(endings.is_open.shape, -np.inf)
        after, numbers = self._find_after(cards.states, endings)
        lowest, to_come = self._outcomes.odds(self._outcomes.of(after, exact_to))
        points = to_come.shape[1]
        # What is gained in the turn moves the totals along the shares.
        shares = worth.shares(cards.written + lowest, points + int(endings.gains.max()))
        is_first = np.diff(endings.transitions, prepend=-1) != 0
        for at, (gain, is_new) in enumerate(zip(endings.gains.tolist(), is_first, strict=True)):
            if is_new:
                which = np.flatnonzero(endings.is_open[at])
                theirs, odds = shares[which], to_come[numbers[at, which]]
            values[at, which] = np.einsum("gt,gt->g", theirs[:, gain : gain + points], odds)
        if self._outcomes.is_kept(after):
            np.clip(values, _LEAST, 1 - _LEAST, out=values)
        return endings.spread(values)

    def _list_endings(self, states: IntArray) -> _Endings:
        space = self._space
        alike, which = np.unique(
            np.stack((space.like(states), space.armed(states))), axis=1, return_inverse=True
        )
        listed = [self._chart(filled, bool(armed)) for filled, armed in alike.T.tolist()]
        found = np.unique(np.concatenate([codes for codes, _ in listed]))
        transitions, gains = np.divmod(found, self._base)
        charts = [
            np.where(numbers < 0, -1, np.searchsorted(found, codes)[numbers])
            for codes, numbers in listed
        ]
        numbers = np.stack(charts, axis=-1)[..., which.reshape(-1)]
        is_open = space.is_open(states)[transitions]
        return _Endings(transitions, gains, is_open, numbers)

    def _chart(self, filled: int, armed: bool) -> tuple[IntArray, IntArray]:
        """Return the distinct endings on some cards in one number each, and which each posting is.

        A posting that the rules forbid has -1.
        """
        found = self._charts.get((filled, armed))
        if found is None:
            chart = self._space.payoffs.chart(filled)
            gained = np.maximum(chart.points, 0) + self._space.payoffs.bonus * armed
            codes = chart.transitions * self._base + gained.astype(np.intp)
            distinct, numbers = np.unique(codes, return_inverse=True)
            numbers = np.where(chart.points > -np.inf, numbers.reshape(codes.shape), -1)
            found = self._charts[filled, armed] = distinct, numbers
        return found

    def _find_after(self, states: IntArray, endings: _Endings) -> tuple[IntArray, IntArray]:
        """Return the distinct states after some endings, and their numbers: (endings, cards).

        Those of endings that aren't possible mean nothing.
        """
        after = self._space.after(states, endings.transitions[:, None])
        found, numbers = np.unique(after[endings.is_open], return_inverse=True)
        every = np.zeros(after.shape, np.intp)
        every[endings.is_open] = numbers
        return found, every

    def _find_cards(self, card: Card) -> Cards:
        return Cards(np.array([self._space.index(card)]), np.array([written_points(card)]))

    def _count_open(self, cards: Cards) -> int:
        return int(self._space.open_boxes(cards.states[:1])[0])

    def _totals(self, cards: Cards, exact_to: int) -> Totals:
        """Return the final totals of some cards between turns."""
        if not self._count_open(cards):
            return Totals(self._grand_totals(cards), np.ones((len(cards.states), 1)))
        distinct, which = np.unique(cards.states, return_inverse=True)
        lowest, odds = self._outcomes.odds(self._outcomes.of(distinct, exact_to))
        return Totals(cards.written + lowest, odds[which])

    def _grand_totals(self, cards: Cards) -> IntArray:
        """Return the final totals of full cards."""
        return cards.written + self._values.take(cards.states).astype(np.intp)

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
        lowest, odds = self._outcomes.odds(found)
        return Totals(np.array([written_points(card) + lowest]), odds)

    def _share_of_last(self, game: Game, hold: Faces | None) -> float:
        turn = self.turn(game)
        if not game.roll:
            return round(turn.value, _DECIMALS)
        if hold is None:
            return turn.of_roll(game.faces, game.rolls_left)
        return turn.of_hold(hold, game.faces, game.rolls_left)

    def _last_postings(self, mine: Cards, other: Cards) -> FloatArray:
        """Return the chances of the player to move if both play to win with their last boxes."""
        endings, totals = self._final_totals(mine)
        if not self._count_open(other):
            against = self._grand_totals(other)
            return endings.spread((totals > against) + (totals == against) / 2)
        # The other's turns against each of these totals, side by side.
        endings_of_other, totals_of_other = self._final_totals(other)
        theirs = endings_of_other.spread(totals_of_other).max(axis=0)
        values = np.full(totals.shape, -np.inf)
        ending, game = np.nonzero(endings.is_open)
        widget = TurnWidget(self._space.payoffs.keeps, min(WIDTH, len(game)))
        for some in np.split(np.arange(len(game)), range(WIDTH, len(game), WIDTH)):
            at, columns = (ending[some], game[some]), theirs[:, game[some]]
            widget.resize(len(some))
            widget.rolls[:] = (columns > totals[at]) + (columns == totals[at]) / 2
            for _ in range(self._space.payoffs.ruleset.rolls - 1):
                widget.add_die()
                widget.keep_best()
            values[at] = np.round(1 - widget.expected(), _DECIMALS)
        return endings.spread(values)

    def _final_totals(self, cards: Cards) -> tuple[_Endings, FloatArray]:
        """Return the endings of the last turn, and the final total with each: (endings, cards)."""
        endings = self._list_endings(cards.states)
        after, numbers = self._find_after(cards.states, endings)
        bonuses = self._values.take(after)[numbers]
        return endings, cards.written + endings.gains[:, None] + bonuses


def _from_seat(game: Game) -> list[Card]:
    """Return the card of the player to move, and those of the others."""
    others = (card for seat, card in enumerate(game.cards) if seat != game.seat)
    return [game.card, *others]


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
