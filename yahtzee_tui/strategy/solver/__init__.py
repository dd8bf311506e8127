"""The exact solver: the values of all states of a rule set, and games played by them.

The modules build on each other in this order: `keeps` (dice as numbers), `payoffs` (what boxes
pay), `states` (cards between turns), `turn_recursion` (a turn, backwards) and `value_table` (all
states, backwards), which answers questions. From `endings`, how turns of best play end,
`outcome_table` and `outcomes` find distributions of points. `batch` plays many games at once,
`saved_rolls` solves rules with saved rolls, `cache` keeps what was found in files, and
`solver_process` lets another process find it.

Nothing here knows bots, chances of winning or words.
"""
