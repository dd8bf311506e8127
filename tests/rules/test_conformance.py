"""The conformance kit: every rule set, of the tests too, passes the same checks in random games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import oracle
from tests.rules.conformance import check_game, every_ruleset
from tests.rules.othersets import OTHERS, registered
from tests.rules.strategies import seeds, walk
from yahtzee_tui.rules import RULESETS, Game, Ruleset, Setup

EVERY = RULESETS | OTHERS


@pytest.mark.parametrize("ruleset", EVERY.values(), ids=list(EVERY))
@settings(max_examples=10)
@given(seed=seeds, seats=st.integers(1, 3))
def test_random_games_pass_every_check(ruleset: Ruleset, seed: int, seats: int) -> None:
    players = ("Ann", "Bob|Ray", "李 雷")[:seats]
    with registered():
        check_game(Setup(ruleset.id, players, seed % seats, "seed:x y"), seed)


@every_ruleset
@settings(max_examples=15)
@given(seed=seeds)
def test_random_games_score_as_the_oracle_says(ruleset: Ruleset, seed: int) -> None:
    ids = [box.id for box in ruleset.boxes]
    for history in walk(Game.start(ruleset, ("Ann", "Bob")), seed):
        game = history.game
        card = dict(zip(ids, game.card.scores, strict=True))
        for found in game.potentials:
            said = None if found.refusal else (found.points, found.bonus)
            is_first = game.roll == 1
            expected = oracle.potential(
                ruleset.id, card, found.box.id, game.faces, is_first=is_first
            )
            assert said == expected
