"""The numbers of dice: how many rolls and keeps there are, and the odds between them."""

from __future__ import annotations

from itertools import product
from math import isclose

import pytest

from tests.strategy.brute_force import FACES, ODDS, within
from yahtzee_tui.strategy.solver import keeps


def test_how_many_there_are() -> None:
    assert len(keeps.ROLLS) == 252
    assert len(keeps.KEEPS) == len(set(keeps.KEEPS)) == 462
    assert keeps.FIRST_OF_SIZE == (0, 1, 7, 28, 84, 210, 462)
    assert sum(map(len, map(keeps.keeps_within, keeps.ROLLS))) == 4116
    assert keeps.GROWN.shape == (210, 6)
    assert sum(map(len, keeps.SHRUNK)) == 1260


def test_the_odds_of_a_roll() -> None:
    odds = keeps.roll_odds().tolist()
    assert isclose(sum(odds), 1)
    assert odds == pytest.approx([ODDS[faces] for faces in keeps.ROLLS], abs=1e-15)
    assert odds[keeps.roll_number((6, 6, 6, 6, 6))] * 6**5 == pytest.approx(1)


def test_the_odds_after_a_keep() -> None:
    for keep in ((), (3,), (1, 6), (2, 2, 5), (4, 4, 4, 4)):
        expected = [0.0] * 252
        thrown = list(product(FACES, repeat=5 - len(keep)))
        for faces in thrown:
            expected[keeps.roll_number(keep + faces)] += 1 / len(thrown)
        found = keeps.keep_odds()[keeps.KEEP_NUMBERS[keep]].tolist()
        assert found == pytest.approx(expected, abs=1e-15)


def test_the_keeps_within_a_roll() -> None:
    for faces in ((1, 2, 3, 4, 6), (3, 3, 3, 5, 5), (2, 2, 2, 2, 2)):
        found = {keeps.KEEPS[number] for number in keeps.keeps_within(faces)}
        assert found == within(faces)


def test_one_die_more_or_fewer() -> None:
    for keep, grown in enumerate(keeps.GROWN):
        assert all(keep in keeps.SHRUNK[more] for more in grown)
    assert keeps.SHRUNK[keeps.KEEP_NUMBERS[3, 3, 4]] == tuple(
        sorted(keeps.KEEP_NUMBERS[keep] for keep in ((3, 3), (3, 4)))
    )
