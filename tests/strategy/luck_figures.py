"""Prints the figures of docs/luck.md: `python -m tests.strategy.luck_figures`.

All are exact, for the official rules. What best play scores comes from the solver's outcomes, the
chance of a Yahtzee in one turn from the odds of how many dice are alike.
"""

from __future__ import annotations

from math import factorial, sqrt
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import OFFICIAL, Card
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_outcomes, load_value_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.strategy import ValueTable

_LEAD = 8.9
"""The points that Expert is ahead of Skilled on average, by docs/coach.md."""


def yahtzee_in_a_turn() -> float:
    """Return the chance for who keeps the most dice of one number, and changes it for more."""
    states = np.eye(6)[0]  # by how many dice are alike: none before the first roll
    for _ in range(3):
        after = np.zeros(6)
        for kept, odds in enumerate(states):
            for alike, chance in enumerate(_roll(kept)):
                after[alike] += odds * chance
        states = after
    return float(states[5])


def _roll(kept: int) -> list[float]:
    """Return the odds of how many dice are alike at most after the others are rolled."""
    rest, odds = 5 - kept, [0.0] * 6
    for counts in _all_counts(rest):
        ways = factorial(rest)
        for count in counts:
            ways //= factorial(count)
        alike = max(kept + counts[0], *counts[1:])
        odds[alike] += ways / 6**rest
    return odds


def _all_counts(dice: int, faces: int = 6) -> Iterator[tuple[int, ...]]:
    """Yield how many of the dice may show each face."""
    if faces == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for others in _all_counts(dice - first, faces - 1):
            yield (first, *others)


def find_figures(table: ValueTable) -> dict[str, str]:
    """Return each figure as the page writes it, by what it is."""
    start = np.array([table.space.index(Card.empty(OFFICIAL))])
    means = table.outcomes.of(start).means[0].tolist()
    box = dict(zip((each.id for each in OFFICIAL.boxes), means, strict=False))
    spread, odds = table.outcomes.spread, np.array(table.total_odds)
    turn, yahtzee = yahtzee_in_a_turn(), box["yahtzee"] / 50
    games = (1.96 * sqrt(2) * spread.deviation / _LEAD) ** 2
    return {
        "five alike in one roll, one in": f"{6**4:,}",
        "a roll without a six": f"{(5 / 6) ** 5:.1%}",
        "a Yahtzee in a turn that is played for it": f"{turn:.2%}",
        "one in 13 such turns": f"{1 - (1 - turn) ** 13:.1%}",
        "games with 50 in the Yahtzee box": f"{yahtzee:.1%}",
        "five games without": f"{(1 - yahtzee) ** 5:.1%}",
        "ten games without": f"{(1 - yahtzee) ** 10:.1%}",
        "Yahtzee bonuses in 100 games": f"{means[-1]:.1f}",
        "upper bonus": f"{means[-2] / 35:.1%}",
        "full house": f"{box['full_house'] / 25:.1%}",
        "small straight": f"{box['small_straight'] / 30:.1%}",
        "large straight": f"{box['large_straight'] / 40:.1%}",
        "average": f"{table.expected:.2f}",
        "deviation": f"{spread.deviation:.2f}",
        "half the games": f"{spread.percentile(25)} to {spread.percentile(75)}",
        "one in ten, at most": f"{spread.percentile(10)}",
        "one in ten, at least": f"{spread.percentile(90)}",
        "200 or more": f"{spread.at_least(200):.1%}",
        "300 or more": f"{spread.at_least(300):.1%}",
        "400 or more": f"{spread.at_least(400):.1%}",
        "two perfect players tie": f"{float(odds @ odds):.1%}",
        "games that show a lead over Skilled": f"{round(games, -1):.0f}",
    }


def main() -> None:
    table = load_value_table(OFFICIAL, cache_folder()).table
    load_outcomes(table, cache_folder())
    for what, figure in find_figures(table).items():
        print(f"{what:44}{figure:>12}")


if __name__ == "__main__":
    main()
