"""How the players of a tournament did: scores, shares of the wins, and ratings, with errors."""

from __future__ import annotations

from itertools import combinations
from math import hypot, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.tournament.games import Simulation
    from yahtzee_tui.strategy.tournament.run import PlayedGames

# Of ratings: 400 points more are odds of 10 to 1.
_POINTS = 400 / log(10)
_MOST_STEPS = 100


class Versus(NamedTuple):
    """The games of two players: the share in which the first scored more, ties shared."""

    games: int
    share: float
    share_error: float


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
    # In points of which 400 more are odds of 10 to 1, and the average player has 0; None if not
    # all games were of two, or some players won or lost all games against the others.
    rating: float | None
    rating_error: float | None
    # Each player, in their order; None for itself, and without games.
    against: tuple[Versus | None, ...]
    failures: int  # games in which it failed
    first_failure: str  # a sentence, empty if there is none


def summarize_results(simulation: Simulation, played: PlayedGames) -> list[BotResult]:
    """Return how each player did; one without games has zeros."""
    players = range(len(simulation.players))
    scores: list[list[FloatArray | IntArray]] = [[] for _ in players]
    shares: list[list[FloatArray | IntArray]] = [[] for _ in players]
    against: dict[tuple[int, int], Versus] = {}
    sizes = {len(match) if simulation.paired else 1 for match in simulation.matches}
    (together,) = sizes  # games that depend on each other
    for match, totals in zip(simulation.matches, played.totals, strict=True):
        wins = totals == totals.max(axis=1, keepdims=True)
        won = wins / wins.sum(axis=1, keepdims=True)
        for place, player in enumerate(match):
            scores[player].append(totals[:, place])
            shares[player].append(won[:, place])
        against |= _compare(match, totals, together)
    has_pairs = all(len(match) == 2 for match in simulation.matches)
    ratings = _rate(len(players), against) if has_pairs else None
    results = []
    for player, name in enumerate(simulation.players):
        failures = [each.why for each in played.failures if each.player == player]
        every = np.concatenate(scores[player])
        mean, mean_error = _average(scores[player], together)
        share, share_error = _average(shares[player], together)
        rating, rating_error = ratings[player] if ratings else (None, None)
        results.append(
            BotResult(
                player=name,
                mean=mean,
                mean_error=mean_error,
                spread=float(every.std(ddof=1)) if len(every) > 1 else 0.0,
                share=share,
                share_error=share_error,
                games=len(every),
                rating=rating,
                rating_error=rating_error,
                against=tuple(against.get((player, other)) for other in players),
                failures=len(failures),
                first_failure=next(iter(failures), ""),
            )
        )
    return results


def _compare(
    match: tuple[int, ...], totals: IntArray, together: int
) -> dict[tuple[int, int], Versus]:
    """Return how each two players of a match did against each other, in both orders."""
    found = {}
    for one, other in combinations(range(len(match)), 2) if len(totals) else ():
        better = (1 + np.sign(totals[:, one] - totals[:, other])) / 2
        share, error = _average([better], together)
        found[match[one], match[other]] = Versus(len(better), share, error)
        found[match[other], match[one]] = Versus(len(better), 1 - share, error)
    return found


def _average(samples: Sequence[FloatArray | IntArray], together: int) -> tuple[float, float]:
    """Return the mean of the values of some samples, and its standard error.

    The values of a sample come in groups that depend on each other.
    """
    values = sum(map(len, samples))
    if not values:
        return 0.0, 0.0
    total = sum(float(each.sum()) for each in samples)
    return total / values, hypot(*(_error_of_sum(each, together) for each in samples)) / values


def _error_of_sum(values: FloatArray | IntArray, together: int) -> float:
    """Return the standard error of the sum of a sample."""
    groups = -(-len(values) // together)
    if groups < 2:
        return 0.0
    sums = np.add.reduceat(values - values.mean(), np.arange(0, len(values), together))
    return float(np.sqrt((sums**2).sum() * groups / (groups - 1)))


def _rate(players: int, against: dict[tuple[int, int], Versus]) -> list[tuple[float, float]] | None:
    """Return the rating of each player, and its standard error, by the model of Bradley and Terry.

    The errors are those of the shares, carried over to the ratings; so they hold for paired dice,
    too. Returns None where the shares decide no ratings.
    """
    games, shares, errors = np.zeros((3, players, players))
    for (one, other), versus in against.items():
        at = one, other
        games[at], shares[at], errors[at] = versus
    reaches = np.linalg.matrix_power((games * shares > 0) + np.eye(players), players)
    if not reaches.all():
        return None
    strengths = np.zeros(players)
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths - strengths[:, None]))
        slopes = _laplacian(games * expected * (1 - expected))
        inverse = np.linalg.pinv(slopes, hermitian=True)
        step = inverse @ (games * (shares - expected)).sum(axis=1)
        strengths += np.clip(step, -1, 1)
    strengths -= strengths.mean()
    covariance = inverse @ _laplacian((games * errors) ** 2) @ inverse
    deviations = np.sqrt(np.maximum(covariance.diagonal(), 0))
    rated = zip((strengths * _POINTS).tolist(), (deviations * _POINTS).tolist(), strict=True)
    return list(rated)


def _laplacian(weights: FloatArray) -> FloatArray:
    """Return the matrix whose quadratic form sums the weighted squares of all differences."""
    matrix: FloatArray = np.diag(weights.sum(axis=1)) - weights
    return matrix
