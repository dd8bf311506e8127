"""The distribution of final scores: as simulated games have it; and what is certain."""

from __future__ import annotations

import sys
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.strategy.brute_force import game_of, random_card
from tests.strategy.conftest import EVERY_SOLVABLE, QUICK, SOLVABLE
from yahtzee_tui.rules import Card, Malformed
from yahtzee_tui.rules.definition_reader import DefinitionReader
from yahtzee_tui.strategy import Unsolvable, solve
from yahtzee_tui.strategy.solver.batch import TurnPolicies
from yahtzee_tui.strategy.solver.outcomes import find_errors, find_outcomes
from yahtzee_tui.strategy.solver.simulate import BatchGames
from yahtzee_tui.strategy.winning import Forecaster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import ValueTable

GAMES = 4000
LEVELS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)


def random_definition(rng: Random) -> dict[str, Any]:
    """Return a small rule file, which may break a rule."""
    dice, sides = rng.randint(1, 5), rng.randint(2, 6)
    boxes: dict[str, dict[str, Any]] = {}
    for number in range(rng.randint(1, 6)):
        pattern: dict[str, Any] = rng.choice(
            [
                {"face": rng.randint(1, sides)},
                {"total": rng.randint(dice, dice * sides)},
                {"groups": [rng.randint(2, dice)] if dice > 1 else [1]},
                {"run": rng.randint(2, max(2, min(dice, sides)))},
                {"any": True},
            ]
        )
        pays = rng.choice(["sum", "matched", rng.randint(1, 60), {"fixed": 5, "add": "sum"}])
        section = "upper" if "face" in pattern and rng.random() < 0.7 else "lower"
        boxes[f"box_{number}"] = {
            **pattern,
            "pays": pays,
            "section": section,
            "name": f"Box {number}",
        }
    found: dict[str, Any] = {
        "id": "random",
        "name": "Random",
        "dice": dice,
        "sides": sides,
        "rolls": rng.randint(1, 3),
        "order": rng.choice(["any", "any", "down", "up"]),
        "boxes": [*boxes],
        "box": boxes,
    }
    if rng.random() < 0.3:
        found["upper_bonus"] = [[rng.randint(1, 10), rng.randint(1, 50)]]
    equal = [each for each, box in boxes.items() if box.get("groups") == [dice]]
    if equal and rng.random() < 0.7:
        points = boxes[equal[0]]["pays"]
        holds = points if isinstance(points, int) else 5
        found["repeat_bonus"] = {"box": equal[0], "holds": holds, "points": rng.randint(1, 100)}
    return found


def random_rulesets(seed: int) -> Iterator[Ruleset]:
    """Yield rule sets that can be solved in an instant."""
    for number in count():
        try:
            ruleset = DefinitionReader(random_definition(Random(f"{seed} {number}"))).read()
        except Malformed:
            continue
        yield ruleset


def find_faults(ruleset: Ruleset, seed: int) -> list[str]:
    """Return in which figures simulated games differ from those that `solve` shows."""
    try:
        table = solve(ruleset)
    except Unsolvable:
        return []
    table.outcomes.table = find_outcomes(table.space, table.values, lambda _: None, lambda: False)
    spread, totals = table.outcomes.spread, play(table, seed)
    below = np.concatenate(([0.0], spread.odds.cumsum()))
    faults = []
    if not (spread.least <= totals.min() and totals.max() <= spread.most):
        faults.append(f"{totals.min()} to {totals.max()}, not {spread.least} to {spread.most}")
    if abs(totals.mean() - table.expected) > 5 * spread.deviation / GAMES**0.5 + 1e-9:
        faults.append(f"mean {totals.mean()}, not {table.expected}")
    points = np.arange(len(spread.odds))
    fourth = float(spread.odds @ (points - table.expected) ** 4)
    error = np.sqrt(max(fourth - spread.deviation**4, 0) / GAMES)
    if (
        abs(totals.var() - spread.deviation**2)
        > 5 * error + 1e-6 + 25 * spread.deviation**2 / GAMES
    ):
        faults.append(f"deviation {totals.std()}, not {spread.deviation}")
    for total in {spread.percentile(100 * level) for level in LEVELS} | set(range(0, 400, 50)):
        chance = spread.at_least(total)
        limit = 5 * np.sqrt(chance * (1 - chance) / GAMES) + 5 / GAMES * (0 < chance < 1)
        if abs((totals >= total).mean() - chance) > limit:
            faults.append(f"{total} or more in {(totals >= total).mean()}, not {chance}")
    for level in LEVELS:
        at = spread.percentile(100 * level)
        if not (
            spread.least <= at <= spread.most and below[at] - 1e-9 <= level <= below[at + 1] + 1e-9
        ):
            faults.append(f"percentile {level} at {at}")
    return faults


def play(table: ValueTable, seed: int) -> np.ndarray[Any, Any]:
    """Return the totals of games that best play decides."""
    ruleset, rng = table.ruleset, np.random.default_rng(seed)
    games, numbers = BatchGames(table.space, GAMES, 1), np.arange(GAMES)
    for _ in ruleset.boxes:
        states, which = np.unique(games.states[:, 0], return_inverse=True)
        faces = rng.integers(1, ruleset.sides + 1, (GAMES, ruleset.rolls, ruleset.dice))
        games.play_turn(TurnPolicies(table.space, table, states), which, numbers, 0, faces)
    return games.totals[:, 0]


def test_the_scores_of_random_rules_are_those_of_simulated_games() -> None:
    """`python -m tests.strategy.test_outcomes 500 SEED` tries more of them."""
    for number, ruleset in enumerate(islice(random_rulesets(1), 40)):
        assert find_faults(ruleset, number) == [], ruleset


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(each, id=each.id, marks=[] if each.id in QUICK else pytest.mark.exhaustive)
        for each in SOLVABLE.values()
    ],
)
def test_the_table_agrees_with_all_frequencies(tables: Tables, ruleset: Ruleset) -> None:
    """`find_outcomes` asks the same of every table that it makes."""
    table = tables[ruleset]
    outcomes = table.outcomes.table
    if outcomes is None:
        outcomes = find_outcomes(table.space, table.values, lambda _: None, lambda: False)
    worst, mean = find_errors(table.space, table.values, outcomes)
    assert worst <= 0.0013
    assert mean <= 0.0002


@EVERY_SOLVABLE
def test_what_is_certain_has_a_chance_of_exactly_one_or_none(
    tables: Tables, ruleset: Ruleset
) -> None:
    table, rng = tables[ruleset], Random(17)
    forecaster = Forecaster(table)
    for open_boxes in range(1, len(ruleset.boxes) + 1):
        card = random_card(ruleset, rng, open_boxes)
        if not table.outcomes.can_find(np.array([table.space.index(card)])):
            continue
        written = card.upper_total + card.lower_total
        faces = tuple(sorted(rng.choices(range(1, ruleset.sides + 1), k=ruleset.dice)))
        for target, chance in ((written, 1), (0, 1), (written + 10_000, 0)):
            turn = forecaster.turn_to_reach(card, target)
            values = [turn.value, *(value for _, value in turn.postings(faces))]
            values += [value for _, value in turn.holds(faces, ruleset.rolls - 1)]
            assert set(values) == {chance}, (card, target)


def test_a_decided_game_is_won_by_exactly_one(official: ValueTable) -> None:
    """Also with many boxes open: who has filled the card has less than the other already has."""
    forecaster, ruleset = Forecaster(official), official.ruleset
    low = Card(ruleset, (0,) * len(ruleset.boxes))
    for open_boxes in range(1, len(ruleset.boxes)):
        card = Card(ruleset, (*(None,) * open_boxes, *(0,) * (12 - open_boxes), 25))
        for cards, shares in (((low, card), (0, 1)), ((card, low, low), (1, 0, 0))):
            assert forecaster.forecast(game_of(*cards)).shares == shares, open_boxes


def main() -> None:
    rulesets, seed = map(int, sys.argv[1:])
    faults = 0
    for number, ruleset in enumerate(islice(random_rulesets(seed), rulesets)):
        for fault in find_faults(ruleset, number):
            faults += 1
            print(number, ruleset, fault, flush=True)
    print(f"{faults} faults in {rulesets} rule sets")


if __name__ == "__main__":
    main()
