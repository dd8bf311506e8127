"""Best play the slow way: every throw of every hold, and random cards to try it on.

Nothing here but the rules core is shared with the solver.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

import numpy as np

from yahtzee_tui.rules import Card, Faces, Game, Rolled, Ruleset

FACES = range(1, 7)


@cache
def throws(dice: int, sides: int = 6) -> dict[Faces, float]:
    """Return the chance of every throw of some dice."""
    faces = range(1, sides + 1)
    ways = Counter(tuple(sorted(throw)) for throw in product(faces, repeat=dice))
    return {throw: number / sides**dice for throw, number in ways.items()}


ODDS = throws(5)

Odds = dict[int, float]
EQUAL = 1e-9


class BruteTurn:
    """The values of a turn, worked out by trying everything.

    Those of boxes are by roll, `at_once` those after the first one; those of rolls and of holds of
    fewer than all dice by rolls left.
    """

    def __init__(self, card: Card, value_of: Callable[[Card], float]) -> None:
        dice, sides = card.ruleset.dice, card.ruleset.sides
        self.odds = throws(dice, sides)
        self.boxes, self.at_once = (
            {
                roll: {
                    found.box.id: value_of(card.write(found.box.id, found.points, found.bonus))
                    for found in card.potentials(roll, is_first=is_first)
                    if found.refusal is None
                }
                for roll in self.odds
            }
            for is_first in (False, True)
        )
        best = {roll: max(boxes.values()) for roll, boxes in self.boxes.items()}
        self.rolls = [best]
        self.holds: list[dict[Faces, float]] = [{}]
        most = card.ruleset.rolls - 1
        if not most:
            self.rolls = [{roll: max(boxes.values()) for roll, boxes in self.at_once.items()}]
        for left in range(1, most + 1):
            last = self.rolls[-1]
            if left == most:  # dice that are scored at once pay what first rolls do
                best = {roll: max(boxes.values()) for roll, boxes in self.at_once.items()}
            holds = {
                hold: sum(
                    chance * last[tuple(sorted(hold + throw))]
                    for throw, chance in throws(dice - size, sides).items()
                )
                for size in range(dice)
                for hold in combinations_with_replacement(range(1, sides + 1), size)
            }
            self.holds.append(holds)
            self.rolls.append(
                {
                    roll: max(points, *(holds[hold] for hold in within(roll)))
                    for roll, points in best.items()
                }
            )

    @property
    def value(self) -> float:
        return sum(self.odds[roll] * value for roll, value in self.rolls[-1].items())


def within(roll: Faces) -> set[Faces]:
    """Return the holds of fewer than all dice of a sorted roll."""
    return {hold for size in range(len(roll)) for hold in combinations(roll, size)}


def brute_value(card: Card, known: dict[Card, float] | None = None) -> float:
    """Return the expected final score from a card with very few boxes open, without any table."""
    known = {} if known is None else known
    if card.is_full:
        return card.grand_total
    if card not in known:
        known[card] = BruteTurn(card, lambda after: brute_value(after, known)).value
    return known[card]


def random_card(ruleset: Ruleset, rng: Random, open_boxes: int) -> Card:
    """Return a card that a game can lead to, with this many boxes open and many a Yahtzee."""
    card = Card.empty(ruleset)
    while len(card.open) > open_boxes:
        dice = ruleset.dice
        equal = rng.random() < 0.4
        faces = (rng.choice(FACES),) * dice if equal else tuple(rng.choices(FACES, k=dice))
        allowed = [found for found in card.potentials(faces) if found.refusal is None]
        paying = [found for found in allowed if found.points]
        chosen = rng.choice(paying if paying and rng.random() < 0.7 else allowed)
        card = card.write(chosen.box.id, chosen.points, chosen.bonus)
    return card


def only_open(ruleset: Ruleset, *boxes: str, **written: int) -> Card:
    """Return a card with only these boxes open, and zeros wherever nothing else is written."""
    scores = (None if box.id in boxes else written.get(box.id, 0) for box in ruleset.boxes)
    return Card(ruleset, tuple(scores))


def game_of(*cards: Card, faces: str = "", roll: int = 1) -> Game:
    """Return a game in which the first seat is to move, with these cards and dice."""
    ruleset = cards[0].ruleset
    names = tuple(f"Seat {seat + 1}" for seat in range(len(cards)))
    turns = len(cards) * (len(ruleset.boxes) - len(cards[0].open))
    if not faces:
        return Game(ruleset, names, 0, cards, turns)
    return Game(ruleset, names, 0, cards, turns, roll - 1).play(Rolled(tuple(map(int, faces))))


@cache
def brute_totals(card: Card) -> Odds:
    """Return the odds of the final totals of a card, if it is played on for points."""
    if card.is_full:
        return {card.grand_total: 1.0}
    turn = BruteTurn(card, mean_total)
    odds: Mapping[Faces, float] = turn.odds
    for left in reversed(range(1, card.ruleset.rolls)):
        odds = _roll_on(turn, odds, left)
    found: Odds = {}
    for roll, chance in odds.items():
        best = max(turn.boxes[roll].values())
        box = next(box for box, value in turn.boxes[roll].items() if value > best - EQUAL)
        potential = card.potential(box, roll)
        after = card.write(box, potential.points, potential.bonus)
        for total, part in brute_totals(after).items():
            found[total] = found.get(total, 0) + chance * part
    return found


def mean_total(card: Card) -> float:
    return sum(total * chance for total, chance in brute_totals(card).items())


def _roll_on(turn: BruteTurn, odds: Mapping[Faces, float], left: int) -> dict[Faces, float]:
    after: dict[Faces, float] = dict.fromkeys(turn.odds, 0.0)
    for roll, chance in odds.items():
        best = turn.rolls[left][roll]
        holds = sorted(within(roll), key=lambda hold: (len(hold), hold))
        keep = next((hold for hold in holds if turn.holds[left][hold] > best - EQUAL), roll)
        if max(turn.boxes[roll].values()) > best - EQUAL:
            keep = roll
        for throw, part in throws(len(roll) - len(keep)).items():
            after[tuple(sorted(keep + throw))] += chance * part
    return after


def brute_share(total: int, others: Sequence[Odds]) -> float:
    """Return one's part of the win with a total."""
    share = 0.0
    for results in product(*(other.items() for other in others)):
        chance = float(np.prod([each for _, each in results]))
        best = max(each for each, _ in results)
        if total >= best:
            share += chance / (1 + sum(each == total for each, _ in results))
    return share


def brute_last_share(total: int, other: Card) -> float:
    """Return one's part of the win with a total if the other plays to win with a last box."""
    turn = BruteTurn(other, lambda card: brute_share(card.grand_total, [{total: 1.0}]))
    return 1 - sum(chance * turn.rolls[-1][roll] for roll, chance in turn.odds.items())
