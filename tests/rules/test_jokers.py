"""What a further Yahtzee may do, in each policy, once the Yahtzee box holds 50 or a zero."""

from __future__ import annotations

import pytest

from tests.rules.conformance import every_ruleset
from tests.rules.positions import position
from yahtzee_tui.rules import Card, Forbidden, Game, Rolled, Ruleset, Score
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.rules.patterns import Groups
from yahtzee_tui.rules.ruleset import Counted, Order

REPEATING = ["official", "classic", "macintosh", "free-joker", "yz"]
FULL = {"full_house": 25, "small_straight": 30, "large_straight": 40}


def allowed(game: Game) -> dict[str, int]:
    """Return the boxes that may be filled, with their points."""
    return {
        action.box: game.potential(action.box).points
        for action in game.legal_actions
        if isinstance(action, Score)
    }


@pytest.mark.parametrize("rules", ["official", "macintosh", "free-joker", "yz"])
def test_a_joker_pays_in_full_below_once_its_own_box_is_filled(rules: str) -> None:
    """What every other state of a card allows is compared with the oracle."""
    for yahtzee, fours in ((50, 16), (50, 0), (0, 16), (0, 0)):
        game = position(rules, "44444", {"yahtzee": yahtzee, "fours": fours})
        assert allowed(game).items() >= FULL.items()
        jokers = {found.box.id for found in game.potentials if found.joker}
        assert FULL.keys() <= jokers <= FULL.keys() | {box.id for box in game.ruleset.upper}
        assert {p.bonus for p in game.potentials if not p.refusal} == {100 if yahtzee else 0}
        assert not any(p.joker for p in position(rules, "44444", {"yahtzee": yahtzee}).potentials)


def test_a_forced_joker_refuses_other_boxes() -> None:
    filled = {"yahtzee": 0}
    for box, code in (("chance", "joker_forced"), ("ones", "joker_lower")):
        game = position("official", "44444", filled)
        refusal = game.potential(box).refusal
        assert isinstance(refusal, Forbidden)
        assert refusal.code == code
        forced = refusal.sentence == "Joker: score this Yahtzee in Fours."
        assert forced is (code == "joker_forced")
        with pytest.raises(Forbidden):
            game.play(Score(box))
        filled["fours"] = 20


def test_a_group_is_a_joker_of_its_number_wherever_its_dice_lie() -> None:
    data = {"id": "four", "name": "Four", "based_on": "yatzy50", "joker": {"box": "four_of_a_kind"}}
    ruleset = read_definition(data | {"box": {"two_pairs": {"pays": "matched"}}})
    card = Card.empty(ruleset).write("four_of_a_kind", 0).write("fives", 0)
    for at in range(5):
        faces = (*[5] * at, 2, *[5] * (4 - at))
        found = {each.box.id: each.points for each in card.potentials(faces)}
        assert found.items() >= (FULL | {"two_pairs": 20, "chance": 22, "twos": 2}).items()


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
        game = game.play(Rolled((6, 6, 6, 6, 6)))


@every_ruleset
def test_the_first_yahtzee_goes_wherever_the_player_likes(ruleset: Ruleset) -> None:
    game = position(ruleset.id, "4" * ruleset.dice)
    if ruleset.order is Order.DOWN:
        assert allowed(game) == {"ones": 0}
        return
    assert len(allowed(game)) == len(ruleset.boxes)
    equal = next(b for b in ruleset.lower if b.pattern == Groups((ruleset.dice,)))
    more = 4 * ruleset.dice if equal.points.dice is Counted.ALL else 0
    assert game.potential(equal.id).points == equal.points.fixed + equal.points.first_roll + more
    houses = [box.id for box in ruleset.lower if box.pattern == Groups((3, 2))]
    assert not any(game.potential(house).points for house in houses)
