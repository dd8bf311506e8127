"""Tells luck from skill in your finished games.

yahtzee-tui export --all > games.jsonl
python examples/luck.py games.jsonl
"""

import sys
from pathlib import Path
from statistics import mean

from yahtzee_tui import Unsolvable, cache_folder, load_value_table, read_records, review_game

reviewed = {}
for record in read_records(Path(sys.argv[1]).read_text(encoding="utf-8")):
    replay = record.replay()
    if replay.faults or not replay.game.is_over:
        continue
    game = replay.game
    try:
        table = load_value_table(game.ruleset, cache_folder()).table  # solved once, then read
    except Unsolvable:
        continue
    for player in review_game(table, record.setup.start(), replay.history.events).players:
        reviewed.setdefault((game.ruleset.name, player.name), []).append(player)

for (rules, name), games in sorted(reviewed.items()):
    score, best = mean(game.value for game in games), games[0].expected
    luck, skill = mean(game.luck for game in games), mean(game.skill for game in games)
    print(f"{rules}, {name}, games: {len(games)}")
    print(f"  {best:.1f} best play {luck:+.1f} luck {skill:+.1f} mistakes = {score:.1f} points")
