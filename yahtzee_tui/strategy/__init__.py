"""Exact best play for the highest expected score, and what follows from it: advice, reviews, bots.

Front ends use this package, `forecast` and `win_review` (chances of winning), `bots` and
`tournament`; only these use `solver`. It imports numpy, so a module that can do without imports it
inside functions.

    table = load_value_table(ruleset, folder).table     # solved in 1 s, read in milliseconds
    table.expected                                      # 254.59
    table.value_of(card)                                # expected final score before a turn
    advice = Advice(table, card, (3, 3, 3, 4, 5), rolls_left=2)
    advice.best, advice.value, describe_advice(advice)
    review_game(table, setup.start(), events).players[0].luck   # points the dice gave
"""

from yahtzee_tui.strategy.advice import (
    Advice,
    BoxChoice,
    Choice,
    HoldChoice,
    Reason,
    advise_first_rolls,
    can_explain,
    compare_choices,
)
from yahtzee_tui.strategy.advice_sentences import (
    add_reasons,
    describe_advice,
    describe_choice,
    describe_comparison,
    describe_decision,
    describe_extent,
    describe_past_choice,
    describe_reasons,
    describe_spread,
    describe_why,
    describe_win_advice,
    describe_win_mistake,
    find_other_plan,
    format_chance,
    format_chance_change,
    format_choice,
    format_swing,
    list_advice,
    list_why,
    list_win_advice,
)
from yahtzee_tui.strategy.game_review import (
    Grade,
    Mistake,
    Review,
    ReviewedPlayer,
    ReviewedRoll,
    ReviewedTurn,
    explain_mistake,
    review_game,
)
from yahtzee_tui.strategy.solver.cache import (
    LoadedTable,
    load_outcomes,
    load_saved_rolls,
    load_value_table,
    read_best_play,
)
from yahtzee_tui.strategy.solver.payoffs import Cancelled, Unsolvable
from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable
from yahtzee_tui.strategy.solver.solver_process import (
    solve_values_elsewhere,
    stop_processes,
    wait_for_outcomes,
)
from yahtzee_tui.strategy.solver.value_table import ValueTable, solve

__all__ = [
    "Advice", "BoxChoice", "Cancelled", "Choice", "Grade", "HoldChoice", "LoadedTable",
    "Mistake", "Reason", "Review", "ReviewedPlayer", "ReviewedRoll", "ReviewedTurn",
    "SavedRollsTable", "Unsolvable", "ValueTable", "add_reasons", "advise_first_rolls",
    "can_explain", "compare_choices", "describe_advice", "describe_choice",
    "describe_comparison", "describe_decision", "describe_extent", "describe_past_choice",
    "describe_reasons", "describe_spread", "describe_why", "describe_win_advice",
    "describe_win_mistake", "explain_mistake", "find_other_plan", "format_chance",
    "format_chance_change", "format_choice", "format_swing", "list_advice", "list_why",
    "list_win_advice", "load_outcomes", "load_saved_rolls", "load_value_table", "read_best_play",
    "review_game", "solve", "solve_values_elsewhere", "stop_processes", "wait_for_outcomes",
]  # fmt: skip
