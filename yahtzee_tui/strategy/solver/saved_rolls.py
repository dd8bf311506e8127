"""Best play where unused rolls are saved for later turns: exact for few states, else an estimate.

How many rolls a player has saved belongs to the state, which is too much for a large card. Then its
two sections are solved apart, each with saved rolls of its own, and a card is taken to be worth
what the best division of its rolls makes of both: one can play so, hence it is worth at least that.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import Card, Malformed
from yahtzee_tui.strategy.solver.payoffs import Cancelled, Payoffs, Transition, Unsolvable
from yahtzee_tui.strategy.solver.states import StateSpace, layers
from yahtzee_tui.strategy.solver.turn_recursion import WIDTH, TurnValues, TurnWidget, posting_values
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray

# 64 MB, and some ten seconds.
_MOST_VALUES = 8_000_000

# The latest turns of as many players, some MB each.
_TURNS_REMEMBERED = 4


class CardPart:
    """Some neighboring boxes of a card with their states, solved with saved rolls of their own.

    Attributes:
        most: The most saved rolls that are told apart: as many as its own turns can save.
        shape: The shape of its values: (saved rolls, lower sections, upper sections).
    """

    def __init__(self, ruleset: Ruleset, first: int) -> None:
        """Find the states of a part, whose boxes begin at the place `first` of the card."""
        self.first = first
        self.space = StateSpace(Payoffs(ruleset))
        self.most = (ruleset.rolls - 1) * len(ruleset.boxes)
        self.shape = (self.most + 1, *self.space.shape)

    @property
    def ruleset(self) -> Ruleset:
        return self.space.payoffs.ruleset

    def index(self, card: Card) -> int:
        """Return the state of a whole card's part; see `StateSpace.index`."""
        boxes = slice(self.first, self.first + len(self.ruleset.boxes))
        return self.space.index(Card(self.ruleset, card.scores[boxes]))

    def after(self, state: int, transitions: Sequence[Transition]) -> IntArray:
        """Return the states after some postings on the whole card: the same for other boxes."""
        own = self.space.payoffs.transitions
        found = dict(zip(own, self.space.afterstates(np.array([state]))[:, 0], strict=True))
        places = (each._replace(place=each.place - self.first) for each in transitions)
        return np.array([found.get(each, state) for each in places], np.intp)


def find_parts(ruleset: Ruleset) -> tuple[CardPart, ...]:
    """Return the parts in which a card is solved, one for the whole card if its states are few.

    Raises:
        Unsolvable: If there are too many, and the sections can't be solved apart.
    """
    alone = replace(ruleset, saved_rolls=False)
    whole = CardPart(alone, 0)
    if prod(whole.shape) <= _MOST_VALUES:
        return (whole,)
    if ruleset.joker is not None or ruleset.repeat_bonus is not None or not ruleset.upper:
        raise Unsolvable(
            "too_many_states",
            _("{game} is too large to calculate best play for.", game=ruleset.name),
        )
    upper = replace(alone, boxes=ruleset.upper)
    lower = replace(alone, boxes=ruleset.lower, upper_bonus=None)
    return CardPart(upper, 0), CardPart(lower, len(ruleset.upper))


def solve_parts(
    parts: tuple[CardPart, ...],
    progress: Callable[[float], object] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[FloatArray]:
    """Return the values of each part, in seconds; see `value_table.solve_values`."""
    total, found = sum(prod(part.shape) for part in parts), []
    done = 0
    for part in parts:
        size = prod(part.shape)

        def report(share: float, before: int = done, size: int = size) -> None:
            progress((before + share * size) / total)

        found.append(_solve_part(part, report, cancelled))
        done += size
    return found


def _solve_part(
    part: CardPart, progress: Callable[[float], object], cancelled: Callable[[], bool]
) -> FloatArray:
    """Return the expected points to come by saved rolls and state, in the shape of the part.

    Raise `Cancelled` once `cancelled` returns true, which is called every few milliseconds.
    """
    space, most = part.space, part.most
    payoffs, own = space.payoffs, part.ruleset.rolls - 1
    values = np.full(part.shape, np.nan)
    values[:, -1] = values[:, :, -1] = -np.inf
    full = space.lower_filled == len(payoffs.lower)
    values[:, :-1][:, full, slice(*space.upper.spans[-1])] = space.upper.bonuses
    widget = TurnWidget(payoffs.keeps, WIDTH)
    total, done = sum(map(len, layers(space))), 0
    for layer in layers(space):
        for states in np.split(layer, range(WIDTH, len(layer), WIDTH)):
            widget.resize(len(states))
            like, armed = space.like(states), space.armed(states)
            # One sweep serves all amounts: with rolls left a player may score and save them.
            for left in range(own + most + 1):
                if cancelled():
                    raise Cancelled
                if left:
                    widget.add_die()
                    widget.keep_best()
                    rolled_on = widget.rolls.copy()
                after = space.afterstate_values(values[min(left, most)], states)
                widget.score(payoffs, after, like, armed)
                if left:
                    np.maximum(widget.rolls, rolled_on, out=widget.rolls)
                if left >= own:
                    values[left - own].put(states, widget.expected())
            done += len(states)
            progress(done / total)
    return values


class SavedRollsTable:
    """Play for the highest expected score with saved rolls, as far as the parts of a card tell.

    Attributes:
        is_exact: Whether the values are those of best play; else they are at most that.
    """

    def __init__(
        self, ruleset: Ruleset, parts: tuple[CardPart, ...], values: Sequence[FloatArray]
    ) -> None:
        self.ruleset, self.is_exact = ruleset, len(parts) == 1
        self._parts = tuple(zip(parts, values, strict=True))
        self._payoffs = parts[0].space.payoffs if self.is_exact else Payoffs(ruleset)
        self._turns: OrderedDict[Card, TurnValues] = OrderedDict()

    def translate(self, ruleset: Ruleset) -> None:
        """Give the boxes the names of an equal rule set, in the player's language."""
        self.ruleset = self._payoffs.ruleset = ruleset
        self._turns.clear()

    @property
    def expected(self) -> float:
        """What the estimate expects of a game; a player who goes by it scores no less."""
        return self.value_of(Card.empty(self.ruleset), 0)

    @property
    def states(self) -> int:
        """How many states were solved, full cards among them."""
        return sum(int(np.isfinite(values).sum()) for _, values in self._parts)

    def value_of(self, card: Card, saved: int) -> float:
        """Return the expected final score before a turn, with so many saved rolls."""
        to_come = self._to_come([np.array([part.index(card)]) for part, _ in self._parts])
        return written_points(card) + float(to_come[min(saved, len(to_come) - 1), 0])

    def turn(self, card: Card) -> TurnValues:
        """Return the values of a turn from a card; its rolls left count the saved ones too.

        Raises:
            Unsolvable: If no game leads to such a card.
            Malformed: If the card is full, or of another game.
        """
        found = self._turns.get(card)
        if found is None:
            if card.ruleset != self.ruleset:
                sentence = _("This is not a card of {game}.", game=self.ruleset.name)
                raise Malformed("other_rules", sentence)
            if card.is_full:
                raise Malformed("card_full", _("Every box on this card is filled."))
            found = self._turns[card] = self._find_turn(card)
            while len(self._turns) > _TURNS_REMEMBERED:
                self._turns.popitem(last=False)
        return found

    def _find_turn(self, card: Card) -> TurnValues:
        payoffs, ruleset = self._payoffs, self.ruleset
        filled = sum(1 << at for at, points in enumerate(card.scores) if points is not None)
        chart = payoffs.chart(filled if payoffs.is_ordered or ruleset.joker else 0)
        states = [part.after(part.index(card), payoffs.transitions) for part, _ in self._parts]
        to_come = self._to_come(states)
        # All rolls that this turn can leave: its own after the first, and the saved ones.
        most = (ruleset.rolls - 1) * (1 + filled.bit_count())
        postings = np.array(
            [
                posting_values(
                    chart.points, to_come[min(left, len(to_come) - 1)][chart.transitions]
                )
                for left in range(most + 1)
            ]
        )
        bonus = payoffs.bonus * bool(card.repeats or _is_armed(card))
        return TurnValues(card, postings + written_points(card) + bonus)

    def _to_come(self, states: Sequence[IntArray]) -> FloatArray:
        """Return the points to come from cards, by saved rolls: (rolls, cards).

        `states` has the state of each card in each part.
        """
        found = np.zeros((1, len(states[0])))
        for (part, values), of_part in zip(self._parts, states, strict=True):
            more = values.reshape(len(values), -1)[:, of_part]
            best = np.full((len(found) + part.most, len(of_part)), -np.inf)
            for rolls, row in enumerate(found):
                some = best[rolls : rolls + len(more)]
                np.maximum(some, row + more, out=some)
            found = best
        return found


def _is_armed(card: Card) -> bool:
    bonus = card.ruleset.repeat_bonus
    return bonus is not None and card[bonus.box] in card.ruleset.arming
