"""Rule sets that only these tests describe pass the same checks as those the program plays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.conformance import check_game
from tests.rules.othersets import DOWNWARD, KISMET, MAXI, OTHERS, UPWARD, registered
from tests.rules.positions import dice
from tests.rules.strategies import seeds
from yahtzee_tui.rules import Card, Forbidden, Game, Roll, Rolled, Ruleset, Score, Setup


@pytest.mark.parametrize("ruleset", OTHERS.values(), ids=list(OTHERS))
@settings(max_examples=6)
@given(seed=seeds, seats=st.integers(1, 2))
def test_random_games_pass_every_check(ruleset: Ruleset, seed: int, seats: int) -> None:
    with registered():
        check_game(Setup(ruleset.id, ("Ann", "Bob")[:seats]), seed)


def test_points_of_six_dice_and_sums_with_something_on_top() -> None:
    assert len(MAXI.boxes) == 20
    for ruleset, faces, box, points in (
        (MAXI, "123456", "full_straight", 21),
        (MAXI, "665544", "three_pairs", 30),
        (MAXI, "666655", "three_pairs", 0),
        (MAXI, "666555", "villa", 33),
        (MAXI, "666666", "villa", 0),
        (MAXI, "666655", "tower", 34),
        (MAXI, "666555", "full_house", 28),
        (MAXI, "666661", "five_of_a_kind", 30),
        (MAXI, "666666", "maxi_yatzy", 100),
        (KISMET, "33344", "full_house", 17 + 15),
        (KISMET, "66665", "four_of_a_kind", 29 + 25),
        (KISMET, "55555", "kismet", 25 + 50),
        (KISMET, "16161", "flush", 35),
        (KISMET, "16162", "flush", 0),
    ):
        assert ruleset.points(dice(faces))[ruleset.place(box)] == points, (faces, box)


def test_bonuses_of_six_dice_and_of_several_tiers() -> None:
    rest = (None,) * 14
    assert Card(MAXI, (4, 8, 12, 16, 20, 24, *rest)).upper_bonus == 100
    assert Card(MAXI, (3, 8, 12, 16, 20, 24, *rest)).upper_bonus == 0
    # The pace is four of each face here, not three.
    assert Card(MAXI, (None, None, None, None, None, 24, *rest)).upper_par == 0
    kismet = (None,) * 8
    tiers = {62: 0, 63: 35, 70: 35, 71: 55, 77: 55, 78: 75, 105: 75}
    for total, bonus in tiers.items():
        assert Card(KISMET, (total, 0, 0, 0, 0, 0, *kismet)).upper_bonus == bonus
    card = Card(KISMET, (None, 2, 9, 8, 20, 24, *kismet))
    assert card.upper_bonus == 35
    assert not card.upper_bonus_in_reach  # 63, and five ones make 68
    assert Card(KISMET, (None, 5, 9, 8, 20, 24, *kismet)).upper_bonus_in_reach


def test_a_forced_order_leaves_one_box() -> None:
    game = Game.start(DOWNWARD, ("Ann",)).apply(Rolled(dice("12346")))
    scores = [action for action in game.legal_actions if isinstance(action, Score)]
    assert scores == [Score("ones")]
    assert Roll() in game.legal_actions
    refusal = game.potential("chance").refusal
    assert isinstance(refusal, Forbidden)
    assert refusal.code == "out_of_order"
    up = Game.start(UPWARD, ("Ann",)).apply(Rolled(dice("12346")))
    assert Score("chance") in up.legal_actions
    assert Score("ones") not in up.legal_actions


def test_a_forced_order_comes_before_a_forced_joker() -> None:
    """Else a joker would have to go into a box that isn't due, and nobody could go on."""
    game = Game.start(UPWARD, ("Ann",))
    for box, faces in (("chance", "12346"), ("yahtzee", "44444"), ("large_straight", "44444")):
        game = game.admit(Rolled(dice(faces))).play(Score(box))
    assert game.card.repeat_points == 100
    assert game.card["large_straight"] == 0  # the fours are open, so this is no joker yet
