"""How the players of a tournament did: scores and shares of the wins, with errors."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.tournament.games import Simulation
    from yahtzee_tui.strategy.tournament.run import PlayedGames


class BotResult(NamedTuple):
    """How a bot did: its scores and its share of games won, ties shared, with standard errors.

    >>> (bot,) = simulate(find_ruleset("crag"), ("beginner",), 100, "1")
    >>> bot.player, bot.games, round(bot.mean), round(bot.spread)
    ('beginner', 100, 118, 26)
    """

    player: str  # the id of its rank
    mean: float
    mean_error: float
    spread: float  # the standard deviation of the scores
    share: float
    share_error: float
    games: int
    failures: int  # games in which it failed
    first_failure: str  # a sentence, empty if there is none


def summarize_results(simulation: Simulation, played: PlayedGames) -> list[BotResult]:
    """Return how each player did; one without games has zeros."""
    totals = played.totals
    together = len(simulation.players) if simulation.paired else 1  # games that share their dice
    wins = totals == totals.max(axis=1, keepdims=True)
    won = wins / wins.sum(axis=1, keepdims=True)
    results = []
    for player, name in enumerate(simulation.players):
        failures = [each.why for each in played.failures if each.player == player]
        scores = totals[:, player]
        mean, share = _average(scores, together), _average(won[:, player], together)
        spread = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
        failed = len(failures), next(iter(failures), "")
        results.append(BotResult(name, *mean, spread, *share, len(scores), *failed))
    return results


def _average(values: FloatArray | IntArray, together: int) -> tuple[float, float]:
    """Return the mean of values that come in groups which depend on each other, and its error."""
    if not len(values):
        return 0.0, 0.0
    mean, groups = float(values.mean()), -(-len(values) // together)
    if groups < 2:
        return mean, 0.0
    sums = np.add.reduceat(values - mean, np.arange(0, len(values), together))
    return mean, sqrt(float((sums**2).sum()) * groups / (groups - 1)) / len(values)
