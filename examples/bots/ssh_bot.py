"""A bot that plays on a host over SSH: `python examples/bots/ssh_bot.py -p 2222 play.example.org`.

What is behind the file is for ssh. The bot plays at each table whose maker lets bots sit there,
and in each event for bots, until the connection ends. The host of the server makes its account a
bot's: `host bot NAME`.
"""

import json
import subprocess
import sys
from collections import Counter


def choose(position: dict) -> dict:
    """Keep a straight of four or the most dice alike, and score the most above the usual."""
    dice, boxes = position["dice"], position["boxes"]
    if position["rolls_left"]:
        faces = sorted(set(dice))
        runs = [faces[at : at + 4] for at in range(len(faces) - 3)]
        run = next((each for each in runs if each[3] - each[0] == 3), None)
        face = max(dice, key=lambda die: (dice.count(die), die))
        wanted = Counter(run) if run and dice.count(face) < 3 else Counter({face: len(dice)})
        kept = []
        for number, die in enumerate(dice, 1):
            if wanted[die] > 0:
                wanted[die] -= 1
                kept.append(number)
        if len(kept) < len(dice):
            return {"hold": kept}
    usual = {"ones": 2, "twos": 5, "threes": 8, "fours": 12, "fives": 15, "sixes": 19, "chance": 22}
    return {"score": max(boxes, key=lambda box: boxes[box] - usual.get(box, 10))}


with subprocess.Popen(
    ["ssh", "-T", *sys.argv[1:], "bot"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
) as ssh:
    for line in ssh.stdout:
        if "position" in (position := json.loads(line)):
            print(json.dumps(choose(position)), file=ssh.stdin, flush=True)
        if "error" in position:
            print(position["error"], file=sys.stderr)
sys.exit(ssh.returncode)
