"""How good the marked box is: how often it is best, and what it loses a game.

Run `python -m tests.benchmarks.mark [--games N] [--rules ID]`. Dice are held as best play does, and
every turn is scored in the marked box. Printed for the box with the most points, which is marked
until a computer player is loaded, and for the one that this player would fill: the share of marked
boxes that are as good as any other, after the last roll and while rolls are left, the points that
the others lose a game, each by the exact value of the box, and the mean total with its standard
error.
"""

import argparse
import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from yahtzee_tui.rules import Game, Ruleset, Score, find_ruleset
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.services.value_tables import ValueTableLoader, load_table
from yahtzee_tui.strategy import ValueTable
from yahtzee_tui.strategy.solver.batch import TurnPolicies
from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray

_EQUAL = 1e-6


class Quality(NamedTuple):
    """How good the marks of some games were."""

    right: float  # the share of marked boxes that were best after the last roll
    early: float  # that of boxes that were best for a score at once, while rolls were left
    lost: float  # points lost a game
    mean: float  # total
    error: float  # of the mean


def measure(table: ValueTable, mark: Callable[[Game], str | None], games: int) -> Quality:
    """Play games in which every turn is scored in the marked box."""
    ruleset, space = table.ruleset, table.space
    played, numbers = [Game.start(ruleset, ("Player",))] * games, np.arange(games)
    keeps_of_dice, rng = space.payoffs.keeps, np.random.default_rng(1)
    right, early, lost = 0, 0, 0.0

    def rolled(game: int, roll: int) -> Game:
        dice = tuple(int(face) for face in keeps_of_dice.rolls[roll])
        return replace(played[game], roll=ruleset.rolls, faces=dice)

    def find_places(rolls: IntArray) -> IntArray:
        places = np.empty(games, np.intp)
        for game in range(games):
            box = mark(rolled(game, rolls[game]))
            assert box is not None
            places[game] = ruleset.places[box]
        return places

    def find_losses(rolls: IntArray, places: IntArray) -> FloatArray:
        values = policies.postings(rolls, which).values
        losses: FloatArray = values.max(axis=0) - values[places, numbers]
        return losses

    for _ in ruleset.boxes:
        cards = [space.index(game.card) for game in played]
        states, which = np.unique(cards, return_inverse=True)
        policies = TurnPolicies(space, table, states)
        faces = rng.integers(1, ruleset.sides + 1, (games, ruleset.rolls, ruleset.dice))
        rolls = keeps_of_dice.roll_on(np.zeros(games, np.intp), faces[:, 0])
        for roll in range(1, ruleset.rolls):
            early += int((find_losses(rolls, find_places(rolls)) < _EQUAL).sum())
            keeps = policies.keeps(rolls, ruleset.rolls - roll, which)
            rolls = keeps_of_dice.roll_on(keeps, faces[:, roll])
        places = find_places(rolls)
        losses = find_losses(rolls, places)
        for game in range(games):
            box = ruleset.boxes[places[game]].id
            played[game] = rolled(game, rolls[game]).play(Score(box))
        right += int((losses < _EQUAL).sum())
        lost += float(losses.sum())
    totals = np.array([game.card.grand_total for game in played])
    error = float(totals.std() / np.sqrt(games))
    turns = games * len(ruleset.boxes)
    early_share = early / turns / max(1, ruleset.rolls - 1)
    return Quality(right / turns, early_share, lost / games, float(totals.mean()), error)


def marks(ruleset: Ruleset) -> dict[str, Callable[[Game], str | None]]:
    """Return both ways to choose the marked box."""
    bots = BotService(ValueTableLoader)
    asyncio.run(bots.load_marker(ruleset))
    return {"most points": best_box, "computer player": bots.find_box}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rules", default="official")
    args = parser.parse_args()
    ruleset = find_ruleset(args.rules)
    table = load_table(ruleset).table
    for name, mark in marks(ruleset).items():
        found = measure(table, mark, args.games)
        print(
            f"{name:<16} right {found.right:.1%}, with rolls left {found.early:.1%}, "
            f"lost {found.lost:.1f} a game, total {found.mean:.1f} ± {found.error:.1f}"
        )


if __name__ == "__main__":
    main()
