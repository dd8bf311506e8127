"""The turn widget: a card is worth the same alone and among others; the best posting is found."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.strategy.brute_force import random_card
from tests.strategy.conftest import SOLVABLE
from yahtzee_tui.strategy.solver.batch import every_roll, list_postings
from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.states import StateSpace
from yahtzee_tui.strategy.solver.widget import TurnWidget

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset


def test_a_card_alone_and_among_others() -> None:
    rolls = np.random.default_rng(1).uniform(0, 50, (252, 300))
    many, alone = TurnWidget(300), TurnWidget(300)
    many.rolls[:] = rolls
    for card in (0, 7, 299):
        many.resize(300)
        alone.resize(1)
        many.rolls[:], alone.rolls[:] = rolls, rolls[:, card : card + 1]
        for _ in range(2):
            for widget in (many, alone):
                widget.add_die()
            assert np.array_equal(many.holds[:, card], alone.holds[:, 0])
            for widget in (many, alone):
                widget.keep_best()
            assert np.array_equal(many.rolls[:, card], alone.rolls[:, 0])
        assert many.expected()[card] == pytest.approx(alone.expected()[0], abs=1e-12)


@pytest.mark.parametrize("ruleset", SOLVABLE.values(), ids=SOLVABLE)
def test_the_best_posting_of_every_roll(ruleset: Ruleset) -> None:
    """The best of all cards at once is the best of the list of postings of each."""
    space, rng = StateSpace(Payoffs(ruleset)), Random(4)
    # By which boxes are filled, so that no zero is better than points in the same box.
    lower = {boxes: rng.uniform(0, 200) for boxes, _ in space.lower.states}
    values = np.full(space.shape, -np.inf)
    for first, last in space.upper.spans:
        values[:-1, first:last] = rng.uniform(0, 200)
    values[:-1] += np.array([lower[boxes] for boxes, _ in space.lower.states])[:, None]
    if space.payoffs.is_ordered:
        cards = [random_card(ruleset, rng, 5) for _ in range(20)]
    else:
        cards = [random_card(ruleset, rng, rng.randint(1, len(ruleset.boxes))) for _ in range(60)]
    states = np.array([space.index(card) for card in cards])
    afterstates, armed = space.afterstate_values(values, states), space.armed(states)
    widget = TurnWidget(len(cards))
    widget.score(space.payoffs, afterstates, space.like(states), armed)
    rolls, which = (each.ravel() for each in every_roll(len(cards)))
    postings = list_postings(space, states[which], afterstates[:, which], rolls)
    best = postings.values.max(axis=0) + postings.bonus
    assert widget.rolls.ravel() == pytest.approx(best, abs=1e-9)
