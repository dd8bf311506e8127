"""One game being played: its seats, whose turn it is, the history, the dice, and who watches.

What a screen, a script and a guest have in common. It knows nothing of how a game is shown.
"""

from yahtzee_tui.table.config import Invitation
from yahtzee_tui.table.phrases import tell, tell_end, tell_joker, tell_left
from yahtzee_tui.table.table import Change, Kind, Table

__all__ = [
    "Change",
    "Invitation",
    "Kind",
    "Table",
    "tell",
    "tell_end",
    "tell_joker",
    "tell_left",
]
