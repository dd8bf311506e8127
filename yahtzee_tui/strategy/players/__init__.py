"""Computer players, without any screen: a ladder of ranks, and players that decide.

`LADDER` says of each rank how it plays and how strong it is, `make_player` seats one at a game,
and its `choose` returns the dice to hold, after which the others are rolled, or the box to score.
"""

from yahtzee_tui.strategy.players.alone import play_alone
from yahtzee_tui.strategy.players.making import make_player
from yahtzee_tui.strategy.players.player import Player
from yahtzee_tui.strategy.players.ranks import LADDER, Rank, Strength, find_rank

__all__ = ["LADDER", "Player", "Rank", "Strength", "find_rank", "make_player", "play_alone"]
