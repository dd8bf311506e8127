"""Positions in one line: every position of a game comes back, and each fault gets a sentence."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence
from tests.rules.strategies import seeds, walk
from tests.source import read_faults
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Game, Malformed, Position
from yahtzee_tui.rules.definition import parse_definition

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


@pytest.mark.parametrize(("text", "said"), read_faults(__file__, "position_faults.txt").items())
def test_a_fault_is_told_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(Malformed) as fault:
        Position.parse(text)
    check_sentence(fault.value.sentence)
    assert said in fault.value.sentence
