"""All rolls in every box, with and without jokers, compared with the oracle."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from tests.rules import oracle
from tests.rules.conformance import every_ruleset, malformed_code
from tests.rules.positions import dice
from yahtzee_tui.rules import (
    OFFICIAL,
    Card,
    Game,
    Hold,
    Malformed,
    Rolled,
    Ruleset,
    Section,
    attainable_points,
)
from yahtzee_tui.rules.patterns import Both, Groups, OneColor, Pattern, Run, Several, Total
from yahtzee_tui.rules.ruleset import count_faces

ROLLS = list(combinations_with_replacement(range(1, 7), 5))


def rolls_of(ruleset: Ruleset) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(1, 7), ruleset.dice))


def equal_rolls_of(ruleset: Ruleset) -> list[tuple[int, ...]]:
    return [(face,) * ruleset.dice for face in range(1, 7)]


@every_ruleset
def test_every_die_is_held_or_not_and_the_order_of_the_dice_means_nothing(ruleset: Ruleset) -> None:
    game = Game.start(ruleset, ("Ann",)).play(Rolled((1, 2, 3, 4, 6, 6)[: ruleset.dice]))
    assert sum(isinstance(action, Hold) for action in game.legal_actions) == (2**ruleset.dice)
    for roll in rolls_of(ruleset)[::9] + equal_rolls_of(ruleset):
        shuffled = roll[2:] + roll[:2]
        assert ruleset.points(roll) == ruleset.points(roll[::-1]) == ruleset.points(shuffled), roll


@every_ruleset
def test_plain_dice_score_as_the_oracle_says(ruleset: Ruleset) -> None:
    for roll in rolls_of(ruleset):
        expected = tuple(oracle.plain(ruleset.id, box.id, roll) for box in ruleset.boxes)
        assert ruleset.points(roll) == expected, roll


@every_ruleset
def test_a_yahtzee_scores_as_the_oracle_says(ruleset: Ruleset) -> None:
    """Every state of a card that a joker asks about."""
    states = product(equal_rolls_of(ruleset), (None, 0, 50), (None, 0, 5), (None, 0))
    for roll, yahtzee, matching, lower in states:
        scores: dict[str, int | None] = {
            box.id: lower if box.section is Section.LOWER else None for box in ruleset.boxes
        }
        scores[ruleset.matching[roll[0]].id] = matching
        if "yahtzee" in scores:
            scores["yahtzee"] = yahtzee
        card = Card(ruleset, tuple(scores.values()))
        for found in card.potentials(roll):
            said = None if found.refusal else (found.points, found.bonus)
            expected = oracle.potential(ruleset.id, scores, found.box.id, roll)
            assert said == expected, (roll, scores, found)


@every_ruleset
def test_attainable_points_are_what_the_oracle_can_pay(ruleset: Ruleset) -> None:
    filled: dict[str, int | None] = {box.id: 0 for box in ruleset.boxes}
    rolls = rolls_of(ruleset)
    for box in ruleset.boxes:
        paid = {
            oracle.plain(ruleset.id, box.id, roll, is_first=is_first)
            for roll in rolls
            for is_first in (False, True)
        }
        late = (oracle.potential(ruleset.id, filled | {box.id: None}, box.id, r) for r in rolls)
        jokers = {found[0] for found in late if found}
        assert attainable_points(ruleset, box.id) == {0} | paid | jokers


def test_groups_are_the_best_that_the_dice_have() -> None:
    """The pattern takes the highest face for the largest group; here every choice is tried."""
    for sizes in ((2,), (2, 2), (3, 2), (4, 2), (3, 3), (2, 2, 2), (5,)):
        groups = Groups(sizes)
        tried = [each for each in product(range(1, 7), repeat=len(sizes)) if _differ(each)]
        for roll in (*ROLLS, *combinations_with_replacement(range(1, 7), 6)):
            choices = [
                sum(face * size for face, size in zip(chosen, sizes, strict=True))
                for chosen in tried
                if all(roll.count(face) >= size for face, size in zip(chosen, sizes, strict=True))
            ]
            assert groups.matched(count_faces(roll)) == max(choices, default=None), (sizes, roll)


def _differ(faces: tuple[int, ...]) -> bool:
    return len(set(faces)) == len(faces)


@pytest.mark.slow
def test_loose_groups_may_share_a_face() -> None:
    """Every choice of faces is tried, which a face may be in as often as its dice suffice."""
    for sizes in ((2, 2), (3, 2), (2, 2, 2), (4, 2), (3, 3), (3, 2, 1)):
        tried = list(product(range(1, 7), repeat=len(sizes)))
        for roll in (*ROLLS, *combinations_with_replacement(range(1, 7), 6)):
            choices = []
            for chosen in tried:
                pairs = list(zip(chosen, sizes, strict=True))
                needed = {face: sum(n for f, n in pairs if f == face) for face in chosen}
                if all(roll.count(face) >= number for face, number in needed.items()):
                    choices.append(sum(face * size for face, size in pairs))
            found = Groups(sizes, loose=True).matched(count_faces(roll))
            assert found == max(choices, default=None), (sizes, roll)


def test_patterns_of_one_color_and_of_totals() -> None:
    def matched(pattern: Pattern, faces: str) -> int | None:
        return pattern.matched(count_faces(dice(faces)))

    assert matched(Run(3, step=2), "12346") == 12
    assert matched(Run(3, 1, step=2), "12346") is None
    assert matched(Run(3, 1, step=2), "12356") == 9
    assert matched(Total(13), "12334") == 13
    assert matched(Total(13), "12335") is None
    assert matched(Several(3), "12346") == 13
    assert matched(Both((Groups((2,)), Total(13))), "355") == 10
    assert matched(Both((Groups((2,)), Total(13))), "346") is None
    assert matched(OneColor(Several(5)), "16161") == 15
    assert matched(OneColor(Several(5)), "16162") is None
    assert matched(OneColor(Several(3)), "52334") == 10
    pairs = OneColor(Groups((2, 2), loose=True))
    assert [matched(pairs, each) for each in ("66115", "66112", "65522", "44443", "66223")] == [
        14,
        14,
        14,
        16,
        None,
    ]
    rigole = OneColor(Groups((4, 1)))
    assert [matched(rigole, each) for each in ("66661", "66665", "66666")] == [25, None, None]


def test_runs_take_the_highest() -> None:
    assert Run(4).matched(count_faces((2, 3, 4, 5, 6))) == 18
    assert Run(4).matched(count_faces((1, 2, 3, 4, 6))) == 10
    assert Run(5, start=1).matched(count_faces((2, 3, 4, 5, 6))) is None
    assert Run(3).matched(count_faces((1, 1, 2, 4, 5))) is None


def test_what_no_five_dice_can_show_is_refused() -> None:
    for code, texts in {"bad_dice": ("1234", "123456", ""), "bad_face": ("01234", "12347")}.items():
        for text in texts:
            assert malformed_code(OFFICIAL.check_faces, dice(text)) == code
    with pytest.raises(Malformed):
        OFFICIAL.check_faces((1, 2, 3, 4, True))
