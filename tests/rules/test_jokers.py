"""What a further Yahtzee may do, in each policy, once the Yahtzee box holds 50 or a zero."""

from __future__ import annotations

import pytest

from tests.rules.positions import fill_lower, position
from tests.rules.test_conformance import every_ruleset
from yahtzee_tui.rules import Forbidden, Game, Rolled, Ruleset, Score

REPEATING = ["official", "classic", "macintosh", "free-joker", "yz"]
ZEROS = {"ones": 0, "twos": 0, "threes": 0, "fours": 0, "fives": 0, "sixes": 0}
KINDS = {"three_of_a_kind": 20, "four_of_a_kind": 20, "chance": 20}
FULL = {"full_house": 25, "small_straight": 30, "large_straight": 40}
NOTHING = {"full_house": 0, "small_straight": 0, "large_straight": 0}

# With five fours: the rule set, what is filled but for Yahtzee, and what may be scored.
ALLOWED: list[tuple[str, dict[str, int], dict[str, int]]] = [
    ("official", {}, {"fours": 20}),
    ("official", {"fours": 20}, KINDS | FULL),
    ("official", {"fours": 0}, KINDS | FULL),
    ("official", fill_lower("official") | {"fours": 8}, ZEROS),
    ("free-joker", {}, KINDS | ZEROS | {"fours": 20} | NOTHING),
    ("free-joker", {"fours": 12}, KINDS | ZEROS | FULL),
    ("macintosh", {}, KINDS | ZEROS | {"fours": 20} | NOTHING),
    ("macintosh", {"fours": 16}, KINDS | dict.fromkeys(ZEROS, 20) | FULL),
    ("macintosh", {"fours": 0}, KINDS | dict.fromkeys(ZEROS, 20) | FULL),
    ("yz", {"fours": 12}, KINDS | ZEROS | FULL),
    ("yz", {"fours": 0}, KINDS | ZEROS | FULL),
    ("yz", fill_lower("yz") | {"fours": 12}, ZEROS),
    ("classic", {"fours": 20}, KINDS | ZEROS | NOTHING),
    ("yatzy50", {"fours": 20}, KINDS | ZEROS | NOTHING | {"one_pair": 8, "two_pairs": 0}),
    ("yatzy", {"fours": 20}, ZEROS | NOTHING | {"three_of_a_kind": 12, "four_of_a_kind": 16,
                                                "one_pair": 8, "two_pairs": 0, "chance": 20}),
]  # fmt: skip


def allowed(game: Game) -> dict[str, int]:
    """Return the boxes that may be filled, with their points."""
    return {
        action.box: game.potential(action.box).points
        for action in game.legal_actions
        if isinstance(action, Score)
    }


@pytest.mark.parametrize("yahtzee", [50, 0])
def test_what_a_further_yahtzee_may_do(yahtzee: int, subtests: pytest.Subtests) -> None:
    for rules, filled, expected in ALLOWED:
        with subtests.test(rules, filled=filled):
            filled = filled | {"yahtzee": yahtzee}
            game = position(rules, "44444", filled)
            assert allowed(game) == {k: v for k, v in expected.items() if k not in filled}
            bonus = 100 if yahtzee and rules in REPEATING else 0
            assert {p.bonus for p in game.potentials if not p.refusal} == {bonus}
            jokers = {p.box.id for p in game.potentials if p.joker}
            assert jokers <= FULL.keys() | ZEROS.keys()
            assert (FULL.keys() <= jokers) is (allowed(game).items() >= FULL.items())


@pytest.mark.parametrize(
    ("filled", "box", "code"),
    [({}, "chance", "joker_forced"), ({"fours": 20}, "ones", "joker_lower")],
)
def test_a_forced_joker_refuses_other_boxes(filled: dict[str, int], box: str, code: str) -> None:
    game = position("official", "44444", {"yahtzee": 0} | filled)
    refusal = game.potential(box).refusal
    assert isinstance(refusal, Forbidden)
    assert refusal.code == code
    if not filled:
        assert refusal.sentence == "Joker: this Yahtzee must go into Fours."
    with pytest.raises(Forbidden):
        game.play(Score(box))


@pytest.mark.parametrize("rules", REPEATING)
def test_the_bonus_is_paid_for_further_yahtzees_and_has_no_cap(rules: str) -> None:
    assert position(rules, "44444", {}).potential("yahtzee").bonus == 0
    four = position(rules, "44443", {"yahtzee": 50, "fours": 16})
    assert not any(each.bonus or each.joker or each.refusal for each in four.potentials)
    assert (four.potential("full_house").points, four.potential("ones").points) == (0, 0)
    game = position(rules, "66666", {"yahtzee": 50})
    for count, box in enumerate(["sixes", *FULL, "chance"], 1):
        game = game.play(Score(box))
        assert game.card.repeat_points == 100 * count
        game = game.admit(Rolled((6, 6, 6, 6, 6)))


@every_ruleset
def test_the_first_yahtzee_goes_wherever_the_player_likes(ruleset: Ruleset) -> None:
    game = position(ruleset.id, "44444")
    assert len(allowed(game)) == len(ruleset.boxes)
    assert (game.potential("yahtzee").points, game.potential("full_house").points) == (50, 0)
