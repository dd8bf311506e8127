"""The ladder's numbers: how far its ± can be believed."""

from collections import Counter

import numpy as np
import pytest

from yahtzee_tui.services.ladder import PRIOR, rate
from yahtzee_tui.store.stats.ladder import RatedGame

LOSSES = {"Beginner": (60.1, 20.3), "Casual": (38.6, 11.9), "Regular": (19.5, 8.1),
          "Skilled": (8.9, 6.2)}  # fmt: skip
"""What a game of each level loses: the mean and the standard deviation."""


@pytest.mark.parametrize("games", [5, 10, 20, 50, 100])
def test_twice_the_error_holds_the_truth(games: int) -> None:
    """In 100 ladders of three players of each level, for each level in at least 90 %."""
    rng, held = np.random.default_rng(5), Counter[str]()
    for _ in range(100):
        played = []
        for level, (mean, spread) in LOSSES.items():
            shape = (mean / spread) ** 2
            for number in range(3):
                name = f"{level}{number}"
                lost = rng.gamma(shape, mean / shape, games)
                played += [RatedGame(name, name, -points, 1.0) for points in lost.tolist()]
        for rung in rate(played):
            level = rung.name[:-1]
            assert rung.error is not None
            held[level] += abs(rung.lost - LOSSES[level][0]) <= 2 * rung.error
    assert min(held.values()) >= 270, held


def test_players_who_differ_by_luck_alone_are_moved_towards_each_other() -> None:
    """One good game leads to no top place; a single player keeps their own mean."""
    games = [RatedGame(name, name, -lost, 1.0) for name in "abcd" for lost in (10.0, 30.0)]
    lucky = [*games, RatedGame("e", "e", -10.0, 1.0)]
    first = rate(lucky)[0]
    assert first.name == "e"
    mean = (4 * 40 + 10) / 9
    assert first.lost == pytest.approx((10 + PRIOR * mean) / (1 + PRIOR))
    (alone,) = rate(games[:2])
    assert alone.lost == 20
    assert rate(lucky[-1:])[0].error is None
