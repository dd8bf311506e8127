"""How the players of a series did: means, spreads and shares of the wins, each with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from yahtzee_tui.strategy.rolls import FloatArray, IntArray
    from yahtzee_tui.strategy.series import Series


class Outcome(NamedTuple):
    """How a player did.

    Attributes:
        player: The id of its rank.
        mean: The mean score.
        mean_error: Its standard error.
        spread: The standard deviation of the scores.
        share: The share of games won, ties shared.
        share_error: Its standard error.
    """

    player: str
    mean: float
    mean_error: float
    spread: float
    share: float
    share_error: float


def tell(series: Series, totals: IntArray) -> list[Outcome]:
    """Return how each player did, from the totals: (games, players)."""
    wins = totals == totals.max(axis=1, keepdims=True)
    shares = wins / wins.sum(axis=1, keepdims=True)
    together = len(series.players) if series.paired else 1
    return [
        Outcome(
            player,
            float(scores.mean()),
            _error(scores, together),
            float(scores.std(ddof=1)) if len(scores) > 1 else 0.0,
            float(share.mean()),
            _error(share, together),
        )
        for player, scores, share in zip(series.players, totals.T, shares.T, strict=True)
    ]


def _error(values: FloatArray | IntArray, together: int) -> float:
    """Return the standard error of a mean whose values come in groups that depend on each other."""
    sums = np.add.reduceat(values - values.mean(), np.arange(0, len(values), together))
    groups = len(sums)
    if groups < 2:
        return 0.0
    return float(np.sqrt((sums**2).sum() * groups / (groups - 1)) / len(values))
