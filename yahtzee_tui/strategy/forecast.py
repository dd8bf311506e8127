"""Forecasts: each player's chance of winning, and the chance with every hold and every posting.

All players are assumed to play for points after the decision at hand; then their totals are
independent. The last box of each of two players is different: there both play to win, which is
worked out in full.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from yahtzee_tui.rules import NotNow
from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.solver.outcomes import TooManyStates
from yahtzee_tui.strategy.solver.turn_recursion import EQUAL, WIDTH, TurnValues, TurnWidget
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Card, Faces, Game
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.outcome_table import ToCome
    from yahtzee_tui.strategy.solver.value_table import ValueTable


class Totals(NamedTuple):
    """The odds of the final totals that a player may come to in each game."""

    lowest: IntArray  # the first total: (games,)
    odds: FloatArray  # of the totals from there on: (games, totals)


class Worth(Protocol):
    """What final totals are worth, from 0 to 1."""

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        """Return what a number of totals from the lowest of each game are worth: (games, number).

        The lowest totals are (games,).
        """


class WinShare:
    """What each total wins against some opponents: the game, or one's part of a shared win."""

    def __init__(self, opponents: Sequence[Totals]) -> None:
        """The opponents' totals are independent."""
        self._opponents = [(each, np.cumsum(each.odds, axis=1)) for each in opponents]

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        # By how many opponents have as much, the probability that no other has more.
        level = np.zeros((len(self._opponents) + 1, len(lowest), number))
        level[0] = 1
        for each, up_to in self._opponents:
            at = (lowest - each.lowest)[:, None] + np.arange(number)
            inside = np.clip(at, 0, each.odds.shape[1] - 1)
            is_inside = at == inside
            equal = np.where(is_inside, np.take_along_axis(each.odds, inside, axis=1), 0)
            below = np.where(at < 0, 0, np.take_along_axis(up_to, inside, axis=1) - equal)
            level[1:] = level[1:] * below + level[:-1] * equal
            level[0] *= below
        level /= np.arange(1, len(level) + 1)[:, None, None]
        shares: FloatArray = level.sum(axis=0)
        return shares

    def share(self, totals: Totals) -> FloatArray:
        """Return the expected share of the win of a player with these totals: (games,)."""
        shares = self.shares(totals.lowest, totals.odds.shape[1])
        found: FloatArray = (totals.odds * shares).sum(axis=1)
        return found


class AtLeast:
    """A total to reach: that much or more is worth 1, less is worth nothing."""

    def __init__(self, target: int) -> None:
        self.target = target

    def shares(self, lowest: IntArray, number: int) -> FloatArray:
        return (lowest[:, None] + np.arange(number) >= self.target).astype(np.float64)


# To reach a total that is certain, where nothing smooths the step at it, all frequencies count as
# soon as a turn leaves no more boxes open; with more, where the chance may err by so much else.
_EXACT_TO = 8
_DOUBT = 0.0005
# But not if more states would have to be worked out: some tenths of a second.
_MOST_EXACT = 10_000
# While frequencies are left out nothing is quite certain that isn't certain by the most points and
# the fewest that can come.
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
        cards = [self._find_cards(card) for card in game.cards]
        steps = self._find_steps(cards)
        totals = [self._totals(each, steps) for each in cards]
        if game.roll and not game.is_over:
            totals[game.seat] = self._totals_in_turn(game, hold, steps)
        shares = np.array(
            [
                WinShare([*totals[:seat], *totals[seat + 1 :]]).share(each)[0]
                for seat, each in enumerate(totals)
            ]
        )
        if not all(self._outcomes.is_exact(each.states) for each in cards):
            # Who can't come to as much as another has exactly none.
            shares = np.where(shares == 0, 0, np.maximum(shares, _LEAST))
        return Forecast(tuple((shares / shares.sum()).tolist()))

    def can_forecast(self, game: Game) -> bool:
        """Return whether the outcomes are loaded, or so few boxes are open that it goes without."""
        return self._outcomes.can_find(np.array([self._space.index(card) for card in game.cards]))

    def turn(self, game: Game) -> TurnValues:
        """Return the chances of winning, ties shared, with every hold and posting of a turn.

        Raise `NotNow` after the end of the game.
        """
        if game.is_over:
            raise NotNow("game_over", _("The game is over."), game)
        others = [card for seat, card in enumerate(game.cards) if seat != game.seat]
        mine, *theirs = map(self._find_cards, (game.card, *others))
        return TurnValues(game.card, self.postings_to_win(mine, theirs)[..., 0])

    def turn_to_reach(self, card: Card, target: int, *, in_steps: bool = True) -> TurnValues:
        """Return the chances of a final total of at least `target` with every hold and posting.

        The card is played for points after this turn. Who decides anew by these chances in every
        turn reaches the target more often, so they are least chances. For `in_steps` see
        `postings_to_reach`.
        """
        cards = self._find_cards(card)
        return TurnValues(card, self.postings_to_reach(cards, target, in_steps=in_steps)[..., 0])

    def postings_to_win(self, mine: Cards, others: Sequence[Cards]) -> FloatArray:
        """Return the chance of winning with every posting of every roll: (boxes, rolls, games).

        In each of the games a player has one of the cards `mine`, and the opponents have the
        others. The chance is minus infinity where the rules forbid the posting.
        """
        open_boxes = [self._count_open(each) for each in others]
        if len(others) == 1 and self._count_open(mine) == 1 and open_boxes[0] <= 1:
            return self._last_postings(mine, others[0])
        steps = self._find_steps(others)
        field = WinShare([self._totals(each, steps) for each in others])
        return self._postings(mine, field, in_steps=bool(steps))

    def postings_to_reach(self, cards: Cards, target: int, *, in_steps: bool) -> FloatArray:
        """Return the chance of a final total of at least `target`, like `postings_to_win`.

        With `in_steps` they are right also for targets that much more of the totals reach than the
        next one, which takes longer.
        """
        return self._postings(cards, AtLeast(target), in_steps=in_steps)

    def _postings(self, cards: Cards, worth: Worth, *, in_steps: bool) -> FloatArray:
        """Return what every posting is worth; `in_steps` if the worth of totals rises in steps."""
        endings = self._list_endings(cards.states)
        after, numbers = self._find_after(cards.states, endings)
        found = self._find(after, in_steps=in_steps)
        values, doubts = self._value(cards, worth, endings, numbers, found, in_steps=in_steps)
        doubted = np.unique(numbers[doubts > _DOUBT])
        if len(doubted) and (exact := self._work_out(after[doubted])) is not None:
            is_doubted = endings.is_open & np.isin(numbers, doubted)
            places = np.searchsorted(doubted, numbers)
            some = endings._replace(is_open=is_doubted)
            better, _ = self._value(cards, worth, some, places, exact, in_steps=False)
            values[is_doubted] = better[is_doubted]
        return endings.spread(values)

    def _value(
        self,
        cards: Cards,
        worth: Worth,
        endings: _Endings,
        numbers: IntArray,
        found: ToCome,
        *,
        in_steps: bool,
    ) -> tuple[FloatArray, FloatArray]:
        """Return what each ending is worth: (endings, cards); and if asked how much that may err.

        `found` is what is to come of some states after the endings, of which `numbers` has that of
        each ending.
        """
        values, all_doubts = np.full((2, *endings.is_open.shape), [[[-np.inf]], [[0.0]]])
        to_come, is_exact = self._outcomes.odds(found), self._outcomes.has_all(found)
        points, (least, most) = to_come.shape[1], found.ends.T
        # What is gained in the turn moves the totals along the shares.
        number = max(points, int(most.max()) + 1) + int(endings.gains.max())
        shares = np.round(worth.shares(cards.written, number), _DECIMALS)
        steps = np.abs(np.diff(shares, axis=1))
        doubts = self._outcomes.doubts(found, to_come) if in_steps and not is_exact else None
        is_first = np.diff(endings.transitions, prepend=-1) != 0
        for at, (gain, is_new) in enumerate(zip(endings.gains.tolist(), is_first, strict=True)):
            if is_new:
                which = np.flatnonzero(endings.is_open[at])
                places, rows = numbers[at, which], np.arange(len(which))
                theirs, odds = shares[which], to_come[places]
            value = np.einsum("gt,gt->g", theirs[:, gain : gain + points], odds)
            if not is_exact:
                np.clip(value, _LEAST, 1 - _LEAST, out=value)
            value[theirs[rows, gain + least[places]] == 1] = 1
            value[theirs[rows, gain + most[places]] == 0] = 0
            values[at, which] = value
            if doubts is not None:
                rising = steps[which, gain : gain + points - 1]
                all_doubts[at, which] = np.einsum("gt,gt->g", rising, doubts[places, :-1])
        return values, all_doubts

    def _find(self, states: IntArray, *, in_steps: bool) -> ToCome:
        """Return what is to come from some states, exactly for steps if few boxes are open."""
        if in_steps and self._space.open_boxes(states[:1])[0] <= _EXACT_TO:
            exact = self._work_out(states)
            if exact is not None:
                return exact
        return self._outcomes.of(states)

    def _work_out(self, states: IntArray) -> ToCome | None:
        """Return what is exactly to come from some states, None if that would take long."""
        try:
            return self._outcomes.work_out(states, _MOST_EXACT)
        except TooManyStates:
            return None

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
        return _Endings(transitions, gains, space.is_open(states)[transitions], numbers)

    def _chart(self, filled: int, armed: bool) -> tuple[IntArray, IntArray]:
        """Return the distinct endings on some cards in one number each, and which each posting is.

        A posting that the rules forbid has -1.
        """
        found = self._charts.get((filled, armed))
        if found is None:
            chart = self._space.payoffs.chart(filled)
            gained = np.maximum(chart.points, 0) + self._space.payoffs.bonus * armed
            codes = chart.transitions * self._base + gained.astype(np.intp)
            is_allowed = chart.points > -np.inf
            distinct = np.unique(codes[is_allowed])
            numbers = np.where(is_allowed, np.searchsorted(distinct, codes), -1)
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

    def _find_steps(self, players: Iterable[Cards]) -> list[IntArray]:
        """Return the final totals of the players with full cards: the others' worth rises there."""
        return [self._grand_totals(each) for each in players if not self._count_open(each)]

    def _totals(self, cards: Cards, steps: Sequence[IntArray]) -> Totals:
        """Return the final totals of some cards between turns, right at some of them."""
        if not self._count_open(cards):
            return Totals(self._grand_totals(cards), np.ones((len(cards.states), 1)))
        distinct, which = np.unique(cards.states, return_inverse=True)
        found = self._find(distinct, in_steps=bool(steps))
        if self._is_doubted(found, which, cards.written, steps):
            found = self._work_out(distinct) or found
        return Totals(cards.written, self._outcomes.odds(found)[which])

    def _is_doubted(
        self, found: ToCome, which: IntArray, written: IntArray, steps: Sequence[IntArray]
    ) -> bool:
        """Return whether the chance of fewer points than some totals may err."""
        if not steps or self._outcomes.has_all(found):
            return False
        doubts = self._outcomes.doubts(found, self._outcomes.odds(found))
        below = np.array(steps) - written - 1
        inside = np.clip(below, 0, doubts.shape[1] - 1)
        return bool((doubts[which, inside][below == inside] > _DOUBT).any())

    def _grand_totals(self, cards: Cards) -> IntArray:
        """Return the final totals of full cards."""
        return cards.written + self._values.take(cards.states).astype(np.intp)

    def _totals_in_turn(self, game: Game, hold: Faces | None, steps: Sequence[IntArray]) -> Totals:
        card, left, keeps = game.card, game.rolls_left, self._space.payoffs.keeps
        rolls = np.zeros(len(keeps.rolls))
        if hold is None or len(hold) == len(game.faces):
            rolls[keeps.roll_number(game.faces)] = 1
            at_once = game.roll == 1 and self._space.payoffs.first > 0
            left = left if hold is None else -at_once
        else:
            rolls, left = keeps.keep_odds[keeps.numbers[tuple(sorted(hold))]], left - 1
        state, written = self._space.index(card), np.array([written_points(card)])
        of_turn = partial(self._outcomes.of_turn, state, rolls[:, None], left)
        found = of_turn(partial(self._find, in_steps=bool(steps)))
        if self._is_doubted(found, np.zeros(1, np.intp), written, steps):
            with suppress(TooManyStates):
                found = of_turn(partial(self._outcomes.work_out, most=_MOST_EXACT))
        return Totals(written, self._outcomes.odds(found))

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
            shares = (columns > totals[at]) + (columns == totals[at]) / 2
            widget.resize(len(some))
            later, first = shares[: len(widget.rolls)], shares[-len(widget.rolls) :]
            rolls = self._space.payoffs.ruleset.rolls
            widget.rolls[:] = later if rolls > 1 else first
            for left in range(1, rolls):
                widget.add_die()
                if left == rolls - 1:
                    widget.rolls[:] = first
                widget.keep_best()
            values[at] = np.round(1 - widget.expected(), _DECIMALS)
        return endings.spread(values)

    def _final_totals(self, cards: Cards) -> tuple[_Endings, FloatArray]:
        """Return the endings of the last turn, and the final total with each: (endings, cards)."""
        endings = self._list_endings(cards.states)
        after, numbers = self._find_after(cards.states, endings)
        bonuses = self._values.take(after)[numbers]
        return endings, cards.written + endings.gains[:, None] + bonuses


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
        value = self._turn.of_posting(choice.box.id, faces, self.advice.rolls_left)
        return 0.0 if value is None else value

    def loss(self, choice: Choice) -> float:
        """Return how much less likely a win is with a choice than with the best."""
        return self.value - self.share(choice)
