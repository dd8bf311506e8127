"""Chances of winning: each player's, and with every hold and box of the player to move.

`Forecaster(table).forecast(game)` gives every seat its chance, `.turn(game)` that of a hold or box
as `TurnValues`. `WinAdvice` compares them with advice for points, `review_wins` goes through a
reviewed game. The package makes no sentences; those are in `strategy.advice_sentences`.
"""

from yahtzee_tui.strategy.winning.forecast import (
    NOTICEABLE_SHARE,
    Cards,
    Forecast,
    Forecaster,
    WinAdvice,
)
from yahtzee_tui.strategy.winning.win_review import (
    RollForecasts,
    Swing,
    WinReview,
    review_wins,
)

__all__ = [
    "NOTICEABLE_SHARE",
    "Cards",
    "Forecast",
    "Forecaster",
    "RollForecasts",
    "Swing",
    "WinAdvice",
    "WinReview",
    "review_wins",
]
