"""What the estimate for saved rolls scores in whole games of Maxi Yatzy.

Run `python -m tests.benchmarks.saved_rolls [GAMES]`; 2,000 games take some minutes.
"""

from __future__ import annotations

from statistics import mean, stdev

from tests.benchmarks.runs import read_numbers
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import Game, find_ruleset
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_saved_rolls
from yahtzee_tui.strategy.bots import make_bot, play_solo


def play_games(games: int) -> list[int]:
    """Return the totals of some games of Expert."""
    ruleset = find_ruleset("maxi-yatzy")
    bot = make_bot("expert", ruleset, load_saved_rolls(ruleset, cache_folder()))
    start = Game.start(ruleset, ("Expert",))
    return [
        play_solo(bot, start, SeededDice(f"saved rolls {at}")).card.grand_total
        for at in range(games)
    ]


def main() -> None:
    (games,) = read_numbers(2000)
    totals = play_games(games)
    print(f"{games} games: {mean(totals):.1f} ± {stdev(totals) / games**0.5:.1f} on average")


if __name__ == "__main__":
    main()
