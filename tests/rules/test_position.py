"""Positions in one line: every position of a game comes back, and each fault gets a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence
from tests.rules.strategies import seeds, walk
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Game, Malformed, Position
from yahtzee_tui.rules.definition import parse_definition

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = '{"id": "four-rolls", "name": "Four rolls", "based_on": "official", "rolls": 4}'
EMPTY = ",".join("." * 13)


@pytest.fixture(scope="module", autouse=True)
def house_rules() -> Iterator[None]:
    ruleset = parse_definition(HOUSE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, ruleset.key, ruleset)
        yield


@settings(max_examples=40)
@given(st.data(), seeds)
def test_every_position_of_a_game_round_trips(data: st.DataObject, seed: int) -> None:
    rules = data.draw(st.sampled_from([*RULESETS]))
    for history in walk(Game.start(RULESETS[rules], ("Ann",)), seed):
        game = history.game
        position = Position.of(game)
        text = str(position)
        assert Position.parse(text) == position
        assert str(Position.parse(text)) == text
        assert replace(position.game("Ann"), held=game.held) == game


def test_the_text_has_what_the_docstring_says() -> None:
    text = "official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531"
    card, roll, faces, _ = Position.parse(text)
    assert (card["threes"], card["full_house"], card["twos"]) == (9, 25, None)
    assert (card.repeats, roll, faces) == (1, 2, (5, 5, 5, 3, 1))
    assert str(Position(Card.empty(OFFICIAL))) == f"official {EMPTY} r0"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a rule set, a card, a roll number and dice."),
        (f"official {EMPTY}", "is not a rule set, a card, a roll number and dice."),
        (f"yatzie {EMPTY} r1 12345", "'yatzie' is not a rule set; did you mean yatzy?"),
        ("official 1,2 r1 12345", "A card of Yahtzee has 13 boxes, not 2."),
        (f"official {EMPTY[:-1]}x r1 12345", "'x' is not a number of points."),
        (f"official {EMPTY[:-1]}31 r1 12345", "Chance can't hold '31'."),
        (f"official {EMPTY}+1 r1 12345", "'1' bonuses can't be on this card."),
        (f"official {EMPTY} r4 12345", "The roll number must be r0 to r3, not 'r4'."),
        (f"official {EMPTY} r1+1 12345", "So many rolls can't be saved here: 1."),
        (f"official {EMPTY} 2 12345", "The roll number must be r0 to r3, not '2'."),
        (f"official {EMPTY} r1 1234a", "'1234a' is not a set of dice."),
        (f"official {EMPTY} r1 1234", "A roll shows 5 dice, not 4."),
        (f"official {EMPTY} r1 12347", "A die shows 1 to 6, not 7."),
        (f"official {EMPTY} r0 12345", "There are no dice before the first roll."),
        (f"official {EMPTY.replace('.', '0')} r1 12345", "once every box is filled."),
    ],
)
def test_a_fault_is_told_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(Malformed) as fault:
        Position.parse(text)
    check_sentence(fault.value.sentence)
    assert said in fault.value.sentence
