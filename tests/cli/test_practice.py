"""`yahtzee-tui practice --book`: the best choice after every first roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.strategy.brute_force import ODDS

if TYPE_CHECKING:
    from tests.cli.conftest import Ask


def test_the_book_has_every_first_roll_and_averages_to_best_play(ask: Ask) -> None:
    code, out, err = ask("practise", "--book")
    assert (code, err) == (0, "")
    title, head, *rows = out.splitlines()
    assert title == "Opening book of Yahtzee (official), 252 first rolls:"
    assert head.split() == ["Dice", "Best", "Expected", "Next", "best", "Loss"]
    found = {}
    for row in rows:
        dice, best, value, second, loss = (each.strip() for each in row.split("  ") if each)
        assert best != second
        assert float(loss) >= 0
        found[tuple(map(int, dice.split("-")))] = float(value)
    assert found.keys() == ODDS.keys()
    average = sum(chance * found[roll] for roll, chance in ODDS.items())
    assert average == pytest.approx(254.5877, abs=0.005)
    assert " ".join(rows[0].split()) == "1-1-1-1-1 score 50 in Yahtzee 320.83 keep 1-1-1-1 50.53"
