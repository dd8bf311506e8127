"""The numbers of dice: how many rolls and keeps there are, and the odds between them."""

from __future__ import annotations

from itertools import product
from math import isclose

import pytest

from tests.strategy.brute import FACES, ODDS, within
from yahtzee_tui.strategy import rolls


def test_how_many_there_are() -> None:
    assert len(rolls.ROLLS) == 252
    assert len(rolls.KEEPS) == len(set(rolls.KEEPS)) == 462
    assert rolls.FIRST_OF_SIZE == (0, 1, 7, 28, 84, 210, 462)
    assert sum(map(len, map(rolls.keeps_within, rolls.ROLLS))) == len(rolls.rerolls().keeps)
    assert sum(map(len, rolls.GROWN)) - len(rolls.GROWN) == 1050
    assert sum(map(len, rolls.SHRUNK)) == 1260


def test_the_odds_of_a_roll() -> None:
    odds = rolls.roll_odds().tolist()
    assert isclose(sum(odds), 1)
    assert odds == pytest.approx([ODDS[faces] for faces in rolls.ROLLS], abs=1e-15)
    assert odds[rolls.roll_number((6, 6, 6, 6, 6))] * 6**5 == pytest.approx(1)


@pytest.mark.parametrize("keep", [(), (3,), (1, 6), (2, 2, 5), (4, 4, 4, 4)])
def test_the_odds_after_a_keep(keep: tuple[int, ...]) -> None:
    expected = [0.0] * 252
    thrown = list(product(FACES, repeat=5 - len(keep)))
    for faces in thrown:
        expected[rolls.roll_number(keep + faces)] += 1 / len(thrown)
    found = rolls.keep_odds()[rolls.KEEP_NUMBERS[keep]].tolist()
    assert found == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 6), (3, 3, 3, 5, 5), (2, 2, 2, 2, 2)])
def test_the_keeps_within_a_roll(faces: tuple[int, ...]) -> None:
    found = {rolls.KEEPS[number] for number in rolls.keeps_within(faces)}
    assert found == within(faces)


def test_one_die_more_or_fewer() -> None:
    for keep, grown in enumerate(rolls.GROWN):
        assert all(keep in rolls.SHRUNK[more] for more in grown)
    assert rolls.SHRUNK[rolls.KEEP_NUMBERS[3, 3, 4]] == tuple(
        sorted(rolls.KEEP_NUMBERS[keep] for keep in ((3, 3), (3, 4)))
    )
