"""Prints the figures of docs/luck.md: `python -m tests.strategy.luck_figures`.

All are exact, for the official rules, and what best play scores comes from the solver's outcomes.
"""

from math import sqrt

import numpy as np

from tests.strategy.brute_force import ODDS
from yahtzee_tui.rules import OFFICIAL, Card
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import ValueTable, load_outcomes, load_value_table
from yahtzee_tui.strategy.box_chances import find_chances

_LEAD = 8.9
"""The points that Expert is ahead of Skilled on average, by docs/coach.md."""


def find_figures(table: ValueTable) -> dict[str, str]:
    """Return each figure as the page writes it, by what it is."""
    start = np.array([table.space.index(Card.empty(OFFICIAL))])
    means = table.outcomes.of(start).means[0].tolist()
    box = dict(zip((each.id for each in OFFICIAL.boxes), means, strict=False))
    spread, odds = table.outcomes.spread, np.array(table.total_odds)
    turns = (chance * find_chances(OFFICIAL, roll, 2)["yahtzee"] for roll, chance in ODDS.items())
    turn, yahtzee = sum(turns), box["yahtzee"] / 50
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
