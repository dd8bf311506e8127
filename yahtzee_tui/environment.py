"""The game as an environment of Gymnasium, the common interface for reinforcement learning.

    from yahtzee_tui.environment import ENVIRONMENT

    env = gymnasium.make(ENVIRONMENT, rules="official")

needs the extra `gym`. docs/gym.md describes actions, observations and rewards, with the exact score
of best play as a baseline.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from yahtzee_tui.rules import Game, Hold, Refusal, Roll, Score, attainable_points, find_ruleset
from yahtzee_tui.settings.rule_files import read_rule_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yahtzee_tui.rules import Ruleset

ENVIRONMENT = "yahtzee-tui/Yahtzee-v0"
"""The id that `gymnasium.make` and `make_vec` take once this module is imported."""

Observation = dict[str, Any]
_PLAYER = "agent"
_OPEN = -1
_MOST_STEPS = 1000
"""After so many an episode is cut short, as an agent may try illegal actions for ever."""


class YahtzeeEnv(gym.Env[Observation, np.int64]):
    """One player's game. Every turn begins rolled, and an agent holds dice or scores.

    The actions below `holds` keep the dice whose bits are set, die 1 being bit 0, and roll the
    others; the action `holds + n` scores in box `n` of the card. The reward is the change of the
    grand total, so that the rewards of an episode add up to the final score. An illegal action
    changes nothing and brings no reward; `action_mask` has a 1 for each legal one.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as in Env

    def __init__(
        self, rules: str | Path | Ruleset = "official", render_mode: str | None = None
    ) -> None:
        """Create an environment for a rule set, its id or name, or the path of a rule file.

        Raise `Malformed` if there is no such rule set, `RuleFileError` for a file with errors.
        """
        if isinstance(rules, str) and rules.endswith(".toml"):
            rules = Path(rules)
        if isinstance(rules, Path):
            rules = read_rule_file(rules).ruleset
        ruleset = find_ruleset(rules)
        most = [max(attainable_points(ruleset, box.id)) for box in ruleset.boxes]
        boxes = len(ruleset.boxes)
        self.render_mode = render_mode
        self.holds: int = 2**ruleset.dice - 1
        """How many actions hold dice: all dice can't be held for a roll."""
        self.action_space = spaces.Discrete(self.holds + boxes)
        self.observation_space = spaces.Dict(
            {
                "dice": spaces.Box(1, ruleset.sides, (ruleset.dice,), np.int64),
                "rolls_left": spaces.Discrete(
                    1 + (ruleset.rolls - 1) * (boxes if ruleset.saved_rolls else 1)
                ),
                "scores": spaces.Box(_OPEN, np.array(most), dtype=np.int64),
                "bonuses": spaces.Discrete(boxes if ruleset.repeat_bonus else 1),
                "action_mask": spaces.MultiBinary(self.holds + boxes),
            }
        )
        self.game = Game.start(ruleset, (_PLAYER,))
        self._dice = np.ones(ruleset.dice, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and roll."""
        super().reset(seed=seed, options=options)
        self.game = Game.start(self.game.ruleset, (_PLAYER,))
        self._roll()
        return self._observe(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Hold and roll, or score and begin the next turn; nothing if that is illegal."""
        before, choice = self.game.card.grand_total, self.choice_of(int(action))
        with suppress(Refusal):
            self.game = self.game.play(choice)
            if not self.game.is_over:
                self._roll()
        reward = float(self.game.cards[0].grand_total - before)
        return self._observe(), reward, self.game.is_over, False, {}

    def render(self) -> str | None:
        """Return the card and the dice as text if the mode is `ansi`."""
        return str(self.game) if self.render_mode == "ansi" else None

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        return self._mask().astype(bool)

    def choice_of(self, action: int) -> Hold | Score:
        """Return what an action does."""
        if action >= self.holds:
            return Score(self.game.ruleset.boxes[action - self.holds].id)
        return Hold(tuple(at for at in range(self.game.ruleset.dice) if action >> at & 1))

    def action_of(self, choice: Hold | Score) -> int:
        """Return the action that does this, such as a bot's choice."""
        if isinstance(choice, Score):
            return self.holds + self.game.ruleset.place(choice.box)
        return sum(1 << at for at in choice.positions)

    def _roll(self) -> None:
        ruleset = self.game.ruleset
        fresh = self.np_random.integers(1, ruleset.sides, ruleset.dice, endpoint=True)
        self.game = self.game.play(Roll(), tuple(fresh.tolist()))
        self._dice = np.array(self.game.faces, np.int64)

    def _observe(self) -> Observation:
        game, card = self.game, self.game.cards[0]
        scores = [_OPEN if points is None else points for points in card.scores]
        return {
            "dice": self._dice.copy(),
            "rolls_left": np.int64(game.rolls_left),
            "scores": np.array(scores, np.int64),
            "bonuses": np.int64(card.repeats),
            "action_mask": self._mask(),
        }

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self.holds + len(self.game.ruleset.boxes), np.int8)
        if not self.game.is_over:
            mask[: self.holds] = self.game.rolls_left > 0
            places, found = self.game.ruleset.places, self.game.potentials
            mask[[self.holds + places[each.box.id] for each in found if each.refusal is None]] = 1
        return mask


gym.register(
    ENVIRONMENT,
    entry_point=f"{__name__}:{YahtzeeEnv.__name__}",
    max_episode_steps=_MOST_STEPS,
)
