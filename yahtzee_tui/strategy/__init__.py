"""Exact best play by expected final score: the solver, advice from what it found, and reviews.

Importing it brings numpy along, so that those who may do without import it late.

    table = find_table(ruleset, folder).table       # 1 s, and milliseconds from then on
    table.expected                                  # 254.59
    table.value_of(card)                            # the expected final score before a turn
    advice = Advice(table, card, (3, 3, 3, 4, 5), rolls_left=2)
    advice.best, advice.value, explain(advice)
    review(table, setup.start(), events).players[0].luck     # what the dice gave in a game
"""

from yahtzee_tui.strategy.advice import Advice, BoxChoice, Choice, HoldChoice
from yahtzee_tui.strategy.cache import Found, find_table, keep_table
from yahtzee_tui.strategy.review import review
from yahtzee_tui.strategy.review_words import tell_better, tell_decision, tell_done
from yahtzee_tui.strategy.reviewed import (
    Mistake,
    Review,
    ReviewedPlayer,
    ReviewedRoll,
    ReviewedTurn,
)
from yahtzee_tui.strategy.solve import Cancelled
from yahtzee_tui.strategy.table import Table, solve
from yahtzee_tui.strategy.turn import Turn
from yahtzee_tui.strategy.unsolvable import Unsolvable
from yahtzee_tui.strategy.words import explain, tell_faces

__all__ = [
    "Advice",
    "BoxChoice",
    "Cancelled",
    "Choice",
    "Found",
    "HoldChoice",
    "Mistake",
    "Review",
    "ReviewedPlayer",
    "ReviewedRoll",
    "ReviewedTurn",
    "Table",
    "Turn",
    "Unsolvable",
    "explain",
    "find_table",
    "keep_table",
    "review",
    "solve",
    "tell_better",
    "tell_decision",
    "tell_done",
    "tell_faces",
]
