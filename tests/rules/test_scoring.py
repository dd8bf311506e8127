"""All 252 rolls in every box, with and without jokers, compared with the oracle; and the counts."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product

import pytest

from tests.rules import oracle
from tests.rules.test_conformance import every_ruleset
from yahtzee_tui.rules import (
    OFFICIAL,
    Card,
    Game,
    Hold,
    Rolled,
    Ruleset,
    Section,
    attainable_points,
)
from yahtzee_tui.rules.ruleset import Groups, Run, count_faces

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
YAHTZEES = [roll for roll in ROLLS if roll[0] == roll[4]]


def test_there_are_252_rolls() -> None:
    every = {count_faces(faces) for faces in product(range(1, 7), repeat=5)}
    assert len(every) == len(ROLLS) == 252


def test_there_are_462_keeps() -> None:
    """A keep is what the held dice show: any multiset of none to five dice."""
    keeps = {
        tuple(sorted(roll[position] for position in hold))
        for roll in ROLLS
        for size in range(6)
        for hold in combinations(range(5), size)
    }
    assert len(keeps) == 462


@every_ruleset
def test_there_are_32_holds(ruleset: Ruleset) -> None:
    game = Game.start(ruleset, ("Ann",)).apply(Rolled((1, 2, 3, 4, 6)))
    holds = {action for action in game.legal_actions if isinstance(action, Hold)}
    assert len(holds) == 32


@every_ruleset
def test_the_order_of_the_dice_means_nothing(ruleset: Ruleset) -> None:
    for roll in ROLLS[::9] + YAHTZEES:
        shuffled = roll[2:] + roll[:2]
        assert ruleset.points(roll) == ruleset.points(roll[::-1]) == ruleset.points(shuffled), roll


@every_ruleset
def test_plain_dice_score_as_the_oracle_says(ruleset: Ruleset) -> None:
    for roll in ROLLS:
        expected = tuple(oracle.plain(ruleset.id, box.id, roll) for box in ruleset.boxes)
        assert ruleset.points(roll) == expected, roll


@every_ruleset
def test_a_yahtzee_scores_as_the_oracle_says(ruleset: Ruleset) -> None:
    """Every state of a card that a joker asks about."""
    states = product(YAHTZEES, (None, 0, 50), (None, 0, 5), (None, 0))
    for roll, yahtzee, matching, lower in states:
        scores: dict[str, int | None] = {
            box.id: lower if box.section is Section.LOWER else None for box in ruleset.boxes
        }
        scores |= {ruleset.matching[roll[0]].id: matching, "yahtzee": yahtzee}
        card = Card(ruleset, tuple(scores.values()))
        for found in card.potentials(roll):
            said = None if found.refusal else (found.points, found.bonus)
            expected = oracle.potential(ruleset.id, scores, found.box.id, roll)
            assert said == expected, (roll, scores, found)


@every_ruleset
def test_attainable_points_are_what_the_oracle_can_pay(ruleset: Ruleset) -> None:
    filled: dict[str, int | None] = {box.id: 0 for box in ruleset.boxes}
    for box in ruleset.boxes:
        paid = {oracle.plain(ruleset.id, box.id, roll) for roll in ROLLS}
        late = (oracle.potential(ruleset.id, filled | {box.id: None}, box.id, r) for r in ROLLS)
        jokers = {found[0] for found in late if found}
        assert attainable_points(ruleset, box.id) == {0} | paid | jokers


@pytest.mark.parametrize("dice", [5, 6])
@pytest.mark.parametrize("sizes", [(2,), (2, 2), (3, 2), (4, 2), (3, 3), (2, 2, 2), (5,)])
def test_groups_are_the_best_that_the_dice_have(sizes: tuple[int, ...], dice: int) -> None:
    """The pattern takes the highest face for the largest group; here every choice is tried."""
    groups = Groups(sizes)
    for roll in combinations_with_replacement(range(1, 7), dice):
        choices = [
            sum(face * size for face, size in zip(chosen, sizes, strict=True))
            for chosen in product(range(1, 7), repeat=len(sizes))
            if len(set(chosen)) == len(sizes)
            and all(roll.count(face) >= size for face, size in zip(chosen, sizes, strict=True))
        ]
        assert groups.matched(count_faces(roll)) == max(choices, default=None), roll


def test_runs_take_the_highest() -> None:
    assert Run(4).matched(count_faces((2, 3, 4, 5, 6))) == 18
    assert Run(4).matched(count_faces((1, 2, 3, 4, 6))) == 10
    assert Run(5, start=1).matched(count_faces((2, 3, 4, 5, 6))) is None
    assert Run(3).matched(count_faces((1, 1, 2, 4, 5))) is None


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ((1, 2, 3, 4), "bad_dice"),
        ((1, 2, 3, 4, 5, 6), "bad_dice"),
        ((), "bad_dice"),
        ((0, 1, 2, 3, 4), "bad_face"),
        ((1, 2, 3, 4, 7), "bad_face"),
        ((1, 2, 3, 4, True), "bad_face"),
    ],
)
def test_what_no_five_dice_can_show_is_refused(faces: tuple[int, ...], code: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        OFFICIAL.check_faces(faces)
    assert getattr(refused.value, "code", "") == code
