"""Playing to win: who is going to, and what a hold or a box is worth if that is all that counts.

`Forecaster(table).forecast(game)` tells each seat's chance, `.turn(game)` that of every hold and
every box of the player to move, in the form in which `Table.turn` tells points.
"""

from yahtzee_tui.strategy.win.forecast import EXACT_BOXES, Forecast, Forecaster, WinTurn

__all__ = ["EXACT_BOXES", "Forecast", "Forecaster", "WinTurn"]
