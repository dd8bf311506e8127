"""Bots decide by the dice alone, by an evaluator, or for the chance of winning.

The evaluators here need no value table, which is one too; see `batch.Evaluator`.
"""

from __future__ import annotations

from math import erf
from typing import TYPE_CHECKING, Literal, Protocol, overload, runtime_checkable

import numpy as np

from yahtzee_tui.dice import Throw
from yahtzee_tui.rules import History, Hold, Roll, Score
from yahtzee_tui.strategy.forecast import Cards, Forecaster
from yahtzee_tui.strategy.solver.batch import ShareTurns, TurnPolicies, list_postings
from yahtzee_tui.strategy.solver.keeps import place_hold
from yahtzee_tui.strategy.solver.turn_recursion import EQUAL, TurnValues, TurnWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Card, Faces, Game, Ruleset
    from yahtzee_tui.strategy.solver.batch import BatchGames, Evaluator, Postings, Turns
    from yahtzee_tui.strategy.solver.keeps import BoolArray, FloatArray, IntArray
    from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable
    from yahtzee_tui.strategy.solver.states import StateSpace
    from yahtzee_tui.strategy.solver.value_table import ValueTable


# Found by trying, at the official rules: `python -m tests.benchmarks.mark`.
_GIVEN_UP, _SPREAD = 0.9, 0.5


class Myopic:
    """Counts only the points of this turn."""

    def __init__(self, space: StateSpace, rolls_ahead: int) -> None:
        self._space = space
        self.rolls_ahead = rolls_ahead

    def afterstate_values(self, states: IntArray) -> FloatArray:
        return np.where(self._space.is_open(states), 0.0, -np.inf)


class Heuristic:
    """Weighs points against what an open box usually brings, and at best the upper bonus.

    A box is worth what some turns bring that are played for it alone, if the best of them counts;
    filling it gives that up. Where the upper bonus is minded, each point in the upper section
    counts as its share of it on top, while it is neither certain nor out of reach.
    """

    def __init__(
        self, space: StateSpace, tries: int, rolls_ahead: int, *, bonus: bool = False
    ) -> None:
        """Work out what the boxes are worth, which takes a few hundredths of a second.

        `tries` is how many turns a box is tried for; `bonus`, whether to mind the upper bonus.
        """
        self._space, self.rolls_ahead = space, rolls_ahead
        share = _bonus_of_a_point(space.payoffs.ruleset) if bonus else 0.0
        places = np.array([each.place for each in space.payoffs.transitions])
        upper = np.array([each.upper for each in space.payoffs.transitions])
        plain, minding = self._worth(0, tries), self._worth(share, tries)
        self._plain = -plain[places]
        self._minding = share * upper - minding[places]
        self._is_bonus_open, self._bonus_to_come = _weigh_bonuses(space, plain)

    def afterstate_values(self, states: IntArray) -> FloatArray:
        open_bonus = self._is_bonus_open[self._space.columns(states)]
        values = np.where(open_bonus, self._minding[:, None], self._plain[:, None])
        return np.where(self._space.is_open(states), values, -np.inf)

    def _worth(self, share: float, tries: int) -> FloatArray:
        """Return what each box is worth if upper points count for so much more: (boxes,).

        In each of some turns for the box alone, a score may be taken or tried to beat.
        """
        payoffs = self._space.payoffs
        points = payoffs.chart(0).points[:, : len(payoffs.keeps.rolls)].copy()
        points[list(payoffs.upper)] *= 1 + share
        worth, widget = np.zeros(len(points)), TurnWidget(payoffs.keeps, len(points))
        for _ in range(tries):
            np.maximum(points.T, worth, out=widget.rolls)
            for _ in range(payoffs.ruleset.rolls - 1):
                widget.add_die()
                widget.keep_best()
            worth = widget.expected()
        # In a forced order nothing can be weighed.
        return np.where(np.isneginf(points).any(axis=1), 0, worth)


class ScoreHeuristic(Heuristic):
    """Decides where to score, not what to hold.

    A box is worth nearly what two turns for it bring, and the upper bonus what it pays times its
    chance, as if the sum of the open upper boxes were normally distributed.
    """

    def __init__(self, space: StateSpace) -> None:
        super().__init__(space, tries=2, rolls_ahead=1)

    def afterstate_values(self, states: IntArray) -> FloatArray:
        bonus = self._bonus_to_come[self._space.columns(self._space.afterstates(states))]
        values = bonus + _GIVEN_UP * self._plain[:, None]
        return np.where(self._space.is_open(states), values, -np.inf)


def _weigh_bonuses(space: StateSpace, worth: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Return whether more than one upper bonus can still come of each upper state, and the mean.

    One more state, of a filled box that was filled again, has none.
    """
    payoffs, bonus = space.payoffs, space.payoffs.ruleset.upper_bonus
    is_open, mean = np.zeros(space.upper.size + 1, bool), np.zeros(space.upper.size + 1)
    if bonus is None:
        return is_open, mean
    needed, paid = np.array(bonus.tiers).T
    most = {each.place: 0 for each in payoffs.transitions}
    for each in payoffs.transitions:
        most[each.place] = max(most[each.place], each.upper)
    for filled, numbers in enumerate(space.upper.numbers):
        still = [place for at, place in enumerate(payoffs.upper) if not filled >> at & 1]
        spread = _SPREAD * np.hypot.reduce(worth[still]) or 0.1
        for total, number in numbers.items():
            missing = needed - total
            is_open[number] = ((missing > 0) & (missing <= sum(map(most.__getitem__, still)))).any()
            over = (worth[still].sum() + 0.5 - missing) / spread
            mean[number] = np.diff(paid, prepend=0) @ [(1 + erf(each)) / 2 for each in over]
    return is_open, mean


def _bonus_of_a_point(ruleset: Ruleset) -> float:
    """Return how much of the upper bonus an upper point is, if it is earned."""
    bonus = ruleset.upper_bonus
    return max((paid / needed for needed, paid in bonus.tiers), default=0) if bonus else 0


class Bot(Protocol):
    """A computer player of one rule set. In the same position it always does the same.

    It may be asked in any thread, though in one at a time.

    >>> class Greedy:
    ...     id = "greedy"
    ...     def choose(self, game):
    ...         allowed = [each for each in game.potentials if each.refusal is None]
    ...         return Score(max(allowed, key=lambda each: each.worth).box.id)
    >>> crag = find_ruleset("crag")
    >>> play_solo(Greedy(), Game.start(crag, ("Ann",)), SeededDice("1")).card.grand_total
    60
    """

    @property
    def id(self) -> str:
        """The id of its rank."""

    def choose(self, game: Game) -> Hold | Score:
        """Return the dice to hold for a reroll, or the box; raise `NotNow` without dice."""


@runtime_checkable
class BatchBot(Bot, Protocol):
    """A bot that plays many games side by side."""

    def turns(self, batch: BatchGames, games: IntArray, seat: int) -> tuple[Turns, IntArray]:
        """Return what it does in its turns at a seat of some games, all of the same round.

        The numbers are those of the games in the turns. It decides as `choose` does.
        """


# What the patterns pay that take all dice, in most games.
_CONTENT = 25


class BeginnerBot:
    """Keeps the most dice of one face, the higher of equals, and scores the most points.

    It is content before the last roll with what a pattern of all dice pays.
    """

    def __init__(self, rank: str) -> None:
        self.id = rank

    def choose(self, game: Game) -> Hold | Score:
        game.legal_actions.check_dice()
        allowed = [found for found in game.potentials if found.refusal is None]
        best = max(allowed, key=lambda found: found.points + found.bonus)
        alike = _most_alike(game.faces)
        is_content = best.points + best.bonus >= _CONTENT or len(alike) == len(game.faces)
        if is_content or not game.rolls_left:
            return Score(best.box.id)
        return Hold(place_hold(alike, game.faces, game.held))

    def turns(self, batch: BatchGames, games: IntArray, seat: int) -> tuple[Turns, IntArray]:
        return _BeginnerTurns(batch.space, batch.states[games, seat]), np.arange(len(games))


class _BeginnerTurns:
    """What a beginner does in the turns from some cards."""

    def __init__(self, space: StateSpace, states: IntArray) -> None:
        self._space, self._states = space, states
        self._after = Myopic(space, rolls_ahead=1).afterstate_values(states)
        keeps = space.payoffs.keeps
        self._alike = np.array([keeps.numbers[_most_alike(roll)] for roll in keeps.rolls])

    def keeps(self, rolls: IntArray, rolls_left: int, which: IntArray) -> IntArray:  # noqa: ARG002
        found = self.postings(rolls, which)
        is_content = found.values.max(axis=0) + found.bonus >= _CONTENT
        first_roll, alike = self._space.payoffs.keeps.first_roll, self._alike
        alike = alike[rolls % len(alike)]
        return np.where(is_content | (alike >= first_roll), first_roll + rolls, alike)

    def postings(self, rolls: IntArray, which: IntArray) -> Postings:
        return list_postings(self._space, self._states[which], self._after[:, which], rolls)


class EvaluatorBot:
    """Holds and scores what is worth most by its evaluator."""

    def __init__(self, rank: str, space: StateSpace, evaluator: Evaluator) -> None:
        self.id = rank
        self._space, self._evaluator = space, evaluator
        self._turn: TurnValues | None = None

    def choose(self, game: Game) -> Hold | Score:
        game.legal_actions.check_dice()
        turn, evaluator = self._turn, self._evaluator
        if turn is None or turn.card != game.card:
            values = evaluator.afterstate_values
            turn = self._turn = TurnValues.of_card(self._space, game.card, values)
        return _list_best(turn, game, min(game.rolls_left, evaluator.rolls_ahead))[0]

    def turns(self, batch: BatchGames, games: IntArray, seat: int) -> tuple[Turns, IntArray]:
        return _turns_by_evaluator(self._evaluator, batch, games, seat)


def _turns_by_evaluator(
    evaluator: Evaluator, batch: BatchGames, games: IntArray, seat: int
) -> tuple[Turns, IntArray]:
    distinct, which = np.unique(batch.states[games, seat], return_inverse=True)
    return TurnPolicies(batch.space, evaluator, distinct), which


class SavedRollsBot:
    """Holds and scores what is worth most with saved rolls."""

    def __init__(self, rank: str, table: SavedRollsTable) -> None:
        self.id = rank
        self._table = table

    def choose(self, game: Game) -> Hold | Score:
        game.legal_actions.check_dice()
        return _list_best(self._table.turn(game.card), game, game.rolls_left)[0]


class _ShareBot:
    """Plays for points, and in some positions for a share of something, such as the win."""

    def __init__(self, rank: str, table: ValueTable) -> None:
        self.id = rank
        self._table = table
        self._forecaster = Forecaster(table)
        self._turn: tuple[tuple[Card, ...], int, TurnValues] | None = None

    def choose(self, game: Game) -> Hold | Score:
        game.legal_actions.check_dice()
        points = self._table.turn(game.card)
        if self._is_for_points(len(game.card.open), len(game.cards)):
            return _list_best(points, game, game.rolls_left)[0]
        known = self._turn
        if known is None or known[:2] != (game.cards, game.seat):
            known = self._turn = (game.cards, game.seat, self._find_shares(game))
        best = _list_best(known[2], game, game.rolls_left)

        def worth(choice: Hold | Score) -> float:
            if isinstance(choice, Hold):
                hold = tuple(game.faces[position] for position in choice.positions)
                return points.of_hold(hold, game.faces, game.rolls_left)
            return points.of_posting(choice.box, game.faces, game.rolls_left) or 0

        # Where it is certain or lost, or hangs on something else, points are better than none.
        least = max(map(worth, best)) - EQUAL
        return next(choice for choice in best if worth(choice) >= least)

    def turns(self, batch: BatchGames, games: IntArray, seat: int) -> tuple[Turns, IntArray]:
        states = batch.states[games, seat]
        open_boxes, seats = int(batch.space.open_boxes(states[:1])[0]), batch.states.shape[1]
        if self._is_for_points(open_boxes, seats):
            return _turns_by_evaluator(self._table, batch, games, seat)
        which, states, postings = self._find_postings(batch, games, seat)
        return ShareTurns(batch.space, states, postings, self._table), which

    def _is_for_points(self, open_boxes: int, seats: int) -> bool:
        """Return whether points alone decide with so many boxes open, among so many players."""
        raise NotImplementedError

    def _find_shares(self, game: Game) -> TurnValues:
        raise NotImplementedError

    def _find_postings(
        self, batch: BatchGames, games: IntArray, seat: int
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """Return the shares of all postings of distinct turns: (boxes, rolls, turns).

        Before them come the number of each game's turn, and the state of each turn.
        """
        raise NotImplementedError


# Playing for the win before that gains hardly more.
_LAST_BOXES = 6


class ChampionBot(_ShareBot):
    """Plays like best play for points, and in the last boxes for the chance of winning."""

    def _is_for_points(self, open_boxes: int, seats: int) -> bool:
        return seats == 1 or open_boxes > _LAST_BOXES

    def _find_shares(self, game: Game) -> TurnValues:
        return self._forecaster.turn(game)

    def _find_postings(
        self, batch: BatchGames, games: IntArray, seat: int
    ) -> tuple[IntArray, IntArray, FloatArray]:
        seats = [seat, *(each for each in range(batch.states.shape[1]) if each != seat)]
        written = batch.written
        mine, *others = (Cards(batch.states[games, at], written[games, at]) for at in seats)
        postings = self._forecaster.postings_to_win(mine, others)
        return np.arange(len(games)), mine.states, postings


class ChaserBot(_ShareBot):
    """Plays for a final score of at least its target, as if each turn were the last to do so.

    Exact chances for more boxes would take much longer and reach the target no more often.
    """

    def __init__(self, rank: str, table: ValueTable, target: int) -> None:
        super().__init__(rank, table)
        self._target = target

    def _is_for_points(self, open_boxes: int, seats: int) -> bool:  # noqa: ARG002
        return False

    def _find_shares(self, game: Game) -> TurnValues:
        return self._forecaster.turn_to_reach(game.card, self._target, in_steps=False)

    def _find_postings(
        self, batch: BatchGames, games: IntArray, seat: int
    ) -> tuple[IntArray, IntArray, FloatArray]:
        both = np.stack((batch.states[games, seat], batch.written[games, seat]))
        (states, written), which = np.unique(both, axis=1, return_inverse=True)
        cards = Cards(states, written)
        postings = self._forecaster.postings_to_reach(cards, self._target, in_steps=False)
        return which.reshape(-1), states, postings


def _most_alike(faces: Faces) -> Faces:
    face = max(faces, key=lambda face: (faces.count(face), face))
    return (face,) * faces.count(face)


@overload
def play_solo(bot: Bot, game: Game, dice: Dice, *, history: Literal[False] = False) -> Game: ...
@overload
def play_solo(bot: Bot, game: Game, dice: Dice, *, history: Literal[True]) -> History: ...
def play_solo(bot: Bot, game: Game, dice: Dice, *, history: bool = False) -> Game | History:
    """Return a game played to its end by a bot at every seat, or its `history`.

    >>> crag = find_ruleset("crag")
    >>> start = Game.start(crag, ("Ann",))
    >>> play_solo(make_bot("beginner", crag), start, SeededDice("1")).card.grand_total
    63
    """
    ruleset, played = game.ruleset, History(game)
    while not (game := played.game).is_over:
        if game.roll:
            decision = bot.choose(game)
            played = played.play(decision)
            if not isinstance(decision, Hold):
                continue
        throw = Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides)
        played = played.play(Roll(), dice.roll(throw))
    return played if history else played.game


def _list_best(turn: TurnValues, game: Game, rolls_left: int) -> Sequence[Hold | Score]:
    """Return all choices of equal best value: boxes by the card's order, then holds by size."""
    faces = tuple(sorted(game.faces))
    left = game.rolls_left if game.ruleset.pays_first_rolls else rolls_left
    boxes = [(found.box.id, value) for found, value in turn.postings(faces, left)]
    holds = [hold for hold in turn.holds(faces, rolls_left) if len(hold[0]) < len(faces)]
    least = max(value for _, value in (*boxes, *holds)) - EQUAL
    scores = [Score(box) for box, value in boxes if value >= least]
    keeps = [
        Hold(place_hold(hold, game.faces, game.held)) for hold, value in holds if value >= least
    ]
    return [*scores, *keeps]
