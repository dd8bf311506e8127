"""Rule sets as plain data, read, written and refused, and described in any language."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

import yahtzee_tui
from tests.bracketed import Bracketed
from tests.catalogs import extract
from tests.rules.conformance import check_game, check_sentence
from tests.rules.house_rules import random_variation
from tests.rules.strategies import seeds
from tests.source import read_lines
from yahtzee_tui.rules import (
    BUILT_IN,
    RULESETS,
    Malformed,
    Record,
    Ruleset,
    Setup,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_summary,
    explain_turn,
    explain_wants,
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
from yahtzee_tui.translation import ENGLISH, use_catalog

HOUSE = {"id": "four-rolls", "name": "Four rolls", "based_on": "official", "rolls": 4}


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
@given(seed=seeds)
def test_random_rule_sets_pass_every_check(seed: int) -> None:
    """They are written and read, described, and played with undo into records and back."""
    try:
        ruleset = read_definition(random_variation(seed))
    except BadDefinition as bad:
        assume("no roll of the game's dice" not in bad.sentence.casefold())
        assume("doesn't go with saved_rolls" not in bad.sentence)
        assume("at most 120 columns wide" not in bad.sentence)
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
    lines = Path(__file__).with_name("faults.txt").read_text(encoding="utf-8").splitlines()[1:]
    cases: list[tuple[dict[str, Any], str]] = [({"name": date(2026, 1, 1)}, "a name must be text")]
    cases += zip(map(json.loads, lines[::2]), map(str.strip, lines[1::2]), strict=True)
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
    for wants, pattern in read_lines(__file__, "described.jsonl"):
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


def describe(ruleset: Ruleset) -> list[str]:
    return [
        *explain_turn(ruleset),
        *explain_bonuses(ruleset),
        *explain_joker(ruleset),
        explain_summary(ruleset),
        *map(explain_wants, ruleset.boxes),
    ]


def test_every_game_is_described_in_the_language_of_now() -> None:
    english = {key: describe(ruleset) for key, ruleset in BUILT_IN.items()}
    use_catalog(Bracketed("[", "]"))
    for key, ruleset in BUILT_IN.items():
        for plain, sentence in zip(english[key], describe(ruleset), strict=True):
            assert sentence.replace("[", "").replace("]", "").casefold() == plain.casefold()
            assert plain.replace("-", "").isdigit() or (sentence[0], sentence[-1]) == ("[", "]")
    use_catalog(ENGLISH)
    assert describe(BUILT_IN["kismet"]) == english["kismet"]


@pytest.mark.exhaustive
def test_what_is_said_of_a_game_in_words_of_its_own_is_in_the_catalogs() -> None:
    catalog = extract()
    use_catalog(Bracketed("[", "]"))
    for ruleset in BUILT_IN.values():
        assert ruleset.summary in catalog
        for box in ruleset.boxes:
            if explain_wants(box) == f"[{box.wants}]":
                assert box.wants in catalog or "-" in box.wants


def test_no_screen_shows_what_a_box_wants_in_english() -> None:
    for path in Path(yahtzee_tui.__file__).parent.rglob("*.py"):
        assert path.parent.name == "rules" or ".wants" not in path.read_text(encoding="utf-8")


def test_a_definition_is_in_english_whatever_is_spoken() -> None:
    own: dict[str, Any] = {
        "pairs": {"groups": [2, 2], "loose": True},
        "both": {"both": [{"groups": [2]}, {"total": 13}]},
        "steps": {"run": 3, "step": 2},
        "mine": {"any": True, "wants": "What its author wrote"},
    }
    data = {"id": "own", "name": "Own", "based_on": "official", "with": [*own], "box": own}
    english = write_definition(read_definition(data))
    use_catalog(Bracketed("[", "]"))
    ruleset = read_definition(data)
    assert write_definition(ruleset) == english
    assert explain_summary(ruleset) == (
        "[17 boxes], [upper bonus 35 at 63], [forced joker], [+100 for each extra Yahtzee]"
    )
    assert [explain_wants(ruleset.box(box)) for box in own] == [
        "[[two] pairs]; [[four] matching dice count too]",
        "[[[two] matching dice] and [a total of 13]]",
        "[[three] numbers, each [two] higher]",
        "[What its author wrote]",
    ]
