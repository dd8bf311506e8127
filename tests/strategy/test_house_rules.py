"""What a rule file describes is played, scored and solved alike, whatever its boxes and jokers."""

from __future__ import annotations

from itertools import permutations
from math import sqrt
from random import Random

import numpy as np
from hypothesis import given, settings

from tests.rules.conformance import check_sentence
from tests.rules.house_rules import read_seed, rulesets
from tests.rules.strategies import seeds, throw
from tests.strategy.brute_force import brute_value
from yahtzee_tui.rules import (
    Card,
    Faces,
    Ruleset,
    attainable_points,
    explain_bonuses,
    explain_joker,
    explain_turn,
    find_box,
)
from yahtzee_tui.strategy import Advice, Unsolvable, solve
from yahtzee_tui.strategy.bots import make_bot
from yahtzee_tui.strategy.tournament import play_games

GAMES = 2000


def scores(card: Card, faces: Faces, *, is_first: bool) -> list[tuple[object, ...]]:
    """Return what dice score in every open box, or the sentence why they may not."""
    found = card.potentials(faces, is_first=is_first)
    return [(*each[:4], str(each.refusal)) for each in found]


@settings(max_examples=15)
@given(ruleset=rulesets, seed=seeds)
def test_any_rule_file_scores_and_solves_alike(ruleset: Ruleset, seed: int) -> None:
    """Any order of the dice scores alike, as advice says and best play counts on."""
    for sentence in (*explain_turn(ruleset), *explain_bonuses(ruleset), *explain_joker(ruleset)):
        check_sentence(sentence)
    for box in ruleset.boxes:
        assert find_box(ruleset, box.id) is box, "its id may be another's code"
    try:
        table = solve(ruleset)
    except Unsolvable as refusal:
        check_sentence(refusal.sentence)
        table = None
    rng, card = Random(seed), Card.empty(ruleset)
    while card.open:
        faces, left = throw(rng, ruleset), rng.randrange(ruleset.rolls)
        is_first = left == ruleset.rolls - 1
        offered = scores(card, faces, is_first=is_first)
        for other in set(permutations(faces)):
            assert scores(card, other, is_first=is_first) == offered
        potentials = card.potentials(faces, is_first=is_first)
        allowed = [found for found in potentials if found.refusal is None]
        for found in allowed:
            assert card.potential(found.box.id, faces, is_first=is_first) == found
            assert found.points in attainable_points(ruleset, found.box.id)
        if table is not None:
            advice = Advice(table, card, faces, left)
            assert [each[:3] for each in advice.boxes] == [found[:3] for found in allowed]
            for choice in advice.boxes:
                after = card.write(choice.box.id, choice.points, choice.bonus)
                assert abs(table.value_of(after) - choice.value) < 1e-6
        chosen = rng.choice(allowed)
        is_in_reach = card.upper_bonus_in_reach
        before, card = card, card.write(chosen.box.id, chosen.points, chosen.bonus)
        assert is_in_reach or card.upper_bonus == before.upper_bonus
        assert Card.parse(ruleset, card.format_scores()) == card
    if table is not None:
        assert abs(table.expected - brute_value(Card.empty(ruleset))) < 1e-6


def test_games_of_best_play_average_what_it_expects() -> None:
    """The dice are the same in every run, so that no rare bad luck fails this."""
    for seed in range(40):
        ruleset = read_seed(seed)
        try:
            table = solve(ruleset) if ruleset else None
        except Unsolvable:
            continue
        if ruleset is None or table is None:
            continue
        shape = (GAMES, 1, len(ruleset.boxes), ruleset.rolls, ruleset.dice)
        faces = np.random.default_rng(seed).integers(1, ruleset.sides + 1, shape)
        expert = make_bot("expert", ruleset, table)
        totals = play_games(table.space, [expert], np.zeros((GAMES, 1), np.intp), faces).totals
        error = float(totals.std()) / sqrt(GAMES)
        assert abs(float(totals.mean()) - table.expected) <= 4 * error + 1e-6, ruleset
