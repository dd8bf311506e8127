"""Games of random legal actions beside the package pyhtzee, on one processor, both in turn.

Run `python -m tests.benchmarks.random_play [ROUNDS]`, after `pip install -e '.[bench]'`. Each step
lists the legal actions and plays one of them, drawn at random, until the game is over. With us a
hold is an action and the roll after it another, with pyhtzee both are one, so our games have about
120 steps and theirs 40. `holds rolled` is our game with every hold rolled at once, as theirs.
"""

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import NamedTuple

from tests.benchmarks.runs import read_numbers
from yahtzee_tui.rules import OFFICIAL, Game, Roll

ROLL = Roll()
_DICE, _SIDES = OFFICIAL.dice, tuple(range(1, OFFICIAL.sides + 1))


class Played(NamedTuple):
    """What a round of games took."""

    games: float  # a second of CPU time
    steps: float  # a game


def play_actions(rng: Random) -> int:
    """Play a game of ours with any legal actions; return how many were listed and drawn."""
    game, steps = Game.start(OFFICIAL, ("Ann",)), 0
    while not game.is_over:
        action = rng.choice(game.legal_actions)
        fresh = tuple(rng.choices(_SIDES, k=_DICE)) if isinstance(action, Roll) else ()
        game = game.play(action, fresh)
        steps += 1
    return steps


def play_holds(rng: Random) -> int:
    """Play a game of ours with every hold rolled at once, and every turn begun by a roll."""
    game, steps = Game.start(OFFICIAL, ("Ann",)), 0
    while not game.is_over:
        action = rng.choice(game.legal_actions)
        if not isinstance(action, Roll):
            game = game.play(action)
        if ROLL in game.legal_actions:
            game = game.play(ROLL, tuple(rng.choices(_SIDES, k=_DICE)))
        steps += 1
    return steps


def play_pyhtzee(rng: Random) -> int:
    from pyhtzee import Pyhtzee

    game, steps = Pyhtzee(seed=1 + rng.getrandbits(32)), 0
    while not game.is_finished():
        game.take_action(rng.choice(game.get_possible_actions()))
        steps += 1
    return steps


KINDS = {"any actions": play_actions, "holds rolled": play_holds, "pyhtzee": play_pyhtzee}


def measure(play: Callable[[Random], int], seed: int, games: int = 50) -> Played:
    """Return what a round of some games took."""
    rng, began = Random(seed), time.process_time()
    steps = sum(play(rng) for _ in range(games))
    return Played(games / (time.process_time() - began), steps / games)


def main() -> None:
    if find_spec("pyhtzee") is None:
        sys.exit("pyhtzee is not installed, so nothing is compared: pip install -e '.[bench]'")
    (rounds,) = read_numbers(40)
    played = {name: [measure(play, 0)] for name, play in KINDS.items()}  # fills what is cached
    for seed in range(rounds):
        for name, play in KINDS.items():
            played[name].append(measure(play, seed))
    theirs = [each.games for each in played["pyhtzee"][1:]]
    for name, found in played.items():
        ours = [each.games for each in found[1:]]
        ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
        print(
            f"{name:<14}median {median(ours):6.0f} games/s   best {max(ours):6.0f}"
            f"   {median(each.steps for each in found):4.0f} steps a game   ratio {ratio:.2f}"
        )


if __name__ == "__main__":
    main()
