"""A bot for `yahtzee-tui play --bot 'python examples/bots/greedy.py'`.

It keeps the most dice that are alike, and scores the most points.
"""

import json
import sys
from collections import Counter

for line in sys.stdin:
    position = json.loads(line)
    dice, boxes = position["dice"], position["boxes"]
    face = max(dice, key=lambda die: (Counter(dice)[die], die))
    alike = [number for number, die in enumerate(dice, 1) if die == face]
    if position["rolls_left"] and len(alike) < len(dice):
        answer = {"hold": alike}
    else:
        answer = {"score": max(boxes, key=boxes.get)}
    print(json.dumps(answer), flush=True)
