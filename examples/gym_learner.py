"""Learns from its own games what a card is worth, with numpy and the masks of the environment.

.venv/bin/pip install '.[gym]' && .venv/bin/python examples/gym_learner.py

It knows the odds of dice and what boxes pay, but not what is to come after a turn. Three tables
learn that, from the filled boxes of each section and how far a card is ahead of the upper bonus.
"""

import sys
from itertools import combinations_with_replacement

import gymnasium
import numpy as np

from yahtzee_tui import Card
from yahtzee_tui.environment import ENVIRONMENT

GAMES, AT_ONCE = int(sys.argv[1]) if sys.argv[1:] else 4_000, 50
EACH, BIT = np.arange(AT_ONCE), 1 << np.arange(13)

# What is kept is sorted dice, from none to all five; the last 252 keeps are rolls.
keeps = [keep for dice in range(6) for keep in combinations_with_replacement(range(1, 7), dice)]
number, rolls = {keep: at for at, keep in enumerate(keeps)}, keeps[-252:]
odds = np.eye(len(keeps))[:, -252:]  # of each roll after each keep
for at in reversed(range(len(keeps) - 252)):
    odds[at] = np.mean([odds[number[tuple(sorted((*keeps[at], f)))]] for f in range(1, 7)], axis=0)
actions = np.arange(31)[:, None] >> np.arange(5) & 1
within = np.array([[number[tuple(np.compress(a, roll))] for a in actions] for roll in rolls])
card = Card.empty("official")
pays = np.array([[each.points for each in card.potentials(roll)] for roll in rolls]).T

filled_boxes = np.arange(128)[:, None] >> np.arange(7) & 1
count, par = filled_boxes.sum(1), filled_boxes[:64, :6] @ np.arange(3, 21, 3)
# Optimistic at first, 20 points an open box, so that no order of the boxes stays untried.
tables = [20.0 * (6 - count[:64].repeat(8)), 20.0 * (7 - count.repeat(7)), np.zeros(7 * 25)]


def cells(high, low, total):
    """Return the cell of each card in each table; three of each face are even with the bonus."""
    ahead = np.clip(total - par[high], -12, 12) + 12
    return high * 8 + count[low], low * 7 + count[high], count[high] * 25 + ahead


def to_come(*card):
    """Return what is to come on each card, by the tables."""
    return sum(table[cell] for table, cell in zip(tables, cells(*card), strict=True))


def look_ahead(filled, total):
    """Return what each box is worth with each roll, each keep with 1 and 2 rolls left, the turn."""
    scores = np.empty((len(filled), 13, 252))
    for box in range(13):
        is_open, then = filled & BIT[box] == 0, total[:, None] + pays[box] * (box < 6)
        after = filled | BIT[box]
        bonus = 35 * ((after & 63 == 63)[:, None] & (then >= 63) & (box < 6))
        worth = pays[box] + bonus + to_come(after[:, None] & 63, after[:, None] >> 6, then)
        scores[:, box] = np.where(is_open[:, None], worth, -np.inf)
    best, holds = scores.max(1), []
    for _ in range(2):
        holds.append(best @ odds.T)
        best = np.max([best, *(holds[-1][:, keep] for keep in within.T)], axis=0)
    return scores, *holds, best @ odds[0]


def learn(rate, high, low, total, worth):
    """Move what each cell says by a part of the mean error of the cards in it."""
    errors = (worth - to_come(high, low, total)) / 3
    for table, cell in zip(tables, cells(high, low, total), strict=True):
        sums, cards = np.bincount(cell, errors, table.size), np.bincount(cell, minlength=table.size)
        table += rate * sums / np.maximum(cards, 1)
    tables[0][-1] = tables[1][-1] = tables[2][-25:] = 0  # full: nothing is to come


envs = gymnasium.make_vec(ENVIRONMENT, num_envs=AT_ONCE)
(seen, _), scored, ended = envs.reset(seed=1), np.zeros(AT_ONCE), []
scores, one, two = (np.zeros((AT_ONCE, *shape)) for shape in ((13, 252), (462,), (462,)))
while len(ended) < GAMES:
    dice, left, mask = seen["dice"], seen["rolls_left"], seen["action_mask"] > 0
    if (first := (left == 2) & mask.any(1)).any():  # a turn begins
        filled = (seen["scores"][first] >= 0) @ BIT
        total = np.maximum(seen["scores"][first, :6], 0).sum(1)
        scores[first], one[first], two[first], worth = look_ahead(filled, total)
        rate = max(0.05, 1 - 1.5 * len(ended) / GAMES)
        learn(rate, filled & 63, filled >> 6, total, worth)
    roll = np.array([number[tuple(faces)] for faces in np.sort(dice).tolist()]) - 210
    holds = np.where((left == 2)[:, None], two, one)[EACH[:, None], within[roll]]
    values = np.concatenate((holds, scores[EACH, :, roll]), axis=1)
    best = np.where(mask, values, -np.inf).argmax(1)
    bits = (actions[best % 31] << dice.argsort(1)).sum(1)  # of the dice as they lie
    seen, rewards, over, _, _ = envs.step(np.where(best < 31, bits, best))
    scored += rewards
    before, ended = len(ended), [*ended, *scored[over].tolist()]
    scored[over] = 0
    if len(ended) // 1000 > before // 1000:
        print(
            f"{len(ended):6} games: the last 1000 averaged {np.mean(ended[-1000:]):.1f}", flush=True
        )
