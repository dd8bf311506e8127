"""Computer players: their levels and the bots that decide for them.

`LEVELS` gives the way of playing and the measured strength of each rank, `make_bot` makes a bot for
a rule set, and its `choose` returns the dice to hold (the others are rolled) or the box to score.
"""

from yahtzee_tui.strategy.bots.levels import LEVELS, Rank, Strength, find_rank, make_bot
from yahtzee_tui.strategy.bots.policies import BatchBot, Bot, play_solo
from yahtzee_tui.strategy.bots.programs import (
    BotFailed,
    end_programs,
    is_command,
    register_program,
)

__all__ = [
    "LEVELS", "BatchBot", "Bot", "BotFailed", "Rank", "Strength", "end_programs",
    "find_rank", "is_command", "make_bot", "play_solo", "register_program",
]  # fmt: skip
