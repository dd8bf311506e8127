"""Names of games and boxes in other languages: found in each, and part of no record."""

import pytest

from tests.catalogs import CATALOGS, list_boxes
from tests.source import read_lines
from yahtzee_tui.rules import BUILT_IN, RULESETS, find_box, match_boxes
from yahtzee_tui.rules.ruleset import WIDEST_SHORT
from yahtzee_tui.settings import LANGUAGES, apply_language, find_language
from yahtzee_tui.settings.languages import _read_names, read_languages, use_language
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import read_catalog

CODES = [code for code in LANGUAGES if code != "auto"]


@pytest.mark.slow
@pytest.mark.usefixtures("own_rulesets")
def test_every_language_names_every_box_and_finds_it() -> None:
    for code in CODES:
        use_language(code)
        for key, ruleset in BUILT_IN.items():
            named = RULESETS[key]
            assert named == ruleset
            assert hash(named) == hash(ruleset)
            for box, english in zip(named.boxes, ruleset.boxes, strict=True):
                assert cell_width(box.short) <= WIDEST_SHORT, (code, key, box.short)
                own = box.name, box.short, box.name.upper()
                for text in (*own, english.id, english.code, english.name, english.short):
                    assert find_box(named, text).id == box.id, (code, key, text)
                    assert match_boxes(named, text)[0].id == box.id
    use_language("en")
    assert [box.name for rules in RULESETS.values() for box in rules.boxes] == [
        box.name for rules in BUILT_IN.values() for box in rules.boxes
    ]


def test_every_language_has_a_catalog_and_a_name_for_each_box_named_in_english_only() -> None:
    assert {path.stem for path in CATALOGS.glob("*.po")} == set(CODES) - {"en"}, "see LANGUAGES"
    for code in set(CODES) - {"en"}:
        assert {*_read_names(code)["any"]} == {*list_boxes()}, code


@pytest.mark.usefixtures("own_rulesets")
def test_names_of_a_language() -> None:
    use_language("sv")
    yatzy = RULESETS["yatzy"]
    assert yatzy.box("full_house").name == "K\u00e5k"
    assert find_box(yatzy, "kak") is find_box(yatzy, "full house") is yatzy.box("full_house")
    assert RULESETS["forced-yatzy"].name == "Tv\u00e5ngsyatzy"
    assert RULESETS["yacht"].box("yahtzee").name == "Yacht", "a game's own name stays"
    assert RULESETS["kniffel"].box("ones").name == "Einer"
    use_language("de")
    assert find_box(RULESETS["official"], "grosse strasse").short == "Gr. Stra\u00dfe"
    for code, name in (("de", "Einer"), ("en", "Ones"), ("sv", "Ettor"), ("en", "Ones")):
        apply_language(code, {"LANG": "en_US.UTF-8"})
        assert RULESETS["official"].box("ones").name == name


def test_the_language_is_that_of_the_environment_unless_one_is_chosen() -> None:
    for environment, code in read_lines(__file__, "environments.jsonl"):
        assert find_language("auto", environment) == code
        assert find_language("fi", environment) == "fi"


def test_all_languages_can_be_read_at_once() -> None:
    """So that no session of a server has to read files."""
    for function in (read_catalog, _read_names):
        function.cache_clear()
    read_languages()
    for function in (read_catalog, _read_names):
        assert function.cache_info().currsize == len(CODES) - 1, "all but English"
