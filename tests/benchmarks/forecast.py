"""How long chances of winning take, cold, by the number of open boxes: processor time.

Run `python -m tests.benchmarks.forecast [POSITIONS]`. A forecast gives the chances of the players
between turns; `all choices` those with every hold and box. Cards are those that best play leads to
with random dice, of two players; nothing is remembered from position to position.
"""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from tests.benchmarks.runs import read_numbers
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_outcomes, load_value_table
from yahtzee_tui.strategy.bots import BatchBot, make_bot
from yahtzee_tui.strategy.solver.simulate import BatchGames
from yahtzee_tui.strategy.winning import Forecaster

FEWEST_QUICK, QUICK, SLOW = 8, 0.005, 0.250
"""From how many open boxes on a forecast takes at most so many seconds, and how many below."""


def main() -> None:
    (positions,) = read_numbers(20)
    table = load_value_table(OFFICIAL, cache_folder()).table
    load_outcomes(table, cache_folder())
    games, numbers = BatchGames(table.space, positions, 2), np.arange(positions)
    bot, rng = make_bot("expert", OFFICIAL, table), np.random.default_rng(1)
    assert isinstance(bot, BatchBot)
    boxes = len(OFFICIAL.boxes)
    for turn in range(boxes):
        forecasts: list[float] = []
        turns: list[float] = []
        for number in range(positions):
            game = games.position(number, 0, turn)
            for ask, took in ((Forecaster.forecast, forecasts), (Forecaster.turn, turns)):
                table.outcomes.forget()
                begin = time.thread_time()
                ask(Forecaster(table), game)
                took.append(time.thread_time() - begin)
        for seat in range(2):
            faces = rng.integers(1, 7, (positions, OFFICIAL.rolls, OFFICIAL.dice))
            policies, which = bot.turns(games, numbers, seat)
            games.play_turn(policies, which, numbers, seat, faces)
        target = QUICK if boxes - turn >= FEWEST_QUICK else SLOW
        print(
            f"{boxes - turn:2} open: forecast {_tell(forecasts)}   all choices {_tell(turns)}   "
            f"target {target * 1000:.0f} ms"
        )


def _tell(seconds: list[float]) -> str:
    return f"median {median(seconds) * 1000:6.1f} ms, worst {max(seconds) * 1000:6.1f} ms"


if __name__ == "__main__":
    main()
