"""Shows what it costs to end the first turn with a zero, for each box: which to give up first.

python examples/zeros.py [RULES]
"""

import sys

from yahtzee_tui import Card, cache_folder, find_ruleset, load_value_table

ruleset = find_ruleset(sys.argv[1] if len(sys.argv) > 1 else "official")
table = load_value_table(ruleset, cache_folder()).table
empty = Card.empty(ruleset)
costs = [(table.expected - table.value_of(empty.write(box.id, 0)), box) for box in ruleset.boxes]
for cost, box in sorted(costs, key=lambda pair: pair[0]):
    print(f"{box.name:16} {cost:5.1f}")
