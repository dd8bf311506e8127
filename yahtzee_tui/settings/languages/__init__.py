"""The languages of the program, with files beside this module.

The sentences are catalogs of GNU gettext: `de.po` is what translators edit, `de.json` what is read.

The names of boxes and games are a TOML file each. A name belongs to a game and a box: the table of
a game goes before the table `any`. A name that wants more than 11 columns has a short one behind a
slash. Rule sets that differ in names only are equal, so records and results are the same in every
language.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import BUILT_IN, RULESETS
from yahtzee_tui.rules.builtin_rulesets import HOUSE, mark_house_name
from yahtzee_tui.rules.ruleset import BadRuleset
from yahtzee_tui.translation import LANGUAGES, read_catalog, read_language_file, use_catalog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules import Box, Ruleset

    Names = Mapping[str, Mapping[str, str]]

GAME = "game"
"""The key of a game's own name in the names that a rule file has for a language."""


class HouseNames(NamedTuple):
    """The names that a rule file brings."""

    base: str  # the id of the rule set that it is based on, empty without one
    own: Names  # by language and box


HOUSE_NAMES: dict[str, HouseNames] = {}
"""The names of house rules, by the key of the rule set."""


def use_language(code: str) -> None:
    """Speak a language from now on, in sentences and in the names of games and boxes."""
    use_catalog(read_catalog(code))
    names = _read_names(code)
    for key, ruleset in BUILT_IN.items():
        RULESETS[key] = _translate(ruleset, names) if names else ruleset
    for key, ruleset in HOUSE.items():
        house = HOUSE_NAMES.get(key, HouseNames("", {}))
        try:
            RULESETS[key] = translate_house(ruleset, house, code)
        except BadRuleset:  # another box of the house has the name of one of ours
            RULESETS[key] = ruleset


def read_languages() -> None:
    """Read the files of all languages, for the processes that are forked from this one."""
    for code in LANGUAGES:
        if code not in ("auto", "en"):
            read_catalog(code)
            _read_names(code)


def translate_house(ruleset: Ruleset, house: HouseNames, code: str) -> Ruleset:
    """Return house rules with their names in a language.

    Raises `BadRuleset` if two boxes would have one name, or a name has no room.
    """
    names = _read_names(code)
    if names:
        ruleset = _translate(ruleset, {**names, ruleset.id: names.get(house.base, {})})
    own = house.own.get(code, {})
    boxes = tuple(_name(box, own[box.id]) if box.id in own else box for box in ruleset.boxes)
    name = mark_house_name(own.get(GAME, ruleset.name))
    return replace(ruleset, name=name, boxes=boxes)


@cache
def _read_names(code: str) -> Names:
    if code == "en":
        return {}
    import tomllib  # takes its time, and most players read the English names

    return tomllib.loads(read_language_file(f"{code}.toml"))


def _translate(ruleset: Ruleset, names: Names) -> Ruleset:
    own = {**names["any"], **names.get(ruleset.id, {})}
    boxes = ruleset.boxes
    if boxes[0].name in _english_names():  # else all names are of another language, as in Kniffel
        boxes = tuple(_rename(box, own.get(box.id, "")) for box in boxes)
    name = names.get("games", {}).get(ruleset.id, ruleset.name)
    return replace(ruleset, name=name, boxes=boxes)


def _rename(box: Box, names: str) -> Box:
    """Return a box with another name, unless its game gives it one of its own, as Yacht does."""
    return _name(box, names) if names and box.name in _english_names() else box


def _name(box: Box, names: str) -> Box:
    name, _, short = names.partition(" / ")
    return box._replace(name=name, short=short or name)


@cache
def _english_names() -> frozenset[str]:
    plain = ("official", "classic", "macintosh", "free-joker", "yatzy", "maxi-yatzy", "yz")
    boxes = (box for rules in plain for box in BUILT_IN[rules].boxes)
    names = frozenset(box.name for box in boxes) - {"Yatzy", "Maxi Yatzy", "YZ"}
    return names | {"Deuces", "Treys"}  # twos and threes of Kismet
