"""Trains MaskablePPO of sb3-contrib, which asks the environment for its masks, and scores it.

.venv/bin/pip install '.[gym]' sb3-contrib && .venv/bin/python examples/gym_maskable_ppo.py 600000

It sees which dice show which face, the rolls left, the open boxes and the upper total.
"""

import sys

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from yahtzee_tui.environment import ENVIRONMENT

STEPS, GAMES = int(sys.argv[1]) if sys.argv[1:] else 600_000, 200
FACES, POINTS = np.arange(1, 7), 25  # rewards of about 1 are learned from best


class Seen(gymnasium.ObservationWrapper):
    """What a network learns from more easily than from numbers of pips and points."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 2, (51,), np.float32)

    def observation(self, seen):
        shows = seen["dice"][:, None] == FACES
        rest = seen["rolls_left"] / 2, np.maximum(seen["scores"][:6], 0).sum() / 63
        parts = shows.ravel(), shows.sum(0) / 3, seen["scores"] < 0, rest
        return np.concatenate(parts).astype(np.float32)


def make():
    """Return the environment as the network sees it."""
    env = Seen(gymnasium.make(ENVIRONMENT, rules="official"))
    return gymnasium.wrappers.TransformReward(env, lambda points: points / POINTS)


def play(model, env, seed):
    """Return the final score of a game."""
    (seen, _), total, is_over = env.reset(seed=seed), 0.0, False
    while not is_over:
        masks = env.get_wrapper_attr("action_masks")()
        action, _ = model.predict(seen, action_masks=masks, deterministic=True)
        seen, reward, is_over, _, _ = env.step(int(action))
        total += reward * POINTS
    return total


model = MaskablePPO(
    "MlpPolicy", make_vec_env(make, n_envs=32), n_steps=256, batch_size=2048, n_epochs=6,
    gamma=1.0, gae_lambda=0.9, learning_rate=1e-3, ent_coef=0.002,
    policy_kwargs={"net_arch": [256, 256]}, seed=1, device="cpu",
)  # fmt: skip
model.learn(STEPS)
totals = [play(model, make(), 10_000 + game) for game in range(GAMES)]
error = np.std(totals) / GAMES**0.5
print(f"{np.mean(totals):.1f} ± {error:.1f} in {GAMES} games after {model.num_timesteps} steps")
