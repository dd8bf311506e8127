"""The values of best play, known ones and those of random cards, and solving in a thread."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.solving import measure_ticks
from tests.rules.othersets import KISMET, MAXI
from tests.source import ROOT
from tests.strategy.brute_force import BruteTurn, brute_value, only_open, random_card
from tests.strategy.conftest import EVERY_SOLVABLE, SOLVABLE, some_slow
from tests.strategy.luck_figures import find_figures
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Refusal
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.rules.ruleset import Order, UpperBonus
from yahtzee_tui.strategy import Advice, Cancelled, Unsolvable, solve
from yahtzee_tui.strategy.solver.saved_rolls import find_parts, solve_parts
from yahtzee_tui.strategy.solver.value_table import solve_start

if TYPE_CHECKING:
    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import ValueTable


# 254.5896 is Verhoeff's, 245.8708 that of Cremers and Glenn, 248.4400 Larsson and Sjöberg's.
KNOWN = {
    "official": 254.5877287,
    "free-joker": 254.5896095,
    "classic": 253.9702412,
    "plain": 245.8707745,
    "yatzy": 248.4399894,
    "crag": 149.8475932,
    "kismet": 315.1799959,
    "yams": 245.8707745,
    "generala": 149.1419081,
}


@pytest.mark.parametrize("ruleset", some_slow(KNOWN))
def test_known_values(tables: Tables, ruleset: Ruleset) -> None:
    assert tables[ruleset].expected == pytest.approx(KNOWN[ruleset.id], abs=1e-6)


@pytest.mark.parametrize("ruleset", some_slow(sorted(RULESETS.keys() & SOLVABLE)))
def test_the_values_in_the_documentation(tables: Tables, ruleset: Ruleset) -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    found = re.search(rf"`{ruleset.id}` .* ([\d.]+) \(([\d.]+)\) \|$", page, re.MULTILINE)
    assert found is not None
    assert found[1] == f"{tables[ruleset].expected:.4f}"
    if tables[ruleset].outcomes.table is not None:
        assert found[2] == f"{tables[ruleset].outcomes.spread.deviation:.2f}"


@pytest.mark.parametrize("ruleset", some_slow(["official", "crag"]))
def test_the_chance_of_a_total_is_one(tables: Tables, ruleset: Ruleset) -> None:
    spread = tables[ruleset].outcomes.spread
    assert all(0 <= spread.at_least(total) <= 1 for total in range(2000))


def test_the_figures_about_luck_in_the_documentation(official: ValueTable) -> None:
    page = (ROOT / "docs" / "luck.md").read_text(encoding="utf-8")
    assert not [what for what, figure in find_figures(official).items() if figure not in page]


@pytest.mark.exhaustive
def test_maxi_yatzy_without_saved_rolls() -> None:
    """Four minutes of one processor."""
    found = solve_start(replace(MAXI, saved_rolls=False))
    assert found.expected == pytest.approx(394.5575068, abs=1e-6)
    assert found.states == 16_384 * 1_792


@pytest.mark.slow
@pytest.mark.parametrize(
    ("needed", "alone", "saved"), [(84, 183.7593038, 286.6910292), (63, 204.1231386, 332.5800914)]
)
def test_six_dice_in_a_forced_order(needed: int, alone: float, saved: float) -> None:
    """So few states that those with saved rolls are told apart, too, and best play is exact."""
    bonus = UpperBonus(((needed, 100),))
    ruleset = replace(MAXI, order=Order.DOWN, upper_bonus=bonus, saved_rolls=False)
    assert solve(ruleset).expected == pytest.approx(alone, abs=1e-6)
    (whole,) = find_parts(replace(ruleset, saved_rolls=True))
    (values,) = solve_parts((whole,))
    start = whole.index(Card.empty(ruleset))
    assert values[0].take(start) == pytest.approx(saved, abs=1e-6)


@EVERY_SOLVABLE
def test_a_value_is_the_mean_over_all_throws(tables: Tables, ruleset: Ruleset) -> None:
    """Bellman's equation, at cards with many and with few boxes open."""
    table, rng = tables[ruleset], Random(11)
    for open_boxes in (1, 2, 3, 5, 8, len(ruleset.boxes)):
        card = random_card(ruleset, rng, open_boxes)
        expected = BruteTurn(card, table.value_of)
        assert table.value_of(card) == pytest.approx(expected.value, abs=1e-9)
        assert table.turn(card).value == pytest.approx(expected.value, abs=1e-9)


@EVERY_SOLVABLE
def test_the_last_boxes_without_any_table(tables: Tables, ruleset: Ruleset) -> None:
    table, rng = tables[ruleset], Random(13)
    for _ in range(5):
        card = random_card(ruleset, rng, 1)
        assert table.value_of(card) == pytest.approx(brute_value(card), abs=1e-9)
        full = random_card(ruleset, rng, 0)
        assert table.value_of(full) == full.grand_total
    assert table.value_of(Card.empty(ruleset)) == table.expected


@pytest.mark.slow
def test_two_boxes_without_any_table(official: ValueTable) -> None:
    card = Card(OFFICIAL, (2, 6, 9, 12, None, 18, 20, 0, 25, 30, 0, 50, None), repeats=1)
    assert official.value_of(card) == pytest.approx(brute_value(card), abs=1e-9)


def test_a_forced_joker_has_no_choice(official: ValueTable) -> None:
    card = Card.empty(OFFICIAL).write("yahtzee", 0)
    assert [c.box.id for c in Advice(official, card, (4,) * 5, 0).boxes] == ["fours"]
    below = Advice(official, card.write("fours", 8), (4,) * 5, 0)
    assert {c.box.section.value for c in below.boxes} == {"lower"}
    assert below.best == below.box("large_straight")


def test_a_further_yahtzee_is_worth_its_bonus(official: ValueTable) -> None:
    armed = Card.empty(OFFICIAL).write("yahtzee", 50)
    scratched = Card.empty(OFFICIAL).write("yahtzee", 0)
    turns = [official.turn(card) for card in (armed, scratched)]
    yahtzee, other = (
        [turn.of_roll(faces, 0) for turn in turns] for faces in ((4,) * 5, (4,) * 4 + (5,))
    )
    assert yahtzee[0] - yahtzee[1] == pytest.approx(100 + other[0] - other[1], abs=5)
    assert official.value_of(armed) > official.value_of(scratched) + 50


@pytest.mark.slow
def test_an_upper_joker_of_1986(tables: Tables) -> None:
    ruleset = RULESETS["macintosh"]
    card = only_open(ruleset, "ones")
    table = tables[ruleset]
    assert table.turn(card).of_posting("ones", (4,) * 5) == 20
    assert table.value_of(card) > 2.1


@pytest.mark.slow
def test_tiers_and_sums_with_something_on_top(tables: Tables) -> None:
    sixes = only_open(KISMET, "sixes", ones=3, twos=6, threes=12, fours=16, fives=20)
    turn = tables[KISMET].turn(sixes)
    values = [turn.of_posting("sixes", (6,) * n + (1,) * (5 - n)) for n in range(6)]
    assert values == [57, 63 + 35, 69 + 35, 75 + 55, 81 + 75, 87 + 75]
    house = only_open(KISMET, "full_house")
    assert tables[KISMET].turn(house).of_posting("full_house", (5, 5, 5, 6, 6)) == 15 + 27


def test_a_forced_order_fills_what_is_due(tables: Tables) -> None:
    ruleset = SOLVABLE["downward"]
    turn = tables[ruleset].turn(Card.empty(ruleset))
    assert turn.of_posting("ones", (6,) * 5) is not None
    assert turn.of_posting("sixes", (6,) * 5) is None
    with pytest.raises(Unsolvable, match="can't occur"):
        tables[ruleset].value_of(Card.empty(ruleset).write("sixes", 30))


def test_what_is_no_card_of_the_game(official: ValueTable) -> None:
    odd = Card.empty(OFFICIAL).write("ones", 7)
    for card in (odd, Card.empty(RULESETS["yatzy"])):
        for ask in (official.value_of, official.turn):
            with pytest.raises(Refusal):
                ask(card)
    with pytest.raises(Refusal, match="filled"):
        official.turn(Card(OFFICIAL, (0,) * 13))


def test_progress_goes_up_to_one_and_it_can_be_cancelled() -> None:
    told: list[float] = []
    solve(RULESETS["yz"], told.append)
    assert told == sorted(told)
    assert len(told) > 50
    assert told[-1] == 1
    for asked in (1, 2, 30):
        answers = iter([False] * (asked - 1) + [True])
        with pytest.raises(Cancelled):
            solve(RULESETS["yz"], cancelled=lambda answers=answers: next(answers))  # type: ignore[misc]
        assert next(answers, None) is None


@pytest.mark.exhaustive
async def test_a_clock_goes_on_ticking() -> None:
    """The bound is generous, for a busy machine; the measured time is a few milliseconds."""
    late = sorted(await measure_ticks(OFFICIAL))
    assert len(late) > 20
    assert late[len(late) // 2] < 0.02


async def test_it_can_be_cancelled_from_outside() -> None:
    asked, stop = threading.Event(), threading.Event()

    def is_cancelled() -> bool:
        asked.set()
        return stop.wait()

    solving = asyncio.create_task(
        asyncio.to_thread(solve, RULESETS["yatzy"], cancelled=is_cancelled)
    )
    await asyncio.to_thread(asked.wait)
    stop.set()
    with pytest.raises(Cancelled):
        await solving


def test_the_solver_counts_on_the_first_roll() -> None:
    """A box that pays for the first roll alone is worth what a third of the throws bring."""
    box = {"low": {"total": 2, "pays": 1, "first_roll": 9}}
    data = {"id": "low", "name": "Low", "dice": 1, "sides": 3, "rolls": 2, "box": box}
    table = solve(read_definition(data | {"boxes": ["low"]}))
    assert table.expected == pytest.approx(1 / 3 * 10 + 2 / 3 * 1 / 3)
    turn = table.turn(Card.empty(table.ruleset))
    assert [turn.of_posting("low", (2,), left) for left in (0, 1)] == [1, 10]
