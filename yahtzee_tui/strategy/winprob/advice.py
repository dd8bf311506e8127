"""Advice for playing to win: the chance with every hold and every box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.solver.turn_values import EQUAL

if TYPE_CHECKING:
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.winprob.forecast import WinTurn

NOTICEABLE_SHARE = 0.005
"""The chance that a decision must cost to be told of: less doesn't show in whole percents."""


class WinAdvice:
    """What can be done in a position, and the chance of winning with each.

    Attributes:
        advice: The same in points.
        exact: Whether the chances are exact.
        best: What wins most often; of what wins equally often, what brings most points.
    """

    def __init__(self, advice: Advice, found: WinTurn) -> None:
        """Compare all choices of a position by the values of the turn for the win."""
        self.advice, self.exact = advice, found.exact
        self._turn = found.turn
        choices = (advice.best, *advice.choices)
        least = max(map(self.share, choices)) - EQUAL
        self.best = next(choice for choice in choices if self.share(choice) >= least)

    @property
    def value(self) -> float:
        return self.share(self.best)

    @property
    def is_other(self) -> bool:
        """Whether something wins noticeably more often than what is best for points."""
        return self.loss(self.advice.best) >= NOTICEABLE_SHARE

    def share(self, choice: Choice) -> float:
        """Return the chance of winning with a choice, ties shared."""
        faces = self.advice.faces
        if isinstance(choice, HoldChoice):
            return self._turn.of_hold(choice.faces, faces, self.advice.rolls_left)
        value = self._turn.of_posting(choice.box.id, faces)
        return 0.0 if value is None else value

    def loss(self, choice: Choice) -> float:
        """Return how much less likely a win is with a choice than with the best."""
        return self.value - self.share(choice)
