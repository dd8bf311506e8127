"""Names of boxes and games in other languages: one TOML file each, beside this module.

A name belongs to a game and a box: the table of a game goes before the table `any`. A name that
wants more than 11 columns has a short one behind a slash. Rule sets that differ in names only are
equal, so records and results are the same in every language.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from yahtzee_tui.rules import BUILT_IN, RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules import Box, Ruleset


def use_language(code: str) -> None:
    """Name the games and boxes of the program in a language from now on."""
    names = _read_names(code)
    for key, ruleset in BUILT_IN.items():
        RULESETS[key] = _translate(ruleset, names) if names else ruleset


def _read_names(code: str) -> dict[str, dict[str, str]]:
    if code == "en":
        return {}
    import tomllib  # takes its time, and most players read the English names

    text = files(__name__).joinpath(f"{code}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _translate(ruleset: Ruleset, names: Mapping[str, Mapping[str, str]]) -> Ruleset:
    own = {**names["any"], **names.get(ruleset.id, {})}
    boxes = tuple(_rename(box, own.get(box.id, "")) for box in ruleset.boxes)
    name = names.get("games", {}).get(ruleset.id, ruleset.name)
    return replace(ruleset, name=name, boxes=boxes)


def _rename(box: Box, names: str) -> Box:
    """Return a box with another name, unless its game gives it one of its own, as Yacht does."""
    if not names or box.name not in _english_names():
        return box
    name, _, short = names.partition(" / ")
    return box._replace(name=name, short=short or name)


@cache
def _english_names() -> frozenset[str]:
    plain = ("official", "classic", "macintosh", "free-joker", "yatzy", "maxi-yatzy", "yz")
    boxes = (box for rules in plain for box in BUILT_IN[rules].boxes)
    return frozenset(box.name for box in boxes) - {"Yatzy", "Maxi Yatzy", "YZ"}
