"""What a further Yahtzee may do, in each policy, once the Yahtzee box holds 50 or a zero."""

from __future__ import annotations

import pytest

from tests.rules.positions import fill_lower, position
from tests.rules.test_conformance import every_ruleset
from yahtzee_tui.rules import Forbidden, Game, Rolled, Ruleset, Score

REPEATING = ["official", "classic", "macintosh", "free-joker", "yz"]
JOKING = ["official", "macintosh", "free-joker", "yz"]
filled_with = pytest.mark.parametrize("yahtzee", [50, 0])


def allowed(game: Game) -> dict[str, int]:
    """Return the boxes that may be filled, with their points."""
    return {
        action.box: game.potential(action.box).points
        for action in game.legal_actions
        if isinstance(action, Score)
    }


@filled_with
def test_official_first_the_matching_upper_box(yahtzee: int) -> None:
    game = position("official", "44444", {"yahtzee": yahtzee})
    assert allowed(game) == {"fours": 20}
    refusal = game.potential("chance").refusal
    assert isinstance(refusal, Forbidden)
    assert (refusal.code, refusal.sentence) == (
        "joker_forced",
        "Joker: this Yahtzee must go into Fours.",
    )
    with pytest.raises(Forbidden):
        game.play(Score("full_house"))


@filled_with
@pytest.mark.parametrize("fours", [20, 0])
def test_official_then_any_lower_box_at_full_value(yahtzee: int, fours: int) -> None:
    game = position("official", "44444", {"yahtzee": yahtzee, "fours": fours})
    assert allowed(game) == {
        "three_of_a_kind": 20,
        "four_of_a_kind": 20,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "chance": 20,
    }
    refusal = game.potential("ones").refusal
    assert refusal is not None
    assert refusal.code == "joker_lower"


@filled_with
def test_official_last_a_zero_in_any_upper_box(yahtzee: int) -> None:
    game = position("official", "44444", fill_lower("official", yahtzee=yahtzee) | {"fours": 8})
    assert allowed(game) == {"ones": 0, "twos": 0, "threes": 0, "fives": 0, "sixes": 0}
    after = game.play(Score("sixes")).cards[0]
    assert after["sixes"] == 0
    assert after.repeat_points == (100 if yahtzee else 0)


@filled_with
def test_free_choice_forces_nothing(yahtzee: int) -> None:
    """Five sixes: with the sixes open the plain dice count, with the sixes filled all patterns."""
    lower = {"three_of_a_kind": 30, "four_of_a_kind": 30, "chance": 30}
    others = {"ones": 0, "twos": 0, "threes": 0, "fours": 0, "fives": 0}
    before = position("free-joker", "66666", {"yahtzee": yahtzee})
    plain = {"full_house": 0, "small_straight": 0, "large_straight": 0}
    assert allowed(before) == lower | others | {"sixes": 30} | plain
    after = position("free-joker", "66666", {"yahtzee": yahtzee, "sixes": 18})
    full = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    assert allowed(after) == lower | others | full
    assert after.potential("full_house").joker
    assert not after.potential("chance").joker
    assert after.potential("ones").bonus == (100 if yahtzee else 0)


@filled_with
@pytest.mark.parametrize("fours", [16, 0])
def test_macintosh_scores_the_total_in_another_upper_box(yahtzee: int, fours: int) -> None:
    game = position("macintosh", "44444", {"yahtzee": yahtzee, "fours": fours})
    assert game.potential("ones").points == 20
    assert {game.potential(box).points for box in ("twos", "threes", "fives", "sixes")} == {20}
    assert game.potential("large_straight").points == 40
    assert game.potential("small_straight").points == 30
    assert game.potential("full_house").points == 25
    open_fours = position("macintosh", "44444", {"yahtzee": yahtzee})
    assert open_fours.potential("ones").points == 0
    assert open_fours.potential("large_straight").points == 0
    assert open_fours.potential("fours").points == 20


@filled_with
@pytest.mark.parametrize("fours", [12, 0])
def test_yz_scores_any_lower_box_then_scratches(yahtzee: int, fours: int) -> None:
    game = position("yz", "44444", {"yahtzee": yahtzee, "fours": fours})
    assert [game.potential(box).points for box in ("full_house", "small_straight")] == [25, 30]
    assert game.potential("large_straight").points == 40
    assert game.potential("chance").points == 20
    late = position("yz", "44444", fill_lower("yz", yahtzee=yahtzee) | {"fours": fours})
    assert allowed(late) == {"ones": 0, "twos": 0, "threes": 0, "fives": 0, "sixes": 0}
    assert late.potential("ones").bonus == (100 if yahtzee else 0)


@pytest.mark.parametrize("rules", ["classic", "yatzy50", "yatzy"])
@filled_with
def test_without_jokers_the_dice_count_as_they_lie(rules: str, yahtzee: int) -> None:
    game = position(rules, "44444", {"yahtzee": yahtzee, "fours": 20})
    assert {game.potential(box).points for box in ("full_house", "small_straight")} == {0}
    assert game.potential("large_straight").points == 0
    assert game.potential("ones").points == 0
    assert not any(found.joker or found.refusal for found in game.potentials)


@pytest.mark.parametrize("rules", REPEATING)
def test_the_bonus_is_paid_only_while_the_box_holds_50(rules: str) -> None:
    assert position(rules, "44444", {"yahtzee": 50}).potential("fours").bonus == 100
    assert position(rules, "44444", {"yahtzee": 0}).potential("fours").bonus == 0
    assert position(rules, "44444", {}).potential("yahtzee").bonus == 0
    assert position(rules, "44445", {"yahtzee": 50}).potential("fours").bonus == 0


@pytest.mark.parametrize("rules", REPEATING)
def test_the_bonus_has_no_cap(rules: str) -> None:
    game = position(rules, "66666", {"yahtzee": 50})
    order = ["sixes", "full_house", "small_straight", "large_straight", "chance"]
    for count, box in enumerate(order, 1):
        game = game.play(Score(box))
        assert game.card.repeat_points == 100 * count
        game = game.admit(Rolled((6, 6, 6, 6, 6)))


@pytest.mark.parametrize("rules", JOKING)
def test_four_equal_dice_are_no_joker(rules: str) -> None:
    game = position(rules, "44443", {"yahtzee": 50, "fours": 16})
    assert game.potential("full_house").points == 0
    assert game.potential("large_straight").points == 0
    assert game.potential("ones").refusal is None
    assert game.potential("ones").points == 0


@every_ruleset
def test_the_first_yahtzee_goes_wherever_the_player_likes(ruleset: Ruleset) -> None:
    game = position(ruleset.id, "44444")
    assert len(allowed(game)) == len(ruleset.boxes)
    assert game.potential("yahtzee").points == 50
    assert game.potential("full_house").points == 0
