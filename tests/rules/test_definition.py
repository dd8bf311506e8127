"""Rule sets as plain data: what is written is read again, and every fault has a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.rules.conformance import check_game, check_sentence
from tests.rules.strategies import seeds
from yahtzee_tui.rules import (
    RULESETS,
    Game,
    Malformed,
    Record,
    Setup,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_turn,
    find_ruleset,
    register,
)
from yahtzee_tui.rules.definition import (
    define,
    format_definition,
    parse_definition,
    read_definition,
    write_definition,
)
from yahtzee_tui.rules.definition_reader import BadDefinition, write_pattern
from yahtzee_tui.rules.describe import describe_pattern
from yahtzee_tui.rules.patterns import Anything, Groups, OneColor, Run
from yahtzee_tui.rules.records import read_record, write_record

HOUSE = {"id": "four-rolls", "name": "Four rolls", "based_on": "official", "rolls": 4}

_KNOWN = [box.id for ruleset in RULESETS.values() for box in ruleset.boxes if box.pattern.size <= 5]
_LOWER = sorted({*_KNOWN} - {box.id for box in RULESETS["official"].upper})
_SINGLE: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"run": st.integers(2, 5)}),
    st.fixed_dictionaries({"run": st.just(3)}, optional={"start": st.just(2), "step": st.just(2)}),
    st.fixed_dictionaries(
        {"groups": st.sampled_from([[2], [3], [4], [2, 2], [3, 2], [5]])},
        optional={"loose": st.booleans(), "one_color": st.booleans()},
    ),
    st.fixed_dictionaries({"total": st.integers(8, 20)}),
    st.fixed_dictionaries({"several": st.integers(2, 5), "one_color": st.just(True)}),
    st.just({"any": True}),
)
_PATTERNS = _SINGLE | st.fixed_dictionaries({"both": st.tuples(_SINGLE, _SINGLE).map(list)})
_PAYS = st.one_of(
    st.integers(1, 99),
    st.sampled_from(["sum", "matched", {"fixed": 20, "add": "sum"}, {"fixed": 7}]),
)
_OWN_BOX = st.builds(lambda pattern, pays: pattern | {"pays": pays}, _PATTERNS, _PAYS)
definitions = st.fixed_dictionaries(
    {
        "id": st.from_regex(r"x[a-z0-9-]{1,20}", fullmatch=True),
        "name": st.sampled_from(["House", "Große Runde", "家の規則"]),
        "based_on": st.sampled_from([key for key, each in RULESETS.items() if each.dice >= 5]),
    },
    optional={
        "dice": st.integers(5, 8),
        "rolls": st.integers(1, 5),
        "saved_rolls": st.booleans(),
        "order": st.sampled_from(["any", "down", "up"]),
        "joker": st.just({}),
        "repeat_bonus": st.just({}),
        "upper_bonus": st.sampled_from([[], [[60, 30]], [[63, 35], [70, 50]]]),
        "with": st.lists(st.sampled_from(_LOWER), max_size=3, unique=True),
        "box": st.just({}),
    },
)


def codes(data: dict[str, Any]) -> list[str]:
    """Return the sentences of everything that is wrong with a definition."""
    with pytest.raises(BadDefinition) as bad:
        read_definition(data)
    check_sentence(bad.value.sentence)
    return [fault.sentence for fault in bad.value.faults]


def test_every_rule_set_is_written_and_read() -> None:
    for ruleset in RULESETS.values():
        same = replace(ruleset, id=f"x-{ruleset.id}", name=f"My {ruleset.name}")
        written = write_definition(same)
        found = read_definition(json.loads(json.dumps(written)))
        assert found == same
        assert write_definition(found) == written
        derived = read_definition({"id": same.id, "name": "Derived", "based_on": ruleset.id})
        assert derived == same
        assert derived.key == found.key != ruleset.key == ruleset.id
        for box in ruleset.boxes:
            is_any = isinstance(box.pattern, Anything)
            assert (describe_pattern(box.pattern) == "Any dice") is is_any, box.id


def test_the_longest_summary_made_from_rules_is_read_back() -> None:
    bonus = {"box": "yahtzee", "holds": 50, "points": 100}
    saving = {"dice": 6, "rolls": 1, "saved_rolls": True, "order": "down"}
    bonuses = {"upper_bonus": [[105, 199]], "repeat_bonus": bonus, "joker": {}}
    ruleset = read_definition(
        {"id": "long", "name": "Long", "based_on": "official"} | saving | bonuses
    )
    assert len(ruleset.summary) > 120
    assert read_definition(write_definition(ruleset)) == ruleset


@settings(max_examples=8)
@given(data=definitions, own=_OWN_BOX, seed=seeds)
def test_random_rule_sets_pass_every_check(
    data: dict[str, Any], own: dict[str, Any], seed: int
) -> None:
    """They are written and read, described, and played with undo into records and back."""
    dice = max(5, data.get("dice", 5), RULESETS[data["based_on"]].dice)
    boxes = {"with": [*data.get("with", []), "own_box"], "box": {"own_box": own}}
    try:
        ruleset = read_definition(data | boxes | {"dice": dice})
    except BadDefinition as bad:
        assume("no dice of the game show" not in bad.sentence.casefold())
        assume("doesn't go with saved_rolls" not in bad.sentence)
        raise
    assert read_definition(write_definition(ruleset)) == ruleset
    for sentence in (
        *explain_turn(ruleset), *explain_bonuses(ruleset), *explain_joker(ruleset),
        *(f"{box.name}: {box.wants}: {explain_points(box)}." for box in ruleset.boxes),
    ):  # fmt: skip
        check_sentence(sentence)
    key, definition = define(ruleset)
    setup = Setup(key, ("Ann",), dice="system", definition=definition)
    assert setup.ruleset == ruleset
    check_game(setup, seed)


@pytest.mark.usefixtures("own_rulesets")
def test_rules_are_registered_by_id_and_version() -> None:
    ruleset = read_definition(HOUSE)
    key = register(ruleset)
    assert key.startswith("four-rolls~")
    assert find_ruleset("four-rolls") is find_ruleset(key) is ruleset
    later = read_definition(HOUSE | {"rolls": 5})
    assert later.key != key, "two versions share no list of scores"
    assert read_definition(HOUSE | {"name": "Renamed"}).key == key
    assert later != ruleset


def test_a_house_rule_with_a_name_of_the_program_has_a_mark() -> None:
    names = {
        "Yahtzee": "Yahtzee (house)",
        "yahtzee!": "yahtzee! (house)",
        "Kniffel" + 23 * ".": "Kniffel............... (house)",
        "Yahtzee for us": "Yahtzee for us",
    }
    for name, marked in names.items():
        ruleset = read_definition(HOUSE | {"name": name})
        assert ruleset.name == marked
        assert parse_definition(format_definition(ruleset)).name == marked


def test_a_record_says_what_is_wrong_with_its_rules() -> None:
    key, definition = define(read_definition(HOUSE))
    text = write_record(Record(Setup(key, ("Ann",), definition=definition)))
    cases = {
        text.replace('"rolls":4', '"rolls":40'): "bad_ruleset",
        text.replace('"rules":"four-rolls"', '"rules":"five-rolls"'): "bad_ruleset",
        text.replace('"ruleset":{', '"other":{'): "unknown_rules",
        text.replace('"ruleset":{', '"ruleset":7,"other":{'): "bad_ruleset",
        text.replace('"id":"four-rolls"', '"id":"official"'): "bad_ruleset",
    }
    for spoilt, code in cases.items():
        (fault,) = read_record(spoilt).faults
        assert fault.code == code, fault
        check_sentence(fault.sentence)


def test_every_fault_is_found_at_its_key() -> None:
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    cases: list[tuple[dict[str, Any], str]] = [
        ({"rolls": 40}, "rolls must be 1 to 9"),
        ({"rolls": True}, "rolls must be 1 to 9"),
        ({"dice": 0}, "dice must be 1 to 8"),
        ({"rols": 4}, "'rols' is not a key; did you mean rolls?"),
        ({"id": "Four Rolls"}, "the id must be 2 to 24 small letters, digits or hyphens"),
        ({"id": "official"}, "the id official belongs to the program; choose another"),
        ({"name": "x" * 31}, "a name can be at most 30 columns"),
        ({"name": "\x1b[0m"}, "a name can't contain the character U+001B"),
        ({"name": date(2026, 1, 1)}, "a name must be text"),
        ({"name": "\u2800\u3164"}, "a name can't contain the character U+2800"),
        ({"box": {"chance": {"name": 7}}}, "a name must be text"),
        ({"based_on": "offical"}, "'offical' is not a rule set; did you mean official?"),
        ({"without": ["one_pair"]}, "box 'one_pair' is not on the card, so it can't be left out"),
        ({"boxes": "ones"}, "boxes must be a list of box ids"),
        ({"boxes": ["ones", "ones"]}, "boxes has 'ones' twice"),
        ({"with": ["castle"]}, "box 'castle' is not known and has no pattern"),
        (
            {"box": {"castle": {"any": True}}},
            "box 'castle' is not on the card",
        ),
        (
            {"box": {"chance": {"run": 3, "groups": [2]}}},
            "box chance has two patterns, groups and run",
        ),
        ({"box": {"chance": {"groups": [3, 3]}}}, "box chance needs 6 dice, and the game has 5"),
        (
            {"box": {"chance": {"groups": [7, 3], "loose": True}}},
            "box chance needs 10 dice, and the game has 5",
        ),
        ({"box": {"chance": {"run": 3, "start": 1, "step": 3}}}, "box chance wants the face 7"),
        ({"box": {"chance": {"groups": [2], "step": 2}}}, "step doesn't go with groups"),
        ({"box": {"chance": {"any": True, "loose": True}}}, "loose doesn't go with any"),
        ({"box": {"chance": {"total": 99}}}, "total must be 1 to 72"),
        ({"box": {"chance": {"total": 31}}}, "no dice of the game show what box chance wants"),
        ({"box": {"chance": {"both": [{"any": True}]}}}, "both must be a list of 2 to 4 patterns"),
        ({"box": {"chance": {"both": [{"run": 3}, {"stat": 1}]}}}, "'stat' is not a key"),
        ({"box": {"chance": {"several": 3, "one_color": 1}}}, "one_color must be true or false"),
        (
            {"sides": 8, "box": {"chance": {"several": 3, "one_color": True}}},
            "box chance is of one color, so dice can have at most 6 sides",
        ),
        ({"box": {"chance": {"pays": "all"}}}, "pays must be a number from 1 to 999"),
        ({"box": {"chance": {"pays": 0}}}, "pays must be a number from 1 to 999"),
        ({"box": {"chance": {"pays": {"add": "all"}}}}, 'add must be "sum" or "matched"'),
        ({"box": {"chance": {"pays": {"add": ["sum"]}}}}, 'add must be "sum" or "matched"'),
        ({"box": {"chance": {"name": "Everything counts"}}}, "give a short name of at most 11"),
        (
            {"box": {"full_house": {"example": [3, 3, 3, 3, 5]}}},
            "the example of full_house, 3 3 3 3 5",
        ),
        ({"box": {"chance": {"code": "?"}}}, "a code must be a capital letter and a number"),
        ({"box": 7}, "box must be a table"),
        ({"order": "sideways"}, 'order must be "any", "down" or "up"'),
        ({"upper_bonus": [[63]]}, "upper_bonus must be a list such as [[63, 35]]"),
        ({"upper_bonus": [[71, 55], [63, 35]]}, "the upper bonus must rise, and 63 follows 71"),
        (
            {"upper_bonus": [[200, 35]]},
            "the upper bonus needs 200, and the upper boxes pay at most 105",
        ),
        ({"joker": {"box": "chance"}}, "the joker needs a box for 3 or more equal dice"),
        ({"boxes": [*upper[:3], "yahtzee"]}, "the joker needs an upper box for the face 4"),
        ({"boxes": upper}, "the repeat bonus is for the box 'yahtzee', which is not on the card"),
        ({"repeat_bonus": {"pionts": 3}}, "'pionts' is not a key; did you mean points?"),
    ]
    for change, sentence in cases:
        found = codes(HOUSE | change)
        assert any(sentence in each for each in found), (change, found)
        assert all(each.isprintable() for each in found)


def test_a_fault_of_two_parts_is_named_once() -> None:
    parts = {"both": [{"rum": 3}, {"rum": 4}]}
    found = codes(HOUSE | {"box": {"chance": parts}})
    assert found[0] == "'rum' is not a key; did you mean run?"
    assert len({*found}) == len(found) == 2


def test_what_no_definition_is_is_refused() -> None:
    for text in ("", "7", "[]", '{"id":' * 9000, "{" + " " * 64_000 + "}"):
        with pytest.raises(Malformed):
            parse_definition(text)
    text = format_definition(find_ruleset("official"))
    with pytest.raises(BadDefinition, match="belongs to the program"):
        parse_definition(text)


def test_patterns_are_described() -> None:
    described = {
        "Three of one number and two of another": {"groups": [3, 2]},
        "Three of one number and two of another; five matching dice count too": {
            "groups": [3, 2],
            "loose": True,
        },
        "Two pairs; four matching dice count too": {"groups": [2, 2], "loose": True},
        "1-3-5": {"run": 3, "start": 1, "step": 2},
        "Three numbers, each two higher": {"run": 3, "step": 2},
        "A total of 13": {"total": 13},
        "Two matching dice and a total of 13": {"both": [{"groups": [2]}, {"total": 13}]},
        "Any five dice, all of one color": {"several": 5, "one_color": True},
    }
    for wants, pattern in described.items():
        box = read_definition(HOUSE | {"with": ["own"], "box": {"own": pattern}}).box("own")
        assert box.wants == wants
        assert write_pattern(box.pattern) == pattern


def test_a_known_box_changes_only_in_what_is_said() -> None:
    changes: dict[str, Any] = {
        "full_house": {"loose": True},
        "small_straight": {"start": 2},
        "yahtzee": {"one_color": True},
    }
    ruleset = read_definition(HOUSE | {"joker": {}, "repeat_bonus": {}, "box": changes})
    assert ruleset.box("full_house").pattern == Groups((3, 2), loose=True)
    assert ruleset.box("small_straight").pattern == Run(4, start=2)
    assert ruleset.box("yahtzee").pattern == OneColor(Groups((5,)))
    assert "1 and 6 are black, 2 and 5 are red and 3 and 4 are green." in " ".join(
        explain_turn(ruleset)
    )
    assert ruleset.colors == ("black", "red", "green", "green", "red", "black")
    assert read_definition(HOUSE).colors == ()


def test_a_game_of_house_rules_begins() -> None:
    ruleset = read_definition(HOUSE)
    assert Game.start(ruleset, ("Ann",)).rounds == 13
    assert ruleset.summary.startswith("13 boxes, 4 rolls, upper bonus 35 at 63, forced joker")
