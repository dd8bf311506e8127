"""How much chances err: against tables with all frequencies, in points of percent.

Run `python -m tests.benchmarks.chances [POSITIONS] [RULES ...]`. Positions are those of two
computer players of different strength, as many at each number of open boxes from 6 on, with a
random roll. Chances of winning and those of reaching some totals are compared for every hold and
box. A table with all frequencies takes a minute and 1 GB for the official rules.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import ValueTable, load_outcomes, load_value_table
from yahtzee_tui.strategy.bots import BatchBot, make_bot
from yahtzee_tui.strategy.solver.outcome_table import OutcomeLayout, solve_outcomes
from yahtzee_tui.strategy.solver.simulate import BatchGames
from yahtzee_tui.strategy.winning import Forecaster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Game, Ruleset
    from yahtzee_tui.strategy.solver.turn_values import TurnValues

PLAYERS = ("expert", "casual")
FEWEST_OPEN = 6
PARTS = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95)
"""Which part of the games of best play from a card, at most, stays below a total to reach."""


def complete(table: ValueTable) -> ValueTable:
    """Return the same table with outcomes of which no frequency is left out."""
    found, layout = ValueTable(table.space, table.values), OutcomeLayout.of(table.space)
    whole = layout._replace(frequencies=layout.period // 2)
    found.outcomes.table = solve_outcomes(
        table.space, table.values, whole, lambda _: None, lambda: False
    )
    return found


def play(table: ValueTable, positions: int) -> Iterator[Game]:
    """Yield the position before each of the first player's turns, of some games."""
    games, numbers = BatchGames(table.space, positions, 2), np.arange(positions)
    bots, rng = [make_bot(rank, table.ruleset, table) for rank in PLAYERS], np.random.default_rng(1)
    ruleset = table.ruleset
    for turn in range(len(ruleset.boxes) - FEWEST_OPEN + 1):
        yield from (games.position(number, 0, turn) for number in range(positions))
        for seat, bot in enumerate(bots):
            assert isinstance(bot, BatchBot)
            faces = rng.integers(1, ruleset.sides + 1, (positions, ruleset.rolls, ruleset.dice))
            policies, which = bot.turns(games, numbers, seat)
            games.play_turn(policies, which, numbers, seat, faces)


def list_shares(turn: TurnValues, rng: np.random.Generator) -> list[float]:
    """Return the chances with all boxes and holds after a random roll, and before it."""
    ruleset = turn.card.ruleset
    faces = tuple(sorted(rng.integers(1, ruleset.sides + 1, ruleset.dice).tolist()))
    left = ruleset.rolls - 1
    choices = [*turn.postings(faces), *turn.holds(faces, left)]
    return [turn.value, *(value for _, value in choices)]


def find_errors(ruleset: Ruleset, positions: int) -> dict[str, list[float]]:
    """Return all errors, by what was asked."""
    table = load_value_table(ruleset, cache_folder()).table
    load_outcomes(table, cache_folder())
    whole, errors = complete(table), defaultdict[str, list[float]](list)
    shown, exact = Forecaster(table), Forecaster(whole)
    for number, game in enumerate(play(table, positions)):
        state = np.array([table.space.index(game.card)])
        odds = whole.outcomes.odds(whole.outcomes.of(state))[0]
        written = game.card.upper_total + game.card.lower_total
        asked = [("to win", shown.turn(game), exact.turn(game))]
        for part in PARTS:
            target = written + int(np.searchsorted(odds.cumsum(), part))
            asked += [
                (
                    f"to reach a total, {len(game.card.open)} open",
                    shown.turn_to_reach(game.card, target),
                    exact.turn_to_reach(game.card, target, in_steps=False),
                )
            ]
        for what, found, right in asked:
            ours, theirs = (
                np.array(list_shares(turn, np.random.default_rng(number)))
                for turn in (found, right)
            )
            errors[what] += np.abs(ours - theirs).tolist()
    return errors


def main() -> None:
    numbers = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    names = [each for each in sys.argv[1:] if not each.isdecimal()]
    for ruleset in RULESETS.values():
        if ruleset.saved_rolls or (names and ruleset.id not in names):
            continue
        found = find_errors(ruleset, *(numbers or [5]))
        for what, errors in found.items():
            mean, worst = 100 * np.mean(errors), 100 * max(errors)
            print(
                f"{ruleset.id:13}{what:30}{len(errors):6} chances err by {mean:.4f} on average, "
                f"{worst:.3f} at most",
                flush=True,
            )


if __name__ == "__main__":
    main()
