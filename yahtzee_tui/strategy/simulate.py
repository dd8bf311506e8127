"""Many games of best play at once, with dice from a seed: what the mean alone doesn't tell.

The games of a round are sorted by state; a lattice works out the turns of a few thousand states
side by side, and every game then looks its own decisions up in its column.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import Card
from yahtzee_tui.strategy.lastroll import LastRoll
from yahtzee_tui.strategy.lattice import Lattice
from yahtzee_tui.strategy.rolls import (
    DICE,
    FIRST_ROLL,
    KEEPS,
    ROLLS,
    SIDES,
    FloatArray,
    IntArray,
    keeps_within,
    roll_number,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from yahtzee_tui.strategy.table import Table

_WIDTH = 3072
# More keeps than any roll has; what is left over is a keep that nobody chooses.
_MOST_KEEPS = 2**DICE - 1
_NO_KEEP = FIRST_ROLL


class Results(NamedTuple):
    """How games ended.

    Attributes:
        totals: Grand totals: (games,).
        boxes: Points in every box, in the order of the card: (games, boxes).
        upper_bonus: Upper bonuses: (games,).
        repeat_bonus: Bonuses for further Yahtzees: (games,).
    """

    totals: IntArray
    boxes: IntArray
    upper_bonus: IntArray
    repeat_bonus: IntArray


def simulate(table: Table, games: int, seed: int) -> Results:
    """Play solitaire games with best play.

    Args:
        table: Best play.
        games: How many.
        seed: Decides the dice.
    """
    space = table.space
    row, column = space.locate(Card.empty(table.ruleset))
    players = _Players(table, np.random.default_rng(seed))
    rows, columns = np.full(games, row), np.full(games, column)
    boxes = np.zeros((games, len(table.ruleset.boxes)), np.intp)
    bonus = np.zeros(games, np.intp)
    for _ in table.ruleset.boxes:
        for some in _sheets(rows, columns, space.shape[1]):
            players.play(some, rows, columns, boxes, bonus)
    start, _ = space.upper.spans[-1]
    upper_bonus = space.upper.bonuses[columns - start].astype(np.intp)
    return Results(boxes.sum(axis=1) + upper_bonus + bonus, boxes, upper_bonus, bonus)


def _sheets(rows: IntArray, columns: IntArray, size: int) -> list[IntArray]:
    """Return the games in groups that have so few states that a sheet holds them."""
    states, which = np.unique(rows * size + columns, return_inverse=True)
    order = np.argsort(which, kind="stable")
    cuts = np.searchsorted(which[order], np.arange(_WIDTH, len(states), _WIDTH))
    return np.split(order, cuts)


class _Players:
    """Play one turn of many games."""

    def __init__(self, table: Table, rng: np.random.Generator) -> None:
        self._table = table
        self._rng = rng
        self._last_roll = LastRoll(table.space.scoring, _WIDTH)
        self._sheet = np.empty((len(KEEPS), _WIDTH))
        self._lower_cards = np.array(table.space.lower_cards)
        self._upper_cards = np.array(table.space.upper_cards)
        self._armed = np.array([armed for _, armed in table.space.lower.states])
        self._numbers = _number_throws()
        self._kept = np.array([(*keep, *(0,) * (DICE - len(keep))) for keep in KEEPS])
        within = [keeps_within(faces) for faces in ROLLS]
        self._within = np.array(
            [(*keeps, *(_NO_KEEP,) * (_MOST_KEEPS - len(keeps))) for keeps in within]
        )

    def play(
        self,
        games: IntArray,
        rows: IntArray,
        columns: IntArray,
        boxes: IntArray,
        bonus: IntArray,
    ) -> None:
        """Play a turn of some games; write the points, and where each of them gets to."""
        space, values = self._table.space, self._table.values
        size = space.shape[1]
        states, turn = np.unique(rows[games] * size + columns[games], return_inverse=True)
        row, column = states // size, states % size
        futures = np.concatenate(
            (values[space.lower.after[:, row], column], values[row, space.upper.after[:, column]])
        )
        filled = (self._lower_cards[row] | self._upper_cards[column]).tolist()
        armed = self._armed[row]
        lattice = Lattice(self._sheet[:, : len(states)])
        roll = self._roll(lattice, futures, filled, armed, turn)
        place, points, entry = self._choose_boxes(roll, filled, futures, turn)
        boxes[games, place] = points
        bonus[games] += (space.scoring.bonus[roll] * armed[turn]).astype(np.intp)
        first = len(space.lower.after)
        low = entry < first
        rows[games[low]] = space.lower.after[entry[low], rows[games[low]]]
        columns[games[~low]] = space.upper.after[entry[~low] - first, columns[games[~low]]]

    def _roll(
        self,
        lattice: Lattice,
        futures: FloatArray,
        filled: list[int],
        armed: npt.NDArray[np.bool_],
        turn: IntArray,
    ) -> IntArray:
        """Return the last rolls of games whose turns are columns of a lattice."""
        self._last_roll.score(lattice, futures, _list_cards(filled), armed)
        scored = lattice.sheet[FIRST_ROLL:].copy()
        turns = []
        for _ in range(self._table.ruleset.rolls - 1):
            lattice.add_dice()
            holds = np.full((FIRST_ROLL + 1, len(filled)), -np.inf)
            holds[:FIRST_ROLL] = lattice.sheet[:FIRST_ROLL]
            turns.append(holds)
            lattice.take_best()
        roll = self._throw(np.zeros(len(turn), np.intp))
        for holds in reversed(turns):
            keeps = self._within[roll]
            worth = holds[keeps, turn[:, None]]
            best = worth.argmax(axis=1)
            rolls_on = np.take_along_axis(worth, best[:, None], 1)[:, 0] > scored[roll, turn]
            keep = np.take_along_axis(keeps, best[:, None], 1)[:, 0]
            roll = np.where(rolls_on, self._throw(keep), roll)
        return roll

    def _throw(self, keep: IntArray) -> IntArray:
        """Return the numbers of rolls after keeps."""
        thrown = self._rng.integers(1, SIDES + 1, (len(keep), DICE))
        kept = self._kept[keep]
        faces = np.where(kept, kept, thrown) - 1
        numbers: IntArray = self._numbers[faces @ SIDES ** np.arange(DICE)]
        return numbers

    def _choose_boxes(
        self, roll: IntArray, filled: list[int], futures: FloatArray, turn: IntArray
    ) -> tuple[IntArray, IntArray, IntArray]:
        """Return the places of the best boxes, their points and their entries."""
        scoring = self._table.space.scoring
        plain = scoring.plain(filled[0])
        points, entries = plain.points[:, roll], plain.entries[:, roll]
        cards = np.array(filled)[turn]
        for joker in scoring.jokers:
            rolled = np.flatnonzero(roll == joker.roll)
            for card in np.unique(cards[rolled]).tolist():
                chart = scoring.joker(joker, card)
                if chart is not None:
                    same = rolled[cards[rolled] == card]
                    points[:, same] = chart.points[:, joker.roll, None]
                    entries[:, same] = chart.entries[:, joker.roll, None]
        worth = np.where(points > -np.inf, points + futures[entries, turn], -np.inf)
        place = worth.argmax(axis=0)
        game = np.arange(len(turn))
        return place, points[place, game].astype(np.intp), entries[place, game]


def _number_throws() -> IntArray:
    """Return the number of the roll of every throw of five dice in order: (7776,)."""
    throws = np.stack(np.unravel_index(np.arange(SIDES**DICE), (SIDES,) * DICE), axis=1) + 1
    return np.array([roll_number(tuple(faces)) for faces in throws.tolist()])


def _list_cards(filled: list[int]) -> list[tuple[int, slice]]:
    cards, at = [], 0
    for card, same in groupby(filled):
        count = len(list(same))
        cards.append((card, slice(at, at + count)))
        at += count
    return cards
