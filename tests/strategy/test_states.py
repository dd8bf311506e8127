"""The states: how many there are, and that only equal futures are one state."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.othersets import KISMET
from tests.strategy.conftest import PLAIN
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Ruleset
from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.retrograde import layers
from yahtzee_tui.strategy.solver.states import StateSpace


@pytest.mark.parametrize(
    ("ruleset", "lower", "upper"),
    [
        (OFFICIAL, 128 + 64, 1640),
        (PLAIN, 128, 1640),
        (RULESETS["yatzy"], 512, 1640),
        (RULESETS["yz"], 128 + 64, 64),
        (KISMET, 256, 1900),
    ],
)
def test_how_many_there_are(ruleset: Ruleset, lower: int, upper: int) -> None:
    space = StateSpace(Payoffs(ruleset))
    assert (space.lower.size, space.upper.size) == (lower, upper)
    full = 2 if ruleset.repeat_bonus else 1
    found = sum(map(len, layers(space)))
    assert found == lower * upper - full * len(space.upper.bonuses)


def _state(*written: int | None) -> int:
    """Return the state of an empty lower and this upper section of the official game."""
    return _SPACE.index(Card(OFFICIAL, (*written, *(None,) * 7)))


_SPACE = StateSpace(Payoffs(OFFICIAL))


def test_totals_that_want_the_same_dice_are_one_state() -> None:
    # Only the sixes are open: two sixes are wanted from 51 to 56, three from 45 to 50.
    states = {total: _state(1, 4, 6, 8, total - 19, None) for total in (44, 45, 50, 51, 56, 57)}
    assert states[51] == states[56]
    assert states[45] == states[50]
    assert len(set(states.values())) == 4


def test_a_bonus_out_of_reach_is_one_state() -> None:
    assert _state(0, 0, 0, 0, None, None) == _state(1, 2, 3, 0, None, None)
    assert _state(0, 0, 0, 8, None, None) != _state(1, 2, 3, 12, None, None)


def test_a_bonus_that_is_certain_is_one_state() -> None:
    assert _state(None, 10, 15, 20, 20, None) == _state(None, 10, 15, 20, 25, None)


def test_layers_hold_every_state_once_after_those_it_leads_to() -> None:
    solved = np.zeros(_SPACE.shape, bool)
    solved[-1] = solved[:, -1] = True
    full = _SPACE.lower_filled == 7
    solved[:-1][full, slice(*_SPACE.upper.spans[-1])] = True
    for layer in layers(_SPACE):
        assert _SPACE.afterstate_values(solved, layer).all()
        assert not solved.take(layer).any()
        solved.put(layer, True)
    assert solved.all()
