"""Descriptions of games in another language than English, which definitions are always in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import yahtzee_tui
from tests.bracketed import Bracketed
from tests.catalogs import extract
from yahtzee_tui.rules import (
    BUILT_IN,
    explain_bonuses,
    explain_joker,
    explain_summary,
    explain_turn,
    explain_wants,
)
from yahtzee_tui.rules.definition import read_definition, write_definition
from yahtzee_tui.translation import ENGLISH, use_catalog

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset


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
