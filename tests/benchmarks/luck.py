"""How many games tell two players apart: by totals, by totals on the same dice, by points lost.

    python -m tests.benchmarks.luck [GAMES [REVIEWED]]

Each level of computers plays the same GAMES dice. A number of games is enough if a difference of
5 points a game shows at two standard errors. Then players who play worse on purpose, each with its
own share of second-best choices, tell from how many games on a loss a game is stable: the
correlation of the means of two halves. Takes some minutes of processor time.
"""

from __future__ import annotations

import sys
from itertools import combinations
from math import sqrt
from random import Random
from statistics import correlation, fmean, stdev
from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice, Throw
from yahtzee_tui.rules import OFFICIAL, Game, Hold, Roll, Score
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import Advice, HoldChoice, load_value_table
from yahtzee_tui.strategy.bots import make_bot

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.strategy import Choice, ValueTable

LEVELS = ("beginner", "casual", "regular", "skilled")
_DIFFERENCE = 5.0
_HALVES = (1, 3, 5, 10, 20)
_PLAYERS = 12


def play(
    table: ValueTable, seed: str, choose: Callable[[Game], Hold | Score], *, judges: bool
) -> tuple[int, float]:
    """Return the total of a solo game, and if it `judges` the points that its decisions lose."""
    game, dice, lost = Game.start(OFFICIAL, ("Ann",)), SeededDice(seed), 0.0
    while not game.is_over:
        if game.roll:
            action = choose(game)
            if judges:
                advice = Advice(table, game.card, game.faces, game.rolls_left)
                choice: Choice | None = (
                    advice.box(action.box)
                    if isinstance(action, Score)
                    else advice.hold(action.positions)
                )
                assert choice is not None
                lost += advice.loss(choice)
            game = game.play(action)
            if isinstance(action, Score):
                continue
        throw = Throw(0, game.round, game.roll + 1)
        game = game.play(Roll(), dice.roll(throw))
    return game.card.grand_total, lost


class ErringBot:
    """Best play, but for a share of its choices, for which the next best one stands."""

    def __init__(self, table: ValueTable, share: float, seed: str) -> None:
        self.table, self.share, self.random = table, share, Random(seed)

    def choose(self, game: Game) -> Hold | Score:
        advice = Advice(self.table, game.card, game.faces, game.rolls_left)
        errs = self.random.random() < self.share and len(advice.choices) > 1
        choice = advice.choices[errs]
        if isinstance(choice, HoldChoice):
            return Hold(advice.positions(choice, game.held))
        return Score(choice.box.id)


def count_games(deviation: float) -> float:
    """Return how many games each show the difference, by the deviation of one difference."""
    return (2 * deviation / _DIFFERENCE) ** 2


def main(games: int, reviewed: int) -> None:
    table = load_value_table(OFFICIAL, cache_folder()).table
    totals: dict[str, list[int]] = {}
    losses: dict[str, list[float]] = {}
    for level in LEVELS:
        bot = make_bot(level, OFFICIAL, table)
        played = [play(table, f"luck {n}", bot.choose, judges=n < reviewed) for n in range(games)]
        totals[level] = [total for total, _ in played]
        losses[level] = [lost for _, lost in played[:reviewed]]
        print(f"{level}: {games} games, {reviewed} of them reviewed", file=sys.stderr, flush=True)
    means = [fmean(field) for field in zip(*totals.values(), strict=True)]
    print("level      total: mean    sd   less the field: sd   points lost: mean    sd")
    for level in LEVELS:
        apart = [total - mean for total, mean in zip(totals[level], means, strict=True)]
        total, lost = totals[level], losses[level]
        print(
            f"{level:10} {fmean(total):11.1f} {stdev(total):5.1f} {stdev(apart):20.1f} "
            f"{fmean(lost):19.1f} {stdev(lost):5.1f}"
        )
    print("\ngames each, for a difference of 5 points at two standard errors")
    for one, other in combinations(LEVELS, 2):
        by_total = sqrt(stdev(totals[one]) ** 2 + stdev(totals[other]) ** 2)
        pairs = zip(totals[one], totals[other], strict=True)
        by_pairs = stdev([first - second for first, second in pairs])
        by_loss = sqrt(stdev(losses[one]) ** 2 + stdev(losses[other]) ** 2)
        needed = (count_games(each) for each in (by_total, by_pairs, by_loss))
        print(f"{one}, {other}: totals {{:.0f}}, same dice {{:.0f}}, lost {{:.0f}}".format(*needed))
    print("\ncorrelation of two halves, by games in each")
    found = []
    for number in range(_PLAYERS):
        share, seed = number / 2 / _PLAYERS, f"erring {number}"
        erring = ErringBot(table, share, seed)
        seeds = (f"{seed} {n}" for n in range(2 * max(_HALVES)))
        found.append([play(table, each, erring.choose, judges=True) for each in seeds])
    for half in _HALVES:
        for at, name in enumerate(("total", "lost")):
            first = [fmean(game[at] for game in games[:half]) for games in found]
            second = [fmean(game[at] for game in games[half : 2 * half]) for games in found]
            print(f"{half:3} games, {name:5}: {correlation(first, second):.2f}", flush=True)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [2000, 500][len(given) :]))
