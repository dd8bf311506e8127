"""Scores the computer levels in the environment, beside the exact score of best play.

.venv/bin/pip install '.[gym]' && .venv/bin/python examples/gym_levels.py
"""

from statistics import mean, stdev

import gymnasium

from yahtzee_tui.environment import ENVIRONMENT
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.strategy.bots import LEVELS, make_bot

GAMES = 200

env = gymnasium.make(ENVIRONMENT, rules="official")
play = env.unwrapped
table = load_value_table(play.game.ruleset, cache_folder()).table
print(f"best play scores {table.expected:.4f} on average")
for rank in LEVELS[:5]:  # Champion, alone at the table, plays as Expert does
    bot = make_bot(rank.id, play.game.ruleset, table)
    scores = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        over, score = False, 0.0
        while not over:
            action = play.action_of(bot.choose(play.game))
            _, reward, over, _, _ = env.step(action)
            score += reward
        scores.append(score)
    error = stdev(scores) / GAMES**0.5
    print(f"{rank.name:10} {mean(scores):6.1f} ± {error:.1f}")
