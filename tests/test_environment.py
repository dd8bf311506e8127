"""The environment for reinforcement learning: Gymnasium's checks, whole games, seeds."""

import os
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from yahtzee_tui.environment import ENVIRONMENT, YahtzeeEnv
from yahtzee_tui.rules import RULESETS


@pytest.mark.parametrize("rules", ["official", "maxi-yatzy"])
def test_gymnasium_finds_no_fault(rules: str) -> None:
    check_env(gymnasium.make(ENVIRONMENT, rules=rules, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_of_legal_actions(rules: str) -> None:
    env, choices = YahtzeeEnv(rules), np.random.default_rng(5)
    seen, _ = env.reset(seed=5)
    rewards, over, steps = 0.0, False, 0
    while not over:
        assert env.observation_space.contains(seen)
        assert (env.action_masks() == seen["action_mask"]).all()
        before = env.game
        action = choices.choice(np.flatnonzero(seen["action_mask"]))
        assert env.action_of(env.choice_of(int(action))) == action
        for illegal in np.flatnonzero(seen["action_mask"] == 0)[:3]:
            assert env.step(illegal)[1] == 0
            assert env.game is before
        seen, reward, over, _, _ = env.step(action)
        rewards, steps = rewards + reward, steps + 1
    game = env.game
    assert rewards == game.cards[0].grand_total
    assert steps <= len(game.ruleset.boxes) * game.ruleset.rolls
    assert not seen["action_mask"].any()


def test_a_seed_decides_the_dice() -> None:
    env = gymnasium.make_vec(ENVIRONMENT, num_envs=2)
    first, again, other = (env.reset(seed=seed)[0]["dice"].tolist() for seed in (1, 1, 2))
    assert first == again != other
    assert first[0] != first[1]


def test_numpy_starts_no_threads() -> None:
    environment = {key: value for key, value in os.environ.items() if "NUM_THREADS" not in key}
    subprocess.run([sys.executable, "-c", _MULTIPLY], env=environment, check=True)


_MULTIPLY = """
import os

from yahtzee_tui import environment
import numpy as np

matrix = np.ones((600, 600))
assert (matrix @ matrix)[0, 0] == 600
if os.path.exists("/proc/self/task"):
    assert len(os.listdir("/proc/self/task")) == 1
assert "OPENBLAS_NUM_THREADS" in os.environ
"""
