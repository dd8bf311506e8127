"""All rolls and random games compared with the oracle, whole games as they are told, and jokers.

The golden playthroughs are written down and added up by hand. Each exercises what is special in
its rule set: jokers, further Yahtzees on a box with 50 and on a scratched one, boxes that must
take a zero, and an upper total that just earns the bonus and one that just misses it.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import oracle
from tests.rules.conformance import check_game, every_ruleset, malformed_code, record_of
from tests.rules.othersets import OTHERS, registered
from tests.rules.positions import dice, position
from tests.rules.strategies import seeds, walk
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Card,
    Forbidden,
    Game,
    Malformed,
    Ruleset,
    Score,
    Section,
    Setup,
    attainable_points,
)
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.rules.patterns import Both, Groups, OneColor, Pattern, Run, Several, Total
from yahtzee_tui.rules.records import read_text, write_text
from yahtzee_tui.rules.ruleset import count_faces

ROLLS = list(combinations_with_replacement(range(1, 7), 5))


def rolls_of(ruleset: Ruleset) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(1, 7), ruleset.dice))


def equal_rolls_of(ruleset: Ruleset) -> list[tuple[int, ...]]:
    return [(face,) * ruleset.dice for face in range(1, 7)]


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


@pytest.mark.parametrize("loose", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_groups_are_the_best_that_the_dice_have(loose: bool) -> None:
    """Every choice of faces is tried; loose groups may share one, as far as its dice suffice."""
    for sizes in ((2,), (2, 2), (3, 2), (4, 2), (3, 3), (2, 2, 2), (3, 2, 1), (5,)):
        groups, tried = Groups(sizes, loose=loose), list[Counter[int]]()
        for chosen in product(range(1, 7), repeat=len(sizes)):
            if loose or len(set(chosen)) == len(sizes):
                tried.append(Counter())
                for face, size in zip(chosen, sizes, strict=True):
                    tried[-1][face] += size
        for roll in (*ROLLS, *combinations_with_replacement(range(1, 7), 6)):
            counts = count_faces(roll)
            sums = (sum(need.elements()) for need in tried if _has(counts, need))
            assert groups.matched(counts) == max(sums, default=None), (sizes, roll)


def _has(counts: Sequence[int], needed: Counter[int]) -> bool:
    return all(counts[face - 1] >= number for face, number in needed.items())


def test_patterns_of_one_color_and_of_totals() -> None:
    def matched(pattern: Pattern, faces: str) -> int | None:
        return pattern.matched(count_faces(dice(faces)))

    assert matched(Run(4), "23456") == 18
    assert matched(Run(5, start=1), "23456") is None
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
    found = [matched(pairs, each) for each in ("66115", "66112", "65522", "44443", "66223")]
    assert found == [14, 14, 14, 16, None]
    rigole = OneColor(Groups((4, 1)))
    assert [matched(rigole, each) for each in ("66661", "66665", "66666")] == [25, None, None]


def test_what_no_five_dice_can_show_is_refused() -> None:
    for code, texts in {"bad_dice": ("1234", "123456", ""), "bad_face": ("01234", "12347")}.items():
        for text in texts:
            assert malformed_code(OFFICIAL.check_faces, dice(text)) == code
    with pytest.raises(Malformed):
        OFFICIAL.check_faces((1, 2, 3, 4, True))


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


GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parent / "examples.txt"

TOTALS = Path(__file__).with_name("totals.txt").read_text().splitlines()


@registered()
def test_examples(subtests: pytest.Subtests) -> None:
    lines = [line for line in EXAMPLES.read_text().splitlines() if line and line[0] != "#"]
    for line in lines:
        rulesets, faces, *boxes = line.split()
        points = {box: int(said) for box, _, said in (each.partition("=") for each in boxes)}
        for rules in rulesets.split(","):
            for face in "123456" if "x" in faces else "1":
                with subtests.test(line, rules=rules, face=face):
                    game = position(rules, faces.replace("x", face))
                    assert {box: game.potential(box).points for box in points} == points
                    assert all(game.potential(box).refusal is None for box in points)


@every_ruleset
def test_the_golden_playthrough_ends_as_added_up_by_hand(ruleset: Ruleset) -> None:
    text = (GOLDEN / f"{ruleset.id}.txt").read_text(encoding="utf-8")
    reading = read_text(text)
    played, record = reading.replay(), record_of(reading)
    assert (reading.faults, played.faults) == ((), ())
    game = played.game
    assert record.setup.rules == ruleset.id
    assert game.is_over
    cards = (
        f"{card.upper_total} {card.upper_bonus} {card.lower_total} {card.repeats} "
        f"{card.grand_total}"
        for card in game.cards
    )
    assert f"{ruleset.id}: {', '.join(cards)}" in TOTALS
    assert game.winners == (0,)
    assert write_text(record) == text
