"""Playing to win: who is going to, and what a hold or a box is worth if that is all that counts.

`Forecaster(table).forecast(game)` tells each seat's chance, `.turn(game)` that of every hold and
every box of the player to move, in the form in which `Table.turn` tells points; `WinAdvice` sets
that beside advice for points. `find_chances(table, review)` goes through a game looked back on.
"""

from yahtzee_tui.strategy.win.advice import NOTICEABLE_SHARE, WinAdvice
from yahtzee_tui.strategy.win.chances import (
    Chances,
    RollChances,
    Swing,
    WinMistake,
    find_chances,
)
from yahtzee_tui.strategy.win.forecast import (
    EXACT_BOXES,
    Forecast,
    Forecaster,
    WinTurn,
    is_exact,
)
from yahtzee_tui.strategy.win.words import (
    explain_to_win,
    tell_chance,
    tell_change,
    tell_swing,
    tell_win_decision,
)

__all__ = [
    "EXACT_BOXES",
    "NOTICEABLE_SHARE",
    "Chances",
    "Forecast",
    "Forecaster",
    "RollChances",
    "Swing",
    "WinAdvice",
    "WinMistake",
    "WinTurn",
    "explain_to_win",
    "find_chances",
    "is_exact",
    "tell_chance",
    "tell_change",
    "tell_swing",
    "tell_win_decision",
]
